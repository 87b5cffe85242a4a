#include "puzzle/kernel_loops.h"

#if defined(__AVX2__)
#include "puzzle/kernel_ops_avx2.h"

namespace gyre::detail {
namespace {

template <class V, int N>
KernelFunctions in_registers(bool wild) noexcept {
  return wild ? RegisterFunctions<RegisterOps<V, N, true>>::all()
              : RegisterFunctions<RegisterOps<V, N, false>>::all();
}

}  // namespace

KernelFunctions avx2_functions(const KernelTables& tables) noexcept {
  const bool wild = tables.wild;
  const int bits = tables.max_window_bits;
  if (tables.bytes == 16) return in_registers<avx2::Vector128, 1>(wild);
  if (tables.bytes == 32) {
    return bits == 4 ? in_registers<avx2::Vector256<4>, 1>(wild)
                     : in_registers<avx2::Vector256<5>, 1>(wild);
  }
  if (tables.bytes == 64 && bits == 4) return in_registers<avx2::Vector512<4>, 1>(wild);
  if (tables.bytes == 64 && bits == 5) return in_registers<avx2::Vector512<5>, 1>(wild);
  if (tables.bytes == 64 && bits == 6) return in_registers<avx2::Vector512<6>, 1>(wild);
  if (tables.bytes == 128 && bits <= 5 && !tables.companions) {
    return in_registers<avx2::Vector512<5>, 2>(wild);
  }
  return wild ? MemoryFunctions<MemoryOps<avx2::Vector512<6>, true>>::all()
              : MemoryFunctions<MemoryOps<avx2::Vector512<6>, false>>::all();
}

}  // namespace gyre::detail

#else

namespace gyre::detail {

KernelFunctions avx2_functions(const KernelTables& tables) noexcept {
  return portable_functions(tables);
}

}  // namespace gyre::detail

#endif
