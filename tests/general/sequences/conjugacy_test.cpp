// Conjugacy classes: the number of positions against all positions of small puzzles.
#include "general/sequences/conjugacy.h"

#include "format/tws.h"

#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace gyre {
namespace {

// "A 2 3+1 (7 positions)" without the number.
std::string class_of(const std::string& text) {
  return text.ends_with(')') ? text.substr(0, text.rfind(" (")) : text;
}

std::set<State> all_actions(const PuzzleDefinition& puzzle) {
  std::set<State> all = {identity_state(puzzle.orbits())};
  std::vector<State> queue(all.begin(), all.end());
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const BaseMove& move : puzzle.moves()) {
      State next = compose(puzzle.orbits(), State(queue[i]), move.action);
      if (all.insert(next).second) queue.push_back(std::move(next));
    }
  }
  return all;
}

void expect_all_counted(const PuzzleDefinition& puzzle) {
  const ConjugacyClasses classes(puzzle, MoveSet(puzzle, Metric::htm));
  std::map<std::string, int> count;
  const std::set<State> all = all_actions(puzzle);
  for (const State& action : all) ++count[class_of(classes.text_of(action))];
  for (const State& action : all) {
    const std::optional<BigInt> known = classes.positions(action);
    ASSERT_TRUE(known.has_value());
    ASSERT_EQ(*known, count[class_of(classes.text_of(action))]);
  }
}

TEST(Conjugacy, EveryPositionIsCounted) {
  expect_all_counted(
      read_tws("Name a\nSet A 5 2\nSolved\nA\n1 2 3 4 5\nEnd\n"
               "Move M\nA\n2 3 4 5 1\n0 1 0 0 0\nEnd\nMove N\nA\n2 3 1 4 5\nEnd\n",
               "a"));
  expect_all_counted(
      read_tws("Name b\nSet A 5 1\nSet B 2 1\nSolved\nA\n1 2 3 4 5\nB\n1 2\nEnd\n"
               "Move M\nA\n2 3 4 5 1\nB\n2 1\nEnd\nMove N\nA\n2 3 1 4 5\nEnd\n",
               "b"));
}

TEST(Conjugacy, OfTheCube) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const ConjugacyClasses classes(cube, MoveSet(cube, Metric::htm));
  const auto text = [&](const char* alg) {
    return classes.text_of(action_of(cube, parse_alg(alg)));
  };
  EXPECT_EQ(text(""), "nothing (1 position)");
  // 8 over 3 corners in 112 cycles, each with 9 twists that add up to nothing.
  EXPECT_EQ(class_of(text("U2 R' L F2 R L'")), "EDGES 3");
  EXPECT_EQ(text("U2 R' L F2 R L'"), "EDGES 3 (1760 positions)");
  // A turn of the whole is no position that moves reach.
  EXPECT_EQ(text("x").find("position"), std::string::npos);
}

// Blocks of imprimitivity: nobody counts there.
TEST(Conjugacy, UnknownWhereTheGroupIsTied) {
  const PuzzleDefinition puzzle =
      read_tws("Name a\nSet A 4 1\nSolved\nA\n1 2 3 4\nEnd\nMove M\nA\n2 3 4 1\nEnd\n", "a");
  const ConjugacyClasses classes(puzzle, MoveSet(puzzle, Metric::htm));
  EXPECT_EQ(classes.text_of(puzzle.moves()[0].action), "A 4");
}

}  // namespace
}  // namespace gyre
