// Scheduling of optimal solving, with the plain search of optimal_reference.h as its kernel: what
// is found does not depend on threads, splitting or symmetry; limits and failures; who helps whom.
#include "cube3/optimal/scheduler.h"
#include "support/optimal_reference.h"
#include "support/optimal_texts.h"

#include <gyre/base/error.h>
#include <gyre/base/progress.h>
#include "cube3/core/symmetry.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

namespace gyre::cube3 {
namespace {

using End = OptimalResult::End;

const Ball& ball(Metric metric) {
  static const Ball half(Metric::htm, 4);
  static const Ball quarter(Metric::qtm, 5);
  return metric == Metric::htm ? half : quarter;
}

std::unique_ptr<OptimalScheduler> reference_scheduler(Metric metric, int threads,
                                                      const OptimalSplitting& splitting = {},
                                                      int at_once = 1) {
  return std::make_unique<OptimalScheduler>(
      std::make_unique<const ReferenceKernel>(ball(metric), at_once), threads, splitting);
}

Texts first(const Texts& all, std::size_t count) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
}

// ---- first moves ----

TEST(OptimalTasks, AreAllSequencesInOrder) {
  const std::vector<int> identity = {0};
  const std::array<std::size_t, 5> counts = {1, 18, 243, 3'240, 43'254};
  for (int count = 0; count <= OptimalTask::kMaxMoves; ++count) {
    const std::vector<OptimalTask> tasks = optimal_tasks(count, identity);
    EXPECT_EQ(tasks.size(), counts[count]);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      EXPECT_EQ(tasks[i].count, count);
      ASSERT_TRUE(i == 0 || EarlierSequence{}(tasks[i - 1].moves, tasks[i].moves));
    }
  }
}

// Positions with symmetries of several kinds, each a group.
const std::vector<std::string>& positions_with_symmetries() {
  static const std::vector<std::string> all = {"",
                                               "U",
                                               "U D",
                                               "U D'",
                                               "U2 D2",
                                               "U2",
                                               "R2 L2 U2 D2",
                                               "F B R L",
                                               "F B' R L'",
                                               "R U R' U'",
                                               "R U' R U'",
                                               "U2 R2 U2 R2 U2 R2",
                                               "U2 D2 F2 B2 L2 R2",
                                               "F2 B2 U D' R2 L2 U D'",
                                               "U D' R L' F B' U D'",
                                               "L R F B U' D' L' R'"};
  return all;
}

MoveSequence sequence(const OptimalTask& task, int count) {
  return {task.moves.begin(), task.moves.begin() + count};
}

// The claim of cube3/optimal/tasks.h for the set of all sequences of four moves, whatever is turned
// next: the first of the images of a sequence begins with a task.
TEST(OptimalTasks, KeepTheFirstOfAllImages) {
  const std::vector<int> identity = {0};
  const std::vector<OptimalTask> all = optimal_tasks(4, identity);
  std::set<std::vector<int>> groups;
  for (const std::string& position : positions_with_symmetries()) {
    groups.insert(symmetries_of(cube_of(position)));
  }
  EXPECT_GE(groups.size(), 8U);
  for (const std::vector<int>& group : groups) {
    std::array<std::set<MoveSequence, EarlierSequence>, 4> kept;
    for (int count = 1; count < 4; ++count) {
      for (const OptimalTask& task : optimal_tasks(count, group)) {
        kept[count].insert(sequence(task, count));
      }
    }
    std::uint64_t spared = 0;
    for (const OptimalTask& task : all) {
      MoveSequence least = sequence(task, 4);
      for (const int symmetry : group) {
        least = std::min(least, image_in_order(task.moves, symmetry), EarlierSequence{});
      }
      for (int count = 1; count < 4; ++count) {
        const MoveSequence begins(least.begin(), least.begin() + count);
        ASSERT_EQ(kept[count].count(begins), 1U) << text(least);
      }
      spared += kept[3].count(sequence(task, 3)) == 0 ? 1 : 0;
    }
    EXPECT_EQ(spared > 0, group.size() > 1);
    // Few more than the number of orbits can be.
    EXPECT_LE(kept[3].size(), 3'240 / group.size() * 3 / 2 + 20) << group.size();
  }
}

TEST(OptimalTasks, HaveMoreMovesForGreaterLengths) {
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    for (const int symmetries : {1, 2, 8, 48}) {
      int last = 0;
      for (int length = 1; length < 40; ++length) {
        const int moves = optimal_prefix_moves(metric, length, symmetries);
        EXPECT_GE(moves, last);
        EXPECT_LE(moves, OptimalTask::kMaxMoves);
        EXPECT_LE(moves, metric == Metric::htm ? length : length / 2);
        last = moves;
      }
      EXPECT_EQ(last, symmetries >= 8 ? 4 : 3);
    }
  }
}

