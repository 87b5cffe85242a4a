// One solve: Kociemba's two phases on three axes, on the position and its inverse.
//
// Phase 1 brings a position into the subgroup H (all orientations solved, middle-slice edges in the
// middle slice), phase 2 solves it inside H. Seen from another axis or backwards the same position
// is as near or far from solved, but its phases are others: six views.
//
// A tail. A solution need not end inside H: it may be a phase 1, a run inside H and a few moves
// more. Such tails are put before the position, which is then searched as any other.
//
// In which order. A phase-1 sequence helps if the rest inside H is short enough, and how likely
// that is depends only on how many moves phase 1 and tail have together: one more leaves one less
// for H, which one in six or seven positions of H then still fits, while there are 13 times as many
// sequences. So everything of one length, all six views and all tails, is searched before the next:
// the expected gain of a node is highest at the shortest length that is not done.
//
// What is complete and therefore proves: a solution is a phase-1 sequence up to its last move that
// is none of H, and a phase 2. Once the lengths up to d have been searched, with phase 2 never cut
// short of what is still wanted, every solution of d moves or less has been met. Sequences whose
// phase 1 ends in a move of H are not searched: the same solution was met with a shorter phase 1.
#pragma once

#include "base/stop.h"
#include "cube3/tables/slots.h"
#include "cube3/two_phase/tables.h"

#include <gyre/cube3/solver.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

namespace gyre::cube3 {

constexpr int kViews = 6;
// Moves of phase 1 that a node of the search can hold; searches never come near it.
constexpr int kMaxPhase1 = 24;
// Nobody wants longer solutions: 20 or 26 moves are enough for any position.
constexpr int kMaxLength = 40;
constexpr int kMaxThreads = 256;
// It is longer than the longest phase 2, in any metric.
constexpr int kMaxPhase2 = 40;

// The position seen from one of three axes, or its inverse.
struct View {
  Cube cube;
  int rotations = 0;
  bool inverse = false;
};

// What all threads of one solve share: what is wanted, what was found, when to stop.
class Solve {
 public:
  // The cube is possible. References are kept.
  Solve(Metric metric, const Cube& cube, int count, int phase2_limit, const TwoPhaseLimits& limits,
        const SolutionCallback& improved, const std::stop_token& stop);

  [[nodiscard]] const std::vector<View>& views() const noexcept { return views_; }
  // Longer solutions are of no use now.
  [[nodiscard]] int allowed() const noexcept { return allowed_.load(std::memory_order_relaxed); }
  // Longer second phases are not searched. Where that cuts off what is allowed, the same solutions
  // are met by longer first phases.
  [[nodiscard]] int phase2_limit() const noexcept {
    return phase2_limit_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool stopped() const noexcept { return stop_.stopped(); }
  // If several solutions are wanted, all that a phase 2 has count; else the first.
  [[nodiscard]] bool wants_several() const noexcept { return count_ > 1; }
  // Looks at the clock and the stop token. To be called now and then, and at the end of each level.
  void look(std::uint64_t more_nodes);
  // Indices of moves that solve a view; a quarter turn twice in a row stands for the half turn.
  void record(const View& view, const std::uint8_t* moves, int count);
  // All lengths below have been searched by the share of one thread.
  void proved(int share, int length);

  void stop() noexcept { stop_.stop(); }
  void set_shares(int shares) { proved_.assign(shares, 0); }
  // The solutions, to be asked for after all threads have ended.
  [[nodiscard]] std::vector<TwoPhaseSolution> solutions();

 private:
  void keep(const TwoPhaseSolution& solution);

  Metric metric_;
  const Cube& cube_;
  int count_;
  const TwoPhaseLimits& limits_;
  const SolutionCallback& improved_;
  std::vector<View> views_;
  int longest_ = 0;  // that max_length lets be found

  std::atomic<int> allowed_;
  std::atomic<int> phase2_limit_;
  Stop stop_;  // without its time: that is over only when there is a solution
  std::atomic<std::uint64_t> nodes_ = 0;
  std::mutex mutex_;
  std::vector<TwoPhaseSolution> found_;
  int shortest_ = 0;                       // of found_
  std::unordered_set<std::string> texts_;  // of all that were found, where several are wanted
  std::vector<int> proved_;                // by share
  bool late_ = false;  // the limits have changed under way, so nothing more is proved
};

// The memory of one thread's search, kept for the next one.
struct SearchMemory;
struct SearchMemoryDeleter {
  void operator()(SearchMemory* memory) const noexcept;
};
using SearchMemoryPointer = std::unique_ptr<SearchMemory, SearchMemoryDeleter>;

// What never changes, made once for each solver: which move may follow, seen through each symmetry.
struct SearchConstants;

class TwoPhase {
 public:
  explicit TwoPhase(const TwoPhaseOptions& options);
  ~TwoPhase();

  [[nodiscard]] std::vector<TwoPhaseSolution> run(const Cube& cube, int count,
                                                  const TwoPhaseLimits& limits,
                                                  const SolutionCallback& improved,
                                                  const std::stop_token& stop) const;
  // The same with another limit of phase 2 than fits the tables.
  [[nodiscard]] std::vector<TwoPhaseSolution> run(const Cube& cube, int count, int phase2_limit,
                                                  const TwoPhaseLimits& limits,
                                                  const SolutionCallback& improved,
                                                  const std::stop_token& stop) const;
  // That fits the tables, for a search that ends at a target of this length.
  [[nodiscard]] int phase2_limit(int target) const noexcept;
  [[nodiscard]] const TwoPhaseTables& tables() const noexcept { return tables_; }

 private:
  void search(Solve& solve, int share, int shares) const;
  [[nodiscard]] SearchMemoryPointer take_memory() const;

  TwoPhaseTables tables_;
  std::unique_ptr<const SearchConstants> constants_;
  mutable std::mutex mutex_;
  mutable std::vector<SearchMemoryPointer> memory_;  // of searches that have ended
};

}  // namespace gyre::cube3
