#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include "support/small_puzzles.h"

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

TEST(Sequence, MakesLayeredFormsFromBlocks) {
  // The same discs, turned by blocks.
  PuzzleDefinition::Parts parts;
  parts.name = "blocks";
  parts.orbits = {{"A", 6, 1}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  const std::vector<int> zero(6, 0);
  parts.moves = {{"R", test::make_action(parts.orbits, {{{1, 0, 2, 3, 4, 5}, zero}})},
                 {"Rw", test::make_action(parts.orbits, {{{1, 0, 3, 2, 4, 5}, zero}})},
                 {"3Rw", test::make_action(parts.orbits, {{{1, 0, 3, 2, 5, 4}, zero}})}};
  const PuzzleDefinition blocks(parts);
  EXPECT_EQ(after(blocks, "2R"), after(blocks, "Rw R'"));
  EXPECT_EQ(after(blocks, "3R'"), after(blocks, "Rw 3Rw'"));
  EXPECT_EQ(after(blocks, "2-3R"), after(blocks, "3Rw R'"));
  EXPECT_EQ(after(blocks, "r"), after(blocks, "Rw"));
  EXPECT_EQ(after(blocks, "1-3r"), after(blocks, "3Rw"));
  EXPECT_THROW(static_cast<void>(after(blocks, "4R")), Error);
  // Where r is a tip, R holds two layers, and nobody knows what 2R is.
  parts.derived = {{"r", "R", parts.moves[0].action}};
  EXPECT_THROW(static_cast<void>(after(PuzzleDefinition(parts), "2R")), Error);
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

// Six in a ring, two turns of three and a swap; the first piece must not get to the fourth and
// fifth slot. x turns the ring by one slot.
PuzzleDefinition bandaged() {
  PuzzleDefinition::Parts parts;
  parts.name = "bandaged";
  parts.orbits = {{"RING", 6, 1}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  const std::vector<int> zero(6, 0);
  parts.moves = {{"A", test::make_action(parts.orbits, {{{1, 2, 0, 3, 4, 5}, zero}})},
                 {"B", test::make_action(parts.orbits, {{{0, 1, 3, 4, 2, 5}, zero}})},
                 {"C", test::make_action(parts.orbits, {{{0, 1, 2, 3, 5, 4}, zero}})}};
  parts.rotations = {{"x", test::make_action(parts.orbits, {{{1, 2, 3, 4, 5, 0}, zero}})}};
  parts.illegal = {{0, 3, {0}}, {0, 4, {0}}};
  const PuzzleDefinition so_far(parts);
  parts.derived.push_back({"T", "A B", action_of(so_far, parse_alg("A B", &so_far.names()))});
  return PuzzleDefinition(parts);
}

std::string blocked(const std::string& text) {
  const PuzzleDefinition puzzle = bandaged();
  try {
    static_cast<void>(after(puzzle, text));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Sequence, RulesBlockMoves) {
  const auto piece_1_in = [](const std::string& move, int slot) {
    return move + " is blocked: piece 1 of RING must not stand in slot " + std::to_string(slot);
  };
  // A takes the first piece to the third slot, from where B takes it out.
  EXPECT_EQ(blocked("A B A"), piece_1_in("'A' (move 3)", 5));
  EXPECT_EQ(blocked("A B' A"), piece_1_in("'A' (move 3)", 4));
  EXPECT_EQ(blocked("(A B)2"), piece_1_in("'A' (move 3)", 5));
  EXPECT_EQ(blocked("A2 B A"), "");
  // The end need not keep the rules, and turns that commute are one step.
  EXPECT_EQ(blocked("A B"), "");
  EXPECT_EQ(blocked("A B B' A"), "");
  EXPECT_EQ(blocked("A B C"), piece_1_in("'C' (move 3)", 5));
  // A derived move is walked through.
  EXPECT_EQ(blocked("T A"), piece_1_in("'A' (move 2)", 5));
  EXPECT_EQ(blocked("T2"), piece_1_in("'T2' (move 1)", 5));
}

TEST(Sequence, RulesTurnWithTheWholePuzzle) {
  const PuzzleDefinition puzzle = bandaged();
  EXPECT_FALSE(puzzle.legal(after(puzzle, "x3'")));
  EXPECT_EQ(blocked("x3' A x"), "");
  EXPECT_EQ(blocked("A B x"), "");
  EXPECT_EQ(blocked("A x A A B"),
            "'B' (move 5) is blocked: piece 1 of RING must not stand in slot 4");
  EXPECT_EQ(after(puzzle, "A x A"), action_of(puzzle, parse_alg("A x A", &puzzle.names())));
}

TEST(Sequence, AStartThatBreaksRulesMustBePutRight) {
  const PuzzleDefinition puzzle = bandaged();
  const State out = after(puzzle, "A B");
  const auto from_out = [&](const std::string& text) {
    return apply(puzzle, out, parse_alg(text, &puzzle.names()));
  };
  EXPECT_EQ(from_out(""), out);
  EXPECT_EQ(from_out("B' A'"), puzzle.solved());
  EXPECT_THROW(static_cast<void>(from_out("A")), Error);
  EXPECT_THROW(static_cast<void>(from_out("A B'")), Error);
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
