// Work of each kind that the server and the commands do is asked to end at one moment after the
// other: at its first allocation, at the second, the fourth, the eighth, and so on, and at eighths
// of the time that it takes. It ends soon, says that it was stopped or what it found, gives back
// its memory, leaves no file behind that is not whole, and what comes after it works.
#include "fault/faults.h"
#include "support/temporary_folder.h"

#include "format/kpuzzle.h"
#include "general/sequences/shorten.h"
#include "serve/answers/scramble_answers.h"
#include "serve/jobs/explore_jobs.h"
#include "serve/jobs/pattern_job.h"

#include <gyre/base/error.h>
#include <gyre/general/find.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include <gyre/table/store.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace gyre::serve {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// What the server promises after SIGTERM.
constexpr Seconds kSoon{5};

// One time that work is done: when it is to stop, and when it has ended. What comes afterwards, to
// see whether all is as it should be, does not count.
class Turn {
 public:
  [[nodiscard]] std::stop_token stop() const { return source_.get_token(); }
  void ask() {
    asked_ = Clock::now();
    is_asked_ = true;
    source_.request_stop();
  }
  void ended() {
    if (ended_ == Clock::time_point()) ended_ = Clock::now();
  }
  [[nodiscard]] bool is_asked() const { return is_asked_; }
  // After it has ended.
  [[nodiscard]] Seconds after_asking() const { return ended_ - asked_; }

 private:
  std::stop_source source_;
  Clock::time_point asked_;
  Clock::time_point ended_;
  std::atomic<bool> is_asked_ = false;
};

// What work gave; nothing if it was stopped before it had anything. Errors of what was not stopped
// fail the test.
using Outcome = std::optional<std::string>;
using Work = std::function<Outcome(Turn&)>;

// The same work again and again, each time from the beginning: at fewer moments if it takes long.
// Returns how often it was stopped.
int stop_everywhere(const Work& work) {
  int stopped = 0;
  const auto once = [&](std::uint64_t at, std::optional<Seconds> after) {
    Turn turn;
    Outcome outcome;
    std::uint64_t allocations = 0;
    {
      const test::AtAllocation moment(at, [&] { turn.ask(); });
      std::mutex mutex;
      std::condition_variable_any changed;
      const std::jthread clock([&](const std::stop_token& gone) {
        if (!after) return;
        std::unique_lock lock(mutex);
        changed.wait_for(lock, gone, *after, [] { return false; });
        if (!gone.stop_requested()) turn.ask();
      });
      outcome = work(turn);
      turn.ended();
      allocations = test::AtAllocation::count();
    }
    if (turn.is_asked()) {
      EXPECT_LT(turn.after_asking().count(), kSoon.count());
    }
    stopped += outcome ? 0 : 1;
    EXPECT_TRUE(outcome || turn.is_asked()) << "nobody stopped it";
    return allocations;
  };
  const Clock::time_point begun = Clock::now();
  const std::uint64_t allocations = once(0, std::nullopt);
  const Seconds takes = Clock::now() - begun;
  EXPECT_EQ(stopped, 0);
  constexpr Seconds kLong{0.3};
  const std::uint64_t factor = takes < kLong ? 2 : 8;
  const int parts = takes < kLong ? 8 : 4;
  for (std::uint64_t at = 1; at <= allocations; at *= factor) {
    SCOPED_TRACE(fmt::format("allocation {} of about {}", at, allocations));
    once(at, std::nullopt);
  }
  for (int part = 1; part < parts; ++part) {
    SCOPED_TRACE(fmt::format("{} of {}", part, parts));
    once(0, takes * part / parts);
  }
  return stopped;
}

// All that a server has for jobs, made anew each time: nothing is ready that a job has to make.
class Room {
 public:
  explicit Room(const fs::path& tables, std::uint64_t memory_bytes = std::uint64_t{2} << 30U)
      : tables_(tables),
        memory_(memory_bytes, memory_bytes / 8),
        engines_(memory_, tables, 2),
        desk_(
            {},
            [this](const EngineCaller& caller, double seconds) {
              return any_scrambling(
                  std::shared_ptr<EngineSource>(std::shared_ptr<void>(), &engines_), caller,
                  {seconds, false});
            },
            engines_.search_bytes(), 2,
            [this](std::uint64_t bytes, const std::stop_token& stop) {
              return std::make_shared<MemoryBudget::Share>(memory_.take(bytes, "tables", stop));
            }),
        quick_(2, 100),
        board_({.at_once = 1}, &memory_) {
    memory_.add_reclaim([this] { return desk_.give_up_oldest(); });
  }

