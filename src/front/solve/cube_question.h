// A position of the 3x3x3 on its way to the cube's own engines, and what they find on its way back:
// turned as the person holds the cube, and replayed on the definition.
#pragma once

#include <gyre/cube3/cube.h>
#include "cube3/core/held.h"
#include "format/scramble.h"

#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// What a position is to be led to.
struct CubeGoal {
  cube3::Cube cube;      // as the definition holds it
  cube3::Cube to_start;  // its inverse

  CubeGoal() = default;  // solved
  // Throws Error if the text is no position, or one that face turns cannot reach.
  CubeGoal(const cube3::Holding& holding, std::string_view text);
};

class CubeQuestion {
 public:
  // Keeps references. Throws Error if the position is held in a way that does not take face turns
  // to face turns.
  CubeQuestion(const cube3::Holding& holding, Scramble position, const CubeGoal& goal);

  [[nodiscard]] const Scramble& position() const noexcept { return position_; }
  // What moves are to solve: with another goal not the position itself.
  [[nodiscard]] const cube3::Cube& cube() const noexcept { return cube_; }
  // A solution of cube() as it is to be shown, after its replay. inverse: a sequence that makes the
  // position of the goal, both as the definition holds them.
  [[nodiscard]] std::string answer(const std::vector<cube3::FaceTurn>& solution,
                                   bool inverse) const;

 private:
  const cube3::Holding& holding_;
  const CubeGoal& goal_;
  Scramble position_;
  cube3::HeldCube held_;
  cube3::Cube cube_;
};

}  // namespace gyre
