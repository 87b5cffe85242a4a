#include "support/random_puzzle.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include "format/kpuzzle.h"
#include "format/tws.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

#include <ctime>

namespace gyre {
namespace {

// With parts that a test may replace.
struct Sample {
  std::string name = R"("tiny")";
  std::string orbits = R"([{"orbitName": "A", "numPieces": 5, "numOrientations": 3},
                           {"orbitName": "B", "numPieces": 2, "numOrientations": 2}])";
  std::string pattern = R"({"A": {"pieces": [0, 1, 2, 3, 4], "orientation": [0, 0, 0, 0, 0]},
                            "B": {"pieces": [1, 0], "orientation": [0, 0],
                                  "orientationMod": [1, 0]}})";
  std::string moves = R"({"M": {"A": {"permutation": [0, 2, 3, 1, 4],
                                      "orientationDelta": [0, 2, 0, 1, 1]}},
                          "Uv": {"B": {"permutation": [1, 0]}}})";
  std::string more;

  [[nodiscard]] std::string text() const {
    return fmt::format(R"({{"name": {}, "orbits": {}, "defaultPattern": {}, "moves": {}{}}})", name,
                       orbits, pattern, moves, more);
  }
};

std::string kpuzzle_error(const std::string& text) {
  try {
    (void)read_kpuzzle(text, "p.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(KPuzzle, MeansTheSameAsTws) {
  Sample sample;
  sample.more = R"(, "derivedMoves": {"N": "[M: M2]", "again": "N' N2'"},
                    "experimentalStuff": [{"deep": [1.5, null, true]}])";
  const PuzzleDefinition puzzle = read_kpuzzle(sample.text(), "p.json");
  const PuzzleDefinition tws = read_tws(
      "Name tiny\nSet A 5 3\nSet B 2 2\nSolved\nB\n2 1\n? 0\nEnd\n"
      "Move M\nA\n1 3 4 2 5\n0 1 2 0 1\nEnd\nMove Uv\nB\n2 1\nEnd\n",
      "f");
  EXPECT_EQ(puzzle.digest(), tws.digest());
  ASSERT_EQ(puzzle.derived().size(), 2U);
  EXPECT_EQ(puzzle.derived()[0].action, action_of(tws, parse_alg("M2", &tws.names())));
  EXPECT_EQ(puzzle.derived()[1].action, action_of(tws, parse_alg("M6'", &tws.names())));
}

TEST(KPuzzle, TheOrderOfMovesIsThatOfTheFile) {
  Sample sample;
  sample.moves = R"({"Z": {}, "M": {"A": {"permutation": [1, 0, 2, 3, 4]}}, "A": {}})";
  const PuzzleDefinition puzzle = read_kpuzzle(sample.text(), "p.json");
  ASSERT_EQ(puzzle.moves().size(), 3U);
  EXPECT_EQ(puzzle.moves()[0].name, "Z");
  EXPECT_EQ(puzzle.moves()[2].name, "A");
}

TEST(KPuzzle, LabelsAndRulesHaveFieldsOfOurOwn) {
  const PuzzleDefinition tws = read_tws(
      "Name t\nSet A 4 1\nSolved\nA\n9 3 3 255\nEnd\nMove M\nA\n2 3 4 1\nEnd\nIllegal A 2 255\n",
      "f");
  const std::string text = write_kpuzzle(tws);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["defaultPattern"]["A"]["pieces"].dump(), "[1,0,0,2]");
  EXPECT_EQ(json["gyreLabels"]["A"].dump(), "[2,8,254]");
  EXPECT_EQ(json["gyreIllegal"].dump(), R"([{"orbit":"A","pieces":[2],"slot":1}])");
  const PuzzleDefinition again = read_kpuzzle(text, "p.json");
  EXPECT_EQ(again.digest(), tws.digest());
  EXPECT_EQ(write_tws(again), write_tws(tws));
  // Patterns may use packed identities or labels.
  const State state = tws.solved();
  EXPECT_EQ(read_kpattern(again, R"({"A": {"pieces": [1, 0, 0, 2]}})", "p"), state);
  EXPECT_EQ(read_kpattern(again, R"({"A": {"pieces": [8, 2, 2, 254]}})", "p"), state);
}

