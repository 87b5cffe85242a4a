// Any position of any definition: small permutation puzzles, pieces that look alike, wild
// orientations, rules that forbid positions. What moves lead to is solved and replayed; what they
// do not lead to is refused with the reason.
#include "front/solve/own_engines.h"
#include "front/solve/solving.h"
#include "support/random_puzzle.h"

#include <gtest/gtest.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gyre {
namespace {

// A position that moves lead to, without asking any group.
State wander(const PuzzleDefinition& definition, const MoveSet& moves, RandomPuzzle& random) {
  constexpr int kSteps = 60;
  State state = definition.solved();
  for (int i = 0; i < kSteps && moves.size() > 0; ++i) {
    const Move& move = moves.moves()[static_cast<std::size_t>(random.number(0, moves.size() - 1))];
    State next = compose(definition.orbits(), state, move.action);
    if (definition.legal(next)) state = std::move(next);
  }
  return state;
}

// Whether moves lead there, if that can be known. Of positions that break the rules some can be put
// right by moves that are made at once; which, is not asked here.
std::optional<bool> is_solvable(const PuzzleDefinition& definition, const MoveSet& moves,
                                const State& position) {
  if (!definition.legal(position)) return std::nullopt;
  try {
    return PuzzleGroup(definition, moves).contains(position).solvable;
  } catch (const Error&) {
    return std::nullopt;
  }
}

class Asked {
 public:
  Asked(const PuzzleDefinition& definition, Metric metric) {
    question_.puzzle = std::make_shared<const AskedPuzzle>(definition);
    question_.metric = metric;
    question_.engine = "phases";
    question_.seconds = 0.02;
    solving_ = make_solving(question_, engines_);
    solving_->prepare({});
  }

  SolveAnswer answer(const State& position) {
    Scramble scramble;
    scramble.state = position;
    return solving_->solve(solving_->take(scramble), {});
  }

 private:
  OwnEngines engines_{{}};
  SolveQuestion question_;
  std::unique_ptr<Solving> solving_;
};

TEST(AnyRandomPuzzle, IsSolvedOrRefusedWithTheReason) {
  constexpr std::uint64_t kPuzzles = 30;
  int solved = 0;
  int refused = 0;
  for (std::uint64_t seed = 0; seed < kPuzzles; ++seed) {
    SCOPED_TRACE(seed);
    RandomPuzzle random(seed);
    const PuzzleDefinition definition = random.definition();
    const Metric metric = seed % 2 == 0 ? Metric::htm : Metric::qtm;
    const State nothing = identity_state(definition.orbits());
    const std::vector<BaseMove>& bases = definition.moves();
    if (std::all_of(bases.begin(), bases.end(),
                    [&](const BaseMove& move) { return move.action == nothing; })) {
      continue;  // refused, as a test of move sets says
    }
    const MoveSet moves(definition, metric);
    Asked asked(definition, metric);
    for (int i = 0; i < 2; ++i) {
      const State position = wander(definition, moves, random);
      const SolveAnswer answer = asked.answer(position);
      ASSERT_TRUE(answer.found()) << answer.note;
      const Alg alg = parse_alg(answer.solutions.at(0).moves, &definition.names());
      ASSERT_EQ(apply(definition, position, alg), definition.solved());
      ++solved;
    }
    const State any = random.position(definition);
    if (is_solvable(definition, moves, any) != false) continue;
    ++refused;
    try {
      (void)asked.answer(any);
      ADD_FAILURE() << "it was taken for solvable";
    } catch (const Error& error) {
      EXPECT_GT(error.message().size(), 20U);
    }
  }
  EXPECT_GT(solved, static_cast<int>(kPuzzles));
  EXPECT_GT(refused, static_cast<int>(kPuzzles) / 3);
}

}  // namespace
}  // namespace gyre
