// Any puzzle: shortest solutions, or short ones within a time.
#include "base/last_moment.h"
#include "base/memory.h"
#include "base/seconds.h"
#include "base/threads.h"
#include "front/solve/any_position.h"
#include "front/solve/solving.h"
#include "general/solve/checkpoint.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>

namespace gyre {
namespace {

// Of a position alone; and of one of many, which nobody waits for alone.
constexpr double kImprovingAlone = 10;
constexpr double kImprovingOfMany = 1;
// Phases are waited for so long at least.
constexpr double kLeastPreparing = 10;

class AnySolving final : public Solving {
 public:
  AnySolving(const SolveQuestion& question, EngineSource& engines)
      : Solving(question),
        engines_(engines),
        puzzle_(*question.puzzle),
        moves_(puzzle_.move_set(question.metric, question.moves)),
        goals_(read_goals()),
        engine_kind_(choose_engine(question)) {}

  [[nodiscard]] SolveEngine engine() const noexcept override { return engine_kind_; }
  void prepare(const EngineCaller& caller, double expected_positions) override {
    engine_ = engines_.general({puzzle_.definition(), moves_, goals_, question_.table_depth,
                                expected_positions, question_.symmetry, question_.canon_depth},
                               caller);
    expected_positions_ = expected_positions;
  }
  [[nodiscard]] bool tells_answers() const override { return engine_kind_ == SolveEngine::general; }
  [[nodiscard]] bool counts_work() const override { return engine_kind_ == SolveEngine::general; }
  [[nodiscard]] bool gives_bounds() const override { return engine_kind_ == SolveEngine::phases; }
  // All threads are at one position.
  [[nodiscard]] int at_once() const override { return 1; }
  [[nodiscard]] const void* engine_object() const override { return engine_.get(); }
  [[nodiscard]] std::string kind_of_missed() const override {
    if (question_.seconds || engine_kind_ == SolveEngine::phases) return "in the time";
    if (!question_.max_length) return "";
    return fmt::format("of {} or fewer", moves_text(*question_.max_length));
  }

  [[nodiscard]] std::string about_engine() const override {
    const SolverPlan plan = engine_->solving.plan();
    return fmt::format("{} symmetr{}{}; all positions within {} are known{}", plan.symmetries,
                       plan.symmetries == 1 ? "y" : "ies", plan.inverse ? " and inversion" : "",
                       moves_text(plan.table_depth),
                       plan.complete ? ", and there are no others"
                                     : fmt::format("; tables grow with the search to at most {}",
                                                   size_text(plan.most_bytes)));
  }

  [[nodiscard]] AskedPosition take(Scramble position) const override {
    return {std::nullopt, std::move(position)};
  }
  // Only its group could tell, and that can take long.
  void check(const AskedPosition& /*position*/) const override {}

  [[nodiscard]] SolveAnswer solve(const AskedPosition& position,
                                  const SolveCall& call) const override {
    const GeneralSolving& solving = engine_->solving;
    const GeneralPosition taken = solving.take(puzzle_.forms().change(position.any));
    SolveAnswer answer;
    SolveHooks hooks;
    hooks.stop = call.stop;
    hooks.pause = call.pause;
    hooks.progress = call.events.progress;
    if (call.events.warning) {
      hooks.warning = [&](std::string_view text) { call.events.warning(std::string(text)); };
    }
    std::vector<int> told;  // lengths
    std::uint64_t nodes = 0;
    int shortest = std::numeric_limits<int>::max();
    const auto begun = std::chrono::steady_clock::now();
    hooks.solution = [&](const Solution& solution) {
      const auto length = static_cast<int>(solution.moves.size());
      shortest = std::min(shortest, length);
      told.push_back(length);
      if (!call.events.solution) return;
      const double passed = seconds_since(begun);
      // Shorter ones come first, so the first has the least length of all.
      const bool is_shortest =
          engine_kind_ == SolveEngine::general && question_.min_length == 0 && length == shortest;
      call.events.solution({finished(solution, taken), is_shortest, passed, nodes});
    };
    hooks.length = [&](const SearchedLength& length) {
      nodes += length.nodes;
      // Longer ones that were found on the way are none of those that this search has found.
      const auto found = std::count_if(told.begin(), told.end(),
                                       [&](int moves) { return moves <= length.length; });
      answer.lengths.push_back({length.length, static_cast<std::uint64_t>(found), length.nodes, 0,
                                length.seconds, length.least_seconds, length.most_seconds});
      if (call.events.length) call.events.length(answer.lengths.back());
    };
    SolverSearch search;
    SolveLimits wanted = solve_limits(question_);
    if (engine_kind_ == SolveEngine::phases) {
      search = timed_search(call, answer.phases);
      wanted.seconds = timed_seconds(call);
      wanted.max_length = AnyPositionLimits::kAnySolutionLength - 1;
    } else if (!question_.checkpoint.empty()) {
      search = checkpointed_search(call);
    }
    fill(answer, solving.solve(taken, wanted, hooks, search), taken, call.stop);
    return answer;
  }

