#include <gyre/base/error.h>
#include <gyre/cube3/coset_proof.h>
#include "base/seconds.h"
#include "base/threads.h"
#include "cube3/core/metric_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <stdexcept>

namespace gyre::cube3 {
namespace {

// Positions that are solved between two looks at the source.
constexpr std::size_t kBatch = 4096;

using Clock = std::chrono::steady_clock;

class LeftSolving {
 public:
  LeftSolving(std::uint64_t count, const Cube3Solver& solver, const LeftLimits& limits,
              const ProgressCallback& progress, const std::stop_token& stop)
      : count_(count), solver_(solver), limits_(limits), progress_(progress), stop_(stop) {
    solve_limits_.max_length = limits.within;
    solve_limits_.target_length = limits.within;  // the first one will do
    solve_limits_.seconds = limits.seconds_each;
    solve_limits_.threads = 1;
  }

  // Whether more are wanted.
  bool take(const Cube& position) {
    batch_.push_back(position);
    if (batch_.size() == kBatch) solve_batch();
    return !result_.stopped;
  }

  LeftSolved finish() {
    if (!result_.stopped) solve_batch();
    result_.seconds = seconds_since(begun_);
    return std::move(result_);
  }

 private:
  void solve_batch() {
    std::vector<TwoPhaseSolution> solutions(batch_.size());
    parallel_for(batch_.size(), limits_.threads, [&](std::size_t i) {
      if (stop_.stop_requested()) return;
      solutions[i] = solver_.solve(batch_[i], solve_limits_, {}, stop_);
      const TwoPhaseSolution& solution = solutions[i];
      if (solution.found &&
          (solution.length > limits_.within || replay(batch_[i], solution.moves) != Cube{})) {
        throw std::logic_error("a solution failed its replay: " + solution.text());
      }
      report();
    });
    if (stop_.stop_requested()) {
      // What was not found may have been given up: nothing is said about this batch.
      result_.stopped = true;
      return;
    }
    for (std::size_t i = 0; i < batch_.size(); ++i) keep(batch_[i], std::move(solutions[i]));
    batch_.clear();
  }

  void keep(const Cube& position, TwoPhaseSolution solution) {
    if (solution.found) {
      ++result_.solved;
      const auto length = static_cast<std::size_t>(solution.length);
      if (result_.lengths.size() <= length) result_.lengths.resize(length + 1);
      ++result_.lengths[length];
      if (result_.solutions.size() >= limits_.keep) return;
      result_.solutions.push_back({position, std::move(solution.moves)});
    } else {
      ++result_.unsolved;
      if (result_.remaining.size() >= limits_.keep) return;
      result_.remaining.push_back({position, solution.optimal});
    }
  }

  void report() {
    if (!progress_) return;
    const std::scoped_lock lock(mutex_);
    progress_({"solving what is left", ++done_, std::max(done_, count_)});
  }

  std::uint64_t count_;
  const Cube3Solver& solver_;
  const LeftLimits& limits_;
  const ProgressCallback& progress_;
  const std::stop_token& stop_;
  TwoPhaseLimits solve_limits_;
  std::vector<Cube> batch_;
  LeftSolved result_;
  std::mutex mutex_;  // of done_ and of calls to progress
  std::uint64_t done_ = 0;
  Clock::time_point begun_ = Clock::now();
};

}  // namespace

double usual_last_share(bool gpu) noexcept {
  // On a processor the last depth takes longer than all else together, and a part of it leaves so
  // few positions that solving them one by one takes less. A GPU is through with it sooner.
  return gpu ? 1 : 0.1;
}

int proof_search_depth(Metric metric, int within) noexcept {
  const MetricFacts& facts = facts_of(metric);
  return within >= facts.god_number ? facts.coset_search_depth : within;
}

LeftSolved solve_left(const PositionSource& left, std::uint64_t count, const Cube3Solver& solver,
                      const LeftLimits& limits, const ProgressCallback& progress,
                      const std::stop_token& stop) {
  LeftSolving solving(count, solver, limits, progress, stop);
  left([&](const Cube& position) { return solving.take(position); });
  return solving.finish();
}

CosetProof prove_within(CosetSolver& solver, const Cube3Solver& single,
                        const CosetProofRequest& request,
                        const std::function<void(const CosetDepth&)>& done,
                        const ProgressCallback& progress, const std::stop_token& stop) {
  if (solver.metric() != single.metric()) {
    throw Error("the coset and the positions that are left must be solved in the same metric");
  }
  if (request.left.within < 0 || request.left.within > kLongestCoset) {
    throw Error(fmt::format("a bound of {} moves makes no sense (right would be 0 to {})",
                            request.left.within, kLongestCoset));
  }
  CosetRequest search;
  search.representative = request.representative;
  search.depth = request.left.within;
  search.search_depth = request.search_depth;
  if (request.search_depth < 0) {
    search.search_depth = proof_search_depth(solver.metric(), request.left.within);
    if (request.left.within >= facts_of(solver.metric()).god_number) {
      search.last_share = usual_last_share(solver.uses_gpu());
    }
  }
  search.checksums = request.checksums;
  CosetProof proof;
  proof.result = solver.solve(search, done, progress, stop);
  if (proof.result.stopped || proof.result.left() == 0) return proof;
  proof.left =
      solve_left([&](const std::function<bool(const Cube&)>& take) { solver.for_each_left(take); },
                 proof.result.left(), single, request.left, progress, stop);
  return proof;
}

}  // namespace gyre::cube3
