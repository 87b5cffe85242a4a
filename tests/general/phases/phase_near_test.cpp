// Pieces that must come beside their partners, what is near the goal of a phase, and beams: against
// all positions of small puzzles, and by the group of the moves that are left on a larger one.
#include "general/phases/phase_near.h"
#include "base/random.h"
#include "format/tws.h"
#include "general/phases/phase_beam.h"
#include "general/phases/phase_space.h"
#include "support/phase_reference.h"

#include <gtest/gtest.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace gyre {
namespace {

// Two kinds of pieces. M and T turn both alike, so each piece keeps its partner; N turns one kind
// only.
std::string tied_puzzle(int pieces) {
  const auto line = [&](const std::vector<int>& cycle) {
    std::vector<int> perm(static_cast<std::size_t>(pieces));
    std::iota(perm.begin(), perm.end(), 1);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      perm[static_cast<std::size_t>(cycle[i]) - 1] = cycle[(i + 1) % cycle.size()];
    }
    std::string text;
    for (const int p : perm) text += std::to_string(p) + " ";
    return text + "\n";
  };
  std::vector<int> all(static_cast<std::size_t>(pieces));
  std::iota(all.begin(), all.end(), 1);
  const std::string count = std::to_string(pieces);
  std::string text = "Name tied\nSet A " + count + " 1\nSet B " + count + " 1\nSolved\nA\n" +
                     line({}) + "B\n" + line({}) + "End\n";
  text += "Move M\nA\n" + line(all) + "B\n" + line(all) + "End\n";
  text += "Move T\nA\n" + line({1, 2, 3}) + "B\n" + line({1, 2, 3}) + "End\n";
  text += "Move N\nA\n" + line({1, 2, 3}) + "End\n";
  return text;
}

struct Phase {
  PuzzleDefinition definition;
  MoveSet moves;
  PhaseUnits units;
  PhaseMoves here;
  PhaseMoves left;
  PhaseSpace space;

  // factors: for each class of moves, every how many of its moves are left, or 0.
  Phase(PuzzleDefinition puzzle, const char* choice, const std::vector<int>& factors)
      : definition(std::move(puzzle)),
        moves(definition, Metric::htm, choice),
        units(all_units(moves)),
        here(definition, moves, units),
        left(definition, moves, narrowed(units, factors)),
        space(definition, PhaseMoves(definition, moves, units), left, {}) {}

  static PhaseUnits narrowed(PhaseUnits units, const std::vector<int>& factors) {
    for (std::size_t i = 0; i < units.size(); ++i) units[i] *= factors[i];
    return units;
  }

  [[nodiscard]] State after(State state, const std::vector<int>& sequence) const {
    for (const int m : sequence) {
      state = compose(definition.orbits(), state, space.moves()[m].action);
    }
    return state;
  }
};

