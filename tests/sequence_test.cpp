#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include "small_puzzles.h"

namespace gyre {
namespace {

State after(const PuzzleDefinition& cube, const std::string& text) {
  return apply(cube, parse_alg(text, &cube.names()));
}

TEST(Sequence, KnowsWellKnownAlgs) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const Alg sexy = parse_alg("R U R' U'", &cube.names());
  EXPECT_EQ(state_order(cube.orbits(), action_of(cube, sexy)), 6);
  EXPECT_EQ(after(cube, "(R U R' U')6"), cube.solved());
  EXPECT_EQ(after(cube, "[R, U]"), after(cube, "RUR'U'"));
  EXPECT_EQ(after(cube, "[R: U]"), after(cube, "R1U1R3"));
  EXPECT_EQ(after(cube, "R5 R'"), cube.solved());
  // T permutation: two corners and two edges.
  const State t_perm = after(cube, "R U R' U' R' F R2 U' R' U' R U R' F'");
  EXPECT_EQ(pieces_out_of_place(cube.orbits(), cube.solved(), t_perm), 4);
}

TEST(Sequence, MakesLayeredFormsFromSlices) {
  // A line of four discs in three slices R, 2R, 3R that swap neighbours of four separate pairs.
  PuzzleDefinition::Parts parts;
  parts.name = "slices";
  parts.orbits = {{"A", 6, 1}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  const std::vector<int> zero(6, 0);
  parts.moves = {{"R", test::make_action(parts.orbits, {{{1, 0, 2, 3, 4, 5}, zero}})},
                 {"2R", test::make_action(parts.orbits, {{{0, 1, 3, 2, 4, 5}, zero}})},
                 {"3R", test::make_action(parts.orbits, {{{0, 1, 2, 3, 5, 4}, zero}})}};
  const PuzzleDefinition slices(parts);
  EXPECT_EQ(after(slices, "Rw"), after(slices, "R 2R"));
  EXPECT_EQ(after(slices, "r"), after(slices, "R 2R"));
  EXPECT_EQ(after(slices, "3Rw"), after(slices, "R 2R 3R"));
  EXPECT_EQ(after(slices, "3r'"), after(slices, "3R' 2R' R'"));
  EXPECT_EQ(after(slices, "2-3R"), after(slices, "2R 3R"));
  EXPECT_EQ(after(slices, "2-3r"), after(slices, "2R 3R"));
  EXPECT_THROW(static_cast<void>(after(slices, "4Rw")), Error);
}

TEST(Sequence, ChainsOfNamesNeitherOverflowNorGrowWithoutLimit) {
  const PuzzleDefinition cube = test::hand_made_cube();
  PuzzleDefinition::Parts parts = cube.parts();
  const auto derive = [&](const std::string& name, const std::string& definition) {
    const PuzzleDefinition so_far(parts);
    parts.derived.push_back(
        {name, definition, action_of(so_far, parse_alg(definition, &so_far.names()))});
  };
  derive("Ta", "R999999997");
  derive("Tb", "Ta999999997");
  derive("Tc", "Tb999999997");
  std::string last = "Sa";
  derive(last, "R U");
  for (char c = 'b'; c <= 'z'; ++c) {
    const std::string next = std::string("S") + c;
    derive(next, last + " " + last);
    last = next;
  }
  const PuzzleDefinition chained(parts);
  const auto whole = [&](const std::string& text) {
    return print(from_moves(base_moves(chained, {0, 0, text, 1})));
  };
  EXPECT_EQ(whole("Tc"), "R");
  EXPECT_EQ(whole("Sb"), "R U R U");
  EXPECT_THROW(static_cast<void>(whole("Sz")), Error);
}

TEST(Sequence, SimplifiesWithTheFactsOfThePuzzle) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const auto simple = [&](const std::string& text) {
    return print(from_moves(simplify(expand(parse_alg(text, &cube.names())), move_facts(cube))));
  };
  EXPECT_EQ(simple("R R"), "R2");
  EXPECT_EQ(simple("U D U'"), "D");
  EXPECT_EQ(simple("R7"), "R'");
  EXPECT_EQ(simple("R U U' R'"), "");
  EXPECT_EQ(simple("U R U"), "U R U");
}

}  // namespace
}  // namespace gyre
