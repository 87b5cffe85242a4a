// Positions of the 3x3x3 as compact lines (CPOS ...): the shortest form that all commands read
// back.
#pragma once

#include <gyre/cube3/cube.h>
#include <gyre/puzzle/definition.h>
#include "cube3/core/conversion.h"

#include <string>
#include <string_view>

namespace gyre::cube3 {

class CompactCubes {
 public:
  CompactCubes();

  [[nodiscard]] std::string write(const Cube& cube) const;
  // Throws Error if it is no such line; the cube may be impossible.
  [[nodiscard]] Cube read(std::string_view line) const;
  [[nodiscard]] const PuzzleDefinition& definition() const noexcept { return definition_; }

 private:
  PuzzleDefinition definition_;
  Conversion conversion_;
};

}  // namespace gyre::cube3