// ---- what is found ----

// All solutions up to a length, the shortest first.
struct Expected {
  Cube cube;
  int longest = 0;
  Texts all;
  std::size_t shortest = 0;  // so many have the least length
  int distance = 0;
};

Expected expected_of(Metric metric, const Cube& cube, int longest) {
  Expected out;
  out.cube = cube;
  out.longest = longest;
  for (int length = 0; length <= longest; ++length) {
    for (const MoveSequence& moves : plain_solutions(ball(metric), cube, length)) {
      if (out.all.empty()) out.distance = length;
      if (out.distance == length) ++out.shortest;
      out.all.push_back(text(moves));
    }
  }
  return out;
}

void check_all(OptimalScheduler& scheduler, const Expected& expected) {
  SCOPED_TRACE(expected.all.empty() ? "none" : expected.all.front());
  const int step = scheduler.engine().kernel->metric() == Metric::htm ? 1 : 2;
  OptimalLimits limits;
  limits.max_length = expected.longest;
  for (const std::uint64_t number : {1, 3, 100'000}) {
    limits.number = number;
    const OptimalResult result = scheduler.solve(expected.cube, limits, {});
    EXPECT_EQ(texts(result), first(expected.all, number)) << number;
    const bool is_enough = number <= expected.all.size();
    EXPECT_EQ(result.end, is_enough ? End::found : End::none);
    if (is_enough) {
      EXPECT_EQ(result.proved, result.solutions.back().length);
    } else {
      EXPECT_GT(result.proved, expected.longest);
      EXPECT_LE(result.proved, expected.longest + step);
    }
    std::uint64_t counted = 0;
    for (const OptimalLength& length : result.lengths) counted += length.solutions;
    EXPECT_EQ(counted, result.solutions.size());
  }
  limits.all_shortest = true;
  limits.number = 0;
  const OptimalResult result = scheduler.solve(expected.cube, limits, {});
  EXPECT_EQ(texts(result), first(expected.all, expected.shortest));
  if (!expected.all.empty()) {
    EXPECT_EQ(result.end, End::found);
    EXPECT_EQ(result.proved, expected.distance + step);
    limits.max_length = expected.distance - 1;
    const OptimalResult none = scheduler.solve(expected.cube, limits, {});
    EXPECT_EQ(none.end, End::none);
    EXPECT_FALSE(none.found());
    EXPECT_EQ(none.proved, expected.distance);
  }
}

std::vector<Expected> random_positions(Metric metric, int count, int longest) {
  std::mt19937_64 random(5);
  std::vector<Expected> all;
  for (int i = 0; i < count; ++i) {
    std::vector<FaceTurn> moves =
        random_moves(random, metric == Metric::htm ? 3 + i % 4 : 2 + i % 3);
    // Half turns have many solutions.
    for (FaceTurn& move : moves) move.turns = i % 3 == 0 ? 2 : move.turns;
    all.push_back(expected_of(metric, replay({}, moves), longest));
  }
  return all;
}

std::vector<Expected> symmetric_expected(Metric metric, int longest) {
  std::vector<Expected> all;
  for (const std::string& position : positions_with_symmetries()) {
    all.push_back(expected_of(metric, cube_of(position), longest));
  }
  return all;
}

constexpr int longest_tested(Metric metric) {
  return metric == Metric::htm ? 7 : 8;
}

class OptimalSchedulerIn : public testing::TestWithParam<Metric> {};

INSTANTIATE_TEST_SUITE_P(Metrics, OptimalSchedulerIn, testing::Values(Metric::htm, Metric::qtm),
                         [](const auto& metric) {
                           return std::string(metric.param == Metric::htm ? "Half" : "Quarter");
                         });

TEST_P(OptimalSchedulerIn, FindsTheFirstForAllThreadsAndSplittings) {
  auto positions = random_positions(GetParam(), 6, longest_tested(GetParam()));
  // With many solutions.
  for (const char* moves : {"U2 D2 F2 B2 L2 R2", "U D' R L' F B' U D'", ""}) {
    positions.push_back(expected_of(GetParam(), cube_of(moves), longest_tested(GetParam())));
  }
  std::size_t most = 0;
  for (const Expected& expected : positions) most = std::max(most, expected.all.size());
  EXPECT_GT(most, 3U) << "nothing to leave out";
  for (const int threads : {1, 2, 3, 5}) {
    for (const int prefix : {0, 2, 3}) {
      SCOPED_TRACE(testing::Message() << threads << " threads, " << prefix << " first moves");
      const int at_once = 1 + 3 * (threads % 2);
      const auto scheduler = reference_scheduler(
          GetParam(), threads, {.use_symmetry = false, .prefix_moves = prefix}, at_once);
      for (const Expected& expected : positions) check_all(*scheduler, expected);
    }
  }
}

TEST_P(OptimalSchedulerIn, FindsTheSameWithAndWithoutSymmetry) {
  const auto positions = symmetric_expected(GetParam(), longest_tested(GetParam()));
  for (const bool use_symmetry : {true, false}) {
    // Four are meant for symmetric positions.
    for (int prefix = 0; prefix <= (use_symmetry ? 4 : 3); ++prefix) {
      SCOPED_TRACE(testing::Message() << "symmetry " << use_symmetry << ", " << prefix);
      const auto scheduler = reference_scheduler(
          GetParam(), 2, {.use_symmetry = use_symmetry, .prefix_moves = prefix}, 2);
      for (const Expected& expected : positions) check_all(*scheduler, expected);
    }
  }
}

// Memory for so many solutions of seven moves.
std::unique_ptr<OptimalScheduler> scheduler_with_room_for(std::uint64_t solutions) {
  OptimalEngine engine;
  engine.kernel = std::make_unique<const ReferenceKernel>(ball(Metric::htm), 1);
  engine.solution_bytes = solutions * solution_bytes(7);
  return std::make_unique<OptimalScheduler>(std::move(engine), 2);
}

TEST(OptimalScheduler, SolutionsHaveTheirMemoryAndNoMore) {
  // One without symmetries, and one whose solutions are images of few.
  for (const char* moves : {"U R2 F", "U2 D2 F2 B2 L2 R2"}) {
    const Expected expected = expected_of(Metric::htm, cube_of(moves), 7);
    const std::size_t count = expected.all.size();
    ASSERT_GE(count, 3U) << moves;
    const OptimalLimits all{.max_length = 7, .number = 100'000};
    const auto enough = scheduler_with_room_for(3 * count);
    EXPECT_EQ(texts(enough->solve(expected.cube, all, {})), expected.all);
    const auto few = scheduler_with_room_for(count / 2);
    EXPECT_THROW((void)few->solve(expected.cube, all, {}), Error) << moves;
    // It has given back what it took.
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(texts(few->solve(expected.cube, {.max_length = 7}, {})), first(expected.all, 1));
    }
    EXPECT_THROW((void)few->solve(expected.cube, all, {}), Error);
  }
}

TEST(OptimalScheduler, SymmetrySparesWork) {
  const Cube cube = cube_of("U2 D2 F2 B2 L2 R2");
  ASSERT_EQ(symmetries_of(cube).size(), 48U);
  std::array<std::uint64_t, 2> probes{};
  for (const bool use_symmetry : {false, true}) {
    const auto scheduler =
        reference_scheduler(Metric::htm, 1, {.use_symmetry = use_symmetry, .prefix_moves = 3});
    const OptimalResult result = scheduler->solve(cube, {.all_shortest = true}, {});
    EXPECT_EQ(result.solutions.front().length, 6);
    probes[use_symmetry ? 1 : 0] = result.probes;
  }
  EXPECT_LT(probes[1] * 20, probes[0]);
}

TEST_P(OptimalSchedulerIn, SolvesManyAtOnce) {
  const auto positions = random_positions(GetParam(), 24, longest_tested(GetParam()));
  for (const int threads : {1, 3}) {
    const auto scheduler = reference_scheduler(GetParam(), threads, {.prefix_moves = 2});
    std::vector<std::jthread> callers;
    std::atomic<int> right = 0;
    for (int caller = 0; caller < 6; ++caller) {
      callers.emplace_back([&, caller] {
        for (std::size_t i = 0; i < positions.size(); ++i) {
          const Expected& one = positions[(i + 5U * caller) % positions.size()];
          const OptimalResult result = scheduler->solve(one.cube, {.max_length = one.longest}, {});
          if (texts(result) == first(one.all, 1)) ++right;
        }
      });
    }
    callers.clear();
    EXPECT_EQ(right, 6 * static_cast<int>(positions.size()));
  }
}

// Without a splitting of the test's own.
TEST(OptimalScheduler, SolvesAtTenMoves) {
  const auto scheduler = reference_scheduler(Metric::htm, 2);
  const Cube cube = cube_of("R U2 F' L D2 B R' U L2 F");
  const OptimalResult result = scheduler->solve(cube, {}, {});
  ASSERT_TRUE(result.found());
  EXPECT_EQ(result.solutions.front().text(), "F' L2 U' R B' D2 L' F U2 R'");
  EXPECT_EQ(result.proved, 10);
}

TEST(OptimalScheduler, KnowsTheSolvedCube) {
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const auto scheduler = reference_scheduler(metric, 1);
    const OptimalResult result = scheduler->solve({}, {}, {});
    ASSERT_EQ(texts(result), Texts{""});
    EXPECT_EQ(result.solutions.front().length, 0);
    ASSERT_EQ(result.lengths.size(), 1U);
    EXPECT_EQ(result.lengths.front().length, 0);
    EXPECT_EQ(scheduler->solve({}, {.max_length = -1}, {}).end, End::none);
  }
}

