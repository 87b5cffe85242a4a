#include "base/stop.h"
#include "base/stop_after.h"

#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/base/progress.h>

#include <limits>
#include <thread>

namespace gyre {
namespace {

using namespace std::chrono_literals;

TEST(Stop, NothingStopsItByItself) {
  Stop stop;
  EXPECT_FALSE(stop.look());
  EXPECT_EQ(stop.why(), Stop::Why::none);
  EXPECT_FALSE(stop.deadline());
  EXPECT_FALSE(stop.seconds_left());
}

TEST(Stop, TheFirstReasonStays) {
  std::stop_source source;
  Stop asked(source.get_token(), 0.0);
  source.request_stop();
  EXPECT_FALSE(asked.stopped()) << "nobody has looked";
  EXPECT_TRUE(asked.look());
  EXPECT_EQ(asked.why(), Stop::Why::asked);
  asked.stop();
  EXPECT_EQ(asked.why(), Stop::Why::asked);

  Stop late({}, 0.0);
  EXPECT_TRUE(late.look());
  EXPECT_EQ(late.why(), Stop::Why::time);

  Stop inside(source.get_token());
  inside.stop();
  EXPECT_TRUE(inside.look());
  EXPECT_EQ(inside.why(), Stop::Why::inside);
}

TEST(Stop, LimitsMayBeEndlessOrPast) {
  for (const double seconds : {1e12, std::numeric_limits<double>::infinity()}) {
    Stop stop({}, seconds);
    EXPECT_FALSE(stop.look());
    EXPECT_FALSE(stop.deadline());
  }
  Stop past({}, -5.0);
  EXPECT_TRUE(past.look());
}

TEST(Stop, PausesDoNotCount) {
  PauseSwitch pause;
  Stop stop({}, 0.3, &pause);
  pause.pause();
  std::this_thread::sleep_for(400ms);
  EXPECT_FALSE(stop.look());
  EXPECT_LT(stop.seconds(), 0.2);
  EXPECT_GT(stop.seconds_left().value_or(0), 0.1);
  std::thread resuming([&] {
    std::this_thread::sleep_for(50ms);
    pause.resume();
  });
  EXPECT_FALSE(stop.look_after_pause());
  EXPECT_FALSE(pause.paused());
  resuming.join();
  std::this_thread::sleep_for(300ms);
  EXPECT_TRUE(stop.look());
}

// One switch serves all positions of a job: the pauses of those before are no present.
TEST(Stop, PausesBeforeItBeganAreNotItsOwn) {
  PauseSwitch pause;
  pause.pause();
  std::this_thread::sleep_for(200ms);
  pause.resume();
  Stop stop({}, 0.05, &pause);
  EXPECT_GE(stop.seconds(), 0);
  std::this_thread::sleep_for(60ms);
  EXPECT_TRUE(stop.look());
  EXPECT_EQ(stop.why(), Stop::Why::time);
}

TEST(Stop, AStopEndsThePause) {
  PauseSwitch pause;
  pause.pause();
  std::stop_source source;
  Stop stop(source.get_token(), std::nullopt, &pause);
  std::thread stopping([&] {
    std::this_thread::sleep_for(20ms);
    source.request_stop();
  });
  EXPECT_TRUE(stop.look_after_pause());
  stopping.join();
  EXPECT_TRUE(stop.look_after_pause()) << "who has stopped does not wait";
}

TEST(Stop, ACounterLooksNowAndThen) {
  std::stop_source source;
  source.request_stop();
  Stop stop(source.get_token());
  StopCounter<8> counter(stop);
  for (int i = 1; i < 8; ++i) EXPECT_FALSE(counter.stopped()) << i;
  EXPECT_TRUE(counter.stopped());
  EXPECT_TRUE(counter.stopped());
}

TEST(Stop, StoppedWorkThrows) {
  std::stop_source source;
  throw_if_stopped(source.get_token(), "counting");
  source.request_stop();
  try {
    throw_if_stopped(source.get_token(), "counting");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "counting was stopped");
  }
}

TEST(StopAfter, StopsWhenItsTimeIsOverOrWhenItIsAsked) {
  const auto wait = [](const std::stop_token& token) {
    while (!token.stop_requested()) std::this_thread::sleep_for(1ms);
  };
  StopAfter late({}, 0.01);
  wait(late.token());
  EXPECT_TRUE(late.is_late());
  std::stop_source asked;
  StopAfter early(asked.get_token(), 1e9);
  EXPECT_FALSE(early.token().stop_requested());
  asked.request_stop();
  EXPECT_TRUE(early.token().stop_requested());
  EXPECT_FALSE(early.is_late());
}

TEST(StopAfter, CanBePutOff) {
  const auto begun = std::chrono::steady_clock::now();
  StopAfter stop({}, 0.05);
  stop.put_off(0.2);
  while (!stop.token().stop_requested()) std::this_thread::sleep_for(1ms);
  EXPECT_GE(std::chrono::steady_clock::now() - begun, 200ms);
}

}  // namespace
}  // namespace gyre
