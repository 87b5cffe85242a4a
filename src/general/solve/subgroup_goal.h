// Solving into the group of some moves: a position is solved when those moves alone could solve it.
//
// What the subgroup never changes makes a colouring: pieces that its moves carry to each other's
// places look alike, and how they are turned counts where it never turns them. Positions of the
// coloured puzzle are a shadow of the subgroup's cosets: the search runs there, with its tables and
// bounds, and whether an end really lies in the subgroup is then asked of the group itself. Where
// the colouring tells all cosets apart, as it does for most subgroups, every end does.
#pragma once

#include <gyre/general/solver.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>

#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

class SubgroupGoal {
 public:
  // subgroup: moves that need not be among `moves`, but must be made of them. Throws Error if one
  // is not, for puzzles with Illegal rules, or if it is stopped.
  SubgroupGoal(const PuzzleDefinition& definition, const MoveSet& moves, const MoveSet& subgroup,
               const std::stop_token& stop = {});

  // The same moves; solved is what the subgroup makes of solved.
  [[nodiscard]] const PuzzleDefinition& coloured() const noexcept { return *coloured_; }
  [[nodiscard]] State colour(const State& position) const;
  // Whether the subgroup alone could solve the position.
  [[nodiscard]] bool contains(const State& position) const;
  // Whether positions of one colouring are all in the subgroup or none is.
  [[nodiscard]] bool is_exact() const noexcept { return exact_; }
  // Whether moves lead from the position into the subgroup, and if not, why.
  [[nodiscard]] Membership check(const State& position) const { return group_.contains(position); }

 private:
  struct Colour {
    int number = 0;
    bool turns = true;  // then orientations do not count
    int offset = 0;     // else this is added to them
  };

  void find_colours(const PuzzleDefinition& definition, const MoveSet& subgroup);

  PuzzleGroup group_;
  PuzzleGroup subgroup_;
  OrbitList orbits_;
  std::vector<std::vector<Colour>> colours_;  // by orbit and identity
  std::optional<PuzzleDefinition> coloured_;
  bool exact_ = false;
};

// Shortest sequences into the subgroup. The solver is one of goal.coloured(). As Solver::solve, but
// for checkpoints, which it does not write.
[[nodiscard]] SolveResult solve_into(const SubgroupGoal& goal, const Solver& solver,
                                     const State& position, const SolveLimits& limits,
                                     const SolveHooks& hooks);

}  // namespace gyre
