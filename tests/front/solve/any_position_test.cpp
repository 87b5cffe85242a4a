// Any position within a time: there is always a solution, nearest ones are proved, and what the
// question says holds.
#include "base/random.h"
#include "front/solve/own_engines.h"
#include "front/solve/solving.h"

#include <gtest/gtest.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>

#include <memory>
#include <string>
#include <utility>

namespace gyre {
namespace {

class AnyPosition {
 public:
  explicit AnyPosition(const std::string& name) {
    PuzzleWish wish;
    wish.text = name;
    question.puzzle = std::make_shared<const AskedPuzzle>(wish);
  }

  [[nodiscard]] const PuzzleDefinition& definition() const { return question.puzzle->definition(); }
  [[nodiscard]] State random_state(std::uint64_t seed) const {
    Rng rng(seed);
    return PuzzleGroup(definition(), question.puzzle->move_set(question.metric, question.moves))
        .random_state(rng);
  }
  SolveAnswer answer(const State& position, const SolveCall& call = {}) {
    prepare();
    Scramble scramble;
    scramble.state = position;
    return solving->solve(solving->take(scramble), call);
  }
  SolveAnswer answer(const std::string& position) {
    prepare();
    return solving->solve(solving->read(position), {});
  }
  [[nodiscard]] bool solves(const State& position, const SolveAnswer& answer) const {
    const Alg alg = parse_alg(answer.solutions.at(0).moves, &definition().names());
    return apply(definition(), position, alg) == definition().solved();
  }

  SolveQuestion question;

 private:
  void prepare() {
    if (solving) return;
    solving = make_solving(question, engines);
    solving->prepare({});
  }

  OwnEngines engines{{}};
  std::unique_ptr<Solving> solving;
};

TEST(AnyPosition, IsSolvedWhateverThePuzzle) {
  for (const char* name : {"helicopter", "clock", "square1", "pentultimate", "m24", "topspin"}) {
    SCOPED_TRACE(name);
    AnyPosition any(name);
    any.question.seconds = 0.5;
    any.question.target = kTargetRange.most;  // the first will do
    const State position = any.random_state(3);
    const SolveAnswer answer = any.answer(position);
    ASSERT_TRUE(answer.found());
    EXPECT_TRUE(answer.complete);
    EXPECT_TRUE(any.solves(position, answer));
    ASSERT_TRUE(answer.proved.has_value());
    EXPECT_LE(*answer.proved, answer.solutions[0].length);
  }
}

TEST(AnyPosition, PhasesShortenTheFirstSolution) {
  AnyPosition any("3x3x3");
  any.question.engine = "phases";
  any.question.seconds = 30;
  any.question.target = 26;
  const State position = any.random_state(1);
  const SolveAnswer answer = any.answer(position);
  ASSERT_TRUE(answer.found());
  EXPECT_LE(answer.solutions[0].length, 26);
  EXPECT_TRUE(any.solves(position, answer));
  int sum = 0;
  for (const int moves : answer.phases) sum += moves;
  EXPECT_EQ(sum, answer.solutions[0].length);
  EXPECT_GE(answer.phases.size(), 2U);
}

TEST(AnyPosition, NearOnesAreProved) {
  AnyPosition any("megaminx");
  const SolveAnswer answer = any.answer("R U F2");
  ASSERT_TRUE(answer.found());
  EXPECT_EQ(answer.solutions[0].moves, "F2' U' R'");
  EXPECT_TRUE(answer.optimal);
  EXPECT_EQ(answer.proved, 3);
}

TEST(AnyPosition, EachSolutionThatIsToldIsShorter) {
  AnyPosition any("3x3x3");
  any.question.engine = "phases";
  any.question.seconds = 30;
  any.question.target = 26;
  const State position = any.random_state(2);
  SolveCall call;
  int last = 10'000;
  call.events.solution = [&](const SolutionEvent& event) {
    EXPECT_LT(event.solution.length, last);
    last = event.solution.length;
  };
  const SolveAnswer answer = any.answer(position, call);
  ASSERT_TRUE(answer.found());
  EXPECT_EQ(answer.solutions[0].length, last);
}

TEST(AnyPosition, WhatCannotBeSolvedIsRefusedWithTheReason) {
  AnyPosition any("fto");
  State position = any.definition().solved();
  std::swap(position.bytes[0], position.bytes[1]);
  try {
    (void)any.answer(position);
    FAIL() << "solved";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("this position cannot be solved: "),
              std::string::npos);
  }
}

TEST(AnyPosition, IsLedToAGoal) {
  AnyPosition any("skewb");
  any.question.goals = {"U R"};
  const SolveAnswer answer = any.answer("U R L");
  ASSERT_TRUE(answer.found());
  EXPECT_EQ(answer.solutions[0].moves, "L'");
}

TEST(AnyPosition, ARequestToStopEndsItWithWhatThereIs) {
  AnyPosition any("pentultimate");
  any.question.seconds = 1'000;
  const State position = any.random_state(1);
  std::stop_source stop;
  SolveCall call;
  call.stop = stop.get_token();
  call.events.solution = [&](const SolutionEvent&) { stop.request_stop(); };
  const SolveAnswer answer = any.answer(position, call);
  ASSERT_TRUE(answer.found());
  EXPECT_TRUE(any.solves(position, answer));
}

}  // namespace
}  // namespace gyre