TEST_P(OptimalSchedulerIn, TellsLengthsAndProgress) {
  const bool is_quarter = GetParam() == Metric::qtm;
  const Cube cube = cube_of("R U F' L D");
  const auto scheduler = reference_scheduler(GetParam(), 2, {.prefix_moves = 2});
  OptimalHooks hooks;
  std::vector<OptimalLength> told;
  std::map<std::string, std::uint64_t> last;
  hooks.length = [&](const OptimalLength& length) { told.push_back(length); };
  hooks.progress = [&](const ProgressEvent& event) {
    EXPECT_EQ(event.total, 243U);
    EXPECT_EQ(event.done, ++last[std::string(event.what)]);
  };
  const OptimalResult result =
      scheduler->solve(cube, {.max_length = 8, .number = 1'000'000}, hooks);
  ASSERT_EQ(told.size(), result.lengths.size());
  std::uint64_t nodes = 0;
  std::uint64_t probes = 0;
  int length = 5;
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].length, length);
    EXPECT_EQ(told[i].nodes, result.lengths[i].nodes);
    EXPECT_EQ(last["length " + std::to_string(length)], 243U);
    EXPECT_GT(told[i].nodes, 0U);
    EXPECT_GE(told[i].seconds, 0);
    EXPECT_EQ(told[i].solutions, plain_solutions(ball(GetParam()), cube, length).size());
    nodes += told[i].nodes;
    probes += told[i].probes;
    length += is_quarter ? 2 : 1;
  }
  EXPECT_EQ(length, 9);
  EXPECT_EQ(result.proved, 9);
  EXPECT_EQ(result.nodes, nodes);
  EXPECT_EQ(result.probes, probes);
}

