// Positions that a coset leaves, one by one. Two phases find a solution within the bound for nearly
// all of them within a fraction of a second, a position a thread. The few that resist have no such
// solution, or one that hardly any first phase leads to: for these the optimal solver is quicker,
// with the best table that the memory allows and all threads on one position.
#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include "base/memory.h"
#include "base/seconds.h"
#include "base/threads.h"
#include "cube3/tables/tables.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace gyre::cube3 {
namespace {

// Positions that are solved between two looks at the source.
constexpr std::size_t kBatch = 4096;
// More positions than this are not solved optimally unless one of them would end the work: each may
// take minutes.
constexpr std::uint64_t kMostOptimal = 100;

// Positions that resist are tried so many times as long, if there are more than so many. A few are
// handed over at once. Of many, most are solved when they are tried longer, and then a thread each
// is better than all threads on one.
struct Patience {
  double times = 1;
  std::size_t more_than = 0;
};
constexpr std::array<Patience, 2> kMorePatience = {{{10, 4}, {60, kMostOptimal}}};

// A position and its place in the order in which they came.
struct Numbered {
  std::uint64_t number = 0;
  UnsolvedPosition unsolved;
};

// What is found, as it is found; finish() puts it in order.
class LeftAnswers {
 public:
  explicit LeftAnswers(const LeftLimits& limits) : keep_(limits.keep) {
    result_.bound = limits.within;
  }

  void add_solution(const Numbered& position, int length, std::vector<FaceTurn> moves) {
    ++result_.solved;
    ++result_.lengths[length];
    if (solutions_.size() >= keep_) return;
    solutions_.push_back({position.number, {position.unsolved.position, std::move(moves)}});
  }
  void add_unsolved(Numbered position) {
    ++result_.unsolved;
    if (remaining_.size() < keep_) remaining_.push_back(std::move(position));
  }
  // Takes back those that add_unsolved kept.
  [[nodiscard]] std::vector<Numbered> take_remaining() {
    result_.unsolved -= remaining_.size();
    sort_remaining();
    return std::exchange(remaining_, {});
  }
  [[nodiscard]] std::uint64_t unsolved() const noexcept { return result_.unsolved; }
  void count_handed_over(std::uint64_t positions) { result_.handed_over += positions; }
  void stop() { result_.stopped = true; }
  [[nodiscard]] bool stopped() const noexcept { return result_.stopped; }

  [[nodiscard]] LeftSolved finish(double seconds) {
    const auto by_number = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::sort(solutions_.begin(), solutions_.end(), by_number);
    for (auto& [number, solved] : solutions_) result_.solutions.push_back(std::move(solved));
    sort_remaining();
    for (const Numbered& position : remaining_) result_.remaining.push_back(position.unsolved);
    result_.seconds = seconds;
    return std::move(result_);
  }

