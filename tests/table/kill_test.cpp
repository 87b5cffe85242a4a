// Processes that want the same table, and processes that are killed while they make it. Nothing
// that a killed one leaves is believed, and the next one cleans up.
#include "support/table_fixture.h"

#include <gyre/base/error.h>

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <random>
#include <thread>

namespace gyre {
namespace {

constexpr std::uint64_t kKilledBytes = 16'000'000;
constexpr int kChunks = 8;

class TableKill : public TableTest {
 protected:
  // Whatever happened before: no file is believed that is not whole, and the next build succeeds
  // and leaves only the table; and the lock file, if the killed one had published the table and
  // there was nothing to build.
  void expect_recovery() {
    const TableRecipe recipe = test_recipe(kKilledBytes);
    bool published = false;
    for (const StoredTable& stored : store().list()) {
      if (stored.leftover) continue;
      published = true;
      EXPECT_EQ(stored.fault, "");
      EXPECT_EQ(store().verify(stored.path, &recipe), std::nullopt);
    }
    EXPECT_TRUE(holds_test_bytes(store().open_or_make(recipe, options()), kKilledBytes));
    EXPECT_TRUE(warnings_.empty()) << warnings_[0];
    const fs::path table = store().path_of(recipe.key);
    if (published) fs::remove(fs::path(table).replace_extension(".lock"));
    EXPECT_EQ(files(), std::vector<std::string>{table.filename()});
    EXPECT_TRUE(holds_test_bytes(*store().open(recipe.key, options()), kKilledBytes));
  }
};

TEST_F(TableKill, WhileGenerating) {
  const pid_t child = start_process([&] {
    TableRecipe recipe = test_recipe(kKilledBytes);
    recipe.generate = [](std::span<std::byte> payload, const TableWork& work) {
      (void)test_recipe().generate(payload, work);
      kill(getpid(), SIGKILL);
      return DepthCounts{};
    };
    (void)store().open_or_make(recipe);
    return 0;
  });
  EXPECT_EQ(wait_for(child), 128 + SIGKILL);
  EXPECT_EQ(files().size(), 1U) << "the lock file, locked by nobody";
  expect_recovery();
}

TEST_F(TableKill, WhileStoringAfterEachChunk) {
  for (int chunk = 1; chunk <= kChunks; ++chunk) {
    const int status = in_process([&] {
      TableOptions wanted;
      int seen = 0;
      wanted.work.progress = [&](const ProgressEvent& event) {
        if (event.what == "storing test" && ++seen == chunk) kill(getpid(), SIGKILL);
      };
      (void)store().open_or_make(test_recipe(kKilledBytes), wanted);
      return 0;
    });
    ASSERT_EQ(status, 128 + SIGKILL);
    ASSERT_EQ(files().size(), 2U) << "the lock and what was written";
    if (chunk % 4 != 0) continue;  // the next build to be killed has these leftovers to remove
    expect_recovery();
    store().remove_all();
  }
}

TEST_F(TableKill, AtAnyMoment) {
  using Clock = std::chrono::steady_clock;
  const auto make = [&] {
    (void)store().open_or_make(test_recipe(kKilledBytes));
    return 0;
  };
  const auto started = Clock::now();
  ASSERT_EQ(in_process(make), 0);
  const auto whole =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - started).count();
  std::mt19937_64 random(1);  // NOLINT: the same moments each time
  int killed = 0;
  for (int round = 0; round < 30; ++round) {
    store().remove_all();
    const pid_t child = start_process(make);
    std::this_thread::sleep_for(
        std::chrono::microseconds(random() % static_cast<std::uint64_t>(whole)));
    kill(child, SIGKILL);
    if (wait_for(child) != 0) ++killed;
    expect_recovery();
  }
  EXPECT_GT(killed, 5);
}

TEST_F(TableKill, TheNextInLineTakesOver) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t maker = start_process([&] {
    TableRecipe recipe = test_recipe(kKilledBytes);
    recipe.generate = [&](std::span<std::byte>, const TableWork&) -> DepthCounts {
      (void)!write(ready[1], "x", 1);
      for (;;) pause();
    };
    (void)store().open_or_make(recipe);
    return 0;
  });
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  const pid_t waiter = start_process([&] {
    TableOptions wanted = options();
    wanted.warning = [&](std::string_view text) {
      warnings_.emplace_back(text);
      (void)!write(ready[1], "y", 1);
    };
    if (!holds_test_bytes(store().open_or_make(test_recipe(kKilledBytes), wanted), kKilledBytes))
      return 1;
    const std::string expected =
        "process " + std::to_string(maker) + " is making table test; waiting for it";
    return warnings_ == std::vector<std::string>{expected} ? 0 : 2;
  });
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_EQ(byte, 'y');
  kill(maker, SIGKILL);
  EXPECT_EQ(wait_for(maker), 128 + SIGKILL);
  EXPECT_EQ(wait_for(waiter), 0);
  close(ready[0]);
  close(ready[1]);
  expect_recovery();
}

TEST_F(TableKill, OfTwoProcessesOneMakesIt) {
  int made[2];
  ASSERT_EQ(pipe(made), 0);
  const auto make = [&] {
    TableRecipe recipe = test_recipe(kKilledBytes);
    recipe.generate = [&](std::span<std::byte> payload, const TableWork& work) {
      (void)!write(made[1], "x", 1);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      return test_recipe().generate(payload, work);
    };
    return holds_test_bytes(store().open_or_make(recipe), kKilledBytes) ? 0 : 1;
  };
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) children.push_back(start_process(make));
  for (const pid_t child : children) EXPECT_EQ(wait_for(child), 0);
  close(made[1]);
  char bytes[8];
  EXPECT_EQ(read(made[0], bytes, sizeof bytes), 1) << "made more than once, or never";
  close(made[0]);
  expect_recovery();
}

TEST_F(TableKill, WaitingCanBeStopped) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t maker = start_process([&] {
    TableRecipe recipe = test_recipe();
    recipe.generate = [&](std::span<std::byte>, const TableWork&) -> DepthCounts {
      (void)!write(ready[1], "x", 1);
      for (;;) pause();
    };
    (void)store().open_or_make(recipe);
    return 0;
  });
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  std::stop_source stop;
  TableOptions wanted = options();
  wanted.work.stop = stop.get_token();
  wanted.warning = [&](std::string_view) { stop.request_stop(); };
  EXPECT_THROW((void)store().open_or_make(test_recipe(), wanted), Error);
  // What is being made is left alone by those who remove, and listed as such if it is there.
  const fs::path partial =
      fs::path(store().path_of(test_recipe().key)).replace_extension(".1-2.partial");
  std::ofstream(partial) << "x";
  ASSERT_EQ(store().list().size(), 1U);
  EXPECT_EQ(store().list()[0].fault, "is being written");
  EXPECT_FALSE(store().remove(test_recipe().key));
  EXPECT_TRUE(store().remove_all().empty());
  EXPECT_EQ(files().size(), 2U);
  kill(maker, SIGKILL);
  EXPECT_EQ(wait_for(maker), 128 + SIGKILL);
  close(ready[0]);
  close(ready[1]);
  EXPECT_EQ(store().remove_all().size(), 1U);
  EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace gyre
