#include "puzzle/kernel/class_loops.h"
#include "puzzle/kernel/kernel_loops.h"

#if defined(__AVX512VBMI__)
#include "puzzle/kernel/kernel_ops_avx512.h"

namespace gyre::detail {
namespace {

template <class Kind, class V, int N>
typename Kind::Functions in_registers(bool wild) noexcept {
  return wild ? Kind::template in_registers<RegisterOps<V, N, true>>()
              : Kind::template in_registers<RegisterOps<V, N, false>>();
}

template <class Kind>
typename Kind::Functions choose(const KernelTables& tables) noexcept {
  const bool wild = tables.wild;
  if (tables.bytes == 16) return in_registers<Kind, avx512::Vector128, 1>(wild);
  if (tables.bytes == 32) {
    return tables.max_window_bits == 4 ? in_registers<Kind, avx512::Vector256<4>, 1>(wild)
                                       : in_registers<Kind, avx512::Vector256<5>, 1>(wild);
  }
  if (tables.max_window_bits <= 6 && !tables.companions) {
    if (tables.bytes == 64) return in_registers<Kind, avx512::Vector512, 1>(wild);
    if (tables.bytes == 128) return in_registers<Kind, avx512::Vector512, 2>(wild);
    if (tables.bytes == 192) return in_registers<Kind, avx512::Vector512, 3>(wild);
    if (tables.bytes == 256) return in_registers<Kind, avx512::Vector512, 4>(wild);
  }
  return wild ? Kind::template in_memory<MemoryOps<avx512::Vector512, true>>()
              : Kind::template in_memory<MemoryOps<avx512::Vector512, false>>();
}

}  // namespace

KernelFunctions avx512_functions(const KernelTables& tables) noexcept {
  return choose<KernelKind>(tables);
}

ClassFunctions avx512_class_functions(const KernelTables& tables) noexcept {
  return choose<ClassKind>(tables);
}

}  // namespace gyre::detail

#else

namespace gyre::detail {

KernelFunctions avx512_functions(const KernelTables& tables) noexcept {
  return portable_functions(tables);
}

ClassFunctions avx512_class_functions(const KernelTables& tables) noexcept {
  return portable_class_functions(tables);
}

}  // namespace gyre::detail

#endif
