// Composition with vector instructions, written once over a vector type V of one instruction set
// (kernel_ops_avx2.h, kernel_ops_avx512.h), which has
//   Reg, kBytes, load, store, add, sub, min (unsigned), bit_and, bit_andnot(mask, x), bit_or,
//   index(b, mask, base): (b & mask) | base,
//   shuffle(a, index) for states in registers, within kReach bytes; fill(x), equal(a, b) (bytes of
//   ones) for kReach 16, store_halves (a store from which single bytes are soon loaded) beyond,
//   shuffle_within<Bits>(group, index) for long states,
//   unequal(a, b), less(a, b): a bit for each byte.
//
// One product: the pieces of a are shuffled by the low bits of b, the orientations of b are added
// above them, and what reaches the modulus is reduced: the difference wraps round to a larger
// number exactly if it should not be taken, so that a minimum decides.
#pragma once

#include "puzzle/kernel/kernel_tables.h"

namespace gyre::detail {

// Each byte's own place in its vector.
inline constexpr struct OwnPlaces {
  std::uint8_t place[64] = {};
  constexpr OwnPlaces() noexcept {
    for (int i = 0; i < 64; ++i) place[i] = static_cast<std::uint8_t>(i);
  }
} kOwnPlaces;

// A state of N registers, its constants in registers too.
template <class V, int N, bool Wild>
class RegisterOps {
 public:
  using Reg = typename V::Reg;
  struct Block {
    Reg part[N];
  };
  static constexpr bool kInRegisters = true;
  static constexpr int kParts = N;
  static constexpr std::size_t kBytes = static_cast<std::size_t>(N) * V::kBytes;

  explicit RegisterOps(const KernelTables& tables) noexcept {
    for (int i = 0; i < N; ++i) {
      mask_[i] = V::load(tables.index_mask + i * V::kBytes);
      base_[i] = V::load(tables.base + i * V::kBytes);
      modulus_[i] = V::load(tables.modulus + i * V::kBytes);
      if constexpr (Wild) keep_[i] = V::load(tables.keep + i * V::kBytes);
    }
  }

  [[nodiscard]] Block load(const std::uint8_t* from) const noexcept {
    Block block;
    for (int i = 0; i < N; ++i) block.part[i] = V::load(from + i * V::kBytes);
    return block;
  }
  void store(std::uint8_t* to, const Block& block) const noexcept {
    for (int i = 0; i < N; ++i) V::store(to + i * V::kBytes, block.part[i]);
  }

  // This is for bytes of which smaller parts are soon loaded.
  void store_for_reading(std::uint8_t* to, const Block& block) const noexcept {
    if constexpr (V::kBytes > 16) {
      for (int i = 0; i < N; ++i) V::store_halves(to + i * V::kBytes, block.part[i]);
    } else {
      store(to, block);
    }
  }