TEST(KPuzzle, PatternsBareOrInPatternData) {
  const PuzzleDefinition puzzle = read_kpuzzle(Sample().text(), "p.json");
  const std::string bare = write_kpattern(puzzle, puzzle.solved());
  EXPECT_EQ(read_kpattern(puzzle, bare, "p"), puzzle.solved());
  EXPECT_EQ(read_kpattern(puzzle, "{\"patternData\": " + bare + "}", "p"), puzzle.solved());
  EXPECT_EQ(read_kpattern(puzzle, "{}", "p"), puzzle.solved());
  // Without orientationMod, what is wild follows from the definition.
  EXPECT_EQ(read_kpattern(puzzle, R"({"B": {"pieces": [1, 0], "orientation": [1, 0]}})", "p"),
            puzzle.solved());
  EXPECT_THROW(
      (void)read_kpattern(puzzle, R"({"B": {"pieces": [1, 0], "orientationMod": [0, 0]}})", "p"),
      Error);
  EXPECT_THROW((void)read_kpattern(puzzle, R"({"A": {"pieces": [0, 1, 2, 3, 3]}})", "p"), Error);
  EXPECT_THROW((void)read_kpattern(puzzle, "[]", "p"), Error);
}

// JavaScript's remainder keeps the sign.
TEST(KPuzzle, PiecesMayBeTurnedBack) {
  Sample sample;
  const PuzzleDefinition puzzle = read_kpuzzle(sample.text(), "p.json");
  sample.moves = R"({"M": {"A": {"permutation": [0, 2, 3, 1, 4],
                                 "orientationDelta": [0, -1, 0, -2, 1]}},
                     "Uv": {"B": {"permutation": [1, 0], "orientationDelta": [0, 0]}}})";
  EXPECT_EQ(read_kpuzzle(sample.text(), "p.json").digest(), puzzle.digest());
  EXPECT_EQ(read_kpattern(puzzle, R"({"A": {"pieces": [0, 1, 2, 3, 4],
                                            "orientation": [-2, -1, 0, 0, 0]}})",
                          "p"),
            read_kpattern(puzzle, R"({"A": {"pieces": [0, 1, 2, 3, 4],
                                            "orientation": [1, 2, 0, 0, 0]}})",
                          "p"));
  sample.moves = R"({"M": {"A": {"permutation": [0, 2, 3, 1, 4],
                                 "orientationDelta": [0, -3, 0, 0, 0]}}})";
  EXPECT_EQ(kpuzzle_error(sample.text()),
            "p.json: moves.M.A.orientationDelta[1]: expected a whole number from -2 to 2");
  sample.moves = R"({"M": {"A": {"permutation": [0, 2, 3, 1, 4],
                                 "orientationDelta": [0, 0, 3, 0, 0]}}})";
  EXPECT_EQ(kpuzzle_error(sample.text()),
            "p.json: moves.M.A.orientationDelta[2]: expected a whole number from -2 to 2");
  sample.moves = R"({"M": {"A": {"permutation": [0, 2, 3, 1, 4], "orientationDelta": [0]}}})";
  EXPECT_EQ(kpuzzle_error(sample.text()),
            "p.json: moves.M.A.orientationDelta: 1 numbers; expected 5");
}

