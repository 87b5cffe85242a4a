// What searches for sequences into H look up and what never changes: which move may follow which,
// and how moves and slots look through the symmetry under which a node stands in the phase-1 table.
#pragma once

#include "cube3/tables/phase1_table.h"
#include "cube3/tables/slots.h"
#include "cube3/two_phase/lookup.h"

#include <gyre/puzzle/move_set.h>

#include <array>
#include <cstdint>

namespace gyre::cube3 {

struct SearchConstants {
  explicit SearchConstants(Metric metric);

  SlotMoves slot_moves;
  SlotRanks ranks;
  // Turns that may follow, as they look through a symmetry.
  std::array<std::array<TurnSet, kFollowStates>, kAxisSymmetries> may_follow{};
  // The move of each bit of a TurnSet; and for such a move seen through a symmetry the move itself.
  std::array<std::uint8_t, 24> bit_move{};
  std::array<std::array<std::uint8_t, kMoves>, kAxisSymmetries> own_move{};
  // Faces as they look through a symmetry.
  std::array<std::array<std::uint8_t, kFaces>, kAxisSymmetries> face_image{};
  // Slots seen through a symmetry are to[slots[from]].
  struct SlotImages {
    Slots from;
    Slots to;
  };
  std::array<SlotImages, kAxisSymmetries> slot_images{};
};

// The turns that leave H, and the only ones that a phase 1 ends with. The symmetries keep this set.
constexpr TurnSet kLeavingTurns = 0x550550;

// What was turned last, after one more move.
template <Metric metric>
int next_follow(int follow, int move) noexcept {
  const int face = move / 3;
  const bool may_double = counts_units(metric) && move % 3 == 0 && follow != kFaces + 1 + face;
  return may_double ? kFaces + 1 + face : face;
}

}  // namespace gyre::cube3
