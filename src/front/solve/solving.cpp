#include "front/solve/solving.h"

#include "front/solve/cube_solving.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <utility>

namespace gyre {

std::unique_ptr<Solving> make_solving(const SolveQuestion& question, EngineSource& engines) {
  switch (choose_engine(question)) {
    case SolveEngine::two_phase:
      return make_two_phase_solving(question, engines);
    case SolveEngine::optimal:
      return question.easy_first ? make_easy_first_solving(question, engines)
                                 : make_optimal_solving(question, engines);
    case SolveEngine::beam:
      return make_beam_solving(question, engines);
    case SolveEngine::general:
      if (!question.into_subgroup.empty()) return make_subgroup_solving(question, engines);
      break;
    case SolveEngine::phases:
      break;
  }
  return make_general_solving(question, engines);
}

EngineCaller caller_of(const SolveCall& call) {
  return {call.stop, call.events.progress, call.events.note, call.events.warning};
}

SolveLimits solve_limits(const SolveQuestion& question) {
  SolveLimits limits;
  limits.min_length = question.min_length;
  limits.max_length = question.max_length.value_or(kMaxSolutionLength);
  limits.number = static_cast<std::uint64_t>(question.number);
  limits.all_shortest = question.all;
  limits.random_order = question.random_order;
  limits.seconds = question.seconds;
  return limits;
}

CubeSolving::CubeSolving(const SolveQuestion& question)
    : Solving(question), holding_(*question.puzzle->holding()) {
  if (question.goals.empty()) return;
  try {
    goal_ = CubeGoal(holding_, question.goals[0]);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", question.spelling("goal"), error.what()));
  }
}

AskedPosition CubeSolving::take(Scramble position) const {
  return {CubeQuestion(holding_, std::move(position), goal_), {}};
}

void CubeSolving::check(const AskedPosition& position) const {
  require_possible(position.cube->cube());
}

}  // namespace gyre
