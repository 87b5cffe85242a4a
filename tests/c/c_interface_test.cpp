// include/gyre/gyre.h. That it is plain C is shown by docs/examples/solve_cube.c.
#include <gtest/gtest.h>
#include <gyre/base/api.h>
#include <gyre/gyre.h>
#include <gyre/library/library.h>
#include "cube3/core/held.h"

#include <string>
#include <thread>
#include <vector>

namespace {

using gyre::cube3::Holding;

class CInterface : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(gyre_cube3_solver_create(nullptr, &solver), GYRE_OK);
    ASSERT_NE(solver, nullptr);
    limits = gyre_cube3_default_limits();
    limits.seconds = 0.05;
  }
  void TearDown() override { gyre_cube3_solver_destroy(solver); }

  // The position is solved by what came back, in the orientation that it is held in.
  void expect_solves(const std::string& position, const std::string& answer) const {
    const gyre::PuzzleDefinition definition = gyre::load_puzzle("3x3x3");
    const Holding holding(definition);
    const gyre::Scramble start = holding.read(position);
    const gyre::Scramble whole = holding.read(position + " " + answer);
    EXPECT_EQ(holding.hold(whole).position, gyre::cube3::Cube{}) << position << " / " << answer;
    EXPECT_EQ(holding.hold(whole).turn, holding.hold(start).turn);
  }

  gyre_cube3_solver* solver = nullptr;
  gyre_cube3_limits limits = {};
  char buffer[GYRE_CUBE3_TEXT_BYTES] = "";
  gyre_cube3_result result = {};
};

TEST_F(CInterface, SolvesASequence) {
  for (const char* position : {"R U F", "x R U", "M' U2 r F D2", "[R, U] [F: D]", "y z'", ""}) {
    ASSERT_EQ(gyre_cube3_solve(solver, position, &limits, buffer, sizeof buffer, &result), GYRE_OK)
        << gyre_last_error();
    expect_solves(position, buffer);
    EXPECT_STREQ(gyre_last_error(), "");
  }
}

TEST_F(CInterface, SolvesFacelets) {
  ASSERT_EQ(gyre_cube3_solve(solver, "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
                             &limits, buffer, sizeof buffer, &result),
            GYRE_OK);
  EXPECT_STREQ(buffer, "");
  EXPECT_EQ(result.length, 0);
  // R: what was on F is on U, what was on U is on B, ...
  ASSERT_EQ(gyre_cube3_solve(solver, "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB",
                             nullptr, buffer, sizeof buffer, nullptr),
            GYRE_OK);
  EXPECT_STREQ(buffer, "R'");
}

TEST_F(CInterface, SaysWhatIsWrong) {
  EXPECT_EQ(gyre_cube3_solve(solver, "R Q", &limits, buffer, sizeof buffer, &result),
            GYRE_BAD_INPUT);
  EXPECT_NE(std::string(gyre_last_error()).find("'Q' is no move"), std::string::npos);
  EXPECT_STREQ(buffer, "");
  EXPECT_EQ(gyre_cube3_solve(solver, "CPOS 3069CFIL02468ACEGIKM", &limits, buffer, sizeof buffer,
                             &result),
            GYRE_BAD_INPUT);
  EXPECT_NE(std::string(gyre_last_error()).find("face turns cannot solve this cube"),
            std::string::npos);
  EXPECT_EQ(gyre_cube3_solve(solver, nullptr, &limits, buffer, sizeof buffer, &result),
            GYRE_BAD_INPUT);
  EXPECT_EQ(gyre_cube3_solver_create(nullptr, nullptr), GYRE_BAD_INPUT);
  EXPECT_EQ(gyre_cube3_solve(solver, "R U F", &limits, buffer, 5, &result), GYRE_SMALL_BUFFER);
  EXPECT_EQ(gyre_cube3_solve(solver, "R", &limits, buffer, 3, &result), GYRE_OK);
  EXPECT_STREQ(buffer, "R'");
}

TEST_F(CInterface, SaysThatThereIsNone) {
  limits.max_length = 2;
  ASSERT_EQ(gyre_cube3_solve(solver, "R U F", &limits, buffer, sizeof buffer, &result), GYRE_NONE);
  EXPECT_EQ(result.optimal, 1);
  EXPECT_STREQ(buffer, "");
  EXPECT_STREQ(gyre_last_error(), "no solution of 2 moves or fewer exists");
}

