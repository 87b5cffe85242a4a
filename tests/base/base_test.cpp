#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include "base/cpu.h"
#include "base/text.h"
#include "base/threads.h"
#include "support/counted_threads.h"

#include <atomic>
#include <cstdlib>
#include <vector>

namespace gyre {
namespace {

TEST(Error, SaysWhereAsFarAsItIsKnown) {
  EXPECT_STREQ(Error({"a.tws", 3, 7}, "wrong").what(), "a.tws:3:7: wrong");
  EXPECT_STREQ(Error({"a.tws"}, "wrong").what(), "a.tws: wrong");
  EXPECT_STREQ(Error({"", 3, 7}, "wrong").what(), "3:7: wrong");
  EXPECT_STREQ(Error("wrong").what(), "wrong");
}

TEST(Text, OnlyLatinCapitalsBecomeSmall) {
  EXPECT_EQ(to_lower("AZ@[`az09 -"), "az@[`az09 -");
  EXPECT_EQ(to_lower("\xC3\x9C\xFF"), "\xC3\x9C\xFF");
  EXPECT_EQ(to_lower(""), "");
}

TEST(Threads, VisitEachIndexOnce) {
  for (const int threads : {1, 2, 7}) {
    std::vector<std::atomic<int>> visits(1000);
    parallel_for(visits.size(), threads, [&](std::size_t index) { ++visits[index]; });
    for (const auto& count : visits) EXPECT_EQ(count, 1);
  }
}

TEST(Threads, PassExceptionsOn) {
  EXPECT_THROW(parallel_for(100, 4,
                            [](std::size_t index) {
                              if (index == 50) throw Error("fifty");
                            }),
               Error);
}

TEST(Threads, AreFewerIfTheSystemGivesNoMore) {
  const test::ThreadLimit limit(2);
  std::atomic<int> sum = 0;
  EXPECT_EQ(start_threads(5, [&](int index) { sum += index + 1; }).size(), 2U);
  EXPECT_EQ(sum, 3);
  try {
    (void)start_threads(5, [](int) {});
    FAIL() << "no thread was to be had";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("no thread can be started: "), 0U) << error.what();
  }
  try {
    (void)start_thread([](const std::stop_token&) {});
    FAIL() << "no thread was to be had";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("no thread can be started: "), 0U) << error.what();
  }
  // Whoever asks does the work alone.
  std::vector<std::atomic<int>> visits(100);
  parallel_for(visits.size(), 4, [&](std::size_t index) { ++visits[index]; });
  for (const auto& count : visits) EXPECT_EQ(count, 1);
}

TEST(Cpu, CanBeLowered) {
  setenv("GYRE_CPU", "portable", 1);
  EXPECT_EQ(cpu_level(), CpuLevel::portable);
  unsetenv("GYRE_CPU");
}

}  // namespace
}  // namespace gyre
