// Shortest solutions of the 3x3x3 with their proof.
#include "base/memory.h"
#include "front/solve/cube_solving.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

class OptimalSolving final : public CubeSolving {
 public:
  OptimalSolving(const SolveQuestion& question, EngineSource& engines)
      : CubeSolving(question), engines_(engines) {
    limits_.max_length =
        std::min(question.max_length.value_or(limits_.max_length), limits_.max_length);
    limits_.number = static_cast<std::uint64_t>(question.number);
    limits_.all_shortest = question.all;
    limits_.seconds = question.seconds;
  }

  [[nodiscard]] SolveEngine engine() const noexcept override { return SolveEngine::optimal; }
  void prepare(const EngineCaller& caller, double /*expected_positions*/) override {
    solver_ = engines_.optimal(question_.metric, caller);
  }
  [[nodiscard]] int at_once() const override { return solver_->threads(); }
  [[nodiscard]] std::string about_engine() const override {
    return fmt::format("table {} ({})", table(), size_text(solver_->table_bytes().size()));
  }
  [[nodiscard]] std::string table() const override { return solver_->table_name(); }
  [[nodiscard]] const void* engine_object() const override { return solver_.get(); }
  [[nodiscard]] std::string kind_of_missed() const override {
    return question_.seconds ? "in the time"
                             : fmt::format("of {} or fewer", moves_text(limits_.max_length));
  }

  [[nodiscard]] SolveAnswer solve(const AskedPosition& position,
                                  const SolveCall& call) const override {
    if (call.tells_short_ones && call.events.solution) tell_short_ones(position, call);
    cube3::OptimalHooks hooks;
    hooks.stop = call.stop;
    hooks.pause = call.pause;
    hooks.progress = call.events.progress;
    std::optional<cube3::OptimalLength> last;
    hooks.length = [&](const cube3::OptimalLength& length) {
      if (call.events.length) call.events.length(with_next(length, last));
      last = length;
    };
    const cube3::OptimalResult result = solver_->solve(position.cube->cube(), limits_, hooks);
    SolveAnswer answer = answer_of(position, result);
    if (call.events.solution) {
      for (const FoundSolution& one : answer.solutions) {
        const bool is_shortest = one.length == answer.solutions[0].length;
        call.events.solution({one, answer.optimal && is_shortest, result.seconds, result.nodes});
      }
    }
    return answer;
  }

 private:
  static SolvedLength plain(const cube3::OptimalLength& length) {
    return {length.length, length.solutions, length.nodes, length.probes, length.seconds, 0, 0};
  }

  // What the last length brought more than the one before, the next will bring again.
  static SolvedLength with_next(const cube3::OptimalLength& length,
                                const std::optional<cube3::OptimalLength>& last) {
    constexpr double kTooShort = 0.05;
    SolvedLength out = plain(length);
    if (!last || last->nodes == 0 || length.seconds <= kTooShort) return out;
    const double more = static_cast<double>(length.nodes) / static_cast<double>(last->nodes);
    if (more > 1) {
      out.least_seconds = 0.5 * more * length.seconds;
      out.most_seconds = 1.5 * more * length.seconds;
    }
    return out;
  }

  // A proof takes its time; something to look at meanwhile.
  void tell_short_ones(const AskedPosition& position, const SolveCall& call) const {
    constexpr double kSeconds = 0.5;
    const auto quick = engines_.two_phase(question_.metric, caller_of(call));
    cube3::TwoPhaseLimits limits;
    limits.seconds = std::min(kSeconds, question_.seconds.value_or(kSeconds));
    limits.max_length = std::min(limits_.max_length, limits.max_length);
    limits.threads = engines_.threads();
    limits.pause = call.pause;
    const auto improved = [&](const cube3::TwoPhaseSolution& better) {
      call.events.solution({finished(position, better), false, better.seconds, better.nodes});
    };
    (void)quick->solve(position.cube->cube(), limits, improved, call.stop);
  }

  [[nodiscard]] SolveAnswer answer_of(const AskedPosition& position,
                                      const cube3::OptimalResult& result) const {
    SolveAnswer answer;
    for (const cube3::OptimalSolution& one : result.solutions) {
      answer.solutions.push_back(finished(position, one));
    }
    answer.end = end_of(result);
    answer.optimal = result.found() ? result.solutions[0].length <= result.proved
                                    : answer.end == SearchEnd::none;
    // One shortest solution is all, even if another of its length would come first.
    answer.complete = answer.end == SearchEnd::found ||
                      (result.found() && !question_.all && question_.number == 1);
    answer.proved = result.proved;
    answer.note = sentence_of_end(answer.end, result.found(), 0,
                                  std::min(result.proved - 1, limits_.max_length));
    answer.seconds = result.seconds;
    answer.nodes = result.nodes;
    answer.probes = result.probes;
    for (const cube3::OptimalLength& length : result.lengths) {
      answer.lengths.push_back(plain(length));
    }
    return answer;
  }

  EngineSource& engines_;
  cube3::OptimalLimits limits_;
  std::shared_ptr<const OptimalSolver> solver_;
};

}  // namespace

std::unique_ptr<Solving> make_optimal_solving(const SolveQuestion& question,
                                              EngineSource& engines) {
  return std::make_unique<OptimalSolving>(question, engines);
}

}  // namespace gyre
