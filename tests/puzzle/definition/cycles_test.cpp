// Cycles of actions: against the order and the number of pieces of random sequences, and by hand.
#include "puzzle/definition/cycles.h"

#include <gyre/library/library.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace gyre {
namespace {

TEST(Cycles, OfATurn) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  const OrbitList& orbits = cube.orbits();
  const std::vector<ActionCycle> turn = cycles_of(orbits, action_of(cube, parse_alg("U")));
  ASSERT_EQ(turn.size(), 1U);
  EXPECT_EQ(turn[0].slots, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(turn[0].twist, 0);
  EXPECT_TRUE(cycles_of(orbits, identity_state(orbits)).empty());
  // Each slot's piece comes to the next.
  const State action = action_of(cube, parse_alg("U"));
  for (std::size_t i = 0; i < turn[0].slots.size(); ++i) {
    const int next = turn[0].slots[(i + 1) % turn[0].slots.size()];
    EXPECT_EQ(action.bytes[orbits.perm_offset(0) + next], turn[0].slots[i]);
  }
}

TEST(Cycles, TwistsAreWrittenTheShorterWayRound) {
  EXPECT_EQ(twist_text(1, 3), "+1");
  EXPECT_EQ(twist_text(2, 3), "-1");
  EXPECT_EQ(twist_text(1, 2), "+1");
  EXPECT_EQ(twist_text(2, 4), "+2");
}

TEST(Cycles, MakeUpTheOrderAndThePieces) {
  std::mt19937_64 random(5);
  for (const char* name : {"3x3x3", "megaminx", "square1"}) {
    const PuzzleDefinition puzzle = load_puzzle(name);
    const OrbitList& orbits = puzzle.orbits();
    const MoveSet moves(puzzle, Metric::htm);
    for (int round = 0; round < 50; ++round) {
      State action = identity_state(orbits);
      for (int i = 0; i < 12; ++i) {
        action = compose(orbits, action, moves.moves()[random() % moves.moves().size()].action);
      }
      std::int64_t order = 1;
      int pieces = 0;
      for (const ActionCycle& cycle : cycles_of(orbits, action)) {
        const int all = orbits[cycle.orbit].orientations;
        order = std::lcm(order, static_cast<std::int64_t>(cycle.slots.size()) *
                                    (all / std::gcd(all, cycle.twist)));
        pieces += static_cast<int>(cycle.slots.size());
      }
      EXPECT_EQ(order, state_order(orbits, action));
      const State solved = identity_state(orbits);
      EXPECT_GE(pieces, pieces_out_of_place(orbits, solved, action));
    }
  }
}

}  // namespace
}  // namespace gyre
