// What readers refuse because no puzzle has it, soon and in a sentence, and that they can be
// stopped.
#include "format/kpuzzle.h"
#include "format/scramble.h"
#include "format/tws.h"
#include "support/error_of.h"

#include <gyre/library/library.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace gyre {
namespace {

using test::error_of;

std::string refusal(const std::string& text) {
  const auto begun = std::chrono::steady_clock::now();
  const std::string error = error_of([&] { (void)read_definition(text, "f"); });
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
  return error;
}

TEST(ReaderLimits, NumbersWithoutEnd) {
  std::string text = "Name t\nSet A 3 1\nSolved\nA\n";
  for (int i = 0; i < 2'000'000; ++i) text += "1 ";
  EXPECT_EQ(refusal(text), "f:5:200001: a line of more than 100000 words");
  std::string json = R"({"name":"t","orbits":[)";
  for (int i = 0; i < 6'000'000; ++i) json += "1,";
  EXPECT_EQ(refusal(json + "1]}"), "f: the JSON has more than 5000000 values");
}

TEST(ReaderLimits, OrbitsAndMovesWithoutEnd) {
  std::string sets = "Name t\n";
  std::string orbits;
  for (int i = 0; i < 30'000; ++i) {
    sets += fmt::format("Set S{} 1 1\n", i);
    orbits += fmt::format(R"({}{{"orbitName":"S{}","numPieces":1,"numOrientations":1}})",
                          i == 0 ? "" : ",", i);
  }
  EXPECT_EQ(refusal(sets + "Solved\nEnd\n"), "f:10002:1: a puzzle has at most 10000 orbits");
  EXPECT_EQ(refusal(R"({"name":"t","orbits":[)" + orbits + "]}"),
            "f: orbits: a puzzle has at most 10000 orbits");
  const std::string begin = "Name t\nSet A 3 1\nSolved\nEnd\n";
  std::string moves = begin;
  for (int i = 0; i < 10'000; ++i) moves += fmt::format("Move M{}\nA\n2 3 1\nEnd\n", i);
  EXPECT_EQ(refusal(moves), "f:20005:6: a puzzle has at most 5000 moves");
}

TEST(ReaderLimits, ControlCharactersAreNoNames) {
  EXPECT_EQ(refusal("Name a\x1b[31mb\nSet A 2 1\n"),
            "f:1:6: a puzzle cannot be named 'a\\x1b[31mb'; expected no control characters");
  const std::string rest = R"("orbits":[{"orbitName":"A","numPieces":2,"numOrientations":1}],)"
                           R"("defaultPattern":{"A":{"pieces":[0,1],"orientation":[0,0]}},)"
                           R"("moves":{"M":{"A":{"permutation":[1,0],"orientationDelta":[0,0]}}}})";
  EXPECT_EQ(error_of([&] { (void)read_definition(R"({"name":"t",)" + rest, "f"); }), "no error");
  EXPECT_EQ(refusal(R"({"name":"\u001b[2J",)" + rest),
            "f: a puzzle cannot be named '\\x1b[2J': expected no control characters");
  EXPECT_NE(refusal("Name t\nSet \xC2\x9B"
                    "A 2 1\n")
                .find("an orbit cannot be named"),
            std::string::npos);
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  EXPECT_EQ(error_of([&] { (void)read_scrambles(cube, "ScrambleAlg \x1b[2J\nR\nEnd\n", "f"); }),
            "f:1:13: a position cannot be named '\\x1b[2J'; expected no control characters");
}

TEST(ReaderLimits, AByteOrderMarkStandsForNothing) {
  const std::string text = write_tws(load_puzzle("2x2x2"));
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(read_definition(mark + text, "f").digest(), read_definition(text, "f").digest());
  const std::string json = write_kpuzzle(load_puzzle("2x2x2"));
  EXPECT_EQ(read_definition(mark + json, "f").digest(), read_definition(json, "f").digest());
}

TEST(Readers, CanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  // Readers look now and then, so the texts are not of the smallest.
  const PuzzleDefinition cube = load_puzzle("5x5x5");
  for (const std::string& text : {write_tws(cube), write_kpuzzle(cube)}) {
    const std::string error = error_of([&] { (void)read_definition(text, "f", stop.get_token()); });
    EXPECT_NE(error.find("was stopped"), std::string::npos) << error;
  }
}

}  // namespace
}  // namespace gyre