  [[nodiscard]] Block compose(const Block& a, const Block& b) const noexcept {
    Block out;
    for (int i = 0; i < N; ++i) out.part[i] = settle(i, product(i, a.part[i], b.part[i]));
    return out;
  }
  // All orientations turned round: o - x, and 0 where x is 0.
  [[nodiscard]] Block negate(const Block& a) const noexcept {
    Block out;
    for (int i = 0; i < N; ++i) {
      const Reg ori = V::bit_andnot(mask_[i], a.part[i]);
      out.part[i] = V::bit_or(V::bit_and(a.part[i], mask_[i]), reduce(i, V::sub(modulus_[i], ori)));
    }
    return out;
  }
  // What each piece becomes is computed for all at once. Within 16 bytes, where it goes is found by
  // trying all 16 places; beyond, the scatter byte by byte takes fewer steps. Bytes without a piece
  // go to themselves.
  void invert(const std::uint8_t* a, std::uint8_t* out) const noexcept {
    const Block negated = negate(load(a));
    for (int i = 0; i < N; ++i) {
      const Reg own = V::load(kOwnPlaces.place);
      const Reg ori = V::bit_andnot(mask_[i], negated.part[i]);
      const Reg index = V::index(negated.part[i], mask_[i], base_[i]);
      if constexpr (V::kReach == 16) {
        const Reg low = V::fill(15);
        const Reg target = V::bit_and(own, low);
        const Reg goal = V::bit_and(index, low);
        Reg found = V::sub(own, own);
        for (int step = 0; step < 16; ++step) {
          const Reg place = V::bit_and(V::add(own, V::fill(step)), low);
          found = V::bit_or(found, V::bit_and(V::equal(V::shuffle(goal, place), target), place));
        }
        V::store(out + i * V::kBytes,
                 V::bit_or(V::bit_and(found, mask_[i]), V::shuffle(ori, found)));
      } else {
        alignas(64) std::uint8_t to[V::kBytes];
        alignas(64) std::uint8_t value[V::kBytes];
        V::store_halves(to, index);
        V::store_halves(value, V::bit_or(ori, V::bit_and(own, mask_[i])));
        for (int j = 0; j < V::kBytes; ++j) out[i * V::kBytes + to[j]] = value[j];
      }
    }
  }
  // The left half of a conjugation: what is wild is cleared after the right half.
  [[nodiscard]] Block compose_left(const Block& left, const Block& state) const noexcept {
    Block out;
    for (int i = 0; i < N; ++i) out.part[i] = product(i, left.part[i], state.part[i]);
    return out;
  }
  // One vector of left * state * right; the state is negated already where it should be.
  void conjugate_part(int i, const Block& state, const PackedSymmetry& symmetry,
                      Block& image) const noexcept {
    const Reg left = V::load(symmetry.left + i * V::kBytes);
    const Reg right = V::load(symmetry.right + i * V::kBytes);
    image.part[i] = settle(i, product(i, product(i, left, state.part[i]), right));
  }
  // A number below, equal to or above 0 as the bytes of a stand before, with or after those of b.
  [[nodiscard]] int order_of_part(int i, const Block& a, const Block& b) const noexcept {
    const std::uint64_t unequal = V::unequal(a.part[i], b.part[i]);
    if (unequal == 0) return 0;
    const std::uint64_t first = unequal & (~unequal + 1);
    return (V::less(a.part[i], b.part[i]) & first) != 0 ? -1 : 1;
  }
  [[nodiscard]] int differences(const Block& a, const Block& b) const noexcept {
    int count = 0;
    for (int i = 0; i < N; ++i) count += __builtin_popcountll(V::unequal(a.part[i], b.part[i]));
    return count;
  }

 private:
  [[nodiscard]] Reg reduce(int i, Reg sum) const noexcept {
    return V::min(sum, V::sub(sum, modulus_[i]));
  }
  [[nodiscard]] Reg product(int i, Reg a, Reg b) const noexcept {
    const Reg moved = V::shuffle(a, V::index(b, mask_[i], base_[i]));
    return reduce(i, V::add(moved, V::bit_andnot(mask_[i], b)));
  }
  [[nodiscard]] Reg settle(int i, Reg state) const noexcept {
    if constexpr (Wild) {
      const Reg keep = V::shuffle(keep_[i], V::index(state, mask_[i], base_[i]));
      return V::bit_and(state, keep);
    } else {
      return state;
    }
  }

  Reg mask_[N];
  Reg base_[N];
  Reg modulus_[N];
  Reg keep_[1 + (N - 1) * static_cast<int>(Wild)];
};

// A state of any length. V::kBytes is 64. Every group of vectors is read before it is written, so
// that out may be a.
template <class V, bool Wild>
class MemoryOps {
 public:
  using Reg = typename V::Reg;
  static constexpr bool kInRegisters = false;
  static_assert(V::kBytes == 64);

  explicit MemoryOps(const KernelTables& tables) noexcept : tables_(tables) {}

  void compose(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* out) const noexcept {
    product<Wild, false>(a, b, out);
  }
  void compose_moves(const std::uint8_t* a, const std::uint8_t* b,
                     std::uint8_t* out) const noexcept {
    product<false, false>(a, b, out);
  }
  // The product with the orientations of b negated: the left half of a mirror's conjugation.
  void compose_negated(const std::uint8_t* a, const std::uint8_t* b,
                       std::uint8_t* out) const noexcept {
    product<false, true>(a, b, out);
  }
  [[nodiscard]] int differences(const std::uint8_t* a, const std::uint8_t* b) const noexcept {
    int count = 0;
    for (const VectorRun* run = tables_.runs; run != tables_.runs + tables_.run_count; ++run) {
      for (int v = 0; v < run->count; ++v) {
        std::uint64_t unequal = unequal_at(a, b, run->first + v);
        if (run->companion >= 0) unequal |= unequal_at(a, b, run->companion + v);
        count += __builtin_popcountll(unequal);
      }
    }
    return count;
  }

 private:
  [[nodiscard]] static std::uint64_t unequal_at(const std::uint8_t* a, const std::uint8_t* b,
                                                int vector) noexcept {
    return V::unequal(V::load(a + vector * V::kBytes), V::load(b + vector * V::kBytes));
  }

