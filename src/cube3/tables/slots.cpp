#include "cube3/tables/slots.h"

#include "cube3/core/symmetry_lanes.h"

#include <bit>

namespace gyre::cube3 {

static_assert(std::endian::native == std::endian::little, "squeeze counts on it");

Slots Slots::of(const Cube& cube) noexcept {
  Slots slots;
  for (int i = 0; i < kCornerLane; ++i) {
    slots.slot[i] = static_cast<std::uint8_t>(i);
    slots.slot[kCornerLane + i] = static_cast<std::uint8_t>(i);
  }
  for (int slot = 0; slot < kEdges; ++slot) {
    slots.slot[cube.edge_perm(slot)] = static_cast<std::uint8_t>(slot);
  }
  for (int slot = 0; slot < kCorners; ++slot) {
    slots.slot[kCornerLane + cube.corner_perm(slot)] = static_cast<std::uint8_t>(slot);
  }
  return slots;
}

Slots Slots::images(int symmetry) noexcept {
  // The last factor of a conjugate brings every slot from where it was.
  return of(kSymmetryLanes[symmetry].right);
}

SlotMoves::SlotMoves() {
  for (int index = 0; index < kMoves; ++index) {
    move[index] = Slots::of(action(FaceTurn::from_index(index)));
  }
}

SlotRanks::SlotRanks() {
  for (int bits = 0; bits < 4'096; ++bits) {
    std::array<std::uint8_t, 4> slots{};
    unsigned seen = 0;
    for (int i = 0; i < 4; ++i) {
      slots[i] = static_cast<std::uint8_t>(bits >> (3 * i) & 7);
      seen |= 1U << slots[i];
    }
    if (std::popcount(seen) != 4) continue;
    // The place of each among the four.
    std::array<std::uint8_t, 4> place{};
    for (int i = 0; i < 4; ++i) {
      place[i] = static_cast<std::uint8_t>(std::popcount(seen & ((1U << slots[i]) - 1U)));
    }
    order_[bits] = static_cast<std::uint8_t>(rank_order(place));
    // Corners 4..7 in these slots, the others in the rest in order: what CornerPerm ranks.
    Cube cube;
    int other = 0;
    for (int slot = 0; slot < kCorners; ++slot) {
      if ((seen >> slot & 1U) == 0) cube.set_corner(slot, other++, 0);
    }
    for (int i = 0; i < 4; ++i) cube.set_corner(slots[i], 4 + i, 0);
    bottom_[bits] = static_cast<std::uint16_t>(CornerPerm::rank(cube));
  }
}

}  // namespace gyre::cube3
