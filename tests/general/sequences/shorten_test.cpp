#include "general/sequences/shorten.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include "base/random.h"
#include "general/scramble/random_moves.h"

#include <gtest/gtest.h>

namespace gyre {
namespace {

ShortenOptions small() {
  ShortenOptions options;
  options.memory_bytes = std::uint64_t{256} << 20U;
  options.threads = 1;
  return options;
}

struct Shortened {
  std::string text;
  std::size_t moves = 0;
};

// Same effect, never longer, and the same when asked again.
Shortened shortened(const PuzzleDefinition& definition, const SequenceShortener& shortener,
                    const std::string& text) {
  const Alg alg = parse_alg(text, &definition.names());
  const std::string out = shortener.shorten(alg);
  const Alg result = parse_alg(out, &definition.names());
  EXPECT_EQ(action_of(definition, result), action_of(definition, alg)) << text << " -> " << out;
  EXPECT_EQ(shortener.shorten(alg), out);
  const std::size_t moves = expand(result).size();
  EXPECT_LE(moves, expand(alg).size());
  return {out, moves};
}

std::string on(const std::string& puzzle, const std::string& text, std::string_view moves = "",
               Metric metric = Metric::htm) {
  const PuzzleDefinition definition = load_puzzle(puzzle);
  const SequenceShortener shortener(definition, MoveSet(definition, metric, moves), small());
  return shortener.shorten(parse_alg(text, &definition.names()));
}

TEST(Shorten, KnownCases) {
  EXPECT_EQ(on("3x3x3", "R R R"), "R'");
  EXPECT_EQ(on("3x3x3", "(R U R' U')6"), "");
  EXPECT_EQ(on("3x3x3", ""), "");
  EXPECT_EQ(on("3x3x3", "R U D' U' D F"), "R F");
  EXPECT_EQ(on("3x3x3", "y R y' R'"), "B R'");
  EXPECT_EQ(on("3x3x3", "R2 L2 U2 D2 R2 L2 U2 D2 R2 L2 U2 D2"), "R2 L2 U2 D2");
  // Longer than the windows, but nothing in all.
  EXPECT_EQ(on("3x3x3", "F (R U)105 F2"), "F'");
  EXPECT_EQ(on("3x3x3", "(R U)104 F"), "U' R' F");
}

TEST(Shorten, RotationsComeLast) {
  EXPECT_EQ(on("3x3x3", "x R x' R'"), "");
  EXPECT_EQ(on("3x3x3", "y R U R' U'"), "B U B' U' y");
}

TEST(Shorten, NeverLongerAndAlwaysTheSameEffect) {
  for (const std::string puzzle :
       {"2x2x2", "pyraminx", "skewb", "4x4x4", "square1", "clock", "2x2x2-layer", "dino4"}) {
    const PuzzleDefinition definition = load_puzzle(puzzle);
    const MoveSet moves(definition, Metric::htm);
    ShortenOptions options = small();
    options.window = 5;
    const SequenceShortener shortener(definition, moves, options);
    const RandomMoves random(definition, moves);
    Rng rng(1);
    for (int i = 0; i < 5; ++i) {
      (void)shortened(definition, shortener, random.draw(rng, 12));
    }
  }
}

// Windows as long as God's number: what comes out is as short as can be.
TEST(Shorten, SmallPuzzlesToTheShortest) {
  const PuzzleDefinition definition = load_puzzle("skewb");
  const MoveSet moves(definition, Metric::htm);
  const SequenceShortener shortener(definition, moves, small());
  const RandomMoves random(definition, moves);
  Rng rng(2);
  for (int i = 0; i < 20; ++i) {
    EXPECT_LE(shortened(definition, shortener, random.draw(rng, 40)).moves, 11U);
  }
}

// An engine of the caller's is asked for what is longer than the windows.
TEST(Shorten, AsksTheEngineOfTheCaller) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const MoveSet moves(definition, Metric::htm);
  ShortenOptions options = small();
  options.window = 4;
  std::vector<State> asked;
  const std::string text =
      "R U F D B L R2 U2 F2 D2 B2 L2 U R F U D2 B L' R F2 U' D B R2 L U2 F' D R";
  options.solver = [&](const State& position, const std::stop_token& /*stop*/) {
    asked.push_back(position);
    return std::optional<std::vector<int>>();
  };
  const SequenceShortener shortener(definition, moves, options);
  EXPECT_EQ(shortened(definition, shortener, text).moves, 30U);
  ASSERT_EQ(asked.size(), 2U);
  // The position that the sequence solves.
  EXPECT_EQ(compose(definition.orbits(), asked[0],
                    action_of(definition, parse_alg(text, &definition.names()))),
            definition.solved());
}

TEST(Shorten, QuarterTurnsAreCountedAsSuch) {
  EXPECT_EQ(on("3x3x3", "R U U U", "", Metric::qtm), "R U'");
  EXPECT_EQ(on("3x3x3", "R U2", "", Metric::qtm), "R U U");
}

TEST(Shorten, OnlyWithTheChosenMoves) {
  EXPECT_EQ(on("3x3x3", "U U U R2 R2", "U,R2"), "U'");
  EXPECT_THROW((void)on("3x3x3", "U F", "U,R2"), Error);
}

TEST(Shorten, KeepsTheRulesOfThePuzzle) {
  EXPECT_EQ(on("square1", "(1,0)/ (3,0)/ (-3,0)/ / / (2,3)"), "(1,0)/ (3,0)/ (-3,0)/ (2,3)");
  EXPECT_EQ(on("square1", "(1,0)/ (3,0) (-3,0)/ (-1,0)"), "");
  EXPECT_THROW((void)on("square1", "(2,0)/"), Error);
}

TEST(Shorten, ATimeEndsIt) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const MoveSet moves(definition, Metric::htm);
  ShortenOptions options = small();
  options.seconds = 0.3;
  const SequenceShortener shortener(definition, moves, options);
  Rng rng(9);
  const std::string text = RandomMoves(definition, moves).draw(rng, 40);
  const Alg alg = parse_alg(text, &definition.names());
  EXPECT_EQ(action_of(definition, parse_alg(shortener.shorten(alg), &definition.names())),
            action_of(definition, alg));
}

}  // namespace
}  // namespace gyre