  template <bool ClearWild, bool Negate>
  void product(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* out) const noexcept {
    for (int r = 0; r < tables_.run_count; ++r) {
      const VectorRun& run = tables_.runs[r];
      switch (run.window_bits) {
        case 4:
          choose<4, ClearWild, Negate>(run, a, b, out);
          break;
        case 5:
          choose<5, ClearWild, Negate>(run, a, b, out);
          break;
        case 6:
          choose<6, ClearWild, Negate>(run, a, b, out);
          break;
        case 7:
          choose<7, ClearWild, Negate>(run, a, b, out);
          break;
        default:
          choose<8, ClearWild, Negate>(run, a, b, out);
          break;
      }
    }
  }
  template <int Bits, bool ClearWild, bool Negate>
  void choose(const VectorRun& run, const std::uint8_t* a, const std::uint8_t* b,
              std::uint8_t* out) const noexcept {
    if (run.oriented || run.companion >= 0) {
      oriented_run<Bits, ClearWild, Negate>(run, a, b, out);
    } else {
      plain_run<Bits>(run, a, b, out);
    }
  }

  // No orientations: the bytes of b are indices as they stand.
  template <int Bits>
  void plain_run(const VectorRun& run, const std::uint8_t* a, const std::uint8_t* b,
                 std::uint8_t* out) const noexcept {
    constexpr int kGroup = Bits == 8 ? 4 : Bits == 7 ? 2 : 1;
    const std::uint8_t* base = tables_.base;
    const int end = (run.first + run.count) * V::kBytes;
    for (int at = run.first * V::kBytes; at < end; at += kGroup * V::kBytes) {
      Reg from[kGroup];
      for (int g = 0; g < kGroup; ++g) from[g] = V::load(a + at + g * V::kBytes);
      for (int g = 0; g < kGroup; ++g) {
        const int here = at + g * V::kBytes;
        const Reg index = V::bit_or(V::load(b + here), V::load(base + here));
        V::store(out + here, V::template shuffle_within<Bits>(from, index));
      }
    }
  }

  template <int Bits, bool ClearWild, bool Negate>
  void oriented_run(const VectorRun& run, const std::uint8_t* a, const std::uint8_t* b,
                    std::uint8_t* out) const noexcept {
    constexpr int kGroup = Bits == 8 ? 4 : Bits == 7 ? 2 : 1;
    const int end = (run.first + run.count) * V::kBytes;
    const int to_companion = (run.companion - run.first) * V::kBytes;
    for (int at = run.first * V::kBytes; at < end; at += kGroup * V::kBytes) {
      Reg index[kGroup];
      Reg piece[kGroup];  // where its wildness is looked up
      for (int g = 0; g < kGroup; ++g) {
        const int here = at + g * V::kBytes;
        index[g] = V::index(V::load(b + here), V::load(tables_.index_mask + here),
                            V::load(tables_.base + here));
      }
      part<Bits, ClearWild, Negate, true>(at, a, b, out, index, piece);
      if (run.companion >= 0) {
        part<Bits, ClearWild, Negate, false>(at + to_companion, a, b, out, index, piece);
      }
    }
  }

  // One group of vectors, shuffled by `index`. The vectors with the pieces come first and leave
  // `piece` to their companions.
  template <int Bits, bool ClearWild, bool Negate, bool Pieces>
  void part(int at, const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* out,
            const Reg* index, Reg* piece) const noexcept {
    constexpr int kGroup = Bits == 8 ? 4 : Bits == 7 ? 2 : 1;
    Reg from[kGroup];
    Reg keep[kGroup];
    for (int g = 0; g < kGroup; ++g) {
      from[g] = V::load(a + at + g * V::kBytes);
      if constexpr (ClearWild) keep[g] = V::load(tables_.keep + at + g * V::kBytes);
    }
    for (int g = 0; g < kGroup; ++g) {
      const int here = at + g * V::kBytes;
      const Reg mask = V::load(tables_.index_mask + here);
      const Reg modulus = V::load(tables_.modulus + here);
      Reg ori = V::bit_andnot(mask, V::load(b + here));
      if constexpr (Negate) ori = reduce(V::sub(modulus, ori), modulus);
      const Reg moved = V::template shuffle_within<Bits>(from, index[g]);
      Reg sum = reduce(V::add(moved, ori), modulus);
      if constexpr (ClearWild) {
        if constexpr (Pieces) {
          piece[g] = V::index(sum, mask, V::load(tables_.base + here));
        }
        sum = V::bit_and(sum, V::template shuffle_within<Bits>(keep, piece[g]));
      }
      V::store(out + here, sum);
    }
  }

  [[nodiscard]] static Reg reduce(Reg sum, Reg modulus) noexcept {
    return V::min(sum, V::sub(sum, modulus));
  }

  const KernelTables& tables_;
};

}  // namespace gyre::detail
