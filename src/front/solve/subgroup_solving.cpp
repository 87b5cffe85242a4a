// Shortest ways into the group of some moves.
#include "base/last_moment.h"
#include "front/solve/solving.h"
#include "general/solve/subgroup_goal.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace gyre {
namespace {

// What is wrong about the subgroup, with the name of the option.
template <class Work>
auto at_option(const SolveQuestion& question, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", question.spelling("into_subgroup"), error.message()));
  }
}

class SubgroupSolving final : public Solving {
 public:
  SubgroupSolving(const SolveQuestion& question, EngineSource& engines)
      : Solving(question),
        engines_(engines),
        puzzle_(*question.puzzle),
        moves_(puzzle_.move_set(question.metric, question.moves)),
        subgroup_(at_option(
            question, [&] { return puzzle_.move_set(question.metric, question.into_subgroup); })) {}

  [[nodiscard]] SolveEngine engine() const noexcept override { return SolveEngine::general; }
  void prepare(const EngineCaller& caller, double expected_positions) override {
    goal_ = at_option(question_, [&] {
      return std::make_unique<const SubgroupGoal>(puzzle_.definition(), moves_, subgroup_,
                                                  caller.stop);
    });
    engine_ = engines_.general({goal_->coloured(),
                                moves_,
                                {},
                                question_.table_depth,
                                expected_positions,
                                question_.symmetry,
                                question_.canon_depth},
                               caller);
  }
  [[nodiscard]] bool tells_answers() const override { return true; }
  [[nodiscard]] bool counts_work() const override { return true; }
  // All threads are at one position.
  [[nodiscard]] int at_once() const override { return 1; }
  [[nodiscard]] const void* engine_object() const override { return engine_.get(); }
  [[nodiscard]] std::string kind_of_missed() const override {
    if (question_.seconds) return "in the time";
    if (!question_.max_length) return "";
    return fmt::format("of {} or fewer", moves_text(*question_.max_length));
  }
  [[nodiscard]] std::string about_engine() const override {
    return goal_->is_exact() ? "what the subgroup keeps tells its cosets apart"
                             : "what the subgroup keeps does not tell all its cosets apart: each "
                               "end is looked at";
  }
  [[nodiscard]] AskedPosition take(Scramble position) const override {
    return {std::nullopt, std::move(position)};
  }
  void check(const AskedPosition& /*position*/) const override {}

  [[nodiscard]] SolveAnswer solve(const AskedPosition& position,
                                  const SolveCall& call) const override {
    const HeldPosition held = hold(puzzle_.definition(), puzzle_.forms().change(position.any));
    if (!held.turn.nodes.empty()) {
      throw Error(fmt::format(
          "the scramble turns the whole puzzle, and then other moves are meant by {}: leave the "
          "rotation out",
          question_.spelling("into_subgroup")));
    }
    require_solvable(goal_->check(held.position));
    const GeneralSolving& solving = engine_->solving;
    const GeneralPosition shadow = solving.take({"", goal_->colour(held.position)});
    const auto told = [&](const Solution& solution) -> FoundSolution {
      return {solving.finished(solution, shadow), static_cast<int>(solution.moves.size()), 0};
    };
    SolveAnswer answer;
    SolveHooks hooks;
    hooks.stop = call.stop;
    hooks.pause = call.pause;
    hooks.progress = call.events.progress;
    if (call.events.warning) {
      hooks.warning = [&](std::string_view text) { call.events.warning(std::string(text)); };
    }
    std::uint64_t count = 0;
    int shortest = std::numeric_limits<int>::max();
    hooks.solution = [&](const Solution& solution) {
      const auto length = static_cast<int>(solution.moves.size());
      shortest = std::min(shortest, length);
      ++count;
      if (!call.events.solution) return;
      call.events.solution(
          {told(solution), question_.min_length == 0 && length == shortest, 0, answer.nodes});
    };
    hooks.length = [&](const SearchedLength& length) {
      answer.lengths.push_back({length.length, count, length.nodes, 0, length.seconds,
                                length.least_seconds, length.most_seconds});
      if (call.events.length) call.events.length(answer.lengths.back());
    };
    const auto search = [&](const Solver& solver, std::span<const State> /*starts*/,
                            const SolveLimits& limits, const SolveHooks& with) {
      return solve_into(*goal_, solver, held.position, limits, with);
    };
    const SolveResult result = solving.solve(shadow, solve_limits(question_), hooks, search);
    answer.end = end_of(result);
    LastMoment moment(call.stop);
    for (const Solution& one : result.solutions) {
      if (moment.is_over()) {
        answer.end = SearchEnd::stopped;
        break;
      }
      answer.solutions.push_back(told(one));
    }
    answer.optimal = answer.found() ? result.optimal : answer.end == SearchEnd::none;
    answer.complete = answer.end == SearchEnd::found;
    answer.proved = result.proved;
    answer.note = sentence_of_end(
        answer.end, answer.found(), question_.min_length,
        std::min(result.proved - 1, question_.max_length.value_or(kMaxSolutionLength)));
    answer.seconds = result.seconds;
    answer.nodes = result.nodes;
    return answer;
  }

 private:
  EngineSource& engines_;
  const AskedPuzzle& puzzle_;  // of the question
  MoveSet moves_;
  MoveSet subgroup_;
  std::unique_ptr<const SubgroupGoal> goal_;
  std::shared_ptr<const GeneralEngine> engine_;
};

}  // namespace

std::unique_ptr<Solving> make_subgroup_solving(const SolveQuestion& question,
                                               EngineSource& engines) {
  return std::make_unique<SubgroupSolving>(question, engines);
}

}  // namespace gyre
