// Words end a phase from any position in it: afterwards nothing that the phase looks at is wrong.
#include "general/phases/phase_words.h"

#include "base/random.h"
#include "general/phases/phase_plan.h"
#include "general/phases/phase_space.h"

#include <gtest/gtest.h>
#include <gyre/library/library.h>

#include <algorithm>
#include <string>
#include <cstdio>
#include <cstdlib>
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
    state = compose(definition.orbits(), state,
                    moves[static_cast<int>(rng() % static_cast<std::uint64_t>(moves.size()))]
                        .action);
  }
  return state;
}

class PhaseWordsOf : public testing::TestWithParam<const char*> {};

TEST_P(PhaseWordsOf, EndEveryPhase) {
  const PuzzleDefinition definition = load_puzzle(GetParam());
  const MoveSet moves(definition, Metric::htm);
  const auto plan = find_phase_plan(definition, moves);
  ASSERT_TRUE(plan);
  PhaseSpaceOptions options;
  options.most_entries = 1'000;
  Rng rng(3);
  for (std::size_t step = 0; step < plan->steps.size(); ++step) {
    const PhaseMoves here(definition, moves, plan->steps[step].units);
    const PhaseMoves left(definition, moves, units_after(*plan, step, moves));
    const PhaseSpace space(definition, here, left, options);
    const PhaseWords words(definition, space.moves(), space.keep(), space.view(),
                           WordsGoal::pieces, {});
    if (std::getenv("DBG")) {
      for (auto& part : space.view().parts()) {
        fprintf(stderr, "phase %zu part orbit %d slots %zu colours:", step + 1, part.orbit, part.slots.size());
        for (int c = 0; c < part.colours; ++c) fprintf(stderr, " %d(mod %d)", part.pieces[c], part.modulus[c]);
        fprintf(stderr, " step %d\n", part.step);
      }
      for (auto& tie : space.view().ties()) fprintf(stderr, "tie %d->%d slots %zu homes %zu other %zu within %d turns %d\n", tie.orbit, tie.other_orbit, tie.slots.size(), tie.homes.size(), tie.other_slots.size(), (int)tie.is_within_itself, (int)tie.turns);
      for (auto& t : space.tables()) { fprintf(stderr, "table of"); for (int c : t.coordinates) fprintf(stderr, " %d(tie %d, %zu values)", c, space.tie_of(c), (size_t)space.coordinates()[c].size()); fprintf(stderr, " \n"); }
    }
    for (int i = 0; i < 5; ++i) {
      State state = walked(definition, here, rng);
      const auto way = words.way(state, {});
      ASSERT_TRUE(way) << "phase " << step + 1;
      for (const int m : *way) state = compose(definition.orbits(), state, here[m].action);
      PhaseValues values;
      ASSERT_TRUE(space.rank(state, values));
      EXPECT_EQ(space.bound(values).sum, 0) << "phase " << step + 1;
      for (auto& t : space.tables()) { std::size_t e = 0; for (std::size_t k = 0; k < t.coordinates.size(); ++k) e += values[t.coordinates[k]] * t.strides[k]; if (std::getenv("DBG")) fprintf(stderr, "%d ", t.data()[e]); }
      if (std::getenv("DBG")) fprintf(stderr, "\n");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Puzzles, PhaseWordsOf,
                         testing::Values("3x3x3", "3x3x4", "4x4x4", "fto", "kilominx", "megaminx",
                                         "helicopter", "clock", "skewb-diamond", "redi-cube"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return "P" + name;
                         });

}  // namespace
}  // namespace gyre