 private:
  [[nodiscard]] std::vector<State> read_goals() const {
    const PuzzleDefinition& definition = puzzle_.definition();
    const Spelling& spell = question_.spelling;
    std::vector<State> goals;
    for (const std::string& goal : question_.goals) {
      try {
        goals.push_back(hold(definition, puzzle_.forms().read(goal)).position);
      } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", spell("goal"), error.what()));
      }
    }
    const bool alike = !definition.invertible();
    if (question_.any_hold) {
      if (alike) {
        throw Error(
            fmt::format("{} needs a puzzle whose pieces are all different; give each goal with {}",
                        spell("any_hold"), spell("goal")));
      }
      if (goals.empty()) goals.push_back(definition.solved());
      return hold_any_way(definition, goals);
    }
    if (!alike || goals.size() <= 1) return goals;
    if (question_.number > 1 || question_.all) {
      throw Error(fmt::format("where pieces look alike, {} and {} go with one goal only",
                              spell("number"), spell("all")));
    }
    if (!question_.checkpoint.empty()) {
      throw Error(
          fmt::format("where pieces look alike, {} goes with one goal only", spell("checkpoint")));
    }
    return goals;
  }

  [[nodiscard]] FoundSolution finished(const Solution& solution,
                                       const GeneralPosition& taken) const {
    return {engine_->solving.finished(solution, taken, question_.inverse),
            static_cast<int>(solution.moves.size()), solution.start};
  }

  // What can be done until the time is over.
  [[nodiscard]] SolverSearch timed_search(const SolveCall& call, std::vector<int>& phases) const {
    return [this, &call, &phases](const Solver& solver, std::span<const State> starts,
                                  const SolveLimits& limits_of_goal, const SolveHooks& hooks) {
      AnyPositionLimits limits;
      limits.seconds = *limits_of_goal.seconds;
      limits.target = question_.target;
      limits.shorter_than = limits_of_goal.max_length + 1;
      limits.preparing_seconds = preparing_seconds(timed_seconds(call));
      AnyPositionResult found =
          solve_any_position(tools_of(solver), solver, starts, limits, hooks, caller_of(call));
      if (!found.result.solutions.empty()) phases = std::move(found.phases);
      return std::move(found.result);
    };
  }

  [[nodiscard]] double timed_seconds(const SolveCall& call) const {
    return question_.seconds.value_or(call.is_alone ? kImprovingAlone : kImprovingOfMany);
  }

  // What is made serves all positions.
  [[nodiscard]] double preparing_seconds(double seconds) const {
    return std::max(kLeastPreparing, 2 * seconds * std::max(1.0, expected_positions_)) /
           goals_apart();
  }

  // Goals that have solvers of their own, since pieces look alike.
  [[nodiscard]] int goals_apart() const {
    return puzzle_.definition().invertible() ? 1
                                             : std::max<int>(1, static_cast<int>(goals_.size()));
  }

  [[nodiscard]] AnyPositionTools& tools_of(const Solver& solver) const {
    const std::lock_guard lock(tools_mutex_);
    std::unique_ptr<AnyPositionTools>& tools = tools_[&solver];
    if (!tools) {
      tools = std::make_unique<AnyPositionTools>(engines_, solver.definition(), solver.moves(),
                                                 goals_apart());
    }
    return *tools;
  }

  // Goes on from the file if there is one, and leaves none behind when all is found.
  [[nodiscard]] SolverSearch checkpointed_search(const SolveCall& call) const {
    return [this, &call](const Solver& solver, std::span<const State> starts,
                         const SolveLimits& limits, SolveHooks hooks) {
      const std::string& file = question_.checkpoint;
      const std::string key = checkpoint_key(solver, starts, limits);
      const std::optional<SearchCheckpoint> resume = read_checkpoint(file, key);
      if (resume) check_checkpoint(file, *resume, solver, starts.size());
      if (resume && call.events.note) {
        call.events.note(fmt::format("going on with length {} of '{}'", resume->length, file));
      }
      hooks.checkpoint = [&](const SearchCheckpoint& checkpoint) {
        write_checkpoint(file, key, checkpoint);
      };
      if (resume) {
        for (const Solution& solution : resume->solutions) hooks.solution(solution);
      }
      SolveResult result = solver.solve_any(starts, limits, hooks, resume ? &*resume : nullptr);
      const bool ended =
          result.end == SolveResult::End::found || result.end == SolveResult::End::none;
      if (ended) {
        std::error_code none;
        std::filesystem::remove(file, none);
      }
      return result;
    };
  }

  void fill(SolveAnswer& answer, SolveResult result, const GeneralPosition& taken,
            const std::stop_token& stop) const {
    answer.end = end_of(result);
    LastMoment moment(stop);
    for (Solution& one : result.solutions) {
      if (moment.is_over()) {
        answer.end = SearchEnd::stopped;
        break;
      }
      answer.solutions.push_back(finished(one, taken));
      one.moves = {};
    }
    answer.optimal = answer.found() ? result.optimal : answer.end == SearchEnd::none;
    answer.complete = answer.end == SearchEnd::found;
    answer.proved = result.proved;
    const int greatest = question_.max_length.value_or(kMaxSolutionLength);
    answer.note = sentence_of_end(answer.end, answer.found(), question_.min_length,
                                  std::min(result.proved - 1, greatest));
    answer.seconds = result.seconds;
    answer.nodes = result.nodes;
  }

  EngineSource& engines_;
  const AskedPuzzle& puzzle_;  // of the question
  MoveSet moves_;
  std::vector<State> goals_;
  SolveEngine engine_kind_;
  std::shared_ptr<const GeneralEngine> engine_;
  double expected_positions_ = 1;
  mutable std::mutex tools_mutex_;
  mutable std::map<const Solver*, std::unique_ptr<AnyPositionTools>> tools_;
};

}  // namespace

std::unique_ptr<Solving> make_general_solving(const SolveQuestion& question,
                                              EngineSource& engines) {
  return std::make_unique<AnySolving>(question, engines);
}

}  // namespace gyre
