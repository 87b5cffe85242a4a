// Notation: laws that hold for every alg, on random texts and on random small puzzles.
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <algorithm>

namespace gyre {
namespace {

MoveNames some_names() {
  MoveNames names("some");
  for (const char* name : {"R", "2R", "U", "F", "FR", "A", "A1", "A2", "10F", "x", "Uv", "b"})
    names.add(name, true);
  return names;
}

// Pieces of notation, right and wrong, glued together with and without blanks.
rc::Gen<std::string> random_text(bool allow_wrong) {
  std::vector<std::string> pieces = {
      "R",  "U",   "F",   "A",  "A1",  "2R",  "r",  "Rw",      "2-3Fw",   "x",      "Uv",     "b",
      "R'", "U2'", "F12", "A2", "A'2", "A02", "R0", "(",       ")",       "[",      "]",      ",",
      ":",  ".",   "\n",  " ",  "2",   "'",   "3'", " // c\n", "(R U)2 ", "[R, U]", "[F: R]'"};
  if (allow_wrong) {
    for (const char* piece : {"Q", "$", "-", "/", "99999999999", "\xE2\x80\x99", "\x80", "\r", "0"})
      pieces.emplace_back(piece);
  }
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)),
                      [](const std::vector<std::string>& list) {
                        std::string text;
                        for (const std::string& piece : list) text += piece;
                        return text;
                      });
}

// A balanced text: wrong brackets are common in random_text, so nested algs are made here.
std::string nested_text(int depth) {
  static const std::vector<std::string> moves = {"R",   "U2", "F'", "2R", "A1",
                                                 "A'2", "r3", "x",  "Uv"};
  static const std::vector<std::string> amounts = {"", "2", "'", "3'", "0", "1"};
  std::string text;
  const int count = *rc::gen::inRange(0, 4);
  for (int i = 0; i < count; ++i) {
    const int kind = depth == 0 ? 0 : *rc::gen::inRange(0, 6);
    const std::string amount = *rc::gen::elementOf(amounts);
    if (kind <= 1) text += *rc::gen::elementOf(moves);
    if (kind == 2) text += "(" + nested_text(depth - 1) + ")" + amount;
    if (kind == 3)
      text += "[" + nested_text(depth - 1) + "," + nested_text(depth - 1) + "]" + amount;
    if (kind == 4)
      text += "[" + nested_text(depth - 1) + ":" + nested_text(depth - 1) + "]" + amount;
    if (kind == 5) text += "// c\n";
    text += *rc::gen::elementOf(std::vector<std::string>{" ", "\n", " . "});
  }
  return text;
}

RC_GTEST_PROP(AlgProperty, ParseOfPrint, ()) {
  const MoveNames names = some_names();
  const MoveNames* vocabulary = *rc::gen::arbitrary<bool>() ? &names : nullptr;
  const std::string text = *random_text(*rc::gen::arbitrary<bool>());
  Alg alg;
  try {
    alg = parse_alg(text, vocabulary);
  } catch (const Error& error) {
    RC_ASSERT(error.place().line > 0);
    RC_ASSERT(error.place().column > 0);
    return;
  }
  RC_ASSERT(parse_alg(print(alg), vocabulary) == alg);
  RC_ASSERT(print(parse_alg(print(alg), vocabulary)) == print(alg));
}

RC_GTEST_PROP(AlgProperty, NestedParseOfPrint, ()) {
  const MoveNames names = some_names();
  const Alg alg = parse_alg(nested_text(4), &names);
  RC_ASSERT(parse_alg(print(alg), &names) == alg);
}

RC_GTEST_PROP(AlgProperty, InverseReversesTheExpandedAlg, ()) {
  const MoveNames names = some_names();
  const Alg alg = parse_alg(nested_text(4), &names);
  RC_ASSERT(invert(invert(alg)) == alg);
  std::vector<MoveToken> expected = expand(alg);
  std::reverse(expected.begin(), expected.end());
  for (MoveToken& move : expected) move.amount = -move.amount;
  RC_ASSERT(expand(invert(alg)) == expected);
  RC_ASSERT(expand(parse_alg(print(invert(alg)), &names)) == expected);
}

