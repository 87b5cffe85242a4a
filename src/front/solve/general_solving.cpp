#include "front/solve/general_solving.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include "front/puzzle/position_forms.h"
#include "general/solve/goal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

namespace gyre {
namespace {

void refuse_unsolvable(const Solver& solver, const State& position) {
  Membership membership;
  try {
    membership = solver.check(position);
  } catch (const Error&) {
    return;  // whether it can be solved takes too long to find out beforehand
  }
  require_solvable(membership);
}

SolveResult plain_search(const Solver& solver, std::span<const State> starts,
                         const SolveLimits& limits, const SolveHooks& hooks) {
  return solver.solve_any(starts, limits, hooks);
}

}  // namespace

void require_solvable(const Membership& membership) {
  if (membership.solvable) return;
  throw Error(
      fmt::format("this position cannot be solved: {}", fmt::join(membership.reasons, "; ")));
}

std::vector<State> hold_any_way(const PuzzleDefinition& definition,
                                const std::vector<State>& goals) {
  if (!definition.invertible()) {
    throw Error(
        "a goal that may be held in any way needs a puzzle whose pieces are all different; give "
        "each goal by itself");
  }
  const OrbitList& orbits = definition.orbits();
  std::vector<State> held = {identity_state(orbits)};
  for (std::size_t i = 0; i < held.size(); ++i) {
    for (const BaseMove& rotation : definition.rotations()) {
      State next = compose(orbits, held[i], rotation.action);
      if (std::find(held.begin(), held.end(), next) == held.end()) held.push_back(std::move(next));
    }
  }
  std::vector<State> all;
  for (const State& goal : goals) {
    for (const State& turn : held) all.push_back(compose(orbits, goal, turn));
  }
  return all;
}

GeneralSolving::GeneralSolving(const PuzzleDefinition& definition, const MoveSet& moves,
                               std::vector<State> goals, const SolverOptions& options)
    : definition_(definition),
      moves_(moves),
      facts_(move_facts(definition)),
      goals_(std::move(goals)) {
  if (goals_.empty() || definition.invertible()) {
    solvers_.push_back(std::make_unique<Solver>(definition, moves_, options));
    return;
  }
  SolverOptions part = options;
  part.memory_bytes /= goals_.size();
  for (const State& goal : goals_) {
    // Moves do not depend on what is solved.
    solvers_.push_back(std::make_unique<Solver>(with_solved(definition, goal), moves_, part));
  }
}

GeneralPosition GeneralSolving::take(const Scramble& scramble) const {
  GeneralPosition out;
  out.given = scramble.state;
  out.held = hold(definition_, scramble);
  out.turned = action_of(definition_, out.held.turn);
  const OrbitList& orbits = definition_.orbits();
  const State back = invert(orbits, out.turned);
  for (const Move& move : moves_.moves()) {
    const State image = compose(orbits, compose(orbits, back, move.action), out.turned);
    const auto same = [&](const Move& other) { return other.action == image; };
    const auto found = std::find_if(moves_.moves().begin(), moves_.moves().end(), same);
    if (found == moves_.moves().end()) {
      throw Error(fmt::format(
          "the scramble turns the whole puzzle, and then {} is none of the moves that the search "
          "may use; leave the rotation out, or choose moves that it takes to each other",
          move.name));
    }
    out.image.push_back(static_cast<int>(found - moves_.moves().begin()));
  }
  return out;
}

SolveResult GeneralSolving::solve(const GeneralPosition& position, const SolveLimits& limits,
                                  const SolveHooks& hooks, const SolverSearch& search) const {
  if (solvers_.size() > 1) return solve_one_by_one(position.held.position, limits, hooks, search);
  return solve_together(position.held.position, limits, hooks, search ? search : plain_search);
}

SolveResult GeneralSolving::solve_together(const State& position, const SolveLimits& limits,
                                           const SolveHooks& hooks,
                                           const SolverSearch& search) const {
  std::vector<State> starts = {position};
  if (!goals_.empty() && definition_.invertible()) {
    starts.clear();
    for (const State& goal : goals_) {
      starts.push_back(relative_to_goal(definition_, position, goal));
    }
  }
  std::vector<State> solvable;
  std::vector<std::size_t> goal_of;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    try {
      refuse_unsolvable(*solvers_[0], starts[i]);
      solvable.push_back(starts[i]);
      goal_of.push_back(i);
    } catch (const Error&) {
      // Of several goals some may be out of reach.
      if (i + 1 == starts.size() && solvable.empty()) throw;
    }
  }
  SolveHooks with_goals = hooks;
  if (hooks.solution) {
    with_goals.solution = [&](const Solution& found) {
      Solution solution = found;
      solution.start = goal_of[solution.start];
      hooks.solution(solution);
    };
  }
  SolveResult result = search(*solvers_[0], solvable, limits, with_goals);
  for (Solution& solution : result.solutions) solution.start = goal_of[solution.start];
  return result;
}

