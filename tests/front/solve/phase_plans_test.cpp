// Where chains of phases come from: the program, the folder of tables, or the planner.
#include "front/solve/phase_plans.h"

#include "format/json_value.h"
#include "general/phases/phase_plan_file.h"
#include "library/embedded.h"

#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include "support/temporary_folder.h"

#include <fstream>

namespace gyre {
namespace {

std::vector<PhaseUnits> units_of(const ChosenPlan& chosen) {
  std::vector<PhaseUnits> units;
  if (!chosen.plan) return units;
  for (const PhaseStep& step : chosen.plan->steps) units.push_back(step.units);
  return units;
}

TEST(PhasePlans, AreFoundOnceAndThenRead) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  const PuzzleDefinition definition = load_puzzle("2x2x3");
  const MoveSet moves(definition, Metric::htm);
  PlanWish wish;
  wish.store = &store;
  wish.least_stored_seconds = 0;
  const ChosenPlan first = choose_phase_plan(definition, moves, wish, {});
  EXPECT_EQ(first.origin, PlanOrigin::found);
  ASSERT_TRUE(first.plan.has_value());
  const ChosenPlan second = choose_phase_plan(definition, moves, wish, {});
  EXPECT_EQ(second.origin, PlanOrigin::stored);
  EXPECT_EQ(units_of(second), units_of(first));
  EXPECT_EQ(second.plan->expected(), first.plan->expected());
  // Other moves are another plan.
  const MoveSet fewer(definition, Metric::htm, "U,R2");
  EXPECT_EQ(choose_phase_plan(definition, fewer, wish, {}).origin, PlanOrigin::found);
  // It is one of the tables.
  ASSERT_EQ(store.list().size(), 2U);
  EXPECT_TRUE(store.list().front().name.starts_with("plan-"));
  EXPECT_FALSE(store.verify(store.list().front().path, nullptr).has_value());
  wish.anew = true;
  EXPECT_EQ(choose_phase_plan(definition, moves, wish, {}).origin, PlanOrigin::found);
  EXPECT_EQ(store.list().size(), 2U);
}

TEST(PhasePlans, ThatThereIsNoneIsKeptToo) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  const PuzzleDefinition definition = load_puzzle("dogic");
  const MoveSet moves(definition, Metric::htm);
  PlanWish wish;
  wish.store = &store;
  wish.least_stored_seconds = 0;
  EXPECT_FALSE(choose_phase_plan(definition, moves, wish, {}).plan.has_value());
  const ChosenPlan again = choose_phase_plan(definition, moves, wish, {});
  EXPECT_FALSE(again.plan.has_value());
  EXPECT_EQ(again.origin, PlanOrigin::stored);
}

TEST(PhasePlans, OfLittleTimeAreNotStored) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  const PuzzleDefinition definition = load_puzzle("2x2x2");
  const MoveSet moves(definition, Metric::htm);
  PlanWish wish;
  wish.store = &store;
  wish.least_stored_seconds = 1000;
  (void)choose_phase_plan(definition, moves, wish, {});
  EXPECT_TRUE(store.list().empty());
}

TEST(PhasePlans, ADamagedOneIsMovedAsideAndAWrongOneReplaced) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  const PuzzleDefinition definition = load_puzzle("skewb");
  const MoveSet moves(definition, Metric::htm);
  PlanWish wish;
  wish.store = &store;
  wish.least_stored_seconds = 0;
  std::vector<std::string> warnings;
  EngineCaller caller;
  caller.warning = [&](const std::string& text) { warnings.push_back(text); };
  const ChosenPlan first = choose_phase_plan(definition, moves, wish, caller);
  const TableKey key = phase_plan_key(definition, moves);
  {
    std::fstream file(store.path_of(key), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096 + 20);
    file.put('~');
  }
  ChosenPlan next = choose_phase_plan(definition, moves, wish, caller);
  EXPECT_EQ(next.origin, PlanOrigin::found);
  EXPECT_EQ(units_of(next), units_of(first));
  ASSERT_EQ(warnings.size(), 1U);
  // Sound as a file, but no plan.
  ASSERT_TRUE(store.remove(key));
  const std::vector<std::byte> zeros(key.payload_bytes);
  ASSERT_TRUE(store.store(key, zeros, {}, 1, true));
  next = choose_phase_plan(definition, moves, wish, caller);
  EXPECT_EQ(next.origin, PlanOrigin::found);
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_NE(warnings.back().find("; a new one is looked for"), std::string::npos);
  EXPECT_EQ(choose_phase_plan(definition, moves, wish, caller).origin, PlanOrigin::stored);
}

// Plans of another planner are of no use: tools/make_plans makes them anew.
TEST(PhasePlans, ThatTravelFitTheirPuzzles) {
  for (const EmbeddedFile& file : embedded_plans()) {
    SCOPED_TRACE(file.name);
    const JsonValue root = read_json(file.text, file.name);
    const JsonValue* puzzle = root.find("puzzle");
    ASSERT_NE(puzzle, nullptr);
    bool fits = false;
    for (const Metric metric : metrics()) {
      const PuzzleDefinition definition = load_puzzle(puzzle->string);
      const MoveSet moves(definition, metric);
      if (!may_be_plan_for(file.text, definition.digest(), moves_digest(moves))) continue;
      fits = true;
      EXPECT_NO_THROW((void)read_phase_plan(file.text, file.name, definition, moves));
      const ChosenPlan chosen = choose_phase_plan(definition, moves, {}, {});
      EXPECT_EQ(chosen.origin, PlanOrigin::travelling);
    }
    EXPECT_TRUE(fits);
  }
}

}  // namespace
}  // namespace gyre
