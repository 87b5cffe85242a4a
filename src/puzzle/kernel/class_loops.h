// The loops behind ClassForm, written once over the operations of an instruction set as those of
// kernel_loops.h are.
#pragma once

#include "puzzle/kernel/class_form.h"
#include "puzzle/kernel/kernel_loops.h"

#define XXH_INLINE_ALL  // states are short: the call would cost as much as the hash
#if defined(__AVX512F__)
#define XXH_VECTOR 0  // g++ 12 warns of intrinsics in its long loops, which few states reach
#endif
#include <xxhash.h>

namespace gyre::detail {

template <class Ops>
struct ClassLoops {
  // The symmetries that are left after all keys; returns how many, at least one.
  static std::size_t candidates_by_key(const ClassTables& c, const std::uint8_t* a,
                                       std::uint16_t* left) {
    alignas(8) std::uint8_t ranks[kMaxKeySlots];
    std::uint8_t least = kWorstRank;
    const std::size_t row = std::size_t{1} << c.row_bits;
    for (int i = 0; i < c.rounded_slots; ++i) {
      const std::uint8_t rank = c.rank[row * i + a[c.slot[i]]];
      ranks[i] = rank;
      least = rank < least ? rank : least;
    }
    constexpr std::uint64_t kLow = 0x0101'0101'0101'0101;
    constexpr std::uint64_t kSeven = 0x7F * kLow;
    std::size_t count = 0;
    std::uint32_t best = ~std::uint32_t{0};
    for (int group = 0; group < c.rounded_slots; group += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, ranks + group, 8);
      eight ^= kLow * least;
      // The high bit of each byte that is the least rank.
      std::uint64_t ties = ~(((eight & kSeven) + kSeven) | eight | kSeven);
      for (; ties != 0; ties &= ties - 1) {
        const int i = group + __builtin_ctzll(ties) / 8;
        const std::size_t at = row * i + a[c.slot[i]];
        const std::uint16_t* candidate = c.candidates + c.first[at];
        for (std::size_t k = 0; k < c.length[at]; ++k) {
          const std::size_t s = candidate[k];
          const std::uint32_t key =
              static_cast<std::uint32_t>(c.image[0][row * s + a[c.source[0][s]]]) << 8U |
              c.image[1][row * s + a[c.source[1][s]]];
          count = key < best ? 0 : count;
          best = key < best ? key : best;
          left[count] = static_cast<std::uint16_t>(s);
          count += key == best ? 1 : 0;
        }
      }
    }
    return count;
  }

  // The symmetry that the first two keys leave, or -1 if they leave several.
  static int one_by_key(const ClassTables& c, const std::uint8_t* a) {
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t second = least;
    const std::uint64_t* row_of_entries = c.entry;
    for (int i = 0; i < c.slots; ++i) {
      const std::uint64_t entry = row_of_entries[a[c.slot[i]]];
      row_of_entries += std::size_t{1} << c.row_bits;
      const std::size_t symmetry = entry & 0xFFFFU;
      const std::uint64_t byte = c.image[0][(symmetry << c.row_bits) + a[entry >> 16U & 0xFFFFU]];
      const std::uint64_t key = (entry & ~std::uint64_t{0xFFFF'FFFF}) | byte << 32U | symmetry;
      const std::uint64_t greater = key > least ? key : least;
      second = greater < second ? greater : second;
      least = key < least ? key : least;
    }
    const bool one = least < kShared && (least ^ second) >> 32U != 0;
    return one ? static_cast<int>(least & 0xFFFFU) : -1;
  }

  static void conjugate(const KernelTables& t, const Ops& ops, const std::uint8_t* a,
                        const PackedSymmetry& symmetry, std::uint8_t* out) {
    if constexpr (Ops::kInRegisters) {
      ops.store_for_reading(out, RegisterFunctions<Ops>::image_of(ops, ops.load(a), symmetry));
    } else {
      MemoryFunctions<Ops>::conjugate(t, a, symmetry, out);
    }
  }

  // Flattened: with the length known, one of the ways through XXH3 is left.
  [[gnu::flatten]] static std::uint64_t hash_of_bytes(const KernelTables& t,
                                                      const std::uint8_t* a) {
    return XXH3_64bits(a, bytes(t));
  }

  static std::uint64_t hash_with(const KernelTables& t, const Ops& ops, const ClassTables& c,
                                 const std::uint8_t* a, const ClassRoom& room) {
    if (c.symmetry_count == 1) return hash_of_bytes(t, a);
    const int one = one_by_key(c, a);
    if (one >= 0) {
      conjugate(t, ops, a, c.symmetries[one], room.image);
      return hash_of_bytes(t, room.image);
    }
    const std::size_t count = candidates_by_key(c, a, room.left);
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = 0; i < count; ++i) {
      conjugate(t, ops, a, c.symmetries[room.left[i]], room.image);
      const std::uint64_t hash = hash_of_bytes(t, room.image);
      least = hash < least ? hash : least;
    }
    return least;
  }

  static std::uint64_t hash(const KernelTables& t, const ClassTables& c, const std::uint8_t* a,
                            const ClassRoom& room) {
    return hash_with(t, Ops(t), c, a, room);
  }

  static void compose_list(const KernelTables& t, const std::uint8_t* a,
                           const std::uint8_t* const* moves, std::size_t count, std::uint8_t* out) {
    const Ops ops(t);
    if constexpr (Ops::kInRegisters) {
      const typename Ops::Block state = ops.load(a);
      for (std::size_t i = 0; i < count; ++i) {
        ops.store_for_reading(out + i * bytes(t), ops.compose(state, ops.load(moves[i])));
      }
    } else {
      for (std::size_t i = 0; i < count; ++i) ops.compose(a, moves[i], out + i * bytes(t));
    }
  }

  static void children(const KernelTables& t, const ClassTables& c, const std::uint8_t* a,
                       const std::uint8_t* const* moves, std::size_t count, std::uint8_t* out,
                       std::uint64_t* hashes, const ClassRoom& room) {
    compose_list(t, a, moves, count, out);
    const Ops ops(t);
    for (std::size_t i = 0; i < count; ++i) {
      hashes[i] = hash_with(t, ops, c, out + i * bytes(t), room);
    }
  }

  static constexpr ClassFunctions all() {
    return {.hash = hash, .children = children, .compose_list = compose_list};
  }

 private:
  static std::size_t bytes(const KernelTables& t) {
    if constexpr (Ops::kInRegisters) {
      return Ops::kBytes;
    } else {
      return static_cast<std::size_t>(t.bytes);
    }
  }
};

// What the functions of each kind are made from, for files that choose by the tables which
// operations to take.
struct KernelKind {
  using Functions = KernelFunctions;
  template <class Ops>
  static constexpr Functions in_registers() {
    return RegisterFunctions<Ops>::all();
  }
  template <class Ops>
  static constexpr Functions in_memory() {
    return MemoryFunctions<Ops>::all();
  }
};

struct ClassKind {
  using Functions = ClassFunctions;
  template <class Ops>
  static constexpr Functions in_registers() {
    return ClassLoops<Ops>::all();
  }
  template <class Ops>
  static constexpr Functions in_memory() {
    return ClassLoops<Ops>::all();
  }
};

}  // namespace gyre::detail
