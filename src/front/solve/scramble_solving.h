// What solves any position for who makes scrambles of it: short sequences along a chain of phases,
// within a time for each; where there is no chain and any length will do, words that are shortened.
#pragma once

#include "front/solve/engine_source.h"

#include <gyre/general/scramble_maker.h>

#include <functional>
#include <memory>

namespace gyre {

// Of one scramble, once the tables are made.
constexpr double kScrambleSeconds = 1;

// This is for ScrambleMakerOptions::find_solver.
using ScrambleSolverFinder =
    std::function<ScrambleSolver(const PuzzleDefinition&, const MoveSet&, bool at_any_length)>;

struct AnyScramblingOptions {
  double seconds = kScrambleSeconds;
  // Whether tables are held between scrambles. Not where the source keeps them itself as long as
  // nobody else wants the memory.
  bool holds_tables = true;
};

// caller: who asks while tables are made, and not after. The positions must be such that the moves
// solve them. What is found depends on the time, and so on the machine.
[[nodiscard]] ScrambleSolverFinder any_scrambling(std::shared_ptr<EngineSource> engines,
                                                  EngineCaller caller,
                                                  const AnyScramblingOptions& options = {});

}  // namespace gyre
