// Words end a phase from any position in it: afterwards nothing that the phase looks at is wrong.
#include "general/phases/phase_words.h"

#include "base/random.h"
#include "general/phases/phase_plan.h"
#include "general/phases/phase_space.h"

#include <gtest/gtest.h>
#include <gyre/library/library.h>

#include <algorithm>
#include <string>
#include <vector>

namespace gyre {
namespace {

// The last phase ends at no moves.
PhaseUnits units_after(const PhasePlan& plan, std::size_t step, const MoveSet& moves) {
  if (step + 1 < plan.steps.size()) return plan.steps[step + 1].units;
  return PhaseUnits(moves.classes().size(), 0);
}

State walked(const PuzzleDefinition& definition, const PhaseMoves& moves, Rng& rng) {
  constexpr int kSteps = 80;
  State state = definition.solved();
  for (int i = 0; i < kSteps; ++i) {
    state =
        compose(definition.orbits(), state,
                moves[static_cast<int>(rng() % static_cast<std::uint64_t>(moves.size()))].action);
  }
  return state;
}

// From random positions of a phase.
void expect_ends(const PuzzleDefinition& definition, const MoveSet& moves, const PhaseUnits& units,
                 const PhaseUnits& units_left) {
  const PhaseMoves here(definition, moves, units);
  const PhaseMoves left(definition, moves, units_left);
  PhaseSpaceOptions options;
  options.most_entries = 1'000;
  const PhaseSpace space(definition, here, left, options);
  const PhaseWords words(definition, space, WordsGoal::arrangement, {});
  Rng rng(3);
  for (int i = 0; i < 5; ++i) {
    const State start = walked(definition, here, rng);
    const std::vector<std::vector<int>> ways = words.ways(start, {});
    ASSERT_FALSE(ways.empty());
    for (const std::vector<int>& way : ways) {
      State state = start;
      for (const int m : way) state = compose(definition.orbits(), state, here[m].action);
      PhaseValues values;
      ASSERT_TRUE(space.rank(state, values));
      EXPECT_EQ(space.bound(values).sum, 0);
    }
  }
}

class PhaseWordsOf : public testing::TestWithParam<const char*> {};

TEST_P(PhaseWordsOf, EndEveryPhaseOfItsChain) {
  const PuzzleDefinition definition = load_puzzle(GetParam());
  const MoveSet moves(definition, Metric::htm);
  const auto plan = find_phase_plan(definition, moves);
  ASSERT_TRUE(plan);
  for (std::size_t step = 0; step < plan->steps.size(); ++step) {
    SCOPED_TRACE("phase " + std::to_string(step + 1));
    expect_ends(definition, moves, plan->steps[step].units, units_after(*plan, step, moves));
  }
}

INSTANTIATE_TEST_SUITE_P(Puzzles, PhaseWordsOf,
                         testing::Values("3x3x3", "redi-cube", "fto", "megaminx", "skewb-diamond"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return "P" + name;
                         });

// U Uw F Fw R Rw D Dw B Bw L Lw: half turns of slices, then without them. Edges meet, and centres
// that look alike come to one of the arrangements that outer layers make.
TEST(PhaseWords, BringPiecesBesideTheirPartners) {
  const PuzzleDefinition definition = load_puzzle("4x4x4");
  const MoveSet moves(definition, Metric::htm);
  expect_ends(definition, moves, {2, 2, 1, 2, 2, 2, 2, 2, 1, 2, 2, 2},
              {2, 0, 1, 0, 2, 0, 2, 0, 1, 0, 2, 0});
}

// Quarter turns of all slices go first, so that edges come beside edges of their own kind.
TEST(PhaseWords, BringPiecesOfOneKindTogether) {
  const PuzzleDefinition definition = load_puzzle("4x4x4");
  const MoveSet moves(definition, Metric::htm);
  expect_ends(definition, moves, PhaseUnits(12, 1), {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0});
}

}  // namespace
}  // namespace gyre