  Outcome run(const Json& request, Turn& turn) {
    const auto plan = [&] {
      RequestFields fields(request);
      return plan_job(fields, {shelf_, engines_, quick_}, false);
    };
    return run_again_if_stopped(plan, turn);
  }
  Outcome run_pattern(const std::string& body, Turn& turn) {
    const auto request = std::make_shared<const PatternRequest>(read_pattern_request(body));
    return run_again_if_stopped([&] { return plan_pattern(request, engines_); }, turn);
  }
  Outcome scramble(const Json& request, Turn& turn) {
    const auto ask = [&](const std::stop_token& stop) {
      RequestFields fields(request);
      const auto puzzle = shelf_.find(fields);
      return desk_.answer(puzzle, fields, stop).dump();
    };
    try {
      return ask(turn.stop());
    } catch (const Error& error) {
      EXPECT_TRUE(turn.is_asked()) << error.what();
    }
    turn.ended();
    EXPECT_NO_THROW((void)ask({}));
    return std::nullopt;
  }
  // Nothing is left of what was done.
  void expect_clean() {
    (void)engines_.give_up_idle(true);
    while (desk_.give_up_oldest()) {
    }
    EXPECT_EQ(memory_.used_bytes(), 0U);
    for (const StoredTable& table : TableStore(tables_).list()) {
      EXPECT_EQ(table.fault, "") << table.path;
      EXPECT_FALSE(table.leftover) << table.path;
    }
  }

 private:
  // What comes after it finds everything as it should be.
  Outcome run_again_if_stopped(const std::function<JobPlan()>& plan, Turn& turn) {
    const std::string first = run_plan(plan(), turn.stop());
    turn.ended();
    if (!first.empty()) return first;
    EXPECT_NE(run_plan(plan(), {}), "");
    return std::nullopt;
  }

