// cli/ordered.h: tasks on many threads, results in order, whatever happens in between.
#include "../cli/ordered.h"
#include "support/counted_threads.h"

#include <gyre/base/error.h>

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>

namespace gyre::cli {
namespace {

using Work = OrderedWork<int, int>;

struct Log {
  std::vector<int> results;
  std::atomic<int> flushes = 0;
  std::atomic<int> ended = 0;

  Work::Hooks hooks(std::function<std::optional<int>(int&, const std::stop_token&)> work) {
    return {std::move(work), [this](int& result) { results.push_back(result); },
            [this] { ++flushes; }, [this] { ++ended; }, false};
  }
  void expect_first(int count) const {
    ASSERT_EQ(results.size(), static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) ASSERT_EQ(results[i], i);
  }
};

void pause(int microseconds) {
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
}

TEST(OrderedWork, KeepsTheOrder) {
  for (const int threads : {1, 2, 8}) {
    Log log;
    Work work(threads, log.hooks([](int& task, const std::stop_token&) {
      if (task % 100 == 0) pause(task % 700);
      return std::optional(task);
    }));
    for (int i = 0; i < 30'000; ++i) ASSERT_TRUE(work.add(i));
    work.finish();
    log.expect_first(30'000);
    EXPECT_GT(log.flushes, 0);
  }
}

TEST(OrderedWork, FewerThreadsDoTheSameWork) {
  const test::ThreadLimit limit(2);
  Log log;
  {
    Work work(8, log.hooks([](int& task, const std::stop_token&) { return std::optional(task); }));
    for (int i = 0; i < 1'000; ++i) ASSERT_TRUE(work.add(i));
    work.finish();
  }
  log.expect_first(1'000);
  EXPECT_THROW(Work(8, log.hooks({})), Error) << "not one thread";
}

TEST(OrderedWork, EmitsBeforeMoreIsAdded) {
  std::atomic<int> seen = -1;
  Work::Hooks hooks;
  hooks.work = [](int& task, const std::stop_token&) { return std::optional(task); };
  hooks.emit = [&](int& result) { seen = result; };
  hooks.flush = [] {};
  Work work(3, hooks);
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(work.add(i));
    while (seen != i) pause(10);
  }
  work.finish();
}

// Who is next may print at once: nothing else is emitted meanwhile, and all before it has been.
TEST(OrderedWork, SaysWhoIsNext) {
  for (const int threads : {1, 4}) {
    std::vector<int> said;  // before the result, then the result
    std::atomic<int> early = 0;
    Work* all = nullptr;
    Work::Hooks hooks;
    hooks.work = [&](int& task, const std::stop_token&) {
      if (!all->is_next(task)) ++early;
      if (task % 3 == 0) {
        while (!all->is_next(task)) pause(10);
        said.push_back(-task);
        pause(100);
        EXPECT_TRUE(all->is_next(task));
      }
      return std::optional(task);
    };
    hooks.emit = [&](int& result) { said.push_back(result); };
    hooks.flush = [] {};
    hooks.one_by_one = true;
    Work work(threads, hooks);
    all = &work;
    for (int i = 1; i <= 300; ++i) ASSERT_TRUE(work.add(i));
    work.finish();
    std::vector<int> expected;
    for (int i = 1; i <= 300; ++i) {
      if (i % 3 == 0) expected.push_back(-i);
      expected.push_back(i);
    }
    EXPECT_EQ(said, expected);
    EXPECT_EQ(early > 0, threads > 1);
  }
}

TEST(OrderedWork, AddingWaitsForRoom) {
  std::atomic<bool> open = false;
  std::atomic<int> added = 0;
  Log log;
  Work work(2, log.hooks([&](int& task, const std::stop_token&) {
    while (!open) pause(100);
    return std::optional(task);
  }));
  constexpr int kAll = 100'000;
  std::jthread adder([&] {
    for (int i = 0; i < kAll; ++i, ++added) ASSERT_TRUE(work.add(i));
  });
  pause(100'000);
  EXPECT_LT(added, 10'000);
  open = true;
  adder.join();
  work.finish();
  log.expect_first(kAll);
}

TEST(OrderedWork, LargeTasksWaitForRoomToo) {
  std::atomic<bool> open = false;
  std::atomic<int> added = 0;
  Log log;
  Work work(2, log.hooks([&](int& task, const std::stop_token&) {
    while (!open) pause(100);
    return std::optional(task);
  }));
  std::jthread adder([&] {
    for (int i = 0; i < 200; ++i, ++added) ASSERT_TRUE(work.add(i, std::size_t{1} << 22U));
  });
  pause(100'000);
  EXPECT_LT(added, 10);
  open = true;
  adder.join();
  work.finish();
  log.expect_first(200);
}

TEST(OrderedWork, ABadTaskEndsTheStreamAfterTheResultsBeforeIt) {
  for (int round = 0; round < 20; ++round) {
    Log log;
    Work work(4, log.hooks([](int& task, const std::stop_token& stop) -> std::optional<int> {
      if (task == 499) pause(3000);  // still at it when the bad ones are met
      if (task == 500 || task == 503) throw std::runtime_error(std::to_string(task));
      // Long work behind a bad task is asked to stop.
      while (task > 505 && !stop.stop_requested()) pause(100);
      if (task > 505) return std::nullopt;
      return task;
    }));
    int added = 0;
    while (work.add(added)) ++added;
    try {
      work.finish();
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "500");
    }
    log.expect_first(500);
    EXPECT_GE(log.ended, 1);
  }
}

TEST(OrderedWork, StoppingKeepsWhatIsThere) {
  Log log;
  Work work(4, log.hooks([](int& task, const std::stop_token& stop) -> std::optional<int> {
    if (task < 10) return task;
    while (!stop.stop_requested()) pause(100);
    if (task == 12) return std::nullopt;  // nothing yet, and so nothing after it
    return task;
  }));
  std::jthread adder([&] {
    for (int i = 0; work.add(i); ++i) {
    }
  });
  pause(50'000);
  work.stop();
  adder.join();
  work.finish();
  log.expect_first(12);
}

TEST(OrderedWork, AFaultOfTheOutputEndsAll) {
  Work::Hooks hooks;
  hooks.work = [](int& task, const std::stop_token&) { return std::optional(task); };
  hooks.emit = [](int& result) {
    if (result == 100) throw std::runtime_error("full");
  };
  hooks.flush = [] {};
  Work work(3, hooks);
  int added = 0;
  while (work.add(added)) ++added;
  EXPECT_THROW(work.finish(), std::runtime_error);
}

TEST(OrderedWork, MayBeLeftUnfinished) {
  Log log;
  Work work(3, log.hooks([](int& task, const std::stop_token& stop) -> std::optional<int> {
    while (!stop.stop_requested()) pause(100);
    return task;
  }));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(work.add(i));
}

}  // namespace
}  // namespace gyre::cli