void expect_all_known(const Phase& phase) {
  const auto distance =
      distances_to(phase.definition, positions_of(phase.definition, phase.left), phase.here);
  const PhaseNear near(phase.space, phase.space.tables().size(), 500'000, {});
  PhaseValues values;
  for (const State& state : positions_of(phase.definition, phase.here)) {
    ASSERT_TRUE(phase.space.rank(state, values));
    const int truth = distance.at(key_of(state));
    ASSERT_LE(phase.space.bound(values).cost, truth);
    ASSERT_EQ(near.cost(near.key(values)), truth);
    std::vector<int> way;
    ASSERT_TRUE(near.append_way(values, way));
    ASSERT_EQ(distance.at(key_of(phase.after(state, way))), 0);
  }
}

TEST(PhaseNear, KnowsTheDistancesOfPairs) {
  const Phase phase(read_tws(tied_puzzle(5), "tied.tws"), "", {1, 1, 0});
  ASSERT_EQ(phase.space.view().ties().size(), 1U);
  expect_all_known(phase);
}

TEST(PhaseNear, KnowsTheDistancesOfTheSquareGroup) {
  const Phase phase(load_puzzle("2x2x2"), "U,R2,F2", {2, 1, 1});
  expect_all_known(phase);
}

TEST(PhaseNear, LeadsToTheGoalAsFarAsThereIsRoom) {
  const Phase phase(read_tws(tied_puzzle(9), "tied.tws"), "", {1, 1, 0});
  ASSERT_EQ(phase.space.view().ties().size(), 1U);
  ASSERT_GT(phase.space.coordinates().size(), 1U);
  const PhaseNear near(phase.space, phase.space.tables().size(), 20'000, {});
  const PuzzleGroup all(phase.definition, phase.here.generators());
  const PuzzleGroup goal(phase.definition, phase.left.generators());
  Rng rng(3);
  PhaseValues values;
  int known = 0;
  for (int i = 0; i < 2'000; ++i) {
    const State state = all.random_state(rng);
    ASSERT_TRUE(phase.space.rank(state, values));
    const int cost = near.cost(near.key(values));
    if (cost == PhaseNear::kFar) continue;
    ++known;
    ASSERT_GE(cost, phase.space.bound(values).cost);
    std::vector<int> way;
    ASSERT_TRUE(near.append_way(values, way));
    int sum = 0;
    for (const int m : way) sum += phase.space.moves()[m].cost;
    EXPECT_EQ(sum, cost);
    EXPECT_TRUE(goal.contains(phase.after(state, way)).solvable);
  }
  // A ninth of all 9! / 2 classes of positions.
  EXPECT_GT(known, 2'000 / 9 / 2);
  EXPECT_LT(known, 2'000 / 9 * 2);
}

TEST(PhaseNear, KnowsNothingThatHasNoRoom) {
  const Phase phase(read_tws(tied_puzzle(9), "tied.tws"), "", {1, 1, 0});
  const PhaseNear near(phase.space, phase.space.tables().size(), 1, {});
  PhaseValues values;
  const State state = phase.after(phase.definition.solved(), {phase.space.moves().size() - 1});
  ASSERT_TRUE(phase.space.rank(state, values));
  EXPECT_EQ(near.cost(near.key(values)), PhaseNear::kFar);
}

// No move of the phase takes a piece of one half of an orbit to the other.
TEST(PhaseSigns, APieceOfAnotherComponentIsNowhereThatMovesLead) {
  const PuzzleDefinition definition = read_tws(
      "Name halves\nSet A 20 1\nSolved\nA\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 "
      "20\nEnd\n"
      "Move M\nA\n2 3 4 5 6 7 8 9 10 1 12 11 13 14 15 16 17 18 19 20\nEnd\n"
      "Move N\nA\n2 1 3 4 5 6 7 8 9 10 12 13 14 15 16 17 18 19 20 11\nEnd\n"
      "Move K\nA\n2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\nEnd\n",
      "halves.tws");
  const Phase phase(definition, "", {1, 1, 0});
  ASSERT_GT(phase.space.signs().sums(), 0);
  State wrong = definition.solved();
  std::swap(wrong.bytes[0], wrong.bytes[17]);
  PhaseValues values;
  EXPECT_FALSE(phase.space.rank(wrong, values));
}

TEST(PhaseBeam, EndsInTheGroupOfTheMovesThatAreLeft) {
  const Phase phase(read_tws(tied_puzzle(9), "tied.tws"), "", {1, 1, 0});
  const PhaseNear near(phase.space, phase.space.tables().size(), 200'000, {});
  const PuzzleGroup all(phase.definition, phase.here.generators());
  const PuzzleGroup goal(phase.definition, phase.left.generators());
  const PhaseNear none(phase.space, phase.space.tables().size(), 1, {});
  Rng rng(4);
  for (int i = 0; i < 10; ++i) {
    const State start = all.random_state(rng);
    PhaseValues values;
    ASSERT_TRUE(phase.space.rank(start, values));
    const int least = near.cost(near.key(values));
    ASSERT_NE(least, PhaseNear::kFar);
    for (const PhaseNear* known : {&near, &none}) {
      Stop stop({}, std::nullopt, nullptr);
      PhaseBeam beam(phase.space, phase.space.tables().size(), *known, 1, stop);
      const BeamStart begin{&values, 0};
      int found_cost = -1;
      beam.search({&begin, 1}, 2'000, 60, 0, 60,
                  [&](std::size_t, const std::vector<int>& moves, int total) {
                    EXPECT_TRUE(goal.contains(phase.after(start, moves)).solvable);
                    found_cost = total;
                    return PhaseBeam::Answer::enough;
                  });
      ASSERT_GE(found_cost, least);
      if (known == &near) {
        EXPECT_EQ(found_cost, least);
      }
    }
  }
}

}  // namespace
}  // namespace gyre
