// Every allocation, write, sync and rename fails once (of very many a part), in a process of its
// own each time, while a table is stored, a count and a search are saved, a sweep is kept and a
// server starts. Nothing crashes or hangs, what was there before is there still, what is there
// afterwards is sound, and the work can be done again.
#include "fault/faults.h"
#include "support/table_fixture.h"
#include "support/temporary_folder.h"

#include <gyre/base/error.h>
#include <gyre/general/god.h>
#include <gyre/general/solver.h>
#include <gyre/library/library.h>
#include <gyre/table/store.h>
#include "cube3/sweep/sweep.h"
#include "general/solve/checkpoint.h"
#include "serve/server.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <functional>
#include <new>
#include <string>
#include <thread>

namespace gyre {
namespace {

using test::FaultKind;

constexpr std::array<FaultKind, 4> kKinds = {FaultKind::allocation, FaultKind::write,
                                             FaultKind::sync, FaultKind::rename};
// Of very many calls so many fail, in turn: every how-manieth is chosen so.
constexpr std::uint64_t kMostRuns = 60;

enum Outcome : int { kDone = 0, kRefused = 3, kNoMemory = 4, kOther = 5 };

// Does the work in a process of its own, in which the call of this number fails. Returns what
// became of it, or minus the signal that ended it. calls: how many there were, if it came to its
// end.
int run_with_fault(const std::function<void()>& work, FaultKind kind, std::uint64_t number,
                   std::uint64_t* calls = nullptr) {
  auto* shared = static_cast<std::uint64_t*>(::mmap(
      nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (shared == MAP_FAILED) return kOther;
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr unsigned kSecondsToHang = 60;
    ::alarm(kSecondsToHang);
    int outcome = kDone;
    test::arm_fault(kind, number);
    try {
      work();
    } catch (const Error&) {
      outcome = kRefused;
    } catch (const std::bad_alloc&) {
      outcome = kNoMemory;
    } catch (...) {
      outcome = kOther;
    }
    *shared = test::disarm_fault();
    ::_exit(outcome);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (calls != nullptr) *calls = *shared;
  ::munmap(shared, sizeof(std::uint64_t));
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

const char* name_of(FaultKind kind) {
  constexpr std::array<const char*, 4> kNames = {"allocation", "write", "sync", "rename"};
  return kNames[static_cast<std::size_t>(kind)];
}

// check: what must hold afterwards, whatever came of the work.
void fail_each_once(const std::function<void(const fs::path&)>& work,
                    const std::function<void(const fs::path&)>& check,
                    std::initializer_list<FaultKind> expected,
                    std::uint64_t most_runs = kMostRuns) {
  for (const FaultKind kind : kKinds) {
    std::uint64_t calls = 0;
    {
      const test::TemporaryFolder folder;
      ASSERT_EQ(run_with_fault([&] { work(folder.path()); }, kind, 0, &calls), kDone);
      check(folder.path());
    }
    if (std::find(expected.begin(), expected.end(), kind) != expected.end()) {
      EXPECT_GT(calls, 0U) << name_of(kind);
    }
    const std::uint64_t step = calls / most_runs + 1;
    for (std::uint64_t number = 1; number <= calls; number += step) {
      const test::TemporaryFolder folder;
      const int outcome = run_with_fault([&] { work(folder.path()); }, kind, number);
      EXPECT_TRUE(outcome == kDone || outcome == kRefused || outcome == kNoMemory)
          << name_of(kind) << ' ' << number << " of " << calls << ": " << outcome;
      SCOPED_TRACE(std::string(name_of(kind)) + ' ' + std::to_string(number));
      check(folder.path());
    }
  }
}

TEST(Faults, CallsAreCountedAndOneFails) {
  const auto work = [] {
    std::vector<int> first(1'000);
    std::vector<int> second(1'000);
    if (first.data() == second.data()) throw Error("never");
  };
  std::uint64_t calls = 0;
  EXPECT_EQ(run_with_fault(work, FaultKind::allocation, 0, &calls), kDone);
  EXPECT_GE(calls, 2U);
  EXPECT_EQ(run_with_fault(work, FaultKind::allocation, 2), kNoMemory);
  EXPECT_EQ(run_with_fault([] { std::raise(SIGSEGV); }, FaultKind::write, 0), -SIGSEGV);
}

// ---- tables ----

constexpr std::uint64_t kTableBytes = 300'123;

void store_table(const fs::path& folder, bool compress) {
  TableRecipe recipe = test_recipe(kTableBytes);
  recipe.compress = compress;
  const TableStore store(folder);
  const Table table = store.open_or_make(recipe);
  if (!holds_test_bytes(table, kTableBytes)) ::_exit(kOther);
}

void check_table(const fs::path& folder) {
  const TableStore store(folder);
  const TableRecipe recipe = test_recipe(kTableBytes);
  for (const StoredTable& stored : store.list()) {
    EXPECT_EQ(stored.fault, "") << stored.path;
    EXPECT_FALSE(stored.leftover) << stored.path;
  }
  std::vector<std::string> warnings;
  TableOptions options;
  options.warning = [&](std::string_view text) { warnings.emplace_back(text); };
  if (const auto table = store.open(recipe.key, options)) {
    EXPECT_TRUE(holds_test_bytes(*table, kTableBytes));
  }
  EXPECT_TRUE(holds_test_bytes(store.open_or_make(recipe, options), kTableBytes));
  EXPECT_TRUE(warnings.empty()) << warnings.front();
}

TEST(Faults, WhileATableIsStored) {
  for (const bool compress : {false, true}) {
    fail_each_once([=](const fs::path& folder) { store_table(folder, compress); }, check_table,
                   {FaultKind::allocation, FaultKind::write, FaultKind::sync, FaultKind::rename});
  }
}

// ---- checkpoints of counts and searches ----

struct SmallCount {
  PuzzleDefinition cube = load_puzzle("2x2x2");
  MoveSet moves{cube, Metric::htm, "U,R2"};

  [[nodiscard]] GodResult count(const fs::path& folder, GodMethod method) const {
    GodOptions options;
    options.method = method;
    options.threads = 2;
    options.max_depth = 3;
    options.memory_bytes = std::uint64_t{64} << 20U;
    options.work_folder = folder;
    options.checkpoint = folder / "checkpoint";
    options.resume = fs::exists(options.checkpoint);
    return count_positions(cube, moves, options);
  }
};

TEST(Faults, WhileACountIsSaved) {
  const SmallCount small;
  const test::TemporaryFolder whole;
  const GodResult all = small.count(whole.path(), GodMethod::tables);
  for (const GodMethod method : {GodMethod::tables, GodMethod::disk, GodMethod::ranked}) {
    fail_each_once([&](const fs::path& folder) { (void)small.count(folder, method); },
                   [&](const fs::path& folder) {
                     for (const auto& entry : fs::directory_iterator(folder)) {
                       EXPECT_EQ(entry.path().filename(), "checkpoint");
                     }
                     const GodResult again = small.count(folder, method);
                     ASSERT_EQ(again.layers.size(), all.layers.size());
                     for (std::size_t i = 0; i < all.layers.size(); ++i) {
                       EXPECT_EQ(again.layers[i].positions, all.layers[i].positions);
                     }
                   },
                   {FaultKind::allocation, FaultKind::write, FaultKind::sync, FaultKind::rename},
                   12);
  }
}

TEST(Faults, WhileASearchIsSaved) {
  const std::string key(32, '0');
  SearchCheckpoint before;
  before.length = 3;
  SearchCheckpoint after;
  after.length = 4;
  after.tasks = 70;
  after.tasks_done = {5, 6};
  fail_each_once(
      [&](const fs::path& folder) {
        const fs::path file = folder / "search";
        write_checkpoint(file, key, before);
        write_checkpoint(file, key, after);
      },
      [&](const fs::path& folder) {
        const fs::path file = folder / "search";
        for (const auto& entry : fs::directory_iterator(folder)) EXPECT_EQ(entry.path(), file);
        const auto read = read_checkpoint(file, key);
        if (read) {
          EXPECT_TRUE(*read == before || *read == after);
        }
      },
      {FaultKind::allocation, FaultKind::write, FaultKind::sync, FaultKind::rename});
}

// ---- sweeps ----

cube3::SweepTask small_task() {
  cube3::SweepTask task;
  task.plan.kind = cube3::SweepPlan::Kind::range;
  task.plan.count = 3;
  task.within = false;
  task.depth = 2;
  return task;
}

std::vector<cube3::SweepRow> rows_of(const cube3::SweepTask& task) {
  std::vector<cube3::SweepRow> rows;
  for_each_item(task.plan, [&](const cube3::SweepItem& item) {
    cube3::SweepRow& row = rows.emplace_back();
    row.position = item.position;
    row.coset = item.coset;
    row.representative = "made by hand";
    row.positions = {0, 0, item.position};
    row.exact_depth = 2;
    row.left = cube3::kCosetPositions - item.position;
    return true;
  });
  return rows;
}

void fill_sweep(const fs::path& folder) {
  cube3::SweepFile file = cube3::SweepFile::open(folder / "sweep.db");
  const cube3::SweepTask task = small_task();
  if (!file.task()) file.create(task);
  file.begin_run({"fault", "table", "digest"});
  const std::vector<bool> done = file.done_positions();
  for (const cube3::SweepRow& row : rows_of(task)) {
    if (!done[row.position]) file.add(row);
  }
}

TEST(Faults, WhileASweepIsKept) {
  const std::vector<cube3::SweepRow> rows = rows_of(small_task());
  const auto stored = [&](const fs::path& folder) {
    std::vector<cube3::SweepRow> found;
    const cube3::SweepFile file = cube3::SweepFile::read(folder / "sweep.db");
    if (!file.task()) return found;
    EXPECT_EQ(*file.task(), small_task());
    file.for_each_row([&](const cube3::SweepRow& row) { found.push_back(row); });
    return found;
  };
  fail_each_once(fill_sweep,
                 [&](const fs::path& folder) {
                   std::error_code none;
                   // One that is empty is none yet.
                   if (fs::file_size(folder / "sweep.db", none) != 0 && !none) {
                     const std::vector<cube3::SweepRow> found = stored(folder);
                     ASSERT_LE(found.size(), rows.size());
                     EXPECT_TRUE(std::equal(found.begin(), found.end(), rows.begin()));
                   }
                   fill_sweep(folder);
                   EXPECT_EQ(stored(folder), rows);
                 },
                 {FaultKind::allocation, FaultKind::write, FaultKind::sync});
}

// ---- the server ----

TEST(Faults, WhileAServerStarts) {
  fail_each_once(
      [](const fs::path& folder) {
        ServeOptions options;
        options.port = 0;
        options.threads = 1;
        options.tables = folder / "tables";
        Server server(options);
        const std::jthread soon([&] {
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
          server.stop();
        });
        server.run();
      },
      [](const fs::path& folder) { EXPECT_TRUE(fs::is_empty(folder)); }, {FaultKind::allocation},
      20);
}

}  // namespace
}  // namespace gyre