// ---- limits, failures, threads: kernels that do as they are told ----

constexpr std::chrono::seconds kTooLong(60);

class ToldKernel final : public OptimalKernel {
 public:
  using Work = std::function<void(OptimalBoard&)>;
  ToldKernel(int bound, Work work) : bound_(bound), work_(std::move(work)) {}

  [[nodiscard]] Metric metric() const noexcept override { return Metric::htm; }
  [[nodiscard]] std::unique_ptr<OptimalMemory> make_memory() const override {
    return std::make_unique<OptimalMemory>();
  }
  [[nodiscard]] int lower_bound(const Cube& /*cube*/) const override { return bound_; }
  void work(OptimalBoard& board, OptimalMemory& /*memory*/) const override { work_(board); }

 private:
  int bound_;
  Work work_;
};

OptimalScheduler told_scheduler(int bound, int threads, ToldKernel::Work work) {
  return {std::make_unique<const ToldKernel>(bound, std::move(work)), threads};
}

// Finds nothing.
void do_nothing(OptimalBoard& board) {
  while (const auto task = board.next()) board.finish(*task, {1, 2});
}

// Works until nobody wants it.
void work_for_ever(OptimalBoard& board) {
  while (const auto task = board.next()) {
    while (board.wanted(*task)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      board.look();
    }
    board.finish(*task, {1, 2});
  }
}

