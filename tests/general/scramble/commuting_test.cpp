#include "general/scramble/commuting.h"

#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>

#include "base/random.h"
#include "support/small_puzzles.h"

#include <gtest/gtest.h>

namespace gyre {
namespace {

State made_by(const PuzzleDefinition& definition, const MoveSet& moves,
              const std::vector<int>& amounts) {
  const OrbitList& orbits = definition.orbits();
  State state = definition.solved();
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    const MoveClass& one = moves.classes()[i];
    EXPECT_GE(amounts[i], 0);
    EXPECT_LT(amounts[i], one.order);
    state = compose(orbits, state,
                    power(orbits, definition.moves()[one.base].action, one.unit * amounts[i]));
  }
  return state;
}

TEST(CommutingMoves, FitOnlyWhereAllCommute) {
  const PuzzleDefinition clock = load_puzzle("clock");
  EXPECT_TRUE(CommutingMoves::fits(clock, MoveSet(clock, Metric::htm)));
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  EXPECT_FALSE(CommutingMoves::fits(cube, MoveSet(cube, Metric::htm)));
  EXPECT_TRUE(CommutingMoves::fits(cube, MoveSet(cube, Metric::htm, "U,D2")));
  const PuzzleDefinition square1 = load_puzzle("square1");
  EXPECT_FALSE(CommutingMoves::fits(square1, MoveSet(square1, Metric::htm, "U,D")));
}

TEST(CommutingMoves, MakeAnyPositionOfTheClock) {
  const PuzzleDefinition clock = load_puzzle("clock");
  const MoveSet moves(clock, Metric::htm);
  const CommutingMoves commuting(clock, moves);
  const PuzzleGroup group(clock, moves);
  Rng rng(1);
  for (int i = 0; i < 1'000; ++i) {
    const State position = group.random_state(rng);
    const auto amounts = commuting.amounts(position);
    ASSERT_TRUE(amounts);
    EXPECT_EQ(made_by(clock, moves, *amounts), position);
  }
}

TEST(CommutingMoves, TellWhatTheyCannotMake) {
  const PuzzleDefinition clock = load_puzzle("clock");
  const CommutingMoves all(clock, MoveSet(clock, Metric::htm));
  State position = clock.solved();
  position.bytes[clock.orbits().ori_offset(0)] = 1;  // one dial of a wheel without the other
  EXPECT_FALSE(all.amounts(position));
  const CommutingMoves halves(clock, MoveSet(clock, Metric::htm, "UR2"));
  const MoveSet one(clock, Metric::htm, "UR");
  EXPECT_FALSE(halves.amounts(compose(clock.orbits(), clock.solved(), one.moves()[0].action)));
}

// Permutations too, with orders that are no primes to each other: every product of every pair of
// powers is told from the position alone.
TEST(CommutingMoves, ThatPermutePieces) {
  PuzzleDefinition::Parts parts;
  parts.name = "cycles";
  parts.orbits = {{"A", 6, 4}, {"B", 4, 1}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  // A six-cycle with a twist, a power of it with something else, and a turn of B.
  const State turn = test::make_action(
      parts.orbits, {{{1, 2, 3, 4, 5, 0}, {0, 1, 0, 0, 0, 0}}, {{0, 1, 2, 3}, {0, 0, 0, 0}}});
  const State other = test::make_action(
      parts.orbits, {{{0, 1, 2, 3, 4, 5}, {2, 2, 2, 2, 2, 2}}, {{1, 0, 3, 2}, {0, 0, 0, 0}}});
  const State swap = test::make_action(
      parts.orbits, {{{0, 1, 2, 3, 4, 5}, {0, 0, 0, 0, 0, 0}}, {{2, 3, 0, 1}, {0, 0, 0, 0}}});
  parts.moves = {{"M", turn}, {"N", other}, {"O", swap}};
  const PuzzleDefinition definition(std::move(parts));
  const MoveSet moves(definition, Metric::htm);
  ASSERT_TRUE(CommutingMoves::fits(definition, moves));
  const CommutingMoves commuting(definition, moves);
  const PuzzleGroup group(definition, moves);
  int made = 0;
  for (int m = 0; m < moves.classes()[0].order; ++m) {
    for (int n = 0; n < moves.classes()[1].order; ++n) {
      for (int o = 0; o < moves.classes()[2].order; ++o) {
        const State position = made_by(definition, moves, {m, n, o});
        const auto amounts = commuting.amounts(position);
        ASSERT_TRUE(amounts);
        EXPECT_EQ(made_by(definition, moves, *amounts), position);
        ++made;
      }
    }
  }
  EXPECT_GE(made, group.order().convert_to<int>());
}

}  // namespace
}  // namespace gyre
