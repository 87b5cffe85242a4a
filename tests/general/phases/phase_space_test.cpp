// What the tables of a phase say, against a plain breadth-first search over whole positions.
#include "general/phases/phase_space.h"
#include "base/random.h"
#include "general/phases/phase_plan.h"
#include "support/phase_reference.h"

#include <gtest/gtest.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>

#include <cmath>

namespace gyre {
namespace {

struct Case {
  const char* puzzle;
  Metric metric;
  const char* moves;
  double most_log_index;
};

class PhaseSpaces : public testing::TestWithParam<Case> {};

TEST_P(PhaseSpaces, AreLowerBoundsOfTheTrueDistanceAndExactWhereTheyAreWhole) {
  const Case& one = GetParam();
  const PuzzleDefinition definition = load_puzzle(one.puzzle);
  const MoveSet moves(definition, one.metric, one.moves);
  PhasePlanOptions plan_options;
  plan_options.most_log_index = one.most_log_index;
  const auto plan = find_phase_plan(definition, moves, plan_options);
  ASSERT_TRUE(plan.has_value());
  ASSERT_GE(plan->steps.size(), 2U);
  const PhaseUnits none(moves.classes().size(), 0);
  for (std::size_t i = 0; i < plan->steps.size(); ++i) {
    const PhaseUnits& left = i + 1 < plan->steps.size() ? plan->steps[i + 1].units : none;
    const PhaseMoves here(definition, moves, plan->steps[i].units);
    const PhaseMoves after(definition, moves, left);
    const PhaseSpace space(definition, here, after, {});
    const auto distance = distances_to(definition, positions_of(definition, after), here);
    double index = 0;
    for (const auto& entry : distance) index += entry.second == 0 ? 1 : 0;
    index = static_cast<double>(distance.size()) / index;
    EXPECT_NEAR(std::log10(index), plan->steps[i].log_index, 1e-6);
    const bool whole =
        space.tables().size() == 1 && static_cast<double>(space.tables()[0].reached) > index - 0.5;
    PhaseValues values{};
    int reached = 0;
    int odd = 0;
    for (const State& state : positions_of(definition, here)) {
      ASSERT_TRUE(space.rank(state, values));
      const int bound = space.bound(values).cost;
      const int truth = distance.at(key_of(state));
      if (whole) {
        ASSERT_EQ(bound, truth);
      } else {
        ASSERT_LE(bound, truth);
      }
      reached += bound == truth ? 1 : 0;
      // No end is refused for its signs, and all signs are found on the way, too.
      if (truth == 0) {
        ASSERT_EQ(values.signs, 0);
      }
      for (int m = 0; m < here.size(); ++m) {
        PhaseValues stepped{};
        PhaseValues ranked{};
        space.step(values, m, stepped);
        ASSERT_TRUE(space.rank(compose(definition.orbits(), state, here[m].action), ranked));
        ASSERT_EQ(stepped.signs, ranked.signs);
      }
      odd += values.signs != 0 ? 1 : 0;
      // The coordinates go the way of the position.
      for (std::size_t c = 0; c < space.coordinates().size(); ++c) {
        const PhaseCoordinate& coordinate = space.coordinates()[c];
        const int m = static_cast<int>(state.bytes[0] + state.bytes[1]) % here.size();
        const State next = compose(definition.orbits(), state, here[m].action);
        ASSERT_EQ(coordinate.rank(next), coordinate.row(values[c])[m]);
      }
    }
    EXPECT_GT(reached, 0);
    EXPECT_EQ(odd > 0, space.signs().sums() > 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Small, PhaseSpaces,
                         testing::Values(Case{"2x2x3", Metric::htm, "", 4},
                                         Case{"2x2x3", Metric::qtm, "", 4},
                                         Case{"2x2x2", Metric::htm, "U,R2,F2", 2},
                                         Case{"3x3x3", Metric::qtm, "U2,R2,F2", 3},
                                         Case{"dino4", Metric::htm, "", 5},
                                         Case{"skewb", Metric::htm, "U,L,R", 5}));

// Twelve pieces have 12! arrangements, but those of M12 fit one coordinate.
TEST(PhaseSpace, PiecesThatTheMovesRestrainAreInOneTable) {
  const PuzzleDefinition definition = load_puzzle("m12");
  const MoveSet moves(definition, Metric::htm);
  const PhaseMoves here(definition, moves, all_units(moves));
  const PhaseMoves after(definition, moves, PhaseUnits(moves.classes().size(), 0));
  const PhaseSpace space(definition, here, after, {});
  ASSERT_EQ(space.tables().size(), 1U);
  EXPECT_EQ(space.tables()[0].reached, 95'040U);
  const auto distance = distances_to(definition, positions_of(definition, after), here);
  ASSERT_EQ(distance.size(), 95'040U);
  PhaseValues values{};
  for (const State& state : positions_of(definition, here)) {
    ASSERT_TRUE(space.rank(state, values));
    ASSERT_EQ(space.bound(values).cost, distance.at(key_of(state)));
  }
}

}  // namespace
}  // namespace gyre
