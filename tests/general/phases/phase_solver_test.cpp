// Any position along phases: what is given solves, whatever the puzzle. PhaseSolver replays each
// solution itself; here it is replayed once more.
#include "general/phases/phase_solver.h"
#include "base/random.h"

#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>

#include <thread>
#include <utility>
#include <vector>

namespace gyre {
namespace {

State after(const PuzzleDefinition& definition, const MoveSet& moves, State state,
            const std::vector<int>& sequence) {
  for (const int m : sequence) {
    state = compose(definition.orbits(), state, moves.moves()[m].action);
  }
  return state;
}

class Solving {
 public:
  explicit Solving(const char* name, Metric metric = Metric::htm, const char* choice = "",
                   double most_log_index = 9)
      : definition(load_puzzle(name)), moves(definition, metric, choice) {
    PhasePlanOptions options;
    options.most_log_index = most_log_index;
    auto plan = find_phase_plan(definition, moves, options);
    EXPECT_TRUE(plan.has_value()) << name;
    PhaseSolverOptions solver_options;
    solver_options.most_entries = 2'000'000;
    if (plan) solver.emplace(definition, moves, *plan, solver_options);
  }

  // Random positions; gives the mean length.
  double solve_some(int count, const PhaseLimits& limits) const {
    const PuzzleGroup group(definition, moves);
    Rng rng(5);
    double sum = 0;
    for (int i = 0; i < count; ++i) {
      const State start = group.random_state(rng);
      int told = 0;
      std::size_t shortest = 1'000;
      PhaseHooks hooks;
      hooks.solution = [&](const Solution& one, const std::vector<int>& phases) {
        ++told;
        EXPECT_LT(one.moves.size(), shortest);
        shortest = one.moves.size();
        std::size_t all = 0;
        for (const int moves_of_phase : phases) all += static_cast<std::size_t>(moves_of_phase);
        EXPECT_EQ(all, one.moves.size());
      };
      const PhaseResult result = solver->solve({&start, 1}, limits, hooks);
      if (!result.best) {
        ADD_FAILURE() << "no solution";
        return 0;
      }
      EXPECT_EQ(after(definition, moves, start, result.best->moves), definition.solved());
      EXPECT_EQ(result.best->moves.size(), shortest);
      EXPECT_GE(told, 1);
      sum += static_cast<double>(result.best->moves.size());
    }
    return sum / count;
  }

  PuzzleDefinition definition;
  MoveSet moves;
  std::optional<PhaseSolver> solver;
};

// A first solution is enough.
PhaseLimits first() {
  PhaseLimits limits;
  limits.target = 1'000;
  return limits;
}

TEST(PhaseSolver, SolvesPuzzlesOfManyKinds) {
  for (const char* name : {"2x2x2", "3x3x3", "fto", "pyraminx", "2x2x3", "dino4"}) {
    SCOPED_TRACE(name);
    const Solving solving(name);
    if (solving.solver) solving.solve_some(3, first());
  }
}

TEST(PhaseSolver, CountsQuarterTurns) {
  const Solving solving("3x3x3", Metric::qtm);
  ASSERT_TRUE(solving.solver.has_value());
  const double mean = solving.solve_some(5, first());
  EXPECT_GT(mean, 20);
  EXPECT_LT(mean, 60);
}

TEST(PhaseSolver, KeepsToTheMovesOfTheSet) {
  const Solving solving("3x3x3", Metric::htm, "U,R2,F2,L2", 4);
  ASSERT_TRUE(solving.solver.has_value());
  solving.solve_some(5, first());
}

TEST(PhaseSolver, MoreTimeMakesShorterSolutions) {
  const Solving solving("3x3x3");
  ASSERT_TRUE(solving.solver.has_value());
  const double quick = solving.solve_some(5, first());
  PhaseLimits limits;
  limits.target = static_cast<int>(quick) - 2;
  EXPECT_LE(solving.solve_some(5, limits), quick - 1);
}

TEST(PhaseSolver, OfSeveralPositionsTheNearestIsSolved) {
  const Solving solving("2x2x3");
  ASSERT_TRUE(solving.solver.has_value());
  const PuzzleGroup group(solving.definition, solving.moves);
  Rng rng(1);
  const std::vector<State> starts = {
      group.random_state(rng),
      after(solving.definition, solving.moves, solving.definition.solved(), {0})};
  PhaseLimits limits;
  limits.target = 1;
  const PhaseResult result = solving.solver->solve(starts, limits);
  ASSERT_TRUE(result.best.has_value());
  EXPECT_EQ(result.best->start, 1U);
  EXPECT_EQ(result.best->moves.size(), 1U);
}

TEST(PhaseSolver, SolvedNeedsNoMoves) {
  const Solving solving("fto");
  ASSERT_TRUE(solving.solver.has_value());
  const PhaseResult result = solving.solver->solve({&solving.definition.solved(), 1}, {});
  ASSERT_TRUE(result.best.has_value());
  EXPECT_TRUE(result.best->moves.empty());
}

TEST(PhaseSolver, FindsNothingThatIsNotShorter) {
  const Solving solving("2x2x3");
  ASSERT_TRUE(solving.solver.has_value());
  const State start = after(solving.definition, solving.moves, solving.definition.solved(), {0});
  PhaseLimits limits;
  limits.shorter_than = 1;
  limits.seconds = 0.1;
  EXPECT_FALSE(solving.solver->solve({&start, 1}, limits).best.has_value());
}

TEST(PhaseSolver, EndsWhenItIsAskedTo) {
  const Solving solving("fto");
  ASSERT_TRUE(solving.solver.has_value());
  const PuzzleGroup group(solving.definition, solving.moves);
  Rng rng(1);
  const State start = group.random_state(rng);
  std::stop_source stop;
  PhaseHooks hooks;
  hooks.stop = stop.get_token();
  hooks.solution = [&](const Solution&, const std::vector<int>&) { stop.request_stop(); };
  const PhaseResult result = solving.solver->solve({&start, 1}, {}, hooks);
  EXPECT_TRUE(result.best.has_value());
}

TEST(PhaseSolver, MakingTablesCanBeStopped) {
  const PuzzleDefinition definition = load_puzzle("fto");
  const MoveSet moves(definition, Metric::htm);
  const auto plan = find_phase_plan(definition, moves);
  ASSERT_TRUE(plan.has_value());
  std::stop_source stop;
  stop.request_stop();
  PhaseSolverOptions options;
  options.stop = stop.get_token();
  EXPECT_THROW(PhaseSolver(definition, moves, *plan, options), Error);
}

}  // namespace
}  // namespace gyre
