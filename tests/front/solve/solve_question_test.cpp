// Which engine answers which question, what is refused with which sentence, and what comes out.
#include "front/solve/own_engines.h"
#include "front/solve/solving.h"
#include "front/solve/words.h"

#include <gtest/gtest.h>
#include <gyre/base/error.h>

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
            "there is no engine 'fast' (expected auto, cube3, two-phase, optimal, general, "
            "phases)");
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
}

}  // namespace
}  // namespace gyre
