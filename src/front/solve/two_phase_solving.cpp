// Short solutions of the 3x3x3, improved for as long as allowed.
#include "base/threads.h"
#include "cube3/core/metric_facts.h"
#include "front/solve/cube_solving.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

constexpr double kNoLimit = 1e9;
// To improve a solution in, if nothing was said about time.
constexpr double kSecondsAlone = 1.0;
constexpr double kSecondsOfMany = 0.01;

int greatest_length(const SolveQuestion& question) {
  return question.max_length.value_or(cube3::TwoPhaseLimits{}.max_length);
}

class TwoPhaseSolving final : public CubeSolving {
 public:
  TwoPhaseSolving(const SolveQuestion& question, EngineSource& engines)
      : CubeSolving(question), engines_(engines) {}

  [[nodiscard]] SolveEngine engine() const noexcept override { return SolveEngine::two_phase; }
  void prepare(const EngineCaller& caller, double /*expected_positions*/) override {
    solver_ = engines_.two_phase(question_.metric, caller);
  }
  [[nodiscard]] int at_once() const override { return thread_count(engines_.threads()); }
  [[nodiscard]] bool is_instant() const override { return question_.number == 1; }
  [[nodiscard]] bool has_best_tables() const override { return solver_->uses_big_tables(); }
  [[nodiscard]] const void* engine_object() const override { return solver_.get(); }
  [[nodiscard]] std::string kind_of_missed() const override {
    return fmt::format("of {} or fewer", moves_text(greatest_length(question_)));
  }

  [[nodiscard]] SolveAnswer solve(const AskedPosition& position,
                                  const SolveCall& call) const override {
    const cube3::Cube& cube = position.cube->cube();
    const cube3::TwoPhaseLimits limits = limits_of(call);
    std::vector<cube3::TwoPhaseSolution> solutions;
    if (question_.number > 1) {
      solutions = solver_->solve_several(cube, question_.number, limits, call.stop);
    } else if (call.leisure) {
      solutions.push_back(solve_at_leisure(cube, limits, call));
    } else {
      cube3::SolutionCallback improved;
      if (call.events.solution) {
        improved = [&](const cube3::TwoPhaseSolution& better) {
          call.events.solution({finished(position, better), false, better.seconds, better.nodes});
        };
      }
      solutions.push_back(solver_->solve(cube, limits, improved, call.stop));
    }
    return answer_of(position, solutions, call);
  }

 private:
  [[nodiscard]] cube3::TwoPhaseLimits limits_of(const SolveCall& call) const {
    cube3::TwoPhaseLimits limits;
    limits.target_length = question_.target;
    limits.max_length = greatest_length(question_);
    const bool has_leisure = call.is_alone || call.leisure;
    limits.seconds = question_.seconds.value_or(reaches_target(question_) ? kNoLimit
                                                : has_leisure             ? kSecondsAlone
                                                                          : kSecondsOfMany);
    limits.threads = call.is_alone ? engines_.threads() : 1;
    limits.pause = call.pause;
    return limits;
  }

  // A good solution at once, and a better one while nobody waits for the thread.
  [[nodiscard]] cube3::TwoPhaseSolution solve_at_leisure(const cube3::Cube& cube,
                                                         const cube3::TwoPhaseLimits& limits,
                                                         const SolveCall& call) const {
    cube3::TwoPhaseLimits first = limits;
    first.target_length = cube3::facts_of(question_.metric).good_length;
    first.seconds = kSecondsOfMany;
    cube3::TwoPhaseSolution best = solver_->solve(cube, first, {}, call.stop);
    if (!best.found || best.optimal || call.stop.stop_requested()) return best;
    call.leisure([&](const std::stop_token& hurry) {
      if (hurry.stop_requested()) return;
      std::stop_source either;
      const std::stop_callback on_gone(call.stop, [&] { either.request_stop(); });
      const std::stop_callback on_hurry(hurry, [&] { either.request_stop(); });
      cube3::TwoPhaseLimits better = limits;
      better.max_length = best.length - 1;
      const cube3::TwoPhaseSolution second = solver_->solve(cube, better, {}, either.get_token());
      const double seconds = best.seconds + second.seconds;
      const std::uint64_t nodes = best.nodes + second.nodes;
      // Nothing shorter exists.
      if (!second.found && second.optimal) best.optimal = true;
      if (second.found) best = second;
      best.seconds = seconds;
      best.nodes = nodes;
    });
    return best;
  }

  [[nodiscard]] SolveAnswer answer_of(const AskedPosition& position,
                                      std::vector<cube3::TwoPhaseSolution>& solutions,
                                      const SolveCall& call) const {
    SolveAnswer answer;
    if (!solutions.empty()) {
      answer.optimal = solutions[0].optimal;
      answer.seconds = solutions[0].seconds;
      answer.nodes = solutions[0].nodes;
    }
    for (const cube3::TwoPhaseSolution& one : solutions) {
      if (one.found) answer.solutions.push_back(finished(position, one));
    }
    answer.complete = answer.found();
    answer.end = answer.found()               ? SearchEnd::found
                 : answer.optimal             ? SearchEnd::none
                 : call.stop.stop_requested() ? SearchEnd::stopped
                                              : SearchEnd::time;
    if (!answer.found()) answer.note = why_none_was_found(answer.end, greatest_length(question_));
    return answer;
  }

  EngineSource& engines_;
  std::shared_ptr<const Cube3Solver> solver_;
};

}  // namespace

bool reaches_target(const SolveQuestion& question) {
  const int always = cube3::facts_of(question.metric).god_number;
  return question.target >= always && question.max_length.value_or(always) >= always;
}

std::unique_ptr<Solving> make_two_phase_solving(const SolveQuestion& question,
                                                EngineSource& engines) {
  return std::make_unique<TwoPhaseSolving>(question, engines);
}

}  // namespace gyre
