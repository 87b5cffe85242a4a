// Any position within a time: there is always a solution, nearest ones are proved, and what the
// question says holds.
#include "front/solve/any_position.h"
#include "base/random.h"
#include "front/solve/own_engines.h"
#include "front/solve/plan_facts.h"
#include "front/solve/solving.h"

#include <gtest/gtest.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

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
    solving = make_solving(question, *engines);
    solving->prepare({});
  }

  OwnEngines own{{}};

 public:
  EngineSource* engines = &own;

 private:
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
  AnyPosition any("7x7x7");
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

// Engines of which phases are something else.
class WithoutPhases final : public EngineSource {
 public:
  using Make = std::function<std::shared_ptr<const PhaseEngine>(const EngineCaller&)>;
  explicit WithoutPhases(Make make) : make_(std::move(make)) {}

  std::shared_ptr<const Cube3Solver> two_phase(Metric metric, const EngineCaller& caller) override {
    return own_.two_phase(metric, caller);
  }
  std::shared_ptr<const OptimalSolver> optimal(Metric metric, const EngineCaller& caller) override {
    return own_.optimal(metric, caller);
  }
  std::shared_ptr<const GeneralEngine> general(const GeneralWish& wish,
                                               const EngineCaller& caller) override {
    return own_.general(wish, caller);
  }
  std::shared_ptr<const PhaseEngine> phases(const PhaseWish& /*wish*/,
                                            const EngineCaller& caller) override {
    ++asked;
    return make_(caller);
  }
  [[nodiscard]] std::uint64_t search_bytes() const noexcept override { return own_.search_bytes(); }
  [[nodiscard]] int threads() const noexcept override { return 1; }

  int asked = 0;

 private:
  Make make_;
  OwnEngines own_{{}};
};

// What is said meanwhile.
struct Said {
  std::vector<std::string> notes;
  std::vector<std::string> details;
  std::vector<int> lengths;  // of solutions
  SolveCall call;

  Said() {
    call.events.note = [this](const std::string& text) { notes.push_back(text); };
    call.events.progress = [this](const ProgressEvent& event) {
      EXPECT_EQ(event.what, "solving");
      EXPECT_LT(event.done, event.total);
      details.emplace_back(event.detail);
    };
    call.events.solution = [this](const SolutionEvent& event) {
      lengths.push_back(event.solution.length);
    };
  }
};

// The 4x4x4 in 500 MB had 227 moves as they came, since the error of the phases ended it all.
TEST(AnyPosition, WordsAreShortenedWherePhasesCannotBeMade) {
  WithoutPhases engines([](const EngineCaller&) -> std::shared_ptr<const PhaseEngine> {
    throw Error("the memory is too small");
  });
  AnyPosition any("helicopter");
  any.engines = &engines;
  any.question.seconds = 1;
  const State position = any.random_state(3);
  Said said;
  const SolveAnswer answer = any.answer(position, said.call);
  ASSERT_TRUE(answer.found());
  EXPECT_TRUE(any.solves(position, answer));
  ASSERT_GE(said.lengths.size(), 2U);
  EXPECT_LT(answer.solutions[0].length, said.lengths[0]);
  const std::vector<std::string> note = {
      "without phases, so solutions stay longer: the memory is too small"};
  EXPECT_EQ(said.notes, note);
  // It does not become better by being tried again.
  (void)any.answer(position, said.call);
  EXPECT_EQ(engines.asked, 1);
  EXPECT_EQ(said.notes, note);
}

TEST(AnyPosition, PhasesThatAreNotReadyInTimeAreNotWaitedFor) {
  WithoutPhases engines([](const EngineCaller& caller) -> std::shared_ptr<const PhaseEngine> {
    while (!caller.stop.stop_requested()) std::this_thread::yield();
    throw Error("making tables was stopped");
  });
  AnyPosition any("helicopter");
  const MoveSet moves = any.question.puzzle->move_set(any.question.metric, "");
  AnyPositionTools tools(engines, any.definition(), moves);
  const Solver solver(any.definition(), moves);
  const std::vector<State> starts = {any.random_state(3)};
  AnyPositionLimits limits;
  limits.seconds = 0.5;
  limits.preparing_seconds = 0.2;
  std::vector<std::string> notes;
  EngineCaller caller;
  caller.note = [&](const std::string& text) { notes.push_back(text); };
  const AnyPositionResult answer = solve_any_position(tools, solver, starts, limits, {}, caller);
  EXPECT_EQ(answer.result.solutions.size(), 1U);
  EXPECT_EQ(notes, std::vector<std::string>{"without phases, so solutions stay longer: they were "
                                            "not ready in the time for preparing, which is longer "
                                            "where more time is given"});
}

// A chain that has been found is worth a longer wait for its tables.
TEST(AnyPosition, TablesThatAreBeingMadeAreWaitedForLonger) {
  WithoutPhases engines([](const EngineCaller& caller) -> std::shared_ptr<const PhaseEngine> {
    caller.progress({"tables of phases", 1, 2});
    while (!caller.stop.stop_requested()) std::this_thread::yield();
    throw Error("making tables was stopped");
  });
  AnyPosition any("skewb");
  AnyPositionTools tools(engines, any.definition(), any.question.puzzle->move_set(Metric::htm, ""));
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(tools.phases({}, 0.2), nullptr);
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(600));
}

