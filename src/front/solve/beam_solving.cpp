// A beam search for one solution, whatever the puzzle.
#include "front/solve/solving.h"
#include "general/beam/beam_search.h"

#include "base/seconds.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace gyre {
namespace {

class BeamSolving final : public Solving {
 public:
  BeamSolving(const SolveQuestion& question, EngineSource& engines)
      : Solving(question),
        engines_(engines),
        puzzle_(*question.puzzle),
        moves_(puzzle_.move_set(question.metric, question.moves)) {
    for (const std::string& goal : question.goals) {
      try {
        goals_.push_back(hold(puzzle_.definition(), puzzle_.forms().read(goal)).position);
      } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", question.spelling("goal"), error.what()));
      }
    }
  }

  [[nodiscard]] SolveEngine engine() const noexcept override { return SolveEngine::beam; }
  // How positions are held and shown is as the general engine has it.
  void prepare(const EngineCaller& caller, double /*expected_positions*/) override {
    GeneralWish wish{puzzle_.definition(), moves_, goals_};
    wish.is_shared = false;
    wish.memory_bytes = beam_bytes(puzzle_.definition(), moves_, width());
    engine_ = engines_.general(wish, caller);
  }
  // All threads are at one position.
  [[nodiscard]] int at_once() const override { return 1; }
  [[nodiscard]] const void* engine_object() const override { return engine_.get(); }
  [[nodiscard]] std::string kind_of_missed() const override { return "in the beam"; }
  [[nodiscard]] AskedPosition take(Scramble position) const override {
    return {std::nullopt, std::move(position)};
  }
  // Only its group could tell, and that can take long.
  void check(const AskedPosition& /*position*/) const override {}

  [[nodiscard]] SolveAnswer solve(const AskedPosition& position,
                                  const SolveCall& call) const override {
    const auto begun = std::chrono::steady_clock::now();
    const GeneralSolving& solving = engine_->solving;
    const GeneralPosition taken = solving.take(puzzle_.forms().change(position.any));
    SolveAnswer answer;
    BeamResult beam;
    const auto search = [&](const Solver& solver, std::span<const State> starts,
                            const SolveLimits& /*limits*/, const SolveHooks& /*hooks*/) {
      beam = beam_search(solver.definition(), solver.moves(), starts[0], limits(call));
      SolveResult result;
      if (beam.end == BeamResult::End::found) result.solutions.push_back({0, beam.moves});
      return result;
    };
    for (const Solution& one : solving.solve(taken, {}, {}, search).solutions) {
      answer.solutions.push_back({solving.finished(one, taken, question_.inverse),
                                  static_cast<int>(one.moves.size()), one.start});
    }
    answer.end = end_of(beam);
    answer.optimal = answer.found() && answer.solutions[0].length == 0;
    answer.complete = answer.found();
    answer.nodes = beam.nodes;
    answer.seconds = seconds_since(begun);
    if (!answer.found()) answer.note = sentence_of(beam);
    if (answer.found() && call.events.solution) {
      call.events.solution({answer.solutions[0], answer.optimal, answer.seconds, answer.nodes});
    }
    return answer;
  }

 private:
  [[nodiscard]] std::size_t width() const noexcept {
    return static_cast<std::size_t>(question_.beam);
  }
  [[nodiscard]] BeamLimits limits(const SolveCall& call) const {
    BeamLimits limits;
    limits.width = width();
    limits.max_length = question_.max_length.value_or(limits.max_length);
    limits.seconds = question_.seconds;
    limits.memory_bytes = engine_->solving.plan().most_bytes;
    limits.threads = engines_.threads();
    limits.progress = call.events.progress;
    limits.stop = call.stop;
    limits.pause = call.pause;
    return limits;
  }

  [[nodiscard]] std::string sentence_of(const BeamResult& beam) const {
    return fmt::format(
        "{}no solution among the best {} positions of each length up to {}; the best of all has {} "
        "pieces out of place",
        beam.end == BeamResult::End::time      ? "the time is over: "
        : beam.end == BeamResult::End::stopped ? "interrupted: "
                                               : "",
        question_.beam, moves_text(beam.length), beam.least_wrong);
  }

  EngineSource& engines_;
  const AskedPuzzle& puzzle_;  // of the question
  MoveSet moves_;
  std::vector<State> goals_;  // one at most
  std::shared_ptr<const GeneralEngine> engine_;
};

}  // namespace

std::unique_ptr<Solving> make_beam_solving(const SolveQuestion& question, EngineSource& engines) {
  return std::make_unique<BeamSolving>(question, engines);
}

}  // namespace gyre
