// Beam search: what it finds solves, and does not depend on the threads.
#include "general/beam/beam_search.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <gtest/gtest.h>

namespace gyre {
namespace {

State scrambled(const PuzzleDefinition& puzzle, const char* alg) {
  return apply(puzzle, parse_alg(alg, &puzzle.names()));
}

void expect_solves(const PuzzleDefinition& puzzle, const MoveSet& moves, State state,
                   const BeamResult& result) {
  ASSERT_EQ(result.end, BeamResult::End::found);
  for (const int move : result.moves) {
    state = compose(puzzle.orbits(), state, moves.moves()[move].action);
    EXPECT_TRUE(puzzle.legal(state));
  }
  EXPECT_EQ(state, puzzle.solved());
}

TEST(BeamSearch, Solves) {
  for (const auto& [name, alg] :
       {std::pair{"2x2x2", "U R2 F' U R U2 F R'"}, std::pair{"pyraminx", "U L R' B U' L R"},
        std::pair{"4x4x4", "Rw U F2 R'"}}) {
    const PuzzleDefinition puzzle = load_puzzle(name);
    const MoveSet moves(puzzle, Metric::htm);
    const State state = scrambled(puzzle, alg);
    BeamLimits limits;
    limits.width = 20'000;
    limits.max_length = 20;
    limits.threads = 1;
    const BeamResult one = beam_search(puzzle, moves, state, limits);
    expect_solves(puzzle, moves, state, one);
    limits.threads = 3;
    EXPECT_EQ(beam_search(puzzle, moves, state, limits).moves, one.moves) << name;
  }
}

TEST(BeamSearch, SolvedIsFoundAtOnce) {
  const PuzzleDefinition puzzle = load_puzzle("3x3x3");
  const MoveSet moves(puzzle, Metric::htm);
  const BeamResult result = beam_search(puzzle, moves, puzzle.solved(), {});
  EXPECT_EQ(result.end, BeamResult::End::found);
  EXPECT_TRUE(result.moves.empty());
}

TEST(BeamSearch, KeepsToRules) {
  const PuzzleDefinition puzzle = load_puzzle("square1");
  const MoveSet moves(puzzle, Metric::htm);
  const State state = scrambled(puzzle, "(1,0)/ (-1,0)/ (3,3)/");
  BeamLimits limits;
  limits.width = 5'000;
  limits.max_length = 12;
  expect_solves(puzzle, moves, state, beam_search(puzzle, moves, state, limits));
}

TEST(BeamSearch, EndsAtItsLimits) {
  const PuzzleDefinition puzzle = load_puzzle("3x3x3");
  const MoveSet moves(puzzle, Metric::htm);
  const State state = scrambled(puzzle, "R U2 F' L D B2 R' U F L2 D'");
  BeamLimits limits;
  limits.width = 10;
  limits.max_length = 3;
  const BeamResult result = beam_search(puzzle, moves, state, limits);
  EXPECT_EQ(result.end, BeamResult::End::none);
  EXPECT_EQ(result.length, 3);
  limits.width = std::size_t{1} << 31U;
  EXPECT_THROW((void)beam_search(puzzle, moves, state, limits), Error);
}

}  // namespace
}  // namespace gyre