// Goal after goal, each only for what is shorter than all before, and with its share of the time
// that is left.
SolveResult GeneralSolving::solve_one_by_one(const State& position, SolveLimits limits,
                                             const SolveHooks& hooks,
                                             const SolverSearch& search) const {
  // Who looks through all lengths promises the least, which is known at the end.
  const bool is_proving = !search;
  std::size_t goal = 0;
  SolveHooks hooks_of_goal = hooks;
  hooks_of_goal.solution = {};
  if (hooks.solution && !is_proving) {
    hooks_of_goal.solution = [&](const Solution& found) { hooks.solution({goal, found.moves}); };
  }
  SolveResult best;
  best.proved = std::numeric_limits<int>::max();
  std::exception_ptr fault;
  bool any = false;
  bool in_time = true;
  bool is_shortest = true;
  for (; goal < solvers_.size() && best.end != SolveResult::End::stopped; ++goal) {
    try {
      refuse_unsolvable(*solvers_[goal], position);
    } catch (const Error&) {
      fault = std::current_exception();
      continue;
    }
    any = true;
    SolveLimits limits_of_goal = limits;
    if (limits.seconds) {
      const double left = std::max(0.0, *limits.seconds - best.seconds);
      limits_of_goal.seconds = left / static_cast<double>(solvers_.size() - goal);
    }
    SolveResult now = (is_proving ? plain_search : search)(*solvers_[goal], {&position, 1},
                                                           limits_of_goal, hooks_of_goal);
    for (Solution& solution : now.solutions) solution.start = goal;
    if (!now.solutions.empty()) {
      limits.max_length = static_cast<int>(now.solutions[0].moves.size()) - 1;
      best.solutions = std::move(now.solutions);
    }
    // All goals are known as far as the least known.
    best.proved = std::min(best.proved, now.proved);
    best.nodes += now.nodes;
    best.seconds += now.seconds;
    is_shortest = is_shortest && (limits.min_length == 0 || now.optimal);
    in_time = in_time && now.end != SolveResult::End::time;
    if (now.end == SolveResult::End::stopped) best.end = now.end;
  }
  if (!any) std::rethrow_exception(fault);
  if (!best.solutions.empty()) {
    best.proved = std::min(best.proved, static_cast<int>(best.solutions[0].moves.size()));
    best.optimal = is_shortest && best.proved == static_cast<int>(best.solutions[0].moves.size());
    if (is_proving && hooks.solution) hooks.solution(best.solutions[0]);
  }
  if (best.end == SolveResult::End::stopped) return best;
  const bool missed = !in_time && !best.optimal && (is_proving || best.solutions.empty());
  best.end = missed                   ? SolveResult::End::time
             : best.solutions.empty() ? SolveResult::End::none
                                      : SolveResult::End::found;
  return best;
}

std::string GeneralSolving::finished(const Solution& solution, const GeneralPosition& position,
                                     bool inverse) const {
  const OrbitList& orbits = definition_.orbits();
  const State& goal = goals_.empty() ? definition_.solved() : goals_[solution.start];
  std::string text;
  State state;
  State wanted;
  const auto add = [&](const Move& move) {
    state = compose(orbits, state, move.action);
    text += (text.empty() ? "" : " ") + move.name;
  };
  if (inverse) {
    // From the goal as the definition holds it.
    state = goal;
    wanted = position.held.position;
    for (auto move = solution.moves.rbegin(); move != solution.moves.rend(); ++move) {
      add(moves_.moves()[moves_.moves()[*move].inverse]);
    }
  } else {
    state = position.given;
    wanted = compose(orbits, goal, position.turned);
    for (const int move : solution.moves) add(moves_.moves()[position.image[move]]);
  }
  if (state != wanted) throw std::logic_error("a solution failed its replay: " + text);
  const Alg alg = parse_alg(text, &definition_.names());
  if (!counts_units(moves_.metric())) return print(alg, definition_.names());
  // Units of one class are written as one turn.
  return print(from_moves(simplify(expand(alg), facts_)), definition_.names());
}

}  // namespace gyre