// The caller watches the clock too: a kernel need not look.
void work_without_looking(OptimalBoard& board) {
  while (const auto task = board.next()) {
    while (board.wanted(*task)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    board.finish(*task, {1, 2});
  }
}

// Opens once.
class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  // False after a long time.
  bool pass() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kTooLong, [&] { return open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

const Cube kOne = replay({}, {{0, 1}});
const Cube kTwo = replay({}, {{1, 1}});
const Cube kThree = replay({}, {{2, 1}});
const Cube kFour = replay({}, {{3, 1}});

TEST(OptimalScheduler, StopsWhenTimeIsUp) {
  for (const auto& work : {work_for_ever, work_without_looking}) {
    OptimalScheduler scheduler = told_scheduler(14, 3, work);
    const auto begun = std::chrono::steady_clock::now();
    const OptimalResult result = scheduler.solve(kOne, {.seconds = 0.05}, {});
    EXPECT_LT(std::chrono::steady_clock::now() - begun, kTooLong);
    EXPECT_EQ(result.end, End::time);
    EXPECT_FALSE(result.found());
    EXPECT_EQ(result.proved, 14);
    EXPECT_TRUE(result.lengths.empty());
    EXPECT_GE(result.seconds, 0.05);
    EXPECT_TRUE(result.nodes >= 1 && result.nodes <= 3) << result.nodes << ", one for each thread";
    // And can be used again.
    EXPECT_EQ(scheduler.solve(kTwo, {.seconds = 0}, {}).end, End::time);
    EXPECT_EQ(scheduler.solve(kTwo, {.max_length = 13, .seconds = 1e300}, {}).end, End::none);
  }
}

TEST(OptimalScheduler, StopsWhenTold) {
  for (const auto& work : {work_for_ever, work_without_looking}) {
    OptimalScheduler scheduler = told_scheduler(14, 2, work);
    std::stop_source source;
    OptimalHooks hooks;
    hooks.stop = source.get_token();
    std::jthread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      source.request_stop();
    });
    const OptimalResult result = scheduler.solve(kOne, {}, hooks);
    EXPECT_EQ(result.end, End::stopped);
    EXPECT_EQ(result.proved, 14);
    // Before it is begun too.
    EXPECT_EQ(scheduler.solve(kOne, {}, hooks).end, End::stopped);
  }
}

