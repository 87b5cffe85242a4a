// Derived moves that can be chosen like moves.
#include "puzzle/definition/choice.h"
#include "support/error_of.h"

#include <gyre/library/library.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>
#include "format/kpuzzle.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace gyre {
namespace {

// The 3x3x3 with derived moves of every kind.
PuzzleDefinition cube() {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(write_kpuzzle(load_puzzle("3x3x3")));
  json["derivedMoves"] = {{"Sexy", "R U R' U'"}, {"Sexy2", "Sexy Sexy"}, {"Left", "[Uv2: Sexy]"},
                          {"Slice", "R L' Rv'"}, {"Wide", "L Rv"},       {"Same", "R'"}};
  return read_kpuzzle(json.dump(), "p.json");
}

TEST(Choice, DerivedMovesThatMovesMakeBecomeMoves) {
  const PuzzleDefinition puzzle = cube();
  const auto chosen = with_chosen_moves(puzzle, "U,Sexy,Sexy2'  Left");
  ASSERT_TRUE(chosen);
  ASSERT_EQ(chosen->moves().size(), 8U);
  EXPECT_EQ(chosen->moves()[6].name, "Sexy");
  EXPECT_EQ(chosen->moves()[6].order, 6);
  EXPECT_EQ(chosen->moves()[7].name, "Left");
  EXPECT_EQ(chosen->moves()[7].action, action_of(puzzle, parse_alg("L U L' U'", &puzzle.names())));
  // Sexy2 is Sexy by 2 now.
  EXPECT_EQ(chosen->derived().size(), puzzle.derived().size() - 3);
  EXPECT_EQ(action_of(*chosen, parse_alg("Sexy2", &chosen->names())),
            action_of(puzzle, parse_alg("Sexy2", &puzzle.names())));
  EXPECT_NE(chosen->digest(), puzzle.digest());
  EXPECT_EQ(PuzzleGroup(*chosen).states(), PuzzleGroup(puzzle).states());
  const MoveSet moves(*chosen, Metric::htm, "U,Sexy2'");
  EXPECT_EQ(moves.classes().size(), 2U);
  EXPECT_EQ(moves.size(), 3 + 2);  // Sexy by 2 and by -2
}

TEST(Choice, OthersStayAsTheyAre) {
  const PuzzleDefinition puzzle = cube();
  for (const char* words : {"", "U,R2", "Same", "Same2", "Slice", "Wide", "Rv", "Q", "Sexyy"}) {
    EXPECT_FALSE(with_chosen_moves(puzzle, words)) << words;
  }
  EXPECT_EQ(MoveSet(puzzle, Metric::htm, "Same2").classes()[0].name, "R2");
  // A rule could block a move halfway.
  const PuzzleDefinition square = load_puzzle("square1");
  for (const DerivedMove& move : square.derived()) {
    EXPECT_FALSE(with_chosen_moves(square, move.name)) << move.name;
  }
}

TEST(Choice, Words) {
  EXPECT_EQ(selection_words(" U,R2\t F\n"), (std::vector<std::string>{"U", "R2", "F"}));
  EXPECT_TRUE(selection_words("").empty());
  for (const char* forgotten : {",", " ", ", ", "U,,R", "U, ,R", ",U", "U,"}) {
    EXPECT_EQ(test::error_of([&] { (void)selection_words(forgotten); }),
              no_list_of_moves(forgotten));
  }
  EXPECT_EQ(no_list_of_moves("U,,R"),
            "'U,,R' is no list of moves: a move is missing (expected as in U,R2,F)");
  const PuzzleDefinition puzzle = cube();
  EXPECT_EQ(find_choice(puzzle, "R3'")->base, 2);
  EXPECT_EQ(find_choice(puzzle, "R3'")->amount, -3);
  EXPECT_EQ(find_choice(puzzle, "Same2")->amount, -2);
  EXPECT_FALSE(find_choice(puzzle, "Sexy"));
  EXPECT_FALSE(find_choice(puzzle, "Uv"));
}

}  // namespace
}  // namespace gyre
