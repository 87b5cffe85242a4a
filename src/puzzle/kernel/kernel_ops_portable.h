// Composition without vector instructions: orbit by orbit over the packed layout.
#pragma once

#include "puzzle/kernel/kernel_tables.h"

namespace gyre::portable {

using Byte = std::uint8_t;

// r reduced modulo m where r < 2 m; m = 0 stands for 256 and for "nothing to reduce". The
// difference wraps round to something larger exactly if r < m.
inline Byte reduce(unsigned r, unsigned m) noexcept {
  const auto sum = static_cast<Byte>(r);
  const auto less = static_cast<Byte>(r - m);
  return less < sum ? less : sum;
}

template <bool Wild>
class MemoryOps {
 public:
  static constexpr bool kInRegisters = false;

  explicit MemoryOps(const detail::KernelTables& tables) noexcept : tables_(tables) {}

  // Position and move; out may be a.
  void compose(const Byte* a, const Byte* b, Byte* out) const noexcept {
    product<Wild, false>(a, b, out);
  }
  void compose_moves(const Byte* a, const Byte* b, Byte* out) const noexcept {
    product<false, false>(a, b, out);
  }
  // The product with the orientations of b negated: the left half of a mirror's conjugation.
  void compose_negated(const Byte* a, const Byte* b, Byte* out) const noexcept {
    product<false, true>(a, b, out);
  }

  [[nodiscard]] int differences(const Byte* a, const Byte* b) const noexcept {
    int count = 0;
    for (int k = 0; k < tables_.place_count; ++k) {
      const OrbitPlace& place = tables_.places[k];
      // Without a companion the byte itself is compared a second time.
      const int ori = place.companion < 0 ? place.offset : place.companion;
      for (int i = 0; i < place.pieces; ++i) {
        count += static_cast<int>(a[place.offset + i] != b[place.offset + i] ||
                                  a[ori + i] != b[ori + i]);
      }
    }
    return count;
  }

 private:
  template <bool ClearWild, bool Negate>
  void product(const Byte* a, const Byte* b, Byte* out) const noexcept {
    if (out != a) std::memset(out, 0, static_cast<std::size_t>(tables_.bytes));
    Byte copy[2 * 256];
    for (int k = 0; k < tables_.place_count; ++k) {
      const OrbitPlace& place = tables_.places[k];
      const auto size = static_cast<std::size_t>(place.pieces);
      const int shift = place.offset - place.window;
      // Pieces count from the window, so that the first of the orbit is `shift`.
      const Byte* from = a + place.window;
      const Byte* from_companion = place.companion < 0 ? nullptr : a + place.companion - shift;
      if (out == a) {
        std::memcpy(copy + shift, a + place.offset, size);
        from = copy;
        if (place.companion >= 0) {
          std::memcpy(copy + 256 + shift, a + place.companion, size);
          from_companion = copy + 256;
        }
      }
      const unsigned mask = (1U << static_cast<unsigned>(place.window_bits)) - 1;
      const Byte* keep = tables_.keep + place.window;
      const unsigned modulus = tables_.modulus[place.offset];
      if (place.companion < 0) {
        for (int i = place.offset; i < place.offset + place.pieces; ++i) {
          unsigned ori = b[i] & ~mask;
          if constexpr (Negate) ori = reduce(modulus - ori, modulus);
          Byte sum = reduce(from[b[i] & mask] + ori, modulus);
          if constexpr (ClearWild) sum = static_cast<Byte>(sum & keep[sum & mask]);
          out[i] = sum;
        }
        continue;
      }
      const unsigned companion_modulus = tables_.modulus[place.companion];
      const Byte* companion_keep = tables_.keep + place.companion - shift;
      for (int i = 0; i < place.pieces; ++i) {
        const unsigned source = b[place.offset + i];
        unsigned ori = b[place.companion + i];
        if constexpr (Negate) ori = reduce(companion_modulus - ori, companion_modulus);
        const Byte piece = from[source];
        Byte sum = reduce(from_companion[source] + ori, companion_modulus);
        if constexpr (ClearWild) sum = static_cast<Byte>(sum & companion_keep[piece]);
        out[place.offset + i] = piece;
        out[place.companion + i] = sum;
      }
    }
  }

  const detail::KernelTables& tables_;
};

}  // namespace gyre::portable
