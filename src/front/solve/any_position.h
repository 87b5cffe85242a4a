// Any position of any puzzle within a time: some solution at once, shorter ones along a chain of
// phases until the time is over, and the search that proves the least length, whose answer is taken
// if it ends in time. Decides in which order these work and what their answers come to; whoever
// asks for one position of one solver gets one result.
#pragma once

#include "front/solve/any_tools.h"
#include "front/solve/engine_source.h"

#include <gyre/general/solver.h>

#include <span>
#include <vector>

namespace gyre {

struct AnyPositionLimits {
  double seconds = 10;  // what is made for many positions (words, phases) does not count
  int target = 0;       // short enough
  // Only shorter ones are of use.
  int shorter_than = kAnySolutionLength;
  // Words and phases may take so long to be made; if phases are not ready then, words are
  // shortened.
  double preparing_seconds = 20;

  // Words may be longer than what the search looks for.
  static constexpr int kAnySolutionLength = 1'000'000'000;
};

struct AnyPositionResult {
  SolveResult result;       // one solution at most; proved: the lower bound
  std::vector<int> phases;  // how many moves each took; empty if the solution is not of that kind
};

// solver: that proves; of the same definition and moves as the tools. hooks.solution is told of
// each solution that is shorter than all before. caller: whose notes are told.
[[nodiscard]] AnyPositionResult solve_any_position(AnyPositionTools& tools, const Solver& solver,
                                                   std::span<const State> starts,
                                                   const AnyPositionLimits& limits,
                                                   const SolveHooks& hooks,
                                                   const EngineCaller& caller);

}  // namespace gyre