 private:
  void sort_remaining() {
    std::sort(remaining_.begin(), remaining_.end(),
              [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
  }

  std::size_t keep_;
  LeftSolved result_;
  std::vector<std::pair<std::uint64_t, SolvedPosition>> solutions_;
  std::vector<Numbered> remaining_;
};

// Two phases: a batch of new positions at a time, and then what resisted.
class TwoPhaseRounds {
 public:
  TwoPhaseRounds(std::uint64_t count, const Cube3Solver& solver, int threads,
                 const LeftLimits& limits, const CosetHooks& hooks, LeftAnswers& answers)
      : count_(count),
        solver_(solver),
        threads_(threads),
        limits_(limits),
        hooks_(hooks),
        answers_(answers) {}

  // Whether more are wanted.
  bool take(const Cube& position) {
    batch_.push_back({taken_++, {position, false, std::nullopt}});
    if (batch_.size() == kBatch) solve_batch();
    return !answers_.stopped();
  }

  void finish() {
    solve_batch();
    if (answers_.stopped()) return;
    try_longer();
    for (Numbered& position : resisting_) answers_.add_unsolved(std::move(position));
  }

 private:
  void solve_batch() {
    if (answers_.stopped()) return;
    done_ = taken_ - batch_.size();
    for (Numbered& position : solve_round(std::exchange(batch_, {}), limits_.seconds_each,
                                          "solving what is left", count_)) {
      resisting_.push_back(std::move(position));
    }
    // So many are no exceptions, and shall not fill the memory.
    if (resisting_.size() < kBatch || answers_.stopped()) return;
    try_longer();
    for (Numbered& position : resisting_) answers_.add_unsolved(std::move(position));
    resisting_.clear();
  }

  void try_longer() {
    for (const Patience& patience : kMorePatience) {
      if (resisting_.size() <= patience.more_than || answers_.stopped()) return;
      done_ = 0;
      const std::uint64_t total = resisting_.size();
      resisting_ = solve_round(std::exchange(resisting_, {}), patience.times * limits_.seconds_each,
                               "solving what resists", total);
    }
  }

  // Gives those that may still have a solution. Those that are proved to have none are answers.
  [[nodiscard]] std::vector<Numbered> solve_round(std::vector<Numbered> positions, double seconds,
                                                  const char* what, std::uint64_t total) {
    TwoPhaseLimits limits;
    limits.max_length = limits_.within;
    limits.target_length = limits_.within;  // the first one will do
    limits.seconds = seconds;
    limits.threads = 1;
    std::vector<TwoPhaseSolution> solutions(positions.size());
    parallel_for(positions.size(), threads_, [&](std::size_t i) {
      if (hooks_.stop.stop_requested()) return;
      const Cube& position = positions[i].unsolved.position;
      solutions[i] = solver_.solve(position, limits, {}, hooks_.stop);
      const TwoPhaseSolution& solution = solutions[i];
      if (solution.found &&
          (solution.length > limits_.within || replay(position, solution.moves) != Cube{})) {
        throw std::logic_error("a solution failed its replay: " + solution.text());
      }
      report(what, total);
    });
    if (hooks_.stop.stop_requested()) {
      // What was not found may have been given up, so that nothing is known about this round.
      answers_.stop();
      return {};
    }
    std::vector<Numbered> resisting;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (solutions[i].found) {
        answers_.add_solution(positions[i], solutions[i].length, std::move(solutions[i].moves));
      } else if (solutions[i].optimal) {
        positions[i].unsolved.farther = true;
        answers_.add_unsolved(std::move(positions[i]));
      } else {
        resisting.push_back(std::move(positions[i]));
      }
    }
    return resisting;
  }

  void report(const char* what, std::uint64_t total) {
    if (!hooks_.progress) return;
    const std::scoped_lock lock(mutex_);
    ++done_;
    hooks_.progress({what, done_, std::max(done_, total)});
  }

  std::uint64_t count_;
  const Cube3Solver& solver_;
  int threads_;
  const LeftLimits& limits_;
  const CosetHooks& hooks_;
  LeftAnswers& answers_;
  std::uint64_t taken_ = 0;
  std::vector<Numbered> batch_;
  std::vector<Numbered> resisting_;
  std::mutex mutex_;  // of done_ and of calls to progress
  std::uint64_t done_ = 0;
};

// One after the other, so that each has all threads.
void solve_optimally(std::vector<Numbered> positions, const OptimalSolver& solver,
                     const LeftLimits& limits, const CosetHooks& hooks, LeftAnswers& answers) {
  OptimalHooks watch;
  watch.progress = hooks.progress;
  watch.stop = hooks.stop;
  bool ended = false;
  for (Numbered& position : positions) {
    if (ended) {
      answers.add_unsolved(std::move(position));
      continue;
    }
    const OptimalResult result = solver.solve(position.unsolved.position, {}, watch);
    if (!result.found()) {
      answers.stop();
      return;
    }
    const OptimalSolution& solution = result.solutions[0];
    if (solution.length > limits.within && limits.ends_beyond) {
      position.unsolved.farther = true;
      position.unsolved.distance = solution.length;
      answers.add_unsolved(std::move(position));
      ended = true;
    } else {
      answers.add_solution(position, solution.length, solution.moves);
    }
  }
}

// The best table of the optimal solver that fits; the smallest if none does.
TableRecipe table_for(const LeftOptions& options) {
  const std::uint64_t available = available_memory_bytes();
  const std::vector<TableRecipe> recipes = optimal_recipes(options.metric);
  const auto fits = [&](const TableRecipe& recipe) {
    const std::uint64_t bytes = recipe.key.payload_bytes;
    return bytes + kOptimalWorkingBytes <= options.memory_bytes &&
           bytes + std::max(kOptimalWorkingBytes, recipe.working_bytes) <= available;
  };
  const auto best = std::find_if(recipes.rbegin(), recipes.rend(), fits);
  return best == recipes.rend() ? recipes.front() : *best;
}

}  // namespace

LeftOptions left_options(const CosetSolver& solver, const CosetOptions& options) {
  LeftOptions left;
  left.metric = solver.metric();
  left.store = options.store;
  left.table = options.table;
  left.threads = options.threads;
  // On a processor the tables of two phases are counted with the coset, whose search reads them.
  std::uint64_t taken = solver.memory_bytes();
  if (solver.uses_gpu()) {
    taken = 0;
    for (const TableRecipe& recipe : two_phase_recipes(left.metric)) {
      taken += recipe.key.payload_bytes;
    }
  }
  left.memory_bytes = options.memory_bytes - std::min(options.memory_bytes, taken);
  return left;
}

LeftSolver::LeftSolver(const LeftOptions& options) : options_(options) {}

const Cube3Solver& LeftSolver::two_phase(const std::stop_token& stop) {
  if (two_phase_ == nullptr) {
    TwoPhaseOptions wanted;
    wanted.metric = options_.metric;
    wanted.store = options_.store;
    wanted.build = true;
    wanted.table = options_.table;
    wanted.table.work.stop = stop;
    two_phase_ = std::make_unique<Cube3Solver>(wanted);
  }
  return *two_phase_;
}

const OptimalSolver& LeftSolver::optimal(std::uint64_t positions, const CosetHooks& hooks) {
  HandOver event;
  event.positions = positions;
  if (optimal_ != nullptr) {
    event.table_name = optimal_->table_name();
    event.table_bytes = optimal_->table_bytes().size();
    event.table_stored = true;
    if (hooks.hand_over) hooks.hand_over(event);
    return *optimal_;
  }
  const TableRecipe recipe = table_for(options_);
  event.table_name = recipe.key.name;
  event.table_bytes = recipe.key.payload_bytes;
  event.table_stored = options_.store != nullptr && !options_.store->folder().empty() &&
                       options_.store->holds(recipe.key);
  event.table_seconds = recipe.rough_seconds;
  if (hooks.hand_over) hooks.hand_over(event);
  OptimalOptions wanted;
  wanted.metric = options_.metric;
  wanted.memory_bytes = recipe.key.payload_bytes + kOptimalWorkingBytes;  // so it is the best
  wanted.store = options_.store;
  wanted.build = true;
  wanted.threads = options_.threads;
  wanted.table = options_.table;
  wanted.table.work.stop = hooks.stop;
  optimal_ = std::make_unique<OptimalSolver>(wanted);
  return *optimal_;
}

LeftSolved LeftSolver::solve(const PositionSource& left, std::uint64_t count,
                             const LeftLimits& limits, const CosetHooks& hooks) {
  const auto begun = std::chrono::steady_clock::now();
  LeftAnswers answers(limits);
  try {
    TwoPhaseRounds rounds(count, two_phase(hooks.stop), options_.threads, limits, hooks, answers);
    left([&](const Cube& position) { return rounds.take(position); });
    rounds.finish();
    const std::uint64_t unsolved = answers.unsolved();
    const bool optimally = limits.ends_beyond || unsolved <= kMostOptimal;
    if (!answers.stopped() && unsolved != 0 && optimally) {
      std::vector<Numbered> positions = answers.take_remaining();
      const OptimalSolver& solver = optimal(positions.size(), hooks);
      answers.count_handed_over(positions.size());
      solve_optimally(std::move(positions), solver, limits, hooks, answers);
    }
  } catch (const Error&) {
    // Making a table ends so when it is stopped.
    if (!hooks.stop.stop_requested()) throw;
    answers.stop();
  }
  return answers.finish(seconds_since(begun));
}

}  // namespace gyre::cube3
