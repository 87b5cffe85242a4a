// The kernel that runs everywhere, and what all kernels share because it gains nothing from
// vectors.
#include "puzzle/kernel/class_loops.h"
#include "puzzle/kernel/kernel_loops.h"
#include "puzzle/kernel/kernel_ops_portable.h"

namespace gyre::detail {

KernelFunctions portable_functions(const KernelTables& tables) noexcept {
  return tables.wild ? MemoryFunctions<portable::MemoryOps<true>>::all()
                     : MemoryFunctions<portable::MemoryOps<false>>::all();
}

ClassFunctions portable_class_functions(const KernelTables& tables) noexcept {
  return tables.wild ? ClassLoops<portable::MemoryOps<true>>::all()
                     : ClassLoops<portable::MemoryOps<false>>::all();
}

void invert_bytes(const KernelTables& tables, const Byte* a, Byte* out) noexcept {
  std::memset(out, 0, static_cast<std::size_t>(tables.bytes));
  for (int k = 0; k < tables.place_count; ++k) {
    const OrbitPlace& place = tables.places[k];
    const unsigned mask = (1U << static_cast<unsigned>(place.window_bits)) - 1;
    const auto first = static_cast<unsigned>(place.offset - place.window);
    const unsigned modulus = tables.modulus[place.offset];
    const Byte* from = a + place.offset;
    Byte* to = out + place.window;
    if (place.companion < 0) {
      for (unsigned i = 0; i < static_cast<unsigned>(place.pieces); ++i) {
        const unsigned ori = from[i] & ~mask;
        to[from[i] & mask] =
            static_cast<Byte>(portable::reduce(modulus - ori, modulus) | (first + i));
      }
      continue;
    }
    const unsigned companion_modulus = tables.modulus[place.companion];
    const Byte* from_ori = a + place.companion;
    Byte* to_ori = out + place.companion;
    for (unsigned i = 0; i < static_cast<unsigned>(place.pieces); ++i) {
      to[from[i]] = static_cast<Byte>(first + i);
      to_ori[from[i] - first] =
          portable::reduce(companion_modulus - from_ori[i], companion_modulus);
    }
  }
}

}  // namespace gyre::detail