RC_GTEST_PROP(AlgProperty, ExpandAgreesWithBracketsByDefinition, ()) {
  const std::string a = nested_text(2);
  const std::string b = nested_text(2);
  const auto flat = [](const std::string& text) { return expand(parse_alg(text)); };
  RC_ASSERT(flat("[" + a + "," + b + "]") == flat(a + "\n" + b + "\n(" + a + "\n)'(" + b + "\n)'"));
  RC_ASSERT(flat("[" + a + ":" + b + "]") == flat(a + "\n" + b + "\n(" + a + "\n)'"));
  RC_ASSERT(flat("[" + a + "," + b + "]'") == flat("[" + b + "," + a + "]"));
  RC_ASSERT(flat("(" + a + ")3") == flat(a + "\n" + a + "\n" + a));
}

// Cycles on random places: some commute, some not, and not transitively; a 6-cycle's square
// commutes with more than the cycle does.
PuzzleDefinition random_puzzle() {
  PuzzleDefinition::Parts parts;
  parts.name = "random";
  parts.orbits = {{"P", 9, *rc::gen::inRange(1, 4)}};
  const OrbitList orbits(parts.orbits);
  parts.solved = identity_state(orbits);
  for (const char* name : {"A", "B", "C", "D", "E"}) {
    BaseMove move{name, identity_state(orbits), 0};
    const int start = *rc::gen::inRange(0, 9);
    const int length = *rc::gen::inRange(1, 7);
    for (int i = 0; i < length; ++i) {
      move.action.bytes[(start + i) % 9] =
          static_cast<std::uint8_t>((start + (i + 1) % length) % 9);
    }
    move.action.bytes[9 + start] =
        static_cast<std::uint8_t>(*rc::gen::inRange(0, parts.orbits[0].orientations));
    parts.moves.push_back(move);
  }
  return PuzzleDefinition(parts);
}

RC_GTEST_PROP(AlgProperty, SimplifyKeepsTheEffect, ()) {
  const PuzzleDefinition puzzle = random_puzzle();
  std::vector<MoveToken> moves(*rc::gen::inRange(0, 40));
  for (MoveToken& move : moves) {
    move.family = *rc::gen::elementOf(std::string("ABCDE"));
    move.amount = *rc::gen::inRange(-9, 10);
  }
  const std::vector<MoveToken> simple = simplify(moves, move_facts(puzzle));
  RC_ASSERT(simple.size() <= moves.size());
  RC_ASSERT(action_of(puzzle, from_moves(simple)) == action_of(puzzle, from_moves(moves)));
  RC_ASSERT(simplify(simple, move_facts(puzzle)) == simple);
  for (const MoveToken& move : simple) {
    const std::int64_t order = move_facts(puzzle).order(move);
    RC_ASSERT(move.amount != 0);
    RC_ASSERT(move.amount >= -(order - 1) / 2);
    RC_ASSERT(move.amount <= order / 2);
  }
  // Nothing is left to merge: between two turns of one name stands one that commutes with neither
  // side's way to the other.
  const MoveFacts facts = move_facts(puzzle);
  for (std::size_t i = 0; i < simple.size(); ++i) {
    for (std::size_t j = i; j-- > 0 && (simple[j].family == simple[i].family ||
                                        facts.commute(simple[j], simple[i]));) {
      RC_ASSERT(simple[j].family != simple[i].family);
    }
  }
  // An alg and its inverse cancel.
  std::vector<MoveToken> nothing = moves;
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
    nothing.push_back(*move);
    nothing.back().amount = -move->amount;
  }
  RC_ASSERT(action_of(puzzle, from_moves(simplify(nothing, facts))) ==
            identity_state(puzzle.orbits()));
}

}  // namespace
}  // namespace gyre
