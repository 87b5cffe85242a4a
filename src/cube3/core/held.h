// The 3x3x3 as a person holds it. A scramble may turn the whole cube (x, r, M); a solution is then
// wanted for the cube as it stands in the hands, and solved means solved in that orientation. This
// is where positions of a definition become cubes to be solved, and where what was found is turned
// back and replayed on the definition.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/cube3/cube.h>
#include <gyre/puzzle/definition.h>
#include "cube3/core/conversion.h"
#include "format/scramble.h"
#include "puzzle/definition/held.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace gyre::cube3 {

// How a cube is held: 0 is how the definition holds it.
using Rotation = int;

using HeldCube = Held<Cube, Rotation>;

class Holding {
 public:
  // Keeps a reference. Throws Error saying why the definition is not a 3x3x3.
  explicit Holding(const PuzzleDefinition& definition);

  [[nodiscard]] const Conversion& conversion() const noexcept { return conversion_; }

  // A position in any form: what gyre::read_position reads, facelets, Reid's list. Throws Error
  // with the place.
  [[nodiscard]] Scramble read(std::string_view text, const AlgSource& source = {}) const;

  // A position that was not given by a sequence stands as it is. Throws Error if the sequence turns
  // the cube in a way that does not take face turns to face turns.
  [[nodiscard]] HeldCube hold(const Scramble& position) const;

  // What turns for the cube as the definition holds it are for someone who holds it turned.
  [[nodiscard]] std::vector<FaceTurn> as_held(const std::vector<FaceTurn>& moves,
                                              Rotation rotation) const;

  // Whether the turns take `position` to the goal, held with this rotation. Replayed on the
  // definition with the actions that its moves of these names have, so that an error in the
  // numbering of pieces or in a symmetry cannot pass.
  [[nodiscard]] bool leads(const State& position, const std::vector<FaceTurn>& moves,
                           const Cube& goal, Rotation rotation) const;

 private:
  struct Held {
    State action;
    // What a clockwise turn of each face becomes; nothing if that is no face turn.
    std::array<std::optional<FaceTurn>, kFaces> image;
  };

  void find_rotations();
  [[nodiscard]] bool is_face_turn(const MoveToken& move) const;
  [[nodiscard]] bool has_face_turns_only(const Alg& alg) const;
  [[nodiscard]] Rotation rotation_of(const Alg& alg) const;

  const PuzzleDefinition& definition_;
  Conversion conversion_;
  std::vector<State> actions_;             // by FaceTurn::index
  std::vector<Held> held_;                 // by Rotation
  std::vector<std::vector<int>> product_;  // [Rotation][rotation of the definition]
};

}  // namespace gyre::cube3
