// Whole cosets of the subgroup H (U, D and half turns) of the 3x3x3: the distance of every one of
// their 19,508,428,800 positions, or a proof that all are within so many moves.
//
// A sequence that takes a representative r into H, to an element h, solves the position h^-1 r. So
// there is a bit for each element of H, 2.4 GB. Sequences that end in a move of H need no search:
// they are the images of the bits that are set under the ten moves of H. The others are searched.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/progress.h>
#include <gyre/cube3/cube.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace GYRE_API gyre {

namespace cube3 {

constexpr std::uint64_t kCosetPositions = 19'508'428'800;
// No position is farther from solved, in half turns and in quarter turns.
constexpr int kLongestCoset = 26;

enum class CosetDevice { automatic, cpu, gpu };

struct CosetOptions {
  Metric metric = Metric::htm;
  CosetDevice device = CosetDevice::automatic;
  // Where the phase-1 table is (two_phase_recipes). If it is not there, it is made.
  const TableStore* store = nullptr;
  TableOptions table;
  int threads = 0;  // 0: all
  // What the processor's memory may be filled with. Of a GPU, what is free counts.
  std::uint64_t memory_bytes = std::uint64_t{8} << 30U;
};

struct CosetRequest {
  // Any position of the coset.
  Cube representative;
  // Ends after this depth, or earlier when all positions have been reached.
  int depth = kLongestCoset;
  // Searches up to this depth; beyond, only moves of H spread what was found.
  int search_depth = kLongestCoset;
  // Of the sequences of the last depth that is searched, so large a part, chosen as if at random.
  // Below 1 that depth is not exact, but what it reaches spreads.
  double last_share = 1;
  // Also a checksum of what has been reached, at each depth.
  bool checksums = false;
};

struct CosetDepth {
  int depth = 0;
  // All sequences up to this length were looked at, so `positions` is exactly those at this
  // distance. Otherwise it is how many more are known to be within it.
  bool searched = false;
  std::uint64_t positions = 0;  // reached at this depth and not before
  std::uint64_t reached = 0;    // so far
  std::uint64_t ends = 0;       // sequences into H that the search met
  double spread_seconds = 0;
  double search_seconds = 0;
  // The same on every device: a sum over the positions reached. 0 where it was not asked for.
  std::uint64_t checksum = 0;
};

struct CosetResult {
  // From depth 0 on, complete ones.
  std::vector<CosetDepth> depths;
  // Ended early by the stop token, within the depth after the last.
  bool stopped = false;
  double seconds = 0;

  [[nodiscard]] std::uint64_t reached() const noexcept {
    return depths.empty() ? 0 : depths.back().reached;
  }
  [[nodiscard]] std::uint64_t left() const noexcept { return kCosetPositions - reached(); }
  // Up to here `positions` are exact.
  [[nodiscard]] int exact_depth() const noexcept;
};

class CosetEngine;

}  // namespace cube3

class CosetSolver {
 public:
  // Takes all memory that it needs. Throws Error if there is too little, no GPU, or no table.
  explicit CosetSolver(const cube3::CosetOptions& options);
  ~CosetSolver();
  CosetSolver(CosetSolver&&) noexcept;
  CosetSolver& operator=(CosetSolver&&) noexcept;

  // One call at a time. Throws Error if face turns cannot solve the representative, or for a depth
  // outside 0..kLongestCoset. done is called after each depth; progress within one.
  [[nodiscard]] cube3::CosetResult solve(
      const cube3::CosetRequest& request,
      const std::function<void(const cube3::CosetDepth&)>& done = {},
      const ProgressCallback& progress = {}, const std::stop_token& stop = {});

  // After solve: positions that were not reached, in an order of their own, until `take` returns
  // false.
  void for_each_left(const std::function<bool(const cube3::Cube&)>& take) const;
  // After solve: whether a position of its coset was reached. Throws Error for one of another.
  [[nodiscard]] bool was_reached(const cube3::Cube& cube) const;

  [[nodiscard]] Metric metric() const noexcept;
  // "2 threads, avx512" or the name of a GPU.
  [[nodiscard]] std::string device() const;
  [[nodiscard]] bool uses_gpu() const noexcept;
  [[nodiscard]] int threads() const noexcept;
  // What it has taken, the phase-1 table included: of the processor's memory, or of the GPU's.
  [[nodiscard]] std::uint64_t memory_bytes() const noexcept;
  // Of the phase-1 table: its name in the store, the digest of its key, and the checksum of the
  // bytes that are in use, which are read for it.
  [[nodiscard]] std::string table_name() const;
  [[nodiscard]] std::string table_digest() const;
  [[nodiscard]] std::uint64_t table_checksum() const;

 private:
  std::unique_ptr<cube3::CosetEngine> engine_;
  std::unique_ptr<cube3::Cube> representative_;  // of the coset that was solved last
};

namespace cube3 {

// What a solver on the processor would take, without taking it.
[[nodiscard]] std::uint64_t coset_memory_bytes(Metric metric = Metric::htm);

// What the GPU of this machine says when it is asked for a coset. Quarter turns take more of its
// memory than half turns.
struct GpuOffer {
  // Why it cannot be used, as a sentence without a full stop; empty if it can.
  std::string why_not;
  // What a solver would take of its memory.
  std::uint64_t memory_bytes = 0;
};
[[nodiscard]] GpuOffer ask_gpu(Metric metric);
[[nodiscard]] std::string why_no_gpu(Metric metric);

struct ChosenDevice {
  bool gpu = false;
  // What a solver would take there.
  std::uint64_t memory_bytes = 0;
};
// The device that a wish comes to, where a GPU answers like this. Throws Error if a GPU is wished
// for and cannot be used.
[[nodiscard]] ChosenDevice choose_device(CosetDevice wish, Metric metric,
                                         const std::function<GpuOffer(Metric)>& ask = ask_gpu);
// Throws Error if there is no such device or too little memory, as CosetSolver would, before
// anything is made.
void check_device(const CosetOptions& options);

// The 138,639,780 classes of cosets under the 16 symmetries that keep the U-D axis, in the order of
// their first members.
constexpr std::uint64_t kCosetClassCount = 138'639'780;

struct CosetClass {
  std::uint64_t index = 0;
  // Twist 0..2186, flip 0..2047 and slots of the middle edges 0..494 of the first member.
  int twist = 0;
  int flip = 0;
  int slice = 0;
  // How many cosets it has: 16 divided by the symmetries of one.
  int cosets = 0;
};

// Throws Error for an index that is too large.
[[nodiscard]] CosetClass coset_class(std::uint64_t index);
[[nodiscard]] CosetClass coset_class_of(const Cube& cube);
// A position in the first member of the class.
[[nodiscard]] Cube coset_representative(const CosetClass& coset);

}  // namespace cube3
}  // namespace gyre
