// Beam search: from all positions that one more move reaches the best few go on, length after
// length. It proves nothing and may lose its way, but it asks nothing of a puzzle: no tables, no
// group, no phases. What is best is how few pieces are out of place.
#pragma once

#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

struct BeamLimits {
  std::size_t width = 1'000;  // positions that go on
  int max_length = 1'000;
  std::optional<double> seconds;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  int threads = 0;  // 0: all
  ProgressCallback progress;
  std::stop_token stop;
  std::shared_ptr<PauseSwitch> pause;
};

struct BeamResult {
  // none: nothing new was left, or the greatest length was reached.
  enum class End { found, none, time, stopped };

  End end = End::none;
  std::vector<int> moves;  // that solve, if found; indices into the move set
  int length = 0;          // that was looked at last
  int least_wrong = 0;     // pieces out of place in the best position of all
  std::uint64_t nodes = 0;
};

// What a beam of this width takes; the most that a number can say where that is more.
[[nodiscard]] std::uint64_t beam_bytes(const PuzzleDefinition& definition, const MoveSet& moves,
                                       std::size_t width);

// Searches from a position of the definition to its solved one. The result is the same for every
// number of threads, if it is not stopped. Throws Error if the width does not fit into the memory.
[[nodiscard]] BeamResult beam_search(const PuzzleDefinition& definition, const MoveSet& moves,
                                     const State& position, const BeamLimits& limits);

}  // namespace gyre
