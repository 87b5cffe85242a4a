// Any puzzle solved by the general engine for a person: the puzzle is held as the scramble left it,
// the goal may be another position or one of several, and what was found is replayed on the
// definition before it is shown. Decides nothing about words and lines (cli, serve).
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/general/solver.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>

#include "format/scramble.h"
#include "front/puzzle/position_forms.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gyre {

// A position on its way to the general engine.
struct GeneralPosition {
  State given;  // as it was given
  HeldPosition held;
  State turned;            // what held.turn does
  std::vector<int> image;  // of each move of the set, for who holds it turned
};

// Each goal in all ways in which the whole puzzle can be held. Throws Error if pieces look alike.
[[nodiscard]] std::vector<State> hold_any_way(const PuzzleDefinition& definition,
                                              const std::vector<State>& goals);

// Throws Error saying why, unless a position can be solved.
void require_solvable(const Membership& membership);

// One search of one solver; what GeneralSolving does for itself is solver.solve_any(starts, limits,
// hooks).
using SolverSearch = std::function<SolveResult(const Solver& solver, std::span<const State> starts,
                                               const SolveLimits& limits, const SolveHooks& hooks)>;

// One serves many positions, from any thread.
class GeneralSolving {
 public:
  // goals: as the definition holds them, the nearest counts; empty means solved. Where pieces look
  // alike, each goal has a solver of its own, and options.memory_bytes is divided among them. Keeps
  // a reference to the definition.
  GeneralSolving(const PuzzleDefinition& definition, const MoveSet& moves,
                 std::vector<State> goals = {}, const SolverOptions& options = {});

  [[nodiscard]] const PuzzleDefinition& definition() const noexcept { return definition_; }
  [[nodiscard]] const MoveSet& moves() const noexcept { return moves_; }
  [[nodiscard]] const std::vector<State>& goals() const noexcept { return goals_; }
  // The plan is that of the first goal.
  [[nodiscard]] SolverPlan plan() const { return solvers_[0]->plan(); }

  // Solutions are for the puzzle as it is held after the scramble. Throws Error if its rotation
  // does not take the moves of the set to moves of the set.
  [[nodiscard]] GeneralPosition take(const Scramble& scramble) const;

  // Solution::start is the number of the goal that is reached. With several goals where pieces look
  // alike limits.number must be 1, time is shared fairly, and hooks.solution is called at the end
  // only unless there is a search of its own, which is to find less than limits.max_length
  // and need not be the shortest. Throws Error,
  // saying why, if no goal can be reached; where that takes too long to find out beforehand, the
  // search has no end but its limits.
  [[nodiscard]] SolveResult solve(const GeneralPosition& position, const SolveLimits& limits,
                                  const SolveHooks& hooks = {},
                                  const SolverSearch& search = {}) const;

  // The moves as they are shown, after their replay. inverse: a sequence that makes the position of
  // the goal, both as the definition holds them.
  [[nodiscard]] std::string finished(const Solution& solution, const GeneralPosition& position,
                                     bool inverse = false) const;

 private:
  [[nodiscard]] SolveResult solve_together(const State& position, const SolveLimits& limits,
                                           const SolveHooks& hooks,
                                           const SolverSearch& search) const;
  [[nodiscard]] SolveResult solve_one_by_one(const State& position, SolveLimits limits,
                                             const SolveHooks& hooks,
                                             const SolverSearch& search) const;

  const PuzzleDefinition& definition_;
  MoveSet moves_;
  MoveFacts facts_;
  std::vector<State> goals_;
  std::vector<std::unique_ptr<Solver>> solvers_;  // one, or one for each goal
};

}  // namespace gyre
