// The text of a plan: what is written is read again, to the last digit; what is damaged, made for
// something else or contradicted by the puzzle is refused with a sentence.
#include "general/phases/phase_plan_file.h"

#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>

#include <string>

namespace gyre {
namespace {

struct Planned {
  explicit Planned(const char* name, Metric metric = Metric::htm, const char* selection = "")
      : definition(load_puzzle(name)),
        moves(definition, metric, selection),
        plan(find_phase_plan(definition, moves)),
        text(write_phase_plan(definition, moves, plan, "gyre plan -p x")) {}

  PuzzleDefinition definition;
  MoveSet moves;
  std::optional<PhasePlan> plan;
  std::string text;
};

std::string complaint_about(const std::string& text, const PuzzleDefinition& definition,
                            const MoveSet& moves) {
  try {
    (void)read_phase_plan(text, "a.json", definition, moves);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

std::string complaint_about(const Planned& planned, const std::string& part,
                            const std::string& instead) {
  std::string text = planned.text;
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  text.replace(at, part.size(), instead);
  return complaint_about(text, planned.definition, planned.moves);
}

TEST(PhasePlanFile, IsReadAsItWasWritten) {
  for (const auto& [name, metric, selection] :
       {std::tuple{"skewb", Metric::htm, ""}, std::tuple{"2x2x3", Metric::htm, ""},
        std::tuple{"3x3x3", Metric::qtm, ""}, std::tuple{"3x3x3", Metric::htm, "U,R2,F"},
        std::tuple{"pyraminx", Metric::htm, ""}}) {
    SCOPED_TRACE(name);
    const Planned planned(name, metric, selection);
    ASSERT_TRUE(planned.plan.has_value());
    const auto read = read_phase_plan(planned.text, "a.json", planned.definition, planned.moves);
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->steps.size(), planned.plan->steps.size());
    for (std::size_t i = 0; i < read->steps.size(); ++i) {
      EXPECT_EQ(read->steps[i].units, planned.plan->steps[i].units);
      EXPECT_EQ(read->steps[i].log_states, planned.plan->steps[i].log_states);
      EXPECT_EQ(read->steps[i].log_index, planned.plan->steps[i].log_index);
      EXPECT_EQ(read->steps[i].expected, planned.plan->steps[i].expected);
    }
    EXPECT_TRUE(
        may_be_plan_for(planned.text, planned.definition.digest(), moves_digest(planned.moves)));
    EXPECT_EQ(write_phase_plan(planned.definition, planned.moves, read, "gyre plan -p x"),
              planned.text);
  }
}

TEST(PhasePlanFile, SaysThatThereIsNoChain) {
  const PuzzleDefinition definition = load_puzzle("2x2x2");
  const MoveSet moves(definition, Metric::htm);
  const std::string text = write_phase_plan(definition, moves, std::nullopt);
  EXPECT_FALSE(read_phase_plan(text, "a.json", definition, moves).has_value());
}

TEST(PhasePlanFile, IsForOnePuzzleAndItsMoves) {
  const Planned planned("3x3x3", Metric::htm, "U,R,F2");
  const MoveSet others(planned.definition, Metric::htm, "U,R2,F");
  EXPECT_NE(moves_digest(planned.moves), moves_digest(others));
  EXPECT_FALSE(may_be_plan_for(planned.text, planned.definition.digest(), moves_digest(others)));
  EXPECT_EQ(complaint_about(planned.text, planned.definition, others),
            "a.json: the plan is for other moves, U F2 R in htm (expected U F R2 in htm)");
  const MoveSet quarters(planned.definition, Metric::qtm, "U,R,F2");
  EXPECT_NE(moves_digest(planned.moves), moves_digest(quarters));
  const PuzzleDefinition skewb = load_puzzle("skewb");  // the same moves in every metric
  EXPECT_NE(moves_digest(MoveSet(skewb, Metric::htm)), moves_digest(MoveSet(skewb, Metric::qtm)));
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  EXPECT_EQ(complaint_about(planned.text, cube, MoveSet(cube, Metric::htm)),
            "a.json: the plan is for another puzzle, 3x3x3 (expected one for 2x2x2, digest " +
                to_hex(cube.digest()) + ")");
  // A turn is told from another by what it does, not by what it is called.
  EXPECT_NE(phase_plan_key(planned.definition, planned.moves).digest(),
            phase_plan_key(planned.definition, others).digest());
}

TEST(PhasePlanFile, IsRefusedWhereThePuzzleContradicts) {
  const Planned planned("3x3x3", Metric::htm, "U,R");
  ASSERT_TRUE(planned.plan && planned.plan->steps.size() == 1) << planned.text;
  EXPECT_EQ(complaint_about(planned, "73483200", "73483201"),
            "a.json: the plan counts 73483201 positions in phase 1 (expected 73483200)");
  EXPECT_EQ(complaint_about(planned, "[1,1]", "[1,3]"),
            "a.json: the plan has a wrong unit of R in phase 1 (expected 1, 2, 0)");
  EXPECT_EQ(complaint_about(planned, "[1,1]", "[1]"),
            "a.json: the plan has 1 units in phase 1 (expected 2)");
  EXPECT_EQ(complaint_about(planned, "[1,1]", "[1,2]"),
            "a.json: the plan says other moves than units in phase 1, U R (expected U R2)");
  EXPECT_EQ(complaint_about(planned, "{\"moves\": \"U R\", \"units\": [1,1]",
                            "{\"moves\": \"U R2\", \"units\": [1,2]"),
            "a.json: the plan has other moves in phase 1 than all (expected all in the first)");
  EXPECT_EQ(complaint_about(planned, "\"gyre_plan\": 1", "\"gyre_plan\": 2"),
            "a.json: the plan has format 2 (expected 1)");
  EXPECT_EQ(complaint_about(planned, "\"command\"", "\"commend\""),
            "a.json: the plan has an unknown key 'commend' (expected gyre_plan, planner, command, "
            "puzzle, digest, metric, moves, moves_digest, phases)");
  EXPECT_NE(complaint_about(planned, "\"expected\": \"", "\"expected\": \"-").find("expects '-"),
            std::string::npos);
  EXPECT_NE(
      complaint_about(planned, "\"expected\": \"", "\"expected\": \"nan").find("expects 'nan"),
      std::string::npos);
  EXPECT_NE(complaint_about(planned, "\"digest\"", "\"digests\"").find("unknown key"),
            std::string::npos);
  EXPECT_NE(complaint_about("[]", planned.definition, planned.moves).find("expected an object"),
            std::string::npos);
  EXPECT_EQ(complaint_about("{", planned.definition, planned.moves).rfind("a.json:", 0), 0U);
}

TEST(PhasePlanFile, OfAnotherPlannerIsNotUsed) {
  const Planned planned("2x2x2");
  const std::string now = "\"planner\": " + std::to_string(kPlannerVersion);
  const std::string before = "\"planner\": " + std::to_string(kPlannerVersion - 1);
  EXPECT_NE(complaint_about(planned, now, before).find("was made by planner"), std::string::npos);
  std::string text = planned.text;
  text.replace(text.find(now), now.size(), before);
  EXPECT_FALSE(may_be_plan_for(text, planned.definition.digest(), moves_digest(planned.moves)));
}

TEST(PhasePlanFile, PhasesLieWithinEachOther) {
  const Planned planned("3x3x3");
  ASSERT_TRUE(planned.plan && planned.plan->steps.size() > 1);
  PhasePlan twice = *planned.plan;
  twice.steps.insert(twice.steps.begin(), twice.steps.front());
  EXPECT_EQ(complaint_about(write_phase_plan(planned.definition, planned.moves, twice),
                            planned.definition, planned.moves),
            "a.json: the plan puts nothing right in phase 1 (expected fewer positions after it)");
  PhasePlan wider = *planned.plan;
  wider.steps.push_back(wider.steps.front());
  EXPECT_NE(complaint_about(write_phase_plan(planned.definition, planned.moves, wider),
                            planned.definition, planned.moves)
                .find("than the phase before it has"),
            std::string::npos);
}

}  // namespace
}  // namespace gyre