constexpr const char* kHard = "R U2 F' L D B2 R' U F L2 B' D R2 U' F2 L B D2 R' U2 F";

TEST_F(CInterface, CallsBackWithEachImprovementAndStopsWhenAsked) {
  struct Heard {
    std::vector<int> lengths;
    std::string last;
  } heard;
  limits.seconds = 3600;
  limits.user = &heard;
  limits.improved = [](void* user, const char* moves, int length) {
    auto* all = static_cast<Heard*>(user);
    all->lengths.push_back(length);
    all->last = moves;
    return all->lengths.size() == 2 || length <= 20 ? 1 : 0;
  };
  ASSERT_EQ(gyre_cube3_solve(solver, kHard, &limits, buffer, sizeof buffer, &result), GYRE_OK);
  ASSERT_FALSE(heard.lengths.empty());
  EXPECT_LE(heard.lengths.size(), 2U);
  EXPECT_EQ(heard.last, buffer);
  EXPECT_EQ(heard.lengths.back(), result.length);
  expect_solves(kHard, buffer);
}

TEST_F(CInterface, AnotherThreadCanStopIt) {
  gyre_stop* stop = gyre_stop_create();
  ASSERT_NE(stop, nullptr);
  limits.seconds = 3600;
  limits.stop = stop;
  std::thread asker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    gyre_stop_request(stop);
  });
  const gyre_status status =
      gyre_cube3_solve(solver, kHard, &limits, buffer, sizeof buffer, &result);
  asker.join();
  gyre_stop_destroy(stop);
  ASSERT_EQ(status, GYRE_OK) << gyre_last_error();
  EXPECT_LT(result.seconds, 60);
  expect_solves(kHard, buffer);
}

TEST_F(CInterface, ThreadsShareASolverAndHaveTheirOwnErrors) {
  std::string bad_error;
  std::string good_error = "not set";
  std::thread bad([&] {
    char own[GYRE_CUBE3_TEXT_BYTES];
    EXPECT_EQ(gyre_cube3_solve(solver, "Q", nullptr, own, sizeof own, nullptr), GYRE_BAD_INPUT);
    bad_error = gyre_last_error();
  });
  std::thread good([&] {
    char own[GYRE_CUBE3_TEXT_BYTES];
    EXPECT_EQ(gyre_cube3_solve(solver, "R", nullptr, own, sizeof own, nullptr), GYRE_OK);
    good_error = gyre_last_error();
  });
  bad.join();
  good.join();
  EXPECT_NE(bad_error, "");
  EXPECT_EQ(good_error, "");
}

// In their order, so that a number is a metric.
TEST(CInterfaceMetrics, HaveANumberEach) {
  ASSERT_EQ(gyre::metrics().size(), static_cast<std::size_t>(GYRE_QUARTER_TURNS) + 1);
  EXPECT_EQ(gyre::metrics()[GYRE_HALF_TURNS], gyre::Metric::htm);
  EXPECT_EQ(gyre::metrics()[GYRE_QUARTER_TURNS], gyre::Metric::qtm);
  gyre_cube3_options options = gyre_cube3_default_options();
  options.metric = static_cast<gyre_metric>(GYRE_QUARTER_TURNS + 1);
  gyre_cube3_solver* solver = nullptr;
  EXPECT_EQ(gyre_cube3_solver_create(&options, &solver), GYRE_BAD_INPUT);
  EXPECT_EQ(solver, nullptr);
}

TEST(CInterfaceVersion, IsThatOfTheLibrary) {
  EXPECT_EQ(gyre_version(), gyre::version());
}

TEST(CInterfaceCallbacks, ExceptionsDoNotCross) {
  gyre_cube3_solver* solver = nullptr;
  ASSERT_EQ(gyre_cube3_solver_create(nullptr, &solver), GYRE_OK);
  gyre_cube3_limits limits = gyre_cube3_default_limits();
  limits.improved = [](void*, const char*, int) -> int { throw 1; };
  char buffer[GYRE_CUBE3_TEXT_BYTES];
  EXPECT_EQ(gyre_cube3_solve(solver, "R U F", &limits, buffer, sizeof buffer, nullptr), GYRE_FAULT);
  gyre_cube3_solver_destroy(solver);
}

}  // namespace