  // Empty if it was cancelled.
  std::string run_plan(JobPlan plan, const std::stop_token& stop) {
    const std::shared_ptr<Job> job = board_.add(std::move(plan), true);
    EXPECT_TRUE(job);
    {
      const std::stop_callback cancel(stop, [&] { (void)job->cancel(); });
      while (!has_ended(job->state())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const Json end = job->json();
    EXPECT_TRUE(board_.forget(job->id()));
    // The board's thread lets go of it a moment later.
    while (job.use_count() > 1) std::this_thread::yield();
    if (end["state"] == "cancelled") {
      EXPECT_TRUE(stop.stop_requested());
      return "";
    }
    EXPECT_EQ(end["state"], "finished") << end["error"];
    return end["result"].dump();
  }

  fs::path tables_;
  PuzzleShelf shelf_;
  MemoryBudget memory_;
  Engines engines_;
  ScrambleDesk desk_;
  WorkQueue quick_;
  JobBoard board_;
};

// In a room of its own each time.
Work job_of(const Json& request) {
  return [request](Turn& turn) {
    const test::TemporaryFolder folder;
    Room room(folder.path());
    const Outcome outcome = room.run(request, turn);
    room.expect_clean();
    return outcome;
  };
}

Work scrambles_of(const Json& request) {
  return [request](Turn& turn) {
    const test::TemporaryFolder folder;
    Room room(folder.path());
    const Outcome outcome = room.scramble(request, turn);
    room.expect_clean();
    return outcome;
  };
}

const char* const kCubeScramble = "R U2 F' L D B2 R' U F D2 L2 B' R2 U' F2";

TEST(Stopping, SolvesOfEachEngine) {
  for (const Json& request : std::vector<Json>{
           {{"puzzle", "3x3x3"}, {"position", kCubeScramble}, {"seconds", 0.1}},
           {{"puzzle", "2x2x2"}, {"position", "R U F2 R' U2 F"}, {"engine", "general"}},
           {{"puzzle", "2x2x2"}, {"position", "R U F2"}, {"engine", "general"}, {"goal", "U"}},
           {{"puzzle", "pyraminx"}, {"position", "U L' R B l"}, {"seconds", 0.2}},
           {{"puzzle", "2x2x2"}, {"position", "R U F2 R' U2 F"}, {"beam", 2'000}},
           {{"puzzle", "3x3x3"}, {"position", "R U F2 R"}, {"into_subgroup", "U,D,R2,L2,F2,B2"}}}) {
    SCOPED_TRACE(request.dump());
    Json asked = request;
    asked["kind"] = "solve";
    EXPECT_GT(stop_everywhere(job_of(asked)), 0);
  }
}

TEST(Stopping, BatchesCountsAndFacts) {
  for (const Json& request : std::vector<Json>{
           {{"kind", "batch"},
            {"puzzle", "2x2x2"},
            {"positions", {"R U F", "U2 R F2 U", "R2", "F R' U F2 R U"}}},
           {{"kind", "batch"}, {"puzzle", "3x3x3"}, {"positions", {"R U F", kCubeScramble}}},
           {{"kind", "god"}, {"puzzle", "2x2x2"}, {"moves", "U,R2"}, {"antipodes", 3}},
           {{"kind", "god"}, {"puzzle", "pyraminx"}, {"max_depth", 6}, {"from", "U L"}},
           {{"kind", "count"}, {"puzzle", "3x3x3"}, {"depth", 20}, {"canon_depth", 2}},
           {{"kind", "info"}, {"puzzle", "skewb"}},
           {{"kind", "plan"}, {"puzzle", "2x2x3"}}}) {
    SCOPED_TRACE(request.dump());
    EXPECT_GT(stop_everywhere(job_of(request)), 0);
  }
}

TEST(Stopping, Patterns) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  Json body{{"definition", Json::parse(write_kpuzzle(cube))}};
  body["pattern"] = Json::parse(write_kpattern(cube, apply(cube, parse_alg("R U F2 R'"))));
  const std::string text = body.dump();
  const Work work = [&](Turn& turn) {
    const test::TemporaryFolder folder;
    Room room(folder.path());
    const Outcome outcome = room.run_pattern(text, turn);
    room.expect_clean();
    return outcome;
  };
  EXPECT_GT(stop_everywhere(work), 0);
}

TEST(Stopping, Scrambles) {
  for (const Json& request : std::vector<Json>{
           {{"puzzle", "pyraminx"}, {"count", 3}, {"seed", 1}},
           {{"puzzle", "2x2x2"}, {"competition", true}, {"seed", 1}},
           {{"puzzle", "5x5x5"}, {"count", 20}, {"seed", 1}, {"kind", "random-move"}}}) {
    SCOPED_TRACE(request.dump());
    EXPECT_GT(stop_everywhere(scrambles_of(request)), 0);
  }
}

// What commands do beside jobs.
TEST(Stopping, FindingAndShortening) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  const Work find = [&](Turn& turn) -> Outcome {
    FindOptions options;
    options.pieces = 3;
    options.max_length = 8;
    options.threads = 2;
    options.memory_bytes = std::uint64_t{64} << 20U;
    options.stop = turn.stop();
    const FindResult result = find_algs(cube, moves, options);
    if (result.end == FindResult::End::stopped) return std::nullopt;
    return fmt::format("{}", result.found);
  };
  EXPECT_GT(stop_everywhere(find), 0);
  const std::vector<int> word = [&] {
    std::vector<int> all;
    for (int i = 0; i < 60; ++i) all.push_back((i * 7) % moves.size());
    return all;
  }();
  const State effect = [&] {
    State state = cube.solved();
    for (const int move : word) state = compose(cube.orbits(), state, moves.moves()[move].action);
    return state;
  }();
  const Work shorten = [&](Turn& turn) -> Outcome {
    ShortenOptions options;
    options.threads = 2;
    options.window = 5;
    const SequenceShortener shortener(cube, moves, options);
    const std::vector<int> shorter = shortener.shorten(word, turn.stop());
    State state = cube.solved();
    for (const int move : shorter) {
      state = compose(cube.orbits(), state, moves.moves()[move].action);
    }
    EXPECT_EQ(state, effect) << "whenever it is stopped";
    if (turn.is_asked()) return std::nullopt;
    return fmt::format("{}", shorter.size());
  };
  EXPECT_GT(stop_everywhere(shorten), 0);
}

// ---- what takes long ----

TEST(Stopping, SlowOptimalSolvesAndTheirTable) {
  const Json table{{"kind", "table"}, {"table", "cube3-optimal-37mb-htm"}};
  const Json solve{{"kind", "solve"},
                   {"puzzle", "3x3x3"},
                   {"engine", "optimal"},
                   {"number", 20},
                   {"position", "R U F2 D' L B2 R F U2 R2 D B"}};
  EXPECT_GT(stop_everywhere(job_of(table)), 0);
  // With the smallest table, which is there.
  const test::TemporaryFolder tables;
  const std::uint64_t memory = std::uint64_t{256} << 20U;
  Turn making;
  ASSERT_TRUE(Room(tables.path(), memory).run(table, making));
  const Work stored = [&](Turn& turn) {
    Room room(tables.path(), memory);
    const Outcome outcome = room.run(solve, turn);
    room.expect_clean();
    return outcome;
  };
  EXPECT_GT(stop_everywhere(stored), 0);
}

TEST(Stopping, SlowPhasesAndWords) {
  for (const Json& request : std::vector<Json>{
           {{"kind", "solve"},
            {"puzzle", "megaminx"},
            {"position", "R++ D-- U R++"},
            {"seconds", 5}},
           {{"kind", "solve"}, {"puzzle", "4x4x4"}, {"position", "Rw U F2 R' Uw"}, {"seconds", 5}},
           {{"kind", "plan"}, {"puzzle", "skewb"}}}) {
    SCOPED_TRACE(request.dump());
    EXPECT_GT(stop_everywhere(job_of(request)), 0);
  }
  for (const Json& request :
       std::vector<Json>{{{"puzzle", "square1"}, {"seed", 1}, {"competition", true}},
                         {{"puzzle", "4x4x4"}, {"seed", 1}, {"kind", "random-state"}}}) {
    SCOPED_TRACE(request.dump());
    EXPECT_GT(stop_everywhere(scrambles_of(request)), 0);
  }
}

}  // namespace
}  // namespace gyre::serve
