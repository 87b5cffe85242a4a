// Proofs that all positions of a coset are within so many moves: what `gyre coset --within` and
// `gyre sweep` do. Searching a depth completely costs about 13 times what the one before cost, and
// spreading costs the same at every depth: so a proof searches while that is cheap, spreads up to
// the bound, and solves the few positions that are left one by one.
#pragma once

#include <gyre/base/api.h>
#include <gyre/cube3/coset_solver.h>
#include <gyre/cube3/solver.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace GYRE_API gyre {
namespace cube3 {

// How deep a proof of this bound searches. A bound that all positions meet (20 moves in the
// half-turn metric) leaves next to nothing after the usual depth; a lower one leaves what only a
// complete search can tell from what is farther.
[[nodiscard]] int proof_search_depth(Metric metric, int within) noexcept;
// How much of the usual depth is searched: CosetRequest::last_share.
[[nodiscard]] double usual_last_share(bool gpu) noexcept;

struct LeftLimits {
  // Solutions may have so many moves.
  int within = 20;
  // A position that resists longer than this counts as unsolved.
  double seconds_each = 60;
  int threads = 0;  // 0: all
  // So many solutions, and so many positions without one, are kept; all are counted.
  std::size_t keep = 1000;
};

struct SolvedPosition {
  Cube position;
  std::vector<FaceTurn> solution;
};

struct UnsolvedPosition {
  Cube position;
  // Proved to need more moves; otherwise the time was over.
  bool farther = false;
};

// In the order in which the positions came, whatever the number of threads.
struct LeftSolved {
  std::uint64_t solved = 0;
  std::uint64_t unsolved = 0;
  // Of the solved, how many have a solution of 0, 1, 2, ... moves.
  std::vector<std::uint64_t> lengths;
  std::vector<SolvedPosition> solutions;
  std::vector<UnsolvedPosition> remaining;
  bool stopped = false;
  double seconds = 0;
};

// Hands out positions until its taker returns false; as CosetSolver::for_each_left.
using PositionSource = std::function<void(const std::function<bool(const Cube&)>&)>;

// Solves positions one by one, on all threads, and replays each solution. count: how many there
// will be, for progress. They are taken a few thousand at a time, so there may be billions.
[[nodiscard]] LeftSolved solve_left(const PositionSource& left, std::uint64_t count,
                                    const Cube3Solver& solver, const LeftLimits& limits,
                                    const ProgressCallback& progress = {},
                                    const std::stop_token& stop = {});

struct CosetProofRequest {
  // Any position of the coset.
  Cube representative;
  LeftLimits left;  // with the bound
  // Searches up to this depth. Negative: proof_search_depth; where that is the usual depth, of it
  // usual_last_share.
  int search_depth = -1;
  bool checksums = false;
};

struct CosetProof {
  // Up to the bound, or earlier when nothing was left.
  CosetResult result;
  LeftSolved left;

  // All positions are within the bound.
  [[nodiscard]] bool proved() const noexcept {
    return !result.stopped && !left.stopped && left.solved == result.left();
  }
  [[nodiscard]] bool stopped() const noexcept { return result.stopped || left.stopped; }
};

// Throws Error for a bound outside 0..kLongestCoset, and if the two solvers count moves
// differently. `single` is only used if something is left.
[[nodiscard]] CosetProof prove_within(CosetSolver& solver, const Cube3Solver& single,
                                      const CosetProofRequest& request,
                                      const std::function<void(const CosetDepth&)>& done = {},
                                      const ProgressCallback& progress = {},
                                      const std::stop_token& stop = {});

}  // namespace cube3
}  // namespace gyre
