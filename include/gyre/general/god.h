// God's algorithm: how many positions need exactly d moves, for every d. Exact, breadth first, one
// position of every class under the puzzle's symmetries held, three layers in memory at a time.
#pragma once

#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

struct GodLayer {
  int depth = 0;
  std::uint64_t positions = 0;
  std::uint64_t classes = 0;  // up to symmetry
};

struct GodOptions {
  std::optional<int> max_depth;
  // Count from here instead of from the solved position; symmetry is then not used.
  std::optional<State> start;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  int threads = 0;    // 0: all
  int antipodes = 0;  // how many of the last layer's classes to give, at most
  ProgressCallback progress;
  std::function<void(const GodLayer&)> layer;  // told when a layer is complete
  std::stop_token stop;
};

struct GodResult {
  // all: the last layer has no neighbours further out, so this is everything that moves reach.
  enum class End { all, max_depth, memory, stopped };

  std::vector<GodLayer> layers;  // complete ones only
  End end = End::all;
  int symmetries = 1;            // of the group that was used
  std::vector<State> antipodes;  // of the last layer, the first in the order of packed bytes
};

// Illegal positions are never entered. Throws Error if the start is none of the puzzle's positions
// or illegal.
[[nodiscard]] GodResult count_positions(const PuzzleDefinition& definition, const MoveSet& moves,
                                        const GodOptions& options = {});

}  // namespace gyre
