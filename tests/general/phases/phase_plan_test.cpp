// Chains of phases: nested sets of moves, down to solved, each step small enough.
#include "general/phases/phase_plan.h"

#include <gtest/gtest.h>
#include <gyre/library/library.h>

#include <cmath>

namespace gyre {
namespace {

TEST(PhasePlan, IsAChainDownToSolved) {
  for (const char* name : {"2x2x2", "3x3x3", "4x4x4", "megaminx", "fto", "kilominx", "helicopter",
                           "pyraminx", "skewb", "dino", "2x2x3", "3x3x4"}) {
    SCOPED_TRACE(name);
    const PuzzleDefinition definition = load_puzzle(name);
    const MoveSet moves(definition, Metric::htm);
    const PhasePlanOptions options;
    const auto plan = find_phase_plan(definition, moves, options);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->steps.front().units, all_units(moves));
    double sum = 0;
    for (std::size_t i = 0; i < plan->steps.size(); ++i) {
      const PhaseStep& step = plan->steps[i];
      EXPECT_GT(step.log_index, 0);
      EXPECT_LE(step.log_index, options.most_log_index);
      sum += step.log_index;
      if (i == 0) continue;
      EXPECT_TRUE(is_within(step.units, plan->steps[i - 1].units));
      EXPECT_FALSE(is_within(plan->steps[i - 1].units, step.units));
    }
    EXPECT_NEAR(sum, plan->steps.front().log_states, 1e-6);
  }
}

TEST(PhasePlan, IsTheSameForEveryNumberOfThreads) {
  const PuzzleDefinition definition = load_puzzle("megaminx");
  const MoveSet moves(definition, Metric::htm);
  PhasePlanOptions one;
  one.threads = 1;
  PhasePlanOptions three;
  three.threads = 3;
  const auto a = find_phase_plan(definition, moves, one);
  const auto b = find_phase_plan(definition, moves, three);
  ASSERT_TRUE(a && b);
  ASSERT_EQ(a->steps.size(), b->steps.size());
  for (std::size_t i = 0; i < a->steps.size(); ++i) {
    EXPECT_EQ(a->steps[i].units, b->steps[i].units);
  }
}

TEST(PhasePlan, SmallerStepsMakeMoreOfThem) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const MoveSet moves(definition, Metric::htm);
  PhasePlanOptions small;
  small.most_log_index = 7;
  const auto one = find_phase_plan(definition, moves);
  const auto many = find_phase_plan(definition, moves, small);
  ASSERT_TRUE(one && many);
  EXPECT_LT(one->steps.size(), many->steps.size());
  EXPECT_LT(one->expected(), many->expected());
}

TEST(PhasePlan, ThereIsNoneWhereASingleStepIsTooLarge) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const MoveSet moves(definition, Metric::htm, "U,R");
  PhasePlanOptions options;
  options.most_log_index = 1;
  options.most_log_index_with_words = 1;
  EXPECT_FALSE(find_phase_plan(definition, moves, options).has_value());
}

TEST(PhasePlan, TakesLargeStepsWhereThereAreNoOthers) {
  const PuzzleDefinition large = load_puzzle("pentultimate");
  const auto plan = find_phase_plan(large, MoveSet(large, Metric::htm));
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->needs_words());
  const PuzzleDefinition small = load_puzzle("3x3x3");
  EXPECT_FALSE(find_phase_plan(small, MoveSet(small, Metric::htm))->needs_words());
}

TEST(PhaseMoves, HaveTheCostOfTheMetric) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const MoveSet moves(definition, Metric::qtm);
  PhaseUnits units = all_units(moves);
  units[0] = 2;  // U2
  const PhaseMoves made(definition, moves, units);
  int halves = 0;
  for (int m = 0; m < made.size(); ++m) {
    State state = identity_state(definition.orbits());
    for (const int k : made[m].word) {
      state = compose(definition.orbits(), state, moves.moves()[k].action);
    }
    EXPECT_EQ(state, made[m].action);
    EXPECT_EQ(made[m].cost, static_cast<int>(made[m].word.size()));
    halves += made[m].cost == 2 ? 1 : 0;
    EXPECT_NE(state, identity_state(definition.orbits()));
  }
  EXPECT_EQ(made.size(), 1 + 5 * 3);
  EXPECT_EQ(halves, 6);
}

TEST(PhaseMoves, BranchAsManyAsCanonicalSequencesDo) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const MoveSet htm(definition, Metric::htm);
  EXPECT_NEAR(PhaseMoves(definition, htm, all_units(htm)).branching(), 13.3485, 0.001);
}

}  // namespace
}  // namespace gyre
