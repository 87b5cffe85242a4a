// The phase-1 table: for every coset its exact distance from H, and for each move whether it leads
// closer, keeps the distance or leads away. One cache miss gives both.
//
// An entry is 32 bits: four for each face, then the distance. Half-turn metric: two turns of a face
// are one move apart, so their effects differ by one at most, and a face is either "these turns
// lead closer, the others keep" (bit 3 clear) or "these turns keep, the others lead away" (bit 3
// set). Quarter-turn metric: only two turns of a face count, with two bits each: closer, and not
// away.
//
// Indexed by class of the twist (row), slice slots, flip: 168 x 495 x 2,048 = 170,311,680 entries,
// 681,246,720 bytes.
#pragma once

#include "base/host_device.h"
#include "cube3/tables/move_tables.h"
#include "cube3/tables/phase1_coset.h"

#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <cstdint>
#include <span>

namespace gyre::cube3 {

constexpr std::uint32_t kPhase1Row = std::uint32_t{kSliceSlots} * Flip::kSize;
constexpr std::uint32_t kPhase1Entries = kTwistClasses * kPhase1Row;

// A set of turns, four bits a face, of which the lower three stand for one, two and three quarter
// turns.
using TurnSet = std::uint32_t;
constexpr TurnSet kAllTurns = 0x777777;
constexpr TurnSet kQuarterTurns = 0x555555;

constexpr TurnSet turn_bit(FaceTurn move) noexcept {
  return TurnSet{1} << (4U * move.face + move.turns - 1U);
}

template <Metric>
struct Phase1Entry;

template <>
struct Phase1Entry<Metric::htm> {
  std::uint32_t bits = 0;
  [[nodiscard]] GYRE_HOST_DEVICE int distance() const noexcept {
    return static_cast<int>(bits >> 24U);
  }
  // The turns after which no more than `left` moves remain, of which one is the turn itself.
  [[nodiscard]] GYRE_HOST_DEVICE TurnSet turns(int left) const noexcept {
    const int spare = left - distance();
    const TurnSet high = (bits >> 3U & 0x111111U) * 7U;  // faces of which no turn leads closer
    if (spare == 0) return bits & ~high & kAllTurns;
    if (spare == 1) return (bits | ~high) & kAllTurns;
    return spare < 0 ? 0 : kAllTurns;
  }
};

template <>
struct Phase1Entry<Metric::qtm> {
  std::uint32_t bits = 0;
  [[nodiscard]] GYRE_HOST_DEVICE int distance() const noexcept {
    return static_cast<int>(bits >> 24U);
  }
  [[nodiscard]] GYRE_HOST_DEVICE TurnSet turns(int left) const noexcept {
    const int spare = left - distance();
    if (spare == 0) return bits & kQuarterTurns;
    if (spare == 1) return bits >> 1U & kQuarterTurns;
    return spare < 0 ? 0 : kQuarterTurns;
  }
};

// Where the entry of a coset is, and through which symmetry it is seen there.
struct Phase1Place {
  std::uint32_t index = 0;
  std::uint32_t symmetry = 0;
};

[[nodiscard]] inline Phase1Place phase1_place(const CosetSymmetries& symmetries,
                                              const Coset& coset) noexcept {
  const auto [row, symmetry] = symmetries.class_of(coset.twist);
  const auto slice = static_cast<std::uint32_t>(symmetries.conjugate_slice(coset.slice, symmetry));
  const auto flip =
      static_cast<std::uint32_t>(symmetries.conjugate_flip(coset.flip, coset.slice, symmetry));
  return {row * kPhase1Row + slice * Flip::kSize + flip, symmetry};
}

// Fills the table and counts the cosets at each distance. If stopped, returns early.
DepthCounts make_phase1(Metric metric, std::span<std::uint32_t> table, const TableWork& work);
DepthCounts count_phase1(std::span<const std::uint32_t> table, const TableWork& work);

}  // namespace gyre::cube3
