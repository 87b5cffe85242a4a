// Driver: iterative deepening over tasks, on all threads. Owns the lengths, the splitting into
// tasks, the threads, the counters, stopping, pausing and checkpoints. What happens at a node is
// the kernel's.
//
// Tasks stand in an order of their own, and what they find is reported in that order, so that the
// result does not depend on how many threads there are. A task that stands behind enough solutions
// is given up.
#pragma once

#include "base/seconds.h"
#include "base/stop.h"
#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace gyre {

// The tasks of one length. Found: what a task finds.
template <class Found>
class TaskBoard {
 public:
  // done: tasks that need not be done again. wanted: so many finds are enough.
  TaskBoard(std::size_t tasks, std::vector<char> done, std::uint64_t wanted, Stop& stop)
      : done_(std::move(done)), found_(tasks), end_(tasks), wanted_(wanted), stop_(stop) {
    done_.resize(tasks, 0);
    drop_at_ = later_by_wanted(0);
    advance();
  }

  // The next task to do; nothing if there is none, or the search is over.
  [[nodiscard]] std::optional<std::size_t> next() {
    if (stop_.look_after_pause()) return std::nullopt;
    for (;;) {
      const std::size_t task = next_++;
      if (task >= end_) return std::nullopt;
      if (done_[task] == 0) return task;
    }
  }
  // Asked now and then while a task is worked on: false if it should be left unfinished.
  [[nodiscard]] bool wanted(std::size_t task) { return task < end_ && !stop_.look_after_pause(); }
  // What a task finds, in its own order. False if it has found enough.
  bool found(std::size_t task, Found what) {
    const std::lock_guard lock(mutex_);
    if (task >= end_) return false;
    if (hold_) hold_(what);
    found_[task].push_back(std::move(what));
    if (++held_ >= drop_at_) drop_unneeded();
    return found_[task].size() < wanted_;
  }
  // Called with each find that is kept, and it may throw; and with each that is dropped again,
  // since others make it unneeded.
  void hold(std::function<void(const Found&)> hold, std::function<void(const Found&)> drop) {
    hold_ = std::move(hold);
    drop_ = std::move(drop);
  }
  void finish(std::size_t task, std::uint64_t nodes) {
    const std::lock_guard lock(mutex_);
    done_[task] = 1;
    ++finished_;
    nodes_ += nodes;
    advance();
    if (told_ && (finished_ & kTellMask) == 0) told_(finished_);
  }
  // A task that was left unfinished: its nodes count.
  void leave(std::uint64_t nodes) {
    const std::lock_guard lock(mutex_);
    nodes_ += nodes;
  }
  // Makes sure that nothing more is handed out, in this length or another.
  void cancel() noexcept { stop_.stop(); }
  void tell(std::function<void(std::size_t finished)> told) { told_ = std::move(told); }

  // Whether all is done; asked after all threads have come back.
  [[nodiscard]] bool complete() const noexcept { return row_ >= end_; }
  // The tasks that need not be done again: what others found would be lost.
  [[nodiscard]] std::vector<char> done_without_finds() const {
    std::vector<char> done = done_;
    for (std::size_t task = 0; task < done.size(); ++task) {
      if (!found_[task].empty()) done[task] = 0;
    }
    return done;
  }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  // The finds in the order of tasks; also of those that were left. The board has them no more.
  [[nodiscard]] std::vector<Found> take_finds() {
    std::vector<Found> all;
    for (std::vector<Found>& of_task : found_) {
      for (Found& one : of_task) {
        if (all.size() < wanted_) all.push_back(std::move(one));
      }
      of_task = {};
    }
    return all;
  }

 private:
  static constexpr std::size_t kTellMask = 15;

  // Tasks behind an unbroken row of finished ones with enough finds are not needed.
  void advance() {
    while (row_ < done_.size() && done_[row_] != 0 && in_row_ < wanted_) {
      in_row_ += found_[row_].size();
      ++row_;
    }
    if (in_row_ >= wanted_) end_ = std::min<std::size_t>(end_, row_);
  }

  // So that looking costs next to nothing.
  [[nodiscard]] std::uint64_t later_by_wanted(std::uint64_t held) const {
    constexpr std::uint64_t kLeast = 1'000;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / 4;
    return held + std::clamp(wanted_, kLeast, kMost);
  }