TEST(KPuzzle, Errors) {
  EXPECT_EQ(kpuzzle_error("{\n  \"name\": \"x\",,\n"),
            "p.json:2:15: this is no JSON: syntax error while parsing object key - unexpected ','; "
            "expected string literal");
  EXPECT_EQ(kpuzzle_error("[]"), "p.json: expected an object");
  EXPECT_EQ(kpuzzle_error("{}"), "p.json: expected the field name");
  EXPECT_EQ(kpuzzle_error(R"({"name": "a", "name": "b"})"),
            "p.json: the key 'name' stands twice in one object");
  const auto with = [](auto change) {
    Sample sample;
    change(sample);
    return kpuzzle_error(sample.text());
  };
  EXPECT_EQ(with([](Sample&) {}), "no error");
  EXPECT_EQ(with([](Sample& s) { s.name = "3"; }), "p.json: name: expected a string");
  EXPECT_EQ(with([](Sample& s) { s.orbits = "[]"; }),
            "p.json: orbits: expected at least one orbit");
  EXPECT_EQ(with([](Sample& s) { s.orbits = R"([{"orbitName": "A", "numPieces": 256}])"; }),
            "p.json: orbits[0].numPieces: expected a whole number from 1 to 255");
  EXPECT_EQ(with([](Sample& s) {
              s.orbits = R"([{"orbitName": "A B", "numPieces": 2, "numOrientations": 1}])";
            }),
            "p.json: orbits[0].orbitName: an orbit cannot be named 'A B'; expected a name of at "
            "most 100 bytes without white space that starts with a letter and is not End");
  EXPECT_EQ(with([](Sample& s) { s.pattern = R"({"A": {"pieces": [0, 1]}})"; }),
            "p.json: defaultPattern.A.pieces: 2 numbers; expected 5");
  EXPECT_EQ(with([](Sample& s) { s.pattern = R"({"A": {"pieces": [0, 1, 2.5, 3, 4]}})"; }),
            "p.json: defaultPattern.A.pieces[2]: expected a whole number from 0 to 254");
  EXPECT_EQ(with([](Sample& s) { s.pattern = R"({"Q": {"pieces": [0, 1]}})"; }),
            "p.json: defaultPattern.Q: no such orbit; expected a name of orbits");
  EXPECT_EQ(with([](Sample& s) {
              s.pattern =
                  R"({"A": {"pieces": [0, 1, 2, 3, 4], "orientationMod": [0, 2, 0, 0, 0]}})";
            }),
            "p.json: defaultPattern.A.orientationMod[1]: 2 is not supported; expected 0 (all "
            "orientations count) or 1 (none does)");
  EXPECT_EQ(with([](Sample& s) { s.moves = R"({"M": {"A": {"permutation": [0, 1, 2, 3, 3]}}})"; }),
            "p.json: moves.M.A.permutation[4]: 3 stands twice; expected each number from 0 to 4 "
            "once");
  EXPECT_EQ(with([](Sample& s) { s.moves = R"({"M": {"A": {"permutation": [0, 1, 2, 3, -1]}}})"; }),
            "p.json: moves.M.A.permutation[4]: expected a whole number from 0 to 4");
  EXPECT_EQ(with([](Sample& s) { s.moves = R"({"M 1": {}})"; }),
            "p.json: moves: a move cannot be named 'M 1'; expected 1 to 100 bytes without white "
            "space, no # first");
  EXPECT_EQ(with([](Sample& s) { s.moves = "{}"; }),
            "p.json: a puzzle needs at least one move (Move NAME ... End)");
  EXPECT_EQ(with([](Sample& s) { s.more = R"(, "derivedMoves": {"N": "M Q"})"; }),
            "p.json: derivedMoves.N:1:3: 'Q' is no move of tiny (moves: M Uv N with 2 or ')");
  EXPECT_EQ(with([](Sample& s) { s.more = R"(, "derivedMoves": {"M": "M"})"; }),
            "p.json: derivedMoves: the name 'M' stands in moves too");
  EXPECT_EQ(with([](Sample& s) { s.more = R"(, "gyreLabels": {"A": [1, 2]})"; }),
            "p.json: gyreLabels.A: 2 numbers; expected 5");
  EXPECT_EQ(with([](Sample& s) {
              s.more = R"(, "gyreIllegal": [{"orbit": "A", "slot": 5, "pieces": [1]}])";
            }),
            "p.json: gyreIllegal[0].slot: expected a whole number from 0 to 4");
}

TEST(KPuzzle, DeepAndHugeJsonIsRefusedQuickly) {
  const std::clock_t begin = std::clock();
  EXPECT_EQ(kpuzzle_error(std::string(5'000'000, '[')),
            "p.json: the JSON is nested more than 64 deep");
  std::string keys = "{";
  for (int i = 0; i < 200'000; ++i) keys += fmt::format("\"k{}\": 0, ", i);
  EXPECT_EQ(kpuzzle_error(keys + "\"k\": 0}"), "p.json: expected the field name");
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, 30.0);
}

RC_GTEST_PROP(KPuzzleProperty, ThereAndBackKeepsTheDigest, (std::uint64_t seed)) {
  RandomPuzzle random(seed);
  const PuzzleDefinition puzzle = random.definition();
  const std::string text = write_kpuzzle(puzzle);
  RC_ASSERT(nlohmann::json::accept(text));
  const PuzzleDefinition json = read_kpuzzle(text, "json");
  RC_ASSERT(json.digest() == puzzle.digest());
  RC_ASSERT(json.derived().size() == puzzle.derived().size());
  const PuzzleDefinition tws = read_tws(write_tws(json), "tws");
  RC_ASSERT(tws.digest() == puzzle.digest());
  RC_ASSERT(write_tws(tws) == write_tws(read_tws(write_tws(puzzle), "tws")));
}

RC_GTEST_PROP(KPuzzleProperty, PatternsThereAndBack, (std::uint64_t seed)) {
  RandomPuzzle random(seed);
  const PuzzleDefinition puzzle = random.definition();
  const State state = random.position(puzzle);
  RC_ASSERT(read_kpattern(puzzle, write_kpattern(puzzle, state), "p") == state);
}

}  // namespace
}  // namespace gyre
