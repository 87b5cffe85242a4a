// How the pieces of one orbit are held against each other: for each a reference rotation that
// brings the orbit's first piece to it. A rotation g that takes piece c to c' then twists it by the
// exponent of r(c')^-1 g r(c) in the cyclic group of rotations that leave the first piece in its
// place. Decides what "orientation 0" means in each slot, and which pieces look alike.
#pragma once

#include "geometry/pieces.h"

#include <vector>

namespace gyre {

// A rotation for those pieces that it moves.
struct OrientedTurn {
  int rotation = 0;
  const std::vector<bool>* moved = nullptr;
};

class References {
 public:
  References() = default;
  // pieces: of one orbit. places: by piece, where it stands in the list of its orbit; kept by
  // reference, since all orbits share it.
  // wishes: turns and rotations that connect the orbit, the first that can be is kept free of
  // twists, then the next that can be beside it, and so on.
  // show_twists: one sees how a piece with a single sticker is turned.
  References(const CutSolid& cut, const std::vector<int>& pieces, const std::vector<int>& places,
             const std::vector<OrientedTurn>& wishes, bool show_twists);

  // What one sees: 1 if twisting shows no difference, and no more than the wishes can reach.
  [[nodiscard]] int orientations() const noexcept { return orientations_; }
  // The twist, 0 .. orientations() - 1, of a piece under a rotation of the solid; clockwise counts
  // up.
  [[nodiscard]] int twist(int rotation, int piece) const;
  // A rotation that brings a piece to the slot of another so that it stands there in an
  // orientation; of several that look the same, one.
  [[nodiscard]] int rotation_between(int piece, int slot_piece, int orientation) const;
  // Equal for two pieces exactly if they look alike: the faces that their stickers belong to, as
  // they would stand in the first slot.
  [[nodiscard]] std::vector<int> look(int piece) const;

 private:
  [[nodiscard]] int place(int piece) const { return (*places_)[piece]; }
  [[nodiscard]] int full_twist(int rotation, int piece) const;
  void choose_references(const std::vector<int>& pieces, const std::vector<OrientedTurn>& wishes);

  const CutSolid* cut_ = nullptr;
  const std::vector<int>* places_ = nullptr;
  int first_ = 0;
  std::vector<int> powers_;      // of the generator of the stabiliser of first_
  std::vector<int> exponents_;   // by rotation: its exponent in that stabiliser, or -1
  std::vector<int> references_;  // by place: a rotation that brings first_ to the piece
  std::vector<int> shifts_;      // by place: added to the exponent of the reference
  int full_orientations_ = 1;    // as many as the stabiliser has
  int step_ = 1;                 // only multiples of this twist can be reached
  int orientations_ = 1;
};

}  // namespace gyre
