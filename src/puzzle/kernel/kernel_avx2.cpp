#include "puzzle/kernel/class_loops.h"
#include "puzzle/kernel/kernel_loops.h"

#if defined(__AVX2__)
#include "puzzle/kernel/kernel_ops_avx2.h"

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
  const int bits = tables.max_window_bits;
  if (tables.bytes == 16) return in_registers<Kind, avx2::Vector128, 1>(wild);
  if (tables.bytes == 32) {
    return bits == 4 ? in_registers<Kind, avx2::Vector256<4>, 1>(wild)
                     : in_registers<Kind, avx2::Vector256<5>, 1>(wild);
  }
  if (tables.bytes == 64 && bits == 4) return in_registers<Kind, avx2::Vector512<4>, 1>(wild);
  if (tables.bytes == 64 && bits == 5) return in_registers<Kind, avx2::Vector512<5>, 1>(wild);
  if (tables.bytes == 64 && bits == 6) return in_registers<Kind, avx2::Vector512<6>, 1>(wild);
  if (tables.bytes == 128 && bits <= 5 && !tables.companions) {
    return in_registers<Kind, avx2::Vector512<5>, 2>(wild);
  }
  return wild ? Kind::template in_memory<MemoryOps<avx2::Vector512<6>, true>>()
              : Kind::template in_memory<MemoryOps<avx2::Vector512<6>, false>>();
}

}  // namespace

KernelFunctions avx2_functions(const KernelTables& tables) noexcept {
  return choose<KernelKind>(tables);
}

ClassFunctions avx2_class_functions(const KernelTables& tables) noexcept {
  return choose<ClassKind>(tables);
}

}  // namespace gyre::detail

#else

namespace gyre::detail {

KernelFunctions avx2_functions(const KernelTables& tables) noexcept {
  return portable_functions(tables);
}

ClassFunctions avx2_class_functions(const KernelTables& tables) noexcept {
  return portable_class_functions(tables);
}

}  // namespace gyre::detail

#endif