// The clock had begun anew after the tables.
TEST(AnyPosition, SecondsAreAllThatHavePassed) {
  WithoutPhases engines([](const EngineCaller& /*caller*/) -> std::shared_ptr<const PhaseEngine> {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    throw Error("no tables");
  });
  AnyPosition any("helicopter");
  any.engines = &engines;
  any.question.seconds = 0.4;
  EXPECT_GE(any.answer(any.random_state(3)).seconds, 1.1);
}

TEST(AnyPosition, ProgressSaysTheBestAndTheLowerBound) {
  AnyPosition any("7x7x7");
  any.question.seconds = 2;
  Said said;
  const SolveAnswer answer = any.answer(any.random_state(1), said.call);
  ASSERT_TRUE(answer.found());
  EXPECT_GE(said.details.size(), 4U);  // twice a second
  EXPECT_EQ(said.details.front().rfind("at least ", 0), 0U) << said.details.front();
  const std::string best =
      fmt::format("{} moves, at least {}", said.lengths.back(), answer.proved.value_or(0));
  EXPECT_EQ(said.details.back().rfind(best, 0), 0U) << said.details.back() << " / " << best;
}

// Solutions that words and phases find are none of the length that was searched.
TEST(AnyPosition, ALengthCountsTheSolutionsThatItHas) {
  AnyPosition any("7x7x7");
  any.question.seconds = 1;
  const SolveAnswer answer = any.answer(any.random_state(1));
  ASSERT_TRUE(answer.found());
  ASSERT_FALSE(answer.lengths.empty());
  for (const SolvedLength& length : answer.lengths) EXPECT_EQ(length.solutions, 0U);
  AnyPosition near("megaminx");
  const SolveAnswer proved = near.answer("R U F2");
  EXPECT_EQ(proved.lengths.back().length, 3);
  EXPECT_EQ(proved.lengths.back().solutions, 1U);
}

// A ring of blocks of four pieces, two of each colour: X turns the ring, Y changes the blocks each
// in one of four ways that commute. What is seen of a position says little of what has been done.
PuzzleWish tied() {
  constexpr int kBlocks = 61;
  constexpr int kPieces = 4 * kBlocks;
  std::vector<int> colours;
  std::vector<int> turn;
  std::vector<int> change;
  std::uint32_t random = 1;
  for (int block = 0; block < kBlocks; ++block) {
    random = (random * 1'103'515'245U + 12'345U) & 0x7FFF'FFFFU;
    const int way = static_cast<int>((random >> 16U) % 4);
    for (int i = 0; i < 4; ++i) {
      colours.push_back(i < 2 ? 1 : 2);
      turn.push_back((4 * block + i + 4) % kPieces + 1);
      change.push_back(4 * block + (i ^ way) + 1);
    }
  }
  PuzzleWish wish;
  wish.text = "tied.tws";
  wish.definition = fmt::format(
      "Name tied\nSet A {} 1\nSolved\nA\n{}\nEnd\nMove X\nA\n{}\nEnd\nMove Y\nA\n{}\nEnd\n",
      kPieces, fmt::join(colours, " "), fmt::join(turn, " "), fmt::join(change, " "));
  return wish;
}

// 'gyre plan' had ended with the error that the positions cannot be counted in reasonable time.
TEST(AnyPosition, WhatCannotBeCountedHasNoChainOfPhases) {
  const AskedPuzzle puzzle(tied());
  const MoveSet moves = puzzle.move_set(kUsualMetric, "");
  OwnEngines engines({});
  EXPECT_TRUE(plan_facts(engines, puzzle.definition(), nullptr, moves, {}).phases.empty());
}

// Each has a solver of its own, and its share of the time.
TEST(AnyPosition, SeveralGoalsOfAPuzzleWithLookAlikes) {
  AnyPosition any("4x4x4");
  any.question.goals = {"R U F2 B", "R U"};
  EXPECT_EQ(choose_engine(any.question), SolveEngine::phases);
  WithoutPhases engines([](const EngineCaller& /*caller*/) -> std::shared_ptr<const PhaseEngine> {
    throw Error("no tables");
  });
  any.engines = &engines;
  any.question.seconds = 1;
  Said said;
  const SolveAnswer answer = any.answer("R U F' L");
  ASSERT_TRUE(answer.found());
  EXPECT_EQ(answer.solutions[0].moves, "L' F");
  EXPECT_EQ(answer.solutions[0].goal, 1U);
  EXPECT_TRUE(answer.optimal);
  // Far from both: still a solution, within the time of one.
  Scramble scramble;
  scramble.state = any.random_state(5);
  const auto begun = std::chrono::steady_clock::now();
  const SolveAnswer far = any.answer(scramble.state, said.call);
  EXPECT_TRUE(far.found());
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
  for (std::size_t i = 1; i < said.lengths.size(); ++i) {
    EXPECT_LT(said.lengths[i], said.lengths[i - 1]);
  }
}

// No work beside the one thread that was asked for: the search that proves is held meanwhile.
TEST(AnyPosition, TheProofIsHeldWhileSolutionsAreShortened) {
  int lengths_while_making = 0;
  std::atomic<bool> is_making = false;
  WithoutPhases engines([&](const EngineCaller& /*caller*/) -> std::shared_ptr<const PhaseEngine> {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // until its threads stand still
    is_making = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    is_making = false;
    throw Error("no tables");
  });
  AnyPosition any("pentultimate");
  any.engines = &engines;
  any.question.seconds = 0.5;
  Said said;
  said.call.events.length = [&](const SolvedLength& /*length*/) {
    if (is_making) ++lengths_while_making;
  };
  (void)any.answer(any.random_state(1), said.call);
  EXPECT_EQ(lengths_while_making, 0);
}

}  // namespace
}  // namespace gyre
