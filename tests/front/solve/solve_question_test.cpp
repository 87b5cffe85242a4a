// Which engine answers which question, what is refused with which sentence, and what comes out.
#include "front/solve/own_engines.h"
#include "front/solve/solving.h"
#include "front/solve/words.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

#include <gyre/base/error.h>
#include <fstream>

#include <limits>
#include <memory>
#include <string>

namespace gyre {
namespace {

std::shared_ptr<const AskedPuzzle> asked(const std::string& name) {
  PuzzleWish wish;
  wish.text = name;
  return std::make_shared<const AskedPuzzle>(wish);
}

SolveQuestion question_about(const std::string& name) {
  SolveQuestion question;
  question.puzzle = asked(name);
  return question;
}

std::string refusal_of(const SolveQuestion& question) {
  try {
    return "taken by " + std::string(to_string(choose_engine(question)));
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(SolveQuestion, TheEngineFitsThePuzzleAndTheWishes) {
  SolveQuestion cube = question_about("3x3x3");
  EXPECT_EQ(choose_engine(cube), SolveEngine::two_phase);
  cube.engine = "cube3";
  EXPECT_EQ(choose_engine(cube), SolveEngine::two_phase);
  cube.optimal = true;
  EXPECT_EQ(choose_engine(cube), SolveEngine::optimal);
  cube.optimal = false;
  cube.all = true;
  EXPECT_EQ(choose_engine(cube), SolveEngine::optimal);
  cube.all = false;
  cube.engine = "general";
  EXPECT_EQ(choose_engine(cube), SolveEngine::general);
  cube.engine = "phases";
  EXPECT_EQ(choose_engine(cube), SolveEngine::phases);
  for (const char* engine : {"optimal", "general"}) {
    SolveQuestion other = question_about("pyraminx");
    other.engine = engine;
    EXPECT_EQ(choose_engine(other), SolveEngine::general) << engine;
  }
  for (const char* engine : {"auto", "phases"}) {
    SolveQuestion other = question_about("pyraminx");
    other.engine = engine;
    EXPECT_EQ(choose_engine(other), SolveEngine::phases) << engine;
  }
}

// Who asks for something that only a search through all lengths can say gets that search.
TEST(SolveQuestion, WhatNeedsAProofIsTheGeneralEngine) {
  SolveQuestion other = question_about("skewb");
  EXPECT_EQ(choose_engine(other), SolveEngine::phases);
  other.max_length = 9;
  EXPECT_EQ(choose_engine(other), SolveEngine::general);
  other.max_length.reset();
  other.number = 2;
  EXPECT_EQ(choose_engine(other), SolveEngine::general);
  other.number = 1;
  other.optimal = true;
  EXPECT_EQ(choose_engine(other), SolveEngine::general);
  other.engine = "phases";
  EXPECT_EQ(refusal_of(other),
            "engine phases proves nothing, and something that needs a proof is asked for: leave it "
            "out");
}

// Who wants the shortest gets it, from whichever engine can do the rest.
TEST(SolveQuestion, OptimalWithAWishOfTheGeneralEngineIsTheGeneralEngine) {
  for (const char* engine : {"auto", "optimal"}) {
    SolveQuestion cube = question_about("3x3x3");
    cube.engine = engine;
    cube.optimal = true;
    EXPECT_EQ(choose_engine(cube), SolveEngine::optimal);
    cube.min_length = 2;
    EXPECT_EQ(choose_engine(cube), SolveEngine::general);
    cube.min_length = 0;
    cube.goals = {"R", "U"};
    EXPECT_EQ(choose_engine(cube), SolveEngine::general);
  }
}

TEST(SolveQuestion, WhatDoesNotGoTogetherIsRefusedInTheWordsOfWhoAsks) {
  SolveQuestion cube = question_about("3x3x3");
  cube.engine = "two-phase";
  cube.min_length = 3;
  EXPECT_EQ(refusal_of(cube),
            "min_length is for the general engine, not for the 3x3x3's own; leave it out, or take "
            "engine general");
  cube.spelling = {[](std::string_view option) { return "<" + std::string(option) + ">"; }};
  EXPECT_EQ(refusal_of(cube),
            "<min_length> is for the general engine, not for the 3x3x3's own; leave it out, or "
            "take <engine> general");
  cube.min_length = 0;
  cube.all = true;
  EXPECT_EQ(refusal_of(cube), "<engine> two-phase proves nothing: leave it out, or <all>");
  cube.engine = "auto";
  cube.target = 20;
  EXPECT_EQ(refusal_of(cube),
            "<all> has no <target>: it proves the least length, and finds nothing longer on the "
            "way");
  cube.target = 0;
  cube.number = 2;
  EXPECT_EQ(refusal_of(cube),
            "<number> and <all> exclude each other: one asks for so many, the other for all of the "
            "least length");

  SolveQuestion other = question_about("skewb");
  other.engine = "cube3";
  EXPECT_EQ(refusal_of(other),
            "engine cube3 is for the 3x3x3, not for skewb (expected auto, general or phases)");
  other.engine = "auto";
  other.target = 9;
  EXPECT_EQ(choose_engine(other), SolveEngine::phases);
  other.optimal = true;
  EXPECT_EQ(refusal_of(other),
            "target is for the 3x3x3's own engine, and skewb takes the general one, whose "
            "solutions are optimal");
  other.engine = "fast";
  EXPECT_EQ(refusal_of(other),
            "engine must be one of auto, cube3, two-phase, optimal, general, phases, not 'fast'");
}

// Whoever fills in the fields themselves is refused as those who give texts.
TEST(SolveQuestion, NumbersHaveOneRangeForAllWhoAsk) {
  SolveQuestion question = question_about("skewb");
  question.target = kTargetRange.most + 1;
  EXPECT_EQ(refusal_of(question), "target must be a whole number from 0 to 1000000, not '1000001'");
  question.target = 0;
  question.number = 0;
  EXPECT_EQ(refusal_of(question), "number must be a whole number from 1 to 1000000, not '0'");
  question.number = 1;
  question.seconds = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal_of(question), "seconds must be a number from 0 to 1000000000, not 'nan'");
  question.seconds.reset();
  question.max_length = -1;
  question.spelling = {[](std::string_view option) { return "<" + std::string(option) + ">"; }};
  EXPECT_EQ(refusal_of(question), "<max_length> must be a whole number from 0 to 1000, not '-1'");
}

SolveAnswer answer_to(SolveQuestion question, const std::string& position) {
  OwnEngines engines({});
  const std::unique_ptr<Solving> solving = make_solving(question, engines);
  solving->prepare({});
  return solving->solve(solving->read(position), {});
}

TEST(Solving, EveryEngineAnswersInTheSameTypes) {
  SolveQuestion quick = question_about("3x3x3");
  quick.seconds = 0.05;
  SolveQuestion general = question_about("3x3x3");
  general.engine = "general";
  for (const SolveQuestion& question : {quick, general}) {
    const SolveAnswer answer = answer_to(question, "x R U");
    ASSERT_TRUE(answer.found());
    EXPECT_EQ(answer.solutions[0].moves, "U' R'");
    EXPECT_EQ(answer.solutions[0].length, 2);
    EXPECT_TRUE(answer.optimal);
    EXPECT_TRUE(answer.complete);
    EXPECT_EQ(answer.end, SearchEnd::found);
    EXPECT_EQ(answer.note, "");
  }
}

// Its table would take seconds to make, and nobody has stored it here.
TEST(Solving, NearPositionsNeedNoTable) {
  SolveQuestion question = question_about("3x3x3");
  question.optimal = true;
  question.easy_first = true;
  OwnEngines engines({});
  const std::unique_ptr<Solving> solving = make_solving(question, engines);
  EXPECT_EQ(solving->engine(), SolveEngine::optimal);
  EngineCaller caller;
  caller.note = [](const std::string& note) { ADD_FAILURE() << note; };
  solving->prepare(caller);
  const SolveAnswer answer = solving->solve(solving->read("x R U F"), {});
  ASSERT_TRUE(answer.found());
  EXPECT_TRUE(answer.optimal);
  EXPECT_EQ(answer.solutions[0].length, 3);
  EXPECT_EQ(solving->table(), "");
}

// The general engine has no time here, and gives its memory back before the table takes it.
TEST(Solving, FarPositionsGetTheTable) {
  SolveQuestion question = question_about("3x3x3");
  question.optimal = true;
  question.easy_first = true;
  question.seconds = 0;
  OwnEngineOptions options;
  options.memory_bytes = 100'000'000;  // for the smallest table
  options.memory_given = true;
  OwnEngines engines(options);
  const std::unique_ptr<Solving> solving = make_solving(question, engines);
  solving->prepare({});
  const void* general = solving->engine_object();
  EXPECT_NE(general, nullptr);
  const SolveAnswer answer = solving->solve(solving->read("R U2 F' L D B2 R' U F"), {});
  EXPECT_NE(solving->table(), "");
  EXPECT_NE(solving->engine_object(), general);
  EXPECT_NE(answer.end, SearchEnd::none);
}

// What is made beside a proof hears the stop of the solve that it is made for, not of another.
class StoppedEngines final : public EngineSource {
 public:
  explicit StoppedEngines(OwnEngines& own) : own_(own) {}
  std::shared_ptr<const Cube3Solver> two_phase(Metric metric, const EngineCaller& caller) override {
    stops.push_back(caller.stop);
    return own_.two_phase(metric, caller);
  }
  std::shared_ptr<const OptimalSolver> optimal(Metric metric, const EngineCaller& caller) override {
    return own_.optimal(metric, caller);
  }
  std::shared_ptr<const GeneralEngine> general(const GeneralWish& wish,
                                               const EngineCaller& caller) override {
    return own_.general(wish, caller);
  }
  std::shared_ptr<const PhaseEngine> phases(const PhaseWish& wish,
                                            const EngineCaller& caller) override {
    return own_.phases(wish, caller);
  }
  [[nodiscard]] std::uint64_t search_bytes() const noexcept override { return own_.search_bytes(); }
  [[nodiscard]] int threads() const noexcept override { return own_.threads(); }

  std::vector<std::stop_token> stops;

 private:
  OwnEngines& own_;
};

TEST(Solving, ShortOnesBesideAProofHearTheStopOfTheirSolve) {
  SolveQuestion question = question_about("3x3x3");
  question.optimal = true;
  question.seconds = 0.05;
  OwnEngineOptions options;
  options.memory_bytes = 100'000'000;  // for the smallest table
  options.memory_given = true;
  OwnEngines own(options);
  StoppedEngines engines(own);
  const std::unique_ptr<Solving> solving = make_solving(question, engines);
  std::stop_source of_preparing;
  EngineCaller caller;
  caller.stop = of_preparing.get_token();
  solving->prepare(caller);
  std::stop_source of_solving;
  SolveCall call;
  call.stop = of_solving.get_token();
  call.tells_short_ones = true;
  call.events.solution = [](const SolutionEvent&) {};
  (void)solving->solve(solving->read("R U F"), call);
  ASSERT_EQ(engines.stops.size(), 1U);
  of_preparing.request_stop();
  EXPECT_FALSE(engines.stops[0].stop_requested());
  of_solving.request_stop();
  EXPECT_TRUE(engines.stops[0].stop_requested());
}

TEST(Solving, WhatIsProvedIsSaidOnceAndInTheSingularOfOneMove) {
  SolveQuestion quick = question_about("3x3x3");
  quick.max_length = 1;
  SolveQuestion general = quick;
  general.engine = "general";
  for (const SolveQuestion& question : {quick, general}) {
    const SolveAnswer answer = answer_to(question, "R U");
    EXPECT_FALSE(answer.found());
    EXPECT_TRUE(answer.optimal);
    EXPECT_EQ(answer.end, SearchEnd::none);
    EXPECT_EQ(answer.note, "no solution of 1 move or fewer exists");
  }
}

TEST(Solving, SeveralGoalsSayWhichIsReached) {
  SolveQuestion question = question_about("2x2x2");
  question.goals = {"R U F", "R U R'"};
  const SolveAnswer answer = answer_to(question, "R U");
  ASSERT_TRUE(answer.found());
  EXPECT_EQ(answer.solutions[0].length, 1);
  EXPECT_EQ(answer.solutions[0].goal, answer.solutions[0].moves == "F" ? 0U : 1U);
  question.goals = {"R Q"};
  EXPECT_THROW((void)answer_to(question, "R U"), Error);
}

TEST(Words, SayWhatASearchKnows) {
  EXPECT_EQ(sentence_of_end(SearchEnd::found, true, 0, 5), "");
  EXPECT_EQ(sentence_of_end(SearchEnd::none, false, 0, 5),
            "no solution of 5 moves or fewer exists");
  EXPECT_EQ(sentence_of_end(SearchEnd::time, true, 2, 5),
            "the time is over: no other solution of 2 to 5 moves exists");
  EXPECT_EQ(sentence_of_end(SearchEnd::stopped, false, 3, 2), "interrupted: nothing is proved yet");
  EXPECT_EQ(why_none_was_found(SearchEnd::time, 1),
            "no solution of 1 move or fewer was found in the time");
  EXPECT_EQ(about_time(23.7), "about 24 s on two cores");
  EXPECT_EQ(rough_time(0.5), "less than a second");
  EXPECT_EQ(rough_time(300), "about 5 min");
}

// A file of another version has a known name and another key.
TEST(CubeTables, WhatNobodyUsesIsSaid) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  const TableRecipe known = known_tables().front();
  TableKey other = known.key;
  other.payload_bytes = 4096;
  const std::vector<std::byte> payload(other.payload_bytes);
  ASSERT_TRUE(store.store(other, payload, {1}, 0, true));
  const std::vector<ListedTable> tables = list_tables(store);
  ASSERT_EQ(tables.size(), known_tables().size() + 1);
  EXPECT_FALSE(tables.front().file.has_value());
  EXPECT_FALSE(tables.back().recipe.has_value());
  ASSERT_TRUE(tables.back().file.has_value());
  EXPECT_EQ(tables.back().file->fault, "holds a table that this version of gyre does not use");
  EXPECT_EQ(find_table(known.key.name).key, known.key);
  EXPECT_THROW((void)find_table("nonsense"), Error);
}

// The memory that is usual is no wish: then no big table is made.
TEST(CubeTables, MemoryThatNobodyGaveIsNoWish) {
  const TableStore nowhere({});
  CubeTableWish wish;
  wish.memory_bytes = std::uint64_t{6} << 30U;
  const std::string asked = choose_optimal_table(Metric::htm, nowhere, wish).key.name;
  wish.memory_given = false;
  wish.modest_bytes = std::uint64_t{6} << 30U;
  EXPECT_NE(choose_optimal_table(Metric::htm, nowhere, wish).key.name, asked);
  wish.build = true;
  EXPECT_EQ(choose_optimal_table(Metric::htm, nowhere, wish).key.name, asked);
}

// A damaged one that would be better is named before a smaller one is made in its place.
TEST(CubeTables, DamageOfABetterTableIsNamed) {
  const test::TemporaryFolder folder;
  const TableStore store(folder.path());
  const std::vector<TableRecipe> recipes = cube3::optimal_recipes(Metric::htm);
  std::ofstream(store.path_of(recipes[1].key)) << "no table at all";
  CubeTableWish wish;
  wish.memory_bytes = std::uint64_t{1} << 30U;
  std::vector<std::string> said;
  EngineCaller caller;
  caller.warning = [&](const std::string& text) { said.push_back("warning: " + text); };
  caller.note = [&](const std::string& text) { said.push_back("note: " + text); };
  (void)make_optimal_solver(Metric::htm, store, recipes[0], wish, caller);
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[0].find("warning: " + store.path_of(recipes[1].key).string() + " "), 0U)
      << said[0];
  EXPECT_TRUE(said[0].ends_with("; table cube3-optimal-37mb-htm takes its place")) << said[0];
  EXPECT_EQ(said[1].find("note: making a table of "), 0U) << said[1];
  // With the memory for the small one alone there is nothing to say.
  said.clear();
  wish.memory_bytes = optimal_bytes(recipes[0]);
  (void)make_optimal_solver(Metric::htm, store, recipes[0], wish, caller);
  EXPECT_TRUE(said.empty());
}

}  // namespace
}  // namespace gyre
