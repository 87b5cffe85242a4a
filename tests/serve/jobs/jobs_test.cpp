// Jobs, the line they stand in, the memory they share, the threads for quick work and what time is
// left to it: with work that does as the test says.
#include "serve/jobs/jobs.h"
#include "serve/http/deadlines.h"
#include "serve/jobs/fair_line.h"
#include "serve/jobs/memory_budget.h"
#include "serve/jobs/work_queue.h"
#include "support/counted_threads.h"

#include <gyre/base/error.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <thread>

namespace gyre::serve {
namespace {

using namespace std::chrono_literals;

// Waits for a condition; false if it never comes.
template <class Condition>
bool eventually(const Condition& condition) {
  for (int i = 0; i < 20'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

JobPlan plan_of(std::function<Json(Job&)> run, bool can_pause = false) {
  JobPlan plan;
  plan.kind = "test";
  plan.command = "gyre test";
  plan.can_pause = can_pause;
  plan.run = std::move(run);
  return plan;
}

// Runs until it is stopped.
Json run_for_ever(Job& job) {
  while (!job.stop().stop_requested()) std::this_thread::sleep_for(1ms);
  return {{"stopped", true}};
}

// What a listener was told so far.
struct Heard {
  std::string text;
  bool ended = false;
  std::atomic<int> calls = 0;
  std::shared_ptr<JobListener> from;

  void listen(Job& job, std::int64_t after) {
    from = job.listen(after, [this] { ++calls; });
    take();
  }
  void take() {
    while (from) {
      const EventSource::Piece piece = from->next(100);
      text += piece.events;
      ended = piece.last;
      if (piece.last) from.reset();
      if (piece.events.empty()) return;
    }
  }
  bool has_ended() {
    take();
    return ended;
  }
};

TEST(JobBoard, RunsAJobAndTellsItsEvents) {
  JobBoard board({.at_once = 1});
  const auto job = board.add(plan_of([](Job& self) -> Json {
                               self.emit("solution", {{"solution", "R U"}});
                               self.note("a sentence");
                               return {{"answer", 42}};
                             }),
                             false);
  ASSERT_TRUE(job);
  ASSERT_TRUE(eventually([&] { return job->state() == JobState::finished; }));
  const Json json = job->json();
  EXPECT_EQ(json["kind"], "test");
  EXPECT_EQ(json["state"], "finished");
  EXPECT_EQ(json["result"]["answer"], 42);
  EXPECT_TRUE(json["error"].is_null());
  EXPECT_FALSE(job->json(false).contains("result"));
  Heard late;
  late.listen(*job, 0);
  EXPECT_TRUE(late.ended);
  const std::vector<std::string> in_order = {"id: 1\nevent: state\ndata: {\"state\":\"waiting\"",
                                             "id: 2\nevent: state\ndata: {\"state\":\"running\"",
                                             "id: 3\nevent: solution\ndata: {\"solution\":\"R U\"}",
                                             "id: 4\nevent: note\n", "id: 5\nevent: end\n"};
  std::size_t at = 0;
  for (const std::string& part : in_order) {
    at = late.text.find(part, at);
    ASSERT_NE(at, std::string::npos) << part << " in\n" << late.text;
  }
  // Who was there before hears only what came after.
  Heard again;
  again.listen(*job, 3);
  EXPECT_EQ(again.text.find("id: 4\n"), 0U) << again.text;
  Heard all;
  all.listen(*job, 1'000);
  EXPECT_EQ(all.text, "");
  EXPECT_TRUE(all.ended);
}

TEST(JobBoard, FewerThreadsRunTheSameJobs) {
  const test::ThreadLimit limit(1);
  JobBoard board({.at_once = 4});
  const auto first = board.add(plan_of([](Job&) -> Json { return 1; }), false);
  const auto second = board.add(plan_of([](Job&) -> Json { return 2; }), false);
  ASSERT_TRUE(eventually([&] { return second->state() == JobState::finished; }));
  EXPECT_EQ(first->state(), JobState::finished);
  EXPECT_THROW(JobBoard({.at_once = 4}), Error) << "not one thread";
}

TEST(WorkQueue, FewerThreadsDoTheSameWork) {
  const test::ThreadLimit limit(2);
  WorkQueue queue(4, 10);
  EXPECT_EQ(queue.idle(), 2) << "those that run";
  std::atomic<int> done = 0;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(queue.add([&] { ++done; }));
  ASSERT_TRUE(eventually([&] { return done == 5; }));
  EXPECT_THROW(WorkQueue(4, 10), Error) << "not one thread";
}

TEST(JobBoard, ListenersHearEventsAsTheyCome) {
  JobBoard board({.at_once = 1});
  std::promise<void> go;
  const auto job = board.add(plan_of([&](Job& self) -> Json {
                               go.get_future().wait();
                               self.emit("row", {{"number", 1}});
                               return nullptr;
                             }),
                             false);
  Heard heard;
  Heard leaver;
  heard.listen(*job, 0);
  leaver.listen(*job, 0);
  leaver.from.reset();
  go.set_value();
  ASSERT_TRUE(eventually([&] { return heard.has_ended(); }));
  EXPECT_NE(heard.text.find("event: row\ndata: {\"number\":1}\n\n"), std::string::npos);
  EXPECT_EQ(leaver.text.find("event: row"), std::string::npos);
}

TEST(JobBoard, FailuresAreToldAsErrors) {
  JobBoard board({.at_once = 1});
  const auto bad = board.add(plan_of([](Job&) -> Json { throw Error("no such thing"); }), false);
  const auto worse = board.add(plan_of([](Job&) -> Json { throw std::logic_error("oh"); }), false);
  ASSERT_TRUE(eventually([&] { return has_ended(worse->state()); }));
  EXPECT_EQ(bad->state(), JobState::failed);
  EXPECT_EQ(bad->json()["error"]["message"], "no such thing");
  EXPECT_EQ(worse->state(), JobState::failed);
  EXPECT_EQ(worse->json()["error"]["message"], "a fault of gyre: oh");
}

TEST(JobBoard, OthersWaitInLine) {
  JobBoard board({.at_once = 2, .queue = 3});
  std::vector<std::shared_ptr<Job>> jobs;
  for (int i = 0; i < 2; ++i) jobs.push_back(board.add(plan_of(run_for_ever), false));
  ASSERT_TRUE(eventually([&] { return board.load().running == 2; }));
  for (int i = 0; i < 3; ++i) jobs.push_back(board.add(plan_of(run_for_ever), false));
  EXPECT_EQ(board.load().waiting, 3);
  EXPECT_FALSE(board.add(plan_of(run_for_ever), false)) << "the line is full";
  EXPECT_EQ(jobs[2]->state(), JobState::waiting);
  // One in the line gives up, and the next comes when one ends.
  EXPECT_TRUE(jobs[2]->cancel());
  EXPECT_EQ(jobs[2]->state(), JobState::cancelled);
  EXPECT_TRUE(jobs[0]->cancel());
  ASSERT_TRUE(eventually([&] { return jobs[3]->state() == JobState::running; }));
  EXPECT_EQ(jobs[0]->state(), JobState::cancelled);
  EXPECT_EQ(jobs[0]->json()["result"]["stopped"], true) << "what was known";
  EXPECT_FALSE(jobs[0]->cancel()) << "it has ended";
  EXPECT_EQ(board.list().size(), 5U);
  EXPECT_EQ(board.list().front(), jobs[4]) << "the newest first";
}

TEST(FairLine, WhoBringsMuchGoesBehindWhoBringsLittle) {
  FairLine<std::string> line(100);
  for (const char* piece : {"a1", "a2", "a3", "a4"}) EXPECT_TRUE(line.add("a", piece));
  EXPECT_EQ(line.add("b", "b1").before, 1U) << "after the first of a";
  EXPECT_EQ(line.add("b", "b2").before, 3U);
  EXPECT_EQ(line.add("c", "c1").before, 2U) << "the first of b came before";
  std::string order;
  const auto take = [&](int count) {
    for (int i = 0; i < count; ++i) order += line.take() + " ";
  };
  take(4);
  EXPECT_EQ(order, "a1 b1 c1 a2 ");
  // Who comes anew is not ahead of those whose turn it is.
  EXPECT_TRUE(line.add("c", "c2"));
  EXPECT_TRUE(line.add("a", "a5"));
  take(5);
  EXPECT_EQ(order, "a1 b1 c1 a2 b2 c2 a3 a4 a5 ");
  EXPECT_TRUE(line.empty());
}

TEST(FairLine, OneClientHasHalfOfIt) {
  FairLine<int> line(10);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(line.add("a", i));
  EXPECT_FALSE(line.add("a", 5));
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(line.add("", i)) << "this machine's own";
  EXPECT_FALSE(line.add("b", 0)) << "it is full";
  line.erase_if([](int item) { return item > 0; });
  EXPECT_EQ(line.size(), 2U);
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(line.add("", i));
  FairLine<int> smallest(1);
  EXPECT_TRUE(smallest.add("a", 1));
}

TEST(JobBoard, OneClientsManyJobsDoNotKeepOthersWaiting) {
  JobBoard board({.at_once = 1, .queue = 8});
  std::mutex mutex;
  std::string order;
  std::promise<void> go;
  const auto first =
      board.add(plan_of([&](Job&) -> Json { return go.get_future().wait(), nullptr; }), true, "a");
  ASSERT_TRUE(eventually([&] { return board.load().running == 1; }));
  const auto add = [&](const std::string& client) {
    return board.add(plan_of([&, client](Job&) -> Json {
                       const std::lock_guard lock(mutex);
                       order += client;
                       return nullptr;
                     }),
                     true, client);
  };
  std::vector<std::shared_ptr<Job>> jobs;
  for (int i = 0; i < 4; ++i) jobs.push_back(add("a"));
  EXPECT_FALSE(add("a")) << "half of the line";
  Heard of_last;
  of_last.listen(*jobs.back(), 0);
  EXPECT_NE(of_last.text.find("\"waiting_before\":3"), std::string::npos) << of_last.text;
  jobs.push_back(add("b"));
  ASSERT_TRUE(jobs.back());
  of_last.take();
  EXPECT_NE(of_last.text.find("\"waiting_before\":4"), std::string::npos) << of_last.text;
  go.set_value();
  ASSERT_TRUE(eventually([&] {
    return std::all_of(jobs.begin(), jobs.end(),
                       [](const auto& job) { return has_ended(job->state()); });
  }));
  EXPECT_EQ(order, "abaaa");
}

TEST(JobBoard, PausesAndGoesOn) {
  JobBoard board({.at_once = 1});
  std::atomic<int> steps = 0;
  const auto job = board.add(plan_of(
                                 [&](Job& self) -> Json {
                                   while (!self.stop().stop_requested()) {
                                     self.pause_switch()->wait(self.stop());
                                     ++steps;
                                     std::this_thread::sleep_for(1ms);
                                   }
                                   return nullptr;
                                 },
                                 true),
                             false);
  ASSERT_TRUE(eventually([&] { return steps > 3; }));
  EXPECT_TRUE(job->pause());
  EXPECT_EQ(job->state(), JobState::paused);
  std::this_thread::sleep_for(50ms);
  const int before = steps;
  const double seconds = job->json()["seconds"].get<double>();
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(steps, before);
  EXPECT_NEAR(job->json()["seconds"].get<double>(), seconds, 0.03) << "its time stands still";
  EXPECT_TRUE(job->resume());
  EXPECT_TRUE(eventually([&] { return steps > before; }));
  EXPECT_TRUE(job->pause());
  EXPECT_TRUE(job->cancel()) << "from a pause too";
  EXPECT_TRUE(eventually([&] { return job->state() == JobState::cancelled; }));
  EXPECT_FALSE(job->pause());
  EXPECT_FALSE(job->resume());
}

TEST(JobBoard, WhatCannotPauseDoesNot) {
  JobBoard board({.at_once = 1});
  const auto job = board.add(plan_of(run_for_ever), false);
  ASSERT_TRUE(eventually([&] { return job->state() == JobState::running; }));
  EXPECT_FALSE(job->pause());
  EXPECT_EQ(job->state(), JobState::running);
}

TEST(JobBoard, EndsWhatNobodyListensTo) {
  JobBoard board({.at_once = 3, .lonely_seconds = 0.1});
  const auto lonely = board.add(plan_of(run_for_ever), false);
  const auto detached = board.add(plan_of(run_for_ever), true);
  const auto heard = board.add(plan_of(run_for_ever), false);
  Heard listener;
  listener.listen(*heard, 0);
  ASSERT_TRUE(eventually([&] { return board.load().running == 3; }));
  std::this_thread::sleep_for(150ms);
  board.tidy();
  EXPECT_TRUE(eventually([&] { return lonely->state() == JobState::cancelled; }));
  EXPECT_EQ(detached->state(), JobState::running);
  EXPECT_EQ(heard->state(), JobState::running);
  listener.from.reset();
  board.tidy();
  EXPECT_EQ(heard->state(), JobState::running) << "it may come back";
  std::this_thread::sleep_for(150ms);
  board.tidy();
  EXPECT_TRUE(eventually([&] { return heard->state() == JobState::cancelled; }));
}

TEST(JobBoard, HeartbeatsAreNoEvents) {
  Heard heard;
  JobBoard board({.at_once = 1, .heartbeat_seconds = 0});
  const auto job = board.add(plan_of(run_for_ever), true);
  ASSERT_TRUE(eventually([&] { return job->state() == JobState::running; }));
  heard.listen(*job, 1'000);
  board.tidy();
  EXPECT_EQ(heard.calls, 1);
  heard.take();
  EXPECT_EQ(heard.text, ":\n\n");
  heard.from.reset();
}

TEST(JobBoard, ForgetsTheOldestThatHaveEnded) {
  JobBoard board({.at_once = 1, .remembered = 2, .lonely_seconds = 0});
  std::vector<std::shared_ptr<Job>> jobs;
  for (int i = 0; i < 4; ++i) {
    jobs.push_back(board.add(plan_of([](Job&) -> Json { return nullptr; }), true));
  }
  ASSERT_TRUE(eventually([&] { return has_ended(jobs[3]->state()); }));
  board.tidy();
  EXPECT_FALSE(board.find(jobs[0]->id()));
  EXPECT_FALSE(board.find(jobs[1]->id()));
  EXPECT_TRUE(board.find(jobs[2]->id()));
  EXPECT_TRUE(board.forget(jobs[3]->id()));
  EXPECT_FALSE(board.forget(jobs[3]->id()));
  EXPECT_EQ(board.list().size(), 1U);
}

TEST(JobBoard, ProgressIsToldSparinglyWithAnEstimate) {
  JobBoard board({.at_once = 1});
  std::promise<void> go;
  const auto job = board.add(plan_of([&](Job& self) -> Json {
                               go.get_future().wait();
                               for (std::uint64_t i = 0; i <= 1'000; ++i) {
                                 self.tell_progress({"length 9", i, 1'000});
                               }
                               return nullptr;
                             }),
                             false);
  Heard heard;
  heard.listen(*job, 0);
  go.set_value();
  ASSERT_TRUE(eventually([&] { return heard.has_ended(); }));
  std::size_t count = 0;
  for (std::size_t at = 0; (at = heard.text.find("event: progress", at)) != std::string::npos;
       ++at) {
    ++count;
  }
  EXPECT_GE(count, 1U) << "the last; who is slow does not get them all";
  EXPECT_LE(count, 50U);
  EXPECT_NE(heard.text.find("\"done\":1000,\"total\":1000"), std::string::npos);
  EXPECT_NE(heard.text.find("\"left_seconds\":0.0}"), std::string::npos) << heard.text;
}

TEST(SecondsLeft, AreSaidOnlyOfWhatWasMeasured) {
  EXPECT_EQ(seconds_left(0, {"table", 50, 100}, 3), 3.0);
  // What was there before took none of the time.
  EXPECT_EQ(seconds_left(50, {"table", 51, 100}, 1), 49.0);
  EXPECT_EQ(seconds_left(50, {"table", 50, 100}, 1), std::nullopt);
  EXPECT_EQ(seconds_left(60, {"table", 50, 100}, 1), std::nullopt);
  EXPECT_EQ(seconds_left(0, {"table", 50, 100}, 0.01), std::nullopt);
  EXPECT_EQ(seconds_left(0, {"table", 50, 0}, 1), std::nullopt);
  EXPECT_EQ(seconds_left(0, {"table", 100, 100}, 0.01), 0.0);
}

TEST(JobBoard, CallsWhoWaitsForTheEnd) {
  JobBoard board({.at_once = 1});
  std::atomic<int> called = 0;
  const auto job = board.add(plan_of(run_for_ever), true);
  job->when_ended([&](Job& ended) {
    EXPECT_EQ(ended.state(), JobState::cancelled);
    ++called;
  });
  EXPECT_EQ(called, 0);
  (void)job->cancel();
  EXPECT_TRUE(eventually([&] { return called == 1; }));
  job->when_ended([&](Job&) { ++called; });
  EXPECT_EQ(called, 2);
}

TEST(JobBoard, RunsQuickJobsOnTheCallersThread) {
  JobBoard board({.at_once = 1});
  const auto me = std::this_thread::get_id();
  const auto job = board.make(plan_of([&](Job&) -> Json {
    EXPECT_EQ(std::this_thread::get_id(), me);
    return 7;
  }));
  EXPECT_TRUE(board.find(job->id()));
  board.run_here(job);
  EXPECT_EQ(job->json()["result"], 7);
  EXPECT_FALSE(board.find(job->id()));
}

TEST(MemoryBudget, LetsOthersWait) {
  MemoryBudget budget(100);
  std::optional<MemoryBudget::Share> first = budget.take(60, "a", {});
  EXPECT_EQ(budget.used_bytes(), 60U);
  std::atomic<bool> told = false;
  auto second = std::async(std::launch::async,
                           [&] { return budget.take(50, "b", {}, [&] { told = true; }); });
  ASSERT_TRUE(eventually([&] { return told.load(); }));
  EXPECT_EQ(second.wait_for(50ms), std::future_status::timeout);
  first.reset();
  const MemoryBudget::Share share = second.get();
  EXPECT_EQ(share.bytes(), 50U);
  EXPECT_EQ(budget.used_bytes(), 50U);
  EXPECT_THROW((void)budget.take(101, "too much", {}), Error);
  std::stop_source source;
  auto third = std::async(std::launch::async,
                          [&] { return budget.take(60, "c", source.get_token()).bytes(); });
  source.request_stop();
  EXPECT_THROW(third.get(), Error);
  EXPECT_EQ(budget.used_bytes(), 50U);
}

TEST(MemoryBudget, AShareCanShrink) {
  MemoryBudget budget(100);
  {
    MemoryBudget::Share share = budget.take(90, "a", {});
    share.shrink_to(30);
    EXPECT_EQ(budget.used_bytes(), 30U);
    share.shrink_to(50);
    EXPECT_EQ(share.bytes(), 30U);
    MemoryBudget::Share other = std::move(share);
    EXPECT_EQ(budget.used_bytes(), 30U);
  }
  EXPECT_EQ(budget.used_bytes(), 0U);
}

TEST(MemoryBudget, GivesUpWhatIsOnlyKeptFirst) {
  MemoryBudget budget(100);
  std::vector<MemoryBudget::Share> kept;
  kept.push_back(budget.take(50, "a", {}));
  kept.push_back(budget.take(50, "b", {}));
  budget.add_reclaim([&] {
    if (kept.empty()) return false;
    kept.pop_back();
    return true;
  });
  const MemoryBudget::Share share = budget.take(80, "c", {});
  EXPECT_TRUE(kept.empty());
  EXPECT_EQ(budget.used_bytes(), 80U);
}

TEST(Deadlines, StopWhatIsOverdue) {
  Deadlines deadlines;
  const auto slow = std::make_shared<std::stop_source>();
  const auto young = std::make_shared<std::stop_source>();
  const auto done = std::make_shared<std::stop_source>();
  const Deadlines::Watch of_slow(deadlines, slow, 0s);
  const Deadlines::Watch of_young(deadlines, young, 1h);
  std::make_unique<const Deadlines::Watch>(deadlines, done, 0s).reset();
  EXPECT_FALSE(slow->stop_requested());
  deadlines.tidy();
  EXPECT_TRUE(slow->stop_requested());
  EXPECT_FALSE(young->stop_requested());
  EXPECT_FALSE(done->stop_requested());
}

TEST(WorkQueue, WorksInOrderAndRefusesTooMuch) {
  std::promise<void> go;
  std::atomic<int> next = 0;
  std::vector<int> order;
  {
    WorkQueue queue(1, 3);
    ASSERT_TRUE(queue.add([&] { go.get_future().wait(); }));
    ASSERT_TRUE(eventually([&] { return queue.waiting() == 0; }));
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(queue.add([&, i] {
        order.push_back(i);
        ++next;
      }));
    }
    EXPECT_FALSE(queue.add([] {}));
    go.set_value();
    ASSERT_TRUE(eventually([&] { return next == 3; }));
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
}

TEST(WorkQueue, LeisureEndsWhenSomebodyWaits) {
  WorkQueue queue(2, 100);
  std::atomic<int> hurried = 0;
  std::atomic<int> begun = 0;
  const auto at_leisure = [&] {
    const WorkQueue::Leisure leisure(queue);
    ++begun;
    while (!leisure.token().stop_requested()) std::this_thread::sleep_for(1ms);
    ++hurried;
  };
  ASSERT_TRUE(queue.add(at_leisure));
  ASSERT_TRUE(eventually([&] { return begun == 1; }));
  std::atomic<bool> done = false;
  ASSERT_TRUE(queue.add([&] { done = true; }));
  ASSERT_TRUE(eventually([&] { return done.load(); }));
  EXPECT_EQ(hurried, 0) << "there was a thread to spare";
  ASSERT_TRUE(eventually([&] { return queue.idle() == 1; }));
  ASSERT_TRUE(queue.add(at_leisure));
  ASSERT_TRUE(eventually([&] { return begun == 2; }));
  done = false;
  ASSERT_TRUE(queue.add([&] { done = true; }));
  ASSERT_TRUE(eventually([&] { return done.load(); }));
  EXPECT_EQ(hurried, 1) << "one was enough";
}

}  // namespace
}  // namespace gyre::serve
