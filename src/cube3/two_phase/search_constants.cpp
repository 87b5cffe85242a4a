#include "cube3/two_phase/search_constants.h"

#include "cube3/core/symmetry.h"

#include <bit>

namespace gyre::cube3 {

SearchConstants::SearchConstants(Metric metric) {
  for (int s = 0; s < kAxisSymmetries; ++s) {
    for (int index = 0; index < kMoves; ++index) {
      const FaceTurn turn = FaceTurn::from_index(index);
      const FaceTurn seen = image(turn, s);
      const TurnSet bit = turn_bit(seen);
      bit_move[std::countr_zero(bit)] = static_cast<std::uint8_t>(seen.index());
      own_move[s][seen.index()] = static_cast<std::uint8_t>(index);
      face_image[s][turn.face] = seen.face;
      for (int face = 0; face <= kFaces; ++face) {
        if (!cube3::may_follow(turn.face, face)) continue;
        may_follow[s][face] |= bit;
        if (face < kFaces) may_follow[s][kFaces + 1 + face] |= bit;
      }
      // A clockwise quarter turn once more.
      if (counts_units(metric) && turn.turns == 1) {
        may_follow[s][kFaces + 1 + turn.face] |= bit;
      }
    }
    slot_images[s] = {Slots::images(inverse(s)), Slots::images(s)};
  }
}

}  // namespace gyre::cube3
