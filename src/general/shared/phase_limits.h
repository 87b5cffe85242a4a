// What is asked of those who find shorter and shorter solutions until the time is over, and what
// they answer: along a chain of phases, or by shapes.
#pragma once

#include <gyre/base/progress.h>
#include <gyre/general/solver.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

struct PhaseLimits {
  std::optional<double> seconds;
  // Only shorter solutions are of use; each that is found lowers it.
  int shorter_than = kMaxSolutionLength + 1;
  // So few moves are enough.
  int target = 0;
};

struct PhaseHooks {
  // Each shorter than all before, with how many moves each phase took.
  std::function<void(const Solution&, const std::vector<int>& phases)> solution;
  // Every solution is at least so long; told as it grows, by those who can prove it.
  std::function<void(int least)> proved;
  std::stop_token stop;
  std::shared_ptr<PauseSwitch> pause;
};

struct PhaseResult {
  std::optional<Solution> best;
  std::vector<int> phases;  // how many moves each took
  int proved = 0;           // every solution is at least so long
  std::uint64_t nodes = 0;
  int passes = 0;
};

}  // namespace gyre
