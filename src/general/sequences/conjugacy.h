// Conjugacy classes of what sequences do: the cycles of each orbit by length and twist, which no
// change of the point of view alters, and how many positions have the same.
#pragma once

#include <gyre/base/bigint.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>
#include "puzzle/group/components.h"

#include <optional>
#include <string>

namespace gyre {

class ConjugacyClasses {
 public:
  ConjugacyClasses(const PuzzleDefinition& definition, const MoveSet& moves);

  // "CORNERS 3 5+1, EDGES 2 7 (N positions)": cycles with what they twist a piece that goes round
  // once; pieces that stay as they are are left out, and so is the number where it is not known.
  [[nodiscard]] std::string text_of(const State& action) const;

  // Positions that moves reach and that have as many cycles of each length and twist in each set of
  // slots that moves connect, all pieces told apart. Known where the moves scramble each such set
  // without restraint: then they reach all of these or none. Nothing where that is not so, or where
  // moves do not reach this one.
  [[nodiscard]] std::optional<BigInt> positions(const State& action) const;

 private:
  OrbitList orbits_;
  ComponentSplit split_;
  std::optional<PuzzleGroup> group_;  // where the numbers are known
};

}  // namespace gyre
