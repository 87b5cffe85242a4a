#include "front/puzzle/competition_event.h"
#include "base/random.h"

#include "front/puzzle/asked_puzzle.h"
#include "front/puzzle/scrambling.h"

#include <gtest/gtest.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace gyre {
namespace {

TEST(CompetitionEvents, ByName) {
  EXPECT_EQ(find_event("333oh")->puzzle, "3x3x3");
  EXPECT_EQ(find_event("333oh")->form, "");
  EXPECT_EQ(find_event("333FM")->form, "333fm");
  EXPECT_EQ(find_event("444bf")->puzzle, "4x4x4");
  EXPECT_EQ(find_event(" 333mbf  12 ")->cubes, 12);
  EXPECT_EQ(find_event("333mbf 12")->form, "333bf");
  EXPECT_EQ(find_event("333mbf")->cubes, 1);
  for (const char* text : {"", " ", "333", "3x3x3", "333bf 2", "333mbf.tws", "c f 1/3"}) {
    EXPECT_FALSE(find_event(text)) << text;
  }
  for (const char* text : {"333mbf 0", "333mbf -1", "333mbf 1001", "333mbf two", "333mbf 2 3"}) {
    EXPECT_THROW((void)find_event(text), Error) << text;
  }
}

// What competitions call puzzles are names of puzzles everywhere.
TEST(CompetitionEvents, ArePuzzles) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"222", "2x2x2"},      {"333", "3x3x3"},   {"444", "4x4x4"},      {"555", "5x5x5"},
      {"666", "6x6x6"},      {"777", "7x7x7"},   {"pyram", "pyraminx"}, {"skewb", "skewb"},
      {"sq1", "square1"},    {"clock", "clock"}, {"minx", "megaminx"},  {"333oh", "3x3x3"},
      {"333mbf 2", "3x3x3"}, {"555bf", "5x5x5"}};
  for (const auto& [name, puzzle] : names) {
    PuzzleWish wish;
    wish.text = name;
    EXPECT_EQ(AskedPuzzle(wish).definition().name(), puzzle) << name;
  }
}

class CubeEvents : public testing::Test {
 protected:
  // Each makes what was drawn, in at most 20 moves and those that the event adds.
  template <class Check>
  static void try_seeds(const std::string& event, const Check& check) {
    PuzzleWish asked;
    asked.text = event;
    const AskedPuzzle puzzle(asked);
    const PuzzleDefinition& definition = puzzle.definition();
    const ScrambleMaker maker =
        make_scrambles(puzzle, {}, cube_scrambling([] { return Cube3Solver(); }));
    EXPECT_EQ(maker.kind(), ScrambleKind::random_state);
    for (int seed = 0; seed < 100; ++seed) {
      Rng rng(static_cast<std::uint64_t>(seed));
      const ScrambleMaker::Draw draw = maker.draw(rng);
      const std::string text = maker.write(draw).value();
      const Alg alg = parse_alg(text, &definition.names());
      EXPECT_EQ(apply(definition, alg), draw.position) << text;
      // No turn stands beside one of its axis in such a way that they could be one.
      EXPECT_EQ(simplify(expand(alg), move_facts(definition)).size(), expand(alg).size()) << text;
      std::istringstream in(text);
      std::vector<std::string> words;
      for (std::string word; in >> word;) words.push_back(word);
      check(words);
    }
  }
};

TEST_F(CubeEvents, FewestMovesBetweenGivenTurns) {
  const std::vector<std::string> frame = {"R'", "U'", "F"};
  try_seeds("333fm", [&](const std::vector<std::string>& words) {
    ASSERT_GE(words.size(), 6U);
    EXPECT_LE(words.size(), 28U);
    EXPECT_TRUE(std::equal(frame.begin(), frame.end(), words.begin()));
    EXPECT_TRUE(std::equal(frame.begin(), frame.end(), words.end() - 3));
    // Nothing of the frame is taken back or turned on.
    EXPECT_EQ(std::string("FB").find(words[3][0]), std::string::npos);
    EXPECT_EQ(std::string("RL").find(words[words.size() - 4][0]), std::string::npos);
  });
}

TEST_F(CubeEvents, BlindfoldedEndsWithWideTurns) {
  int held = 0;
  try_seeds("333bf", [&](const std::vector<std::string>& words) {
    const auto is_wide = [](const std::string& word) { return word.size() > 1 && word[1] == 'w'; };
    const auto wide = std::find_if(words.begin(), words.end(), is_wide);
    EXPECT_TRUE(std::all_of(wide, words.end(), is_wide));
    EXPECT_LE(words.end() - wide, 2);
    if (wide == words.end()) return;
    ++held;
    const char face = (*(wide - 1))[0];
    const std::string axis = (*wide)[0] == 'R' ? "RL" : (*wide)[0] == 'F' ? "FB" : "UD";
    EXPECT_EQ(axis.find(face), std::string::npos);
  });
  // 23 of 24 ways to hold it need a turn.
  EXPECT_GT(held, 85);
}

TEST_F(CubeEvents, AnAttemptTakesManyCubes) {
  PuzzleWish wish;
  wish.text = "333mbf 7";
  EXPECT_EQ(scrambles_of_attempt(AskedPuzzle(wish)), 7);
  wish.text = "333bf";
  EXPECT_EQ(scrambles_of_attempt(AskedPuzzle(wish)), 1);
}

}  // namespace
}  // namespace gyre
