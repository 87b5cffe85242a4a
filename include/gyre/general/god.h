// God's algorithm: how many positions need exactly d moves, for every d. Exact, breadth first, up
// to the puzzle's symmetries. The smallest way that is exact is taken: two bits for every position
// where they can be ranked, else hash tables of three layers, else sorted layers on disk.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/bigint.h>
#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/symmetry_use.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace GYRE_API gyre {

struct GodLayer {
  int depth = 0;
  std::uint64_t positions = 0;
  std::uint64_t classes = 0;  // up to symmetry; 0 if they were not wanted
};

enum class GodMethod { ranked, tables, disk };

// "ranked", "tables", "disk".
[[nodiscard]] std::string_view to_string(GodMethod method) noexcept;

// What will be done, known before it starts.
struct GodPlan {
  GodMethod method = GodMethod::tables;
  std::uint64_t memory_bytes = 0;    // ranked: about what it takes; else the most
  std::optional<BigInt> positions;   // all that moves reach, where that is known
  int symmetries = 1;                // that are used
  std::optional<int> resumed_depth;  // the last layer of the checkpoint that it goes on from
};

struct GodOptions {
  std::optional<int> max_depth;
  // Count from here instead of from the solved position; symmetry is then not used.
  std::optional<State> start;
  // Count GodLayer::classes too. Without, fewer symmetries may do where that is faster.
  bool classes = true;
  SymmetryUse symmetry = SymmetryUse::all;  // that are used, and that make classes
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  // Take this way and no other. Throws Error if it is `ranked` and the positions cannot be ranked
  // within the memory.
  std::optional<GodMethod> method;
  // The file that is written after each layer; if it is empty, none is. With resume it is read
  // first: the count goes on from there, with the method that it was made with. One count at a time
  // may have it: a lock beside the file keeps others away.
  std::filesystem::path checkpoint;
  bool resume = false;
  // Layers that memory has no room for go into a new folder in this one, removed afterwards; empty:
  // the count ends when memory does.
  std::filesystem::path work_folder;
  std::uint64_t disk_bytes = std::uint64_t{1} << 40U;  // at most so much there
  int threads = 0;                                     // 0: all
  int antipodes = 0;  // how many of the last layer's classes to give, at most
  ProgressCallback progress;
  std::function<void(const GodPlan&)> plan;  // told before the first layer
  // Told a sentence for a person: the disk has no room for the checkpoint, and the count goes on
  // without.
  std::function<void(const std::string&)> warning;
  std::function<void(const GodLayer&)> layer;  // told when a layer is complete
  std::stop_token stop;
};

struct GodResult {
  // all: the last layer has no neighbours further out, so this is everything that moves reach.
  enum class End { all, max_depth, memory, disk, stopped };

  std::vector<GodLayer> layers;  // complete ones only
  End end = End::all;
  GodMethod method = GodMethod::tables;  // the last one, if memory made it change
  int symmetries = 1;                    // of the group that was used
  std::vector<State> antipodes;  // of the last layer, the first in the order of packed bytes
};

// Illegal positions are never entered. Throws Error if the start is none of the puzzle's positions
// or illegal, or if a checkpoint cannot be written (other than for want of room), read or used, or
// another count has it.
[[nodiscard]] GodResult count_positions(const PuzzleDefinition& definition, const MoveSet& moves,
                                        const GodOptions& options = {});

}  // namespace gyre