// A paused position is left alone, its time stands still, and the threads turn to others; what was
// done before the pause is not done again.
TEST(OptimalScheduler, PausesOnePositionAndServesOthers) {
  std::atomic<int> tasks = 0;
  OptimalScheduler scheduler = told_scheduler(14, 2, [&](OptimalBoard& board) {
    while (const auto task = board.next()) {
      if (board.cube() == kOne) {
        ++tasks;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
      board.look();
      board.finish(*task, {1, 2});
    }
  });
  OptimalHooks hooks;
  hooks.pause = std::make_shared<PauseSwitch>();
  auto paused = std::async(std::launch::async, [&] {
    return scheduler.solve(kOne, {.max_length = 14, .seconds = 30}, hooks);
  });
  while (tasks < 4) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  hooks.pause->pause();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const int before = tasks;
  EXPECT_EQ(scheduler.solve(kTwo, {.max_length = 14}, {}).end, End::none);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(tasks, before);
  hooks.pause->resume();
  const OptimalResult result = paused.get();
  EXPECT_EQ(result.end, End::none);
  EXPECT_EQ(result.nodes, static_cast<std::uint64_t>(tasks)) << "each task once";
  EXPECT_GT(tasks, before);
}

TEST(OptimalScheduler, APausedPositionCanBeStoppedAndTakesNoTime) {
  OptimalScheduler scheduler = told_scheduler(9, 2, do_nothing);
  OptimalHooks hooks;
  std::stop_source source;
  hooks.stop = source.get_token();
  hooks.pause = std::make_shared<PauseSwitch>();
  hooks.pause->pause();
  auto timed = std::async(std::launch::async,
                          [&] { return scheduler.solve(kOne, {.seconds = 0.05}, hooks).end; });
  auto stopped =
      std::async(std::launch::async, [&] { return scheduler.solve(kTwo, {}, hooks).end; });
  EXPECT_EQ(timed.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout);
  source.request_stop();
  EXPECT_EQ(timed.get(), End::stopped);
  EXPECT_EQ(stopped.get(), End::stopped);
}

TEST(OptimalScheduler, StopsBetweenTwoLengths) {
  OptimalScheduler scheduler = told_scheduler(8, 2, do_nothing);
  std::stop_source source;
  OptimalHooks hooks;
  hooks.stop = source.get_token();
  hooks.length = [&](const OptimalLength&) {
    source.request_stop();
    // Until who waits has seen it.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  };
  const OptimalResult result = scheduler.solve(kOne, {.max_length = 20}, hooks);
  EXPECT_EQ(result.end, End::stopped);
  EXPECT_EQ(result.proved, 9);
}

TEST(OptimalScheduler, GivesWhatItHasWhenStopped) {
  // One solution is there, of a late task: it is not sure to be the first, but it is shortest.
  std::stop_source source;
  const MoveSequence found = {6, 0, 8, 2};
  const Cube cube = invert(cube_of("R U R' U'"));
  OptimalScheduler scheduler(
      std::make_unique<const ToldKernel>(4,
                                         [&](OptimalBoard& board) {
                                           while (const auto task = board.next()) {
                                             if (*task == 6) {
                                               board.found(*task, found);
                                               source.request_stop();
                                             }
                                             while (*task == 0 && board.wanted(*task)) board.look();
                                             board.finish(*task, {});
                                           }
                                         }),
      2, {.prefix_moves = 1});
  OptimalHooks hooks;
  hooks.stop = source.get_token();
  const OptimalResult result = scheduler.solve(cube, {}, hooks);
  EXPECT_EQ(result.end, End::stopped);
  EXPECT_EQ(texts(result), Texts{"R U R' U'"});
  EXPECT_EQ(result.proved, 4);
  EXPECT_TRUE(result.lengths.empty());
}

TEST(OptimalScheduler, GoesUpToTheGreatestLength) {
  OptimalScheduler scheduler = told_scheduler(8, 2, do_nothing);
  const OptimalResult result = scheduler.solve(kOne, {.max_length = 15}, {});
  EXPECT_EQ(result.end, End::none);
  EXPECT_EQ(result.proved, 16);
  EXPECT_EQ(result.lengths.size(), 8U);
  const OptimalResult none = scheduler.solve(kOne, {.max_length = 7}, {});
  EXPECT_EQ(none.end, End::none);
  EXPECT_EQ(none.proved, 8);
  EXPECT_TRUE(none.lengths.empty());
}

TEST(OptimalScheduler, FailuresReachWhoAsked) {
  std::atomic<int> calls = 0;
  OptimalScheduler scheduler = told_scheduler(14, 3, [&](OptimalBoard& board) {
    if (board.cube() == kOne && ++calls == 2) throw std::runtime_error("broken");
    if (board.cube() == kOne) {
      work_without_looking(board);
    } else {
      do_nothing(board);
    }
  });
  try {
    (void)scheduler.solve(kOne, {}, {});
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "broken");
  }
  // Others are not touched.
  EXPECT_EQ(scheduler.solve(kTwo, {.max_length = 15}, {}).end, End::none);
  OptimalHooks hooks;
  hooks.length = [](const OptimalLength&) { throw std::runtime_error("hook"); };
  EXPECT_THROW((void)scheduler.solve(kTwo, {}, hooks), std::runtime_error);
  EXPECT_THROW((void)scheduler.solve({}, {}, hooks), std::runtime_error);
  hooks = {};
  hooks.progress = [](const ProgressEvent&) { throw std::runtime_error("hook"); };
  EXPECT_THROW((void)scheduler.solve(kTwo, {}, hooks), std::runtime_error);
  EXPECT_EQ(scheduler.solve(kTwo, {.max_length = 15}, {}).end, End::none);
}

TEST(OptimalScheduler, RefusesWhatCannotBe) {
  OptimalScheduler scheduler = told_scheduler(1, 1, do_nothing);
  Cube twisted;
  twisted.set_corner(0, 0, 1);
  try {
    (void)scheduler.solve(twisted, {}, {});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_TRUE(
        std::string(error.what())
            .starts_with("face turns cannot solve this cube: a corner is twisted clockwise"))
        << error.what();
  }
  EXPECT_THROW((void)scheduler.solve({}, {.number = 0}, {}), Error);
}

// What a kernel must not do.
TEST(OptimalScheduler, TrustsNoKernel) {
  const auto with = [](const MoveSequence& moves) {
    OptimalScheduler scheduler = told_scheduler(2, 1, [&](OptimalBoard& board) {
      while (const auto task = board.next()) {
        board.found(*task, moves);
        board.finish(*task, {});
      }
    });
    return scheduler.solve(cube_of("U D"), {}, {});
  };
  EXPECT_EQ(texts(with({2, 11})), Texts{"U' D'"});
  EXPECT_THROW((void)with({2, 10}), std::logic_error) << "does not solve";
  EXPECT_THROW((void)with({11, 2}), std::logic_error) << "not in order";
  EXPECT_THROW((void)with({2, 9, 10}), std::logic_error) << "too long";
  OptimalScheduler lazy = told_scheduler(14, 1, [](OptimalBoard& board) {
    const auto task = board.next();
    board.finish(*task, {});
  });
  EXPECT_THROW((void)lazy.solve(kOne, {}, {}), std::logic_error);
  OptimalScheduler forgetful = told_scheduler(14, 1, [](OptimalBoard& board) {
    while (const auto task = board.next()) {
      if (*task != 5) board.finish(*task, {});
    }
  });
  EXPECT_THROW((void)forgetful.solve(kOne, {}, {}), std::logic_error);
}

TEST(OptimalScheduler, CountsASolutionThatIsFoundTwiceOnce) {
  const Cube cube = invert(cube_of("R U R' U'"));
  OptimalScheduler scheduler = told_scheduler(4, 1, [&](OptimalBoard& board) {
    while (const auto task = board.next()) {
      if (board.length() == 4) {
        board.found(*task, MoveSequence{6, 0, 8, 2});
        board.found(*task, MoveSequence{6, 0, 8, 2});
      }
      board.finish(*task, {});
    }
  });
  const OptimalResult result = scheduler.solve(cube, {.max_length = 5, .number = 2}, {});
  EXPECT_EQ(result.end, End::none);
  EXPECT_EQ(texts(result), Texts{"R U R' U'"});
}

TEST(OptimalScheduler, DropsTasksBehindTheFirstFindOnly) {
  // Of the tasks R (6) and U' (2): the first that comes is the later one, and what stands between
  // and before must go on.
  const Cube cube = invert(cube_of("R U R' U'"));
  OptimalScheduler scheduler(
      std::make_unique<const ToldKernel>(4,
                                         [&](OptimalBoard& board) {
                                           std::vector<std::size_t> begun;
                                           while (const auto task = board.next()) {
                                             begun.push_back(*task);
                                           }
                                           EXPECT_EQ(begun.size(), 18U);
                                           board.found(6, MoveSequence{6, 0, 8, 2});
                                           for (const std::size_t task : begun) {
                                             EXPECT_EQ(board.wanted(task), task <= 6) << task;
                                           }
                                           for (const std::size_t task : begun) {
                                             board.finish(task, {});
                                           }
                                         }),
      1, {.prefix_moves = 1});
  EXPECT_EQ(texts(scheduler.solve(cube, {}, {})), Texts{"R U R' U'"});
}

TEST(OptimalScheduler, AllThreadsHelpWithOnePosition) {
  std::atomic<int> entered = 0;
  Gate all_there;
  OptimalScheduler scheduler = told_scheduler(14, 5, [&](OptimalBoard& board) {
    if (board.length() == 14 && ++entered == 5) all_there.open();
    EXPECT_TRUE(all_there.pass());
    do_nothing(board);
  });
  EXPECT_EQ(scheduler.solve(kOne, {.max_length = 16}, {}).end, End::none);
  EXPECT_EQ(entered, 5);
}

// Both threads are held by a position of one task each. Two more, of many tasks, come meanwhile:
// when the threads are free, each goes to its own.
TEST(OptimalScheduler, ManyPositionsHaveAThreadEach) {
  Gate held;
  Gate first_there;
  Gate second_there;
  std::array<std::atomic<int>, 2> holding{};
  OptimalScheduler scheduler = told_scheduler(9, 2, [&](OptimalBoard& board) {
    const bool is_holder = board.cube() == kOne || board.cube() == kTwo;
    const auto task = board.next();
    // A thread may come while the only task is being taken: it finds none and leaves.
    if (!task) return;
    if (board.length() == 9 && is_holder) {
      ++holding[board.cube() == kOne ? 0 : 1];
      EXPECT_TRUE(held.pass());
    }
    if (board.length() == 9 && !is_holder) {
      (board.cube() == kThree ? first_there : second_there).open();
      EXPECT_TRUE((board.cube() == kThree ? second_there : first_there).pass());
    }
    board.finish(*task, {});
    do_nothing(board);
  });
  std::vector<std::jthread> callers;
  for (const Cube& cube : {kOne, kTwo, kThree, kFour}) {
    callers.emplace_back(
        [&scheduler, cube] { (void)scheduler.solve(cube, {.max_length = 14}, {}); });
    if (cube != kTwo) continue;
    while (holding[0] == 0 || holding[1] == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  held.open();
  callers.clear();
  EXPECT_EQ(holding[0], 1);
  EXPECT_EQ(holding[1], 1);
}

// One thread, held: who waits in the queue can be stopped, and its time does not count.
TEST(OptimalScheduler, WaitingPositionsCanBeStoppedAndLoseNoTime) {
  Gate holding;
  Gate held;
  OptimalScheduler scheduler = told_scheduler(9, 1, [&](OptimalBoard& board) {
    if (board.cube() == kOne) {
      holding.open();
      EXPECT_TRUE(held.pass());
    }
    do_nothing(board);
  });
  std::jthread holder([&] { (void)scheduler.solve(kOne, {.max_length = 9}, {}); });
  ASSERT_TRUE(holding.pass());
  std::stop_source source;
  auto stopped = std::async(std::launch::async, [&] {
    OptimalHooks hooks;
    hooks.stop = source.get_token();
    return scheduler.solve(kTwo, {}, hooks).end;
  });
  Gate asked;
  const std::chrono::duration<double> wait = std::chrono::milliseconds(50);
  auto timed = std::async(std::launch::async, [&] {
    const auto begun = std::chrono::steady_clock::now();
    asked.open();
    const OptimalResult result = scheduler.solve(kThree, {.max_length = 12, .seconds = 10}, {});
    const std::chrono::duration<double> all = std::chrono::steady_clock::now() - begun;
    EXPECT_LE(result.seconds + wait.count(), all.count());
    return result.end;
  });
  ASSERT_TRUE(asked.pass());
  std::this_thread::sleep_for(wait);
  source.request_stop();
  EXPECT_EQ(stopped.get(), End::stopped) << "while the thread is held";
  held.open();
  EXPECT_EQ(timed.get(), End::none);
}

TEST(OptimalScheduler, StartsNoThreadsBeforeTheyAreNeeded) {
  std::atomic<int> made = 0;
  const auto kernel = [&] {
    return std::make_unique<const ToldKernel>(9, [&](OptimalBoard& board) {
      ++made;
      do_nothing(board);
    });
  };
  const OptimalScheduler idle(kernel(), 4);
  EXPECT_EQ(idle.threads(), 4);
  EXPECT_GE(OptimalScheduler(kernel(), 0).threads(), 1);
  EXPECT_EQ(made, 0);
}

}  // namespace
}  // namespace gyre::cube3