  // Where tasks have found enough already, done or not, those behind them are not needed: else each
  // of a thousand tasks would hold as much as all are to find.
  void drop_unneeded() {
    std::uint64_t sum = 0;
    std::size_t last = 0;
    while (last < found_.size() && sum < wanted_) sum += found_[last++].size();
    for (std::size_t task = last; task < found_.size(); ++task) {
      if (drop_) std::for_each(found_[task].begin(), found_[task].end(), drop_);
      held_ -= found_[task].size();
      if (!found_[task].empty()) done_[task] = 0;
      found_[task] = {};
    }
    if (sum >= wanted_) end_ = std::min<std::size_t>(end_, last);
    drop_at_ = later_by_wanted(held_);
  }

  std::vector<char> done_;
  std::vector<std::vector<Found>> found_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> end_;  // tasks from here on are not needed
  std::uint64_t wanted_;
  Stop& stop_;
  std::mutex mutex_;
  std::size_t row_ = 0;  // all tasks before are done
  std::uint64_t in_row_ = 0;
  std::size_t finished_ = 0;
  std::uint64_t nodes_ = 0;
  std::function<void(std::size_t)> told_;
  std::function<void(const Found&)> hold_;
  std::function<void(const Found&)> drop_;
  std::uint64_t held_ = 0;     // finds
  std::uint64_t drop_at_ = 0;  // so many; then it is looked for unneeded ones
};

// Kernel has
//   Found
//   prepare(length, stop): before a length; false if it was stopped
//   split(length): how many tasks the length has
//   work(board): works on tasks of the board until there are none; called on each thread
// and is told nothing else. Events are called one at a time.
template <class Kernel>
class Driver {
 public:
  using Found = typename Kernel::Found;

  struct Length {
    int length = 0;
    std::size_t tasks = 0;
    std::size_t finished = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool complete = false;
  };
  struct Events {
    std::function<void(const Length&)> length;  // complete ones
    // TaskBoard::hold().
    std::function<void(const Found&)> hold;
    std::function<void(const Found&)> drop;
    std::function<void(const Length&)> progress;
    // While a length is being searched, if due() says so, and when it is left unfinished: the tasks
    // that need not be done again.
    std::function<bool()> due;
    std::function<void(const Length&, const std::vector<char>& done)> checkpoint;
  };

  Driver(Kernel& kernel, int threads, Stop& stop, const Events& events)
      : kernel_(kernel), threads_(thread_count(threads)), stop_(stop), events_(events) {}

  // One length. done: of its tasks, where it was begun before. The finds, at most `wanted`.
  [[nodiscard]] std::pair<Length, std::vector<Found>> search(int length, std::uint64_t wanted,
                                                             std::vector<char> done = {}) {
    const auto begun = std::chrono::steady_clock::now();
    Length report;
    report.length = length;
    std::vector<Found> finds;
    if (!kernel_.prepare(length, stop_)) {
      if (events_.checkpoint) events_.checkpoint(report, done);
      return {report, finds};
    }
    report.tasks = kernel_.split(length);
    if (done.size() != report.tasks) done.assign(report.tasks, 0);
    TaskBoard<Found> board(report.tasks, std::move(done), wanted, stop_);
    board.hold(events_.hold, events_.drop);
    board.tell([&](std::size_t finished) {
      Length now = report;
      now.finished = finished;
      now.nodes = board.nodes();
      now.seconds = seconds_since(begun);
      if (events_.progress) events_.progress(now);
      if (events_.checkpoint && events_.due()) {
        events_.checkpoint(now, board.done_without_finds());
      }
    });
    const std::size_t workers = std::min(static_cast<std::size_t>(threads_), report.tasks);
    parallel_for(workers, static_cast<int>(workers), [&](std::size_t) {
      try {
        kernel_.work(board);
      } catch (...) {
        board.cancel();  // the others need not go on
        throw;
      }
    });
    report.nodes = board.nodes();
    report.complete = board.complete();
    report.seconds = seconds_since(begun);
    if (!report.complete && events_.checkpoint) {
      events_.checkpoint(report, board.done_without_finds());
    }
    finds = board.take_finds();
    if (report.complete && events_.length) events_.length(report);
    return {report, std::move(finds)};
  }

 private:
  Kernel& kernel_;
  int threads_;
  Stop& stop_;
  const Events& events_;
};

}  // namespace gyre
