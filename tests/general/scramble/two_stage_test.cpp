#include "general/scramble/two_stage.h"
#include "base/random.h"
#include "general/scramble/step_distance.h"

#include <gyre/alg/alg.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace gyre {
namespace {

const PuzzleDefinition& square1() {
  static const PuzzleDefinition definition = load_puzzle("square1");
  return definition;
}

const TwoStageSearch& search() {
  static const TwoStageSearch made(square1(), MoveSet(square1(), Metric::htm));
  return made;
}

State position_of(const std::string& alg) {
  return apply(square1(), parse_alg(alg, &square1().names()));
}

// Replays, and counts the slashes.
int slashes(const State& position) {
  const MoveSet moves(square1(), Metric::htm);
  const auto solution = search().solve(position);
  EXPECT_TRUE(solution);
  std::string text;
  int count = 0;
  for (const int move : *solution) {
    text += moves.moves()[move].name + " ";
    if (moves.moves()[move].name == "R") ++count;
  }
  EXPECT_EQ(apply(square1(), position, parse_alg(text, &square1().names())), square1().solved());
  return count;
}

TEST(TwoStage, TablesOfTheSquare1) {
  EXPECT_EQ(search().shapes(), 3'678U);  // as PuzzleGroup counts them
  EXPECT_EQ(search().table_depth(), 5);
}

TEST(TwoStage, KnownPositions) {
  EXPECT_EQ(slashes(square1().solved()), 0);
  EXPECT_EQ(slashes(position_of("(3,-3)")), 0);
  EXPECT_EQ(slashes(position_of("/")), 1);
  EXPECT_EQ(slashes(position_of("(1,0)/ (3,3)/")), 2);
}

// Two corners exchanged and nothing else: odd, so the solved shape must be left.
TEST(TwoStage, OddPositionsOfTheSolvedShape) {
  State position = square1().solved();
  for (const int slot : {0, 1}) std::swap(position.bytes[slot], position.bytes[slot + 3]);
  ASSERT_TRUE(PuzzleGroup(square1()).contains(position).solvable);
  EXPECT_GT(slashes(position), 5);
}

TEST(TwoStage, RandomPositionsTakeFewSlashes) {
  const PuzzleGroup group(square1());
  Rng rng(7);
  int sum = 0;
  constexpr int kPositions = 50;
  for (int i = 0; i < kPositions; ++i) {
    const int count = slashes(group.random_state(rng));
    EXPECT_LE(count, 18);
    sum += count;
  }
  EXPECT_LE(sum, 13.5 * kPositions);
}

// Against a breadth-first search that knows nothing of halves: pairs and slashes are steps.
TEST(StepDistance, IsThatOfABreadthFirstSearch) {
  const MoveSet moves(square1(), Metric::htm);
  const OrbitList& orbits = square1().orbits();
  std::vector<State> pairs;
  for (int u = 0; u < 12; ++u) {
    for (int d = 0; d < 12; ++d) {
      pairs.push_back(compose(orbits, power(orbits, square1().moves()[0].action, u),
                              power(orbits, square1().moves()[1].action, d)));
    }
  }
  std::vector<std::vector<State>> layers = {{square1().solved()}};
  const auto key = [](const State& state) {
    return std::string(state.bytes.begin(), state.bytes.end());
  };
  std::set<std::string> seen = {key(square1().solved())};
  for (int depth = 1; depth <= 4; ++depth) {
    std::vector<State> next;
    for (const State& state : layers.back()) {
      const auto add = [&](const State& action) {
        const State child = compose(orbits, state, action);
        if (square1().legal(child) && seen.insert(key(child)).second) next.push_back(child);
      };
      for (const State& pair : pairs) add(pair);
      add(square1().moves()[2].action);
    }
    layers.push_back(std::move(next));
  }
  const StepDistance two(square1(), moves, 2);
  const StepDistance three(square1(), moves, 3);
  Rng rng(1);
  for (int depth = 0; depth <= 4; ++depth) {
    for (int i = 0; i < 50; ++i) {
      const State& state = layers[depth][random_below(rng, layers[depth].size())];
      EXPECT_EQ(two.within(state), depth <= 2);
      EXPECT_EQ(three.within(state), depth <= 3);
    }
  }
}

}  // namespace
}  // namespace gyre
