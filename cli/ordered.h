// Work on a stream of tasks, one task a thread, results in the order of the tasks. Memory is
// bounded: whoever adds tasks waits for room. A result is emitted as soon as it and all before it
// are there, so that one who sends a line and waits gets its answer; when results come fast, many
// are emitted together.
//
// (The pipeline of `gyre alg` hands out whole batches of lines, each the work of microseconds; here
// a task may take a second, and the tasks of one batch go to all threads.)
#pragma once

#include "base/seconds.h"
#include "base/threads.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace gyre::cli {

template <class Task, class Result>
class OrderedWork {
 public:
  struct Hooks {
    // Any thread may call it. Nothing means: stopped before there was a result; then nothing that
    // comes later is emitted. An exception ends the stream after the results before it.
    std::function<std::optional<Result>(Task&, const std::stop_token&)> work;
    // In order, one call at a time, on the threads that work.
    std::function<void(Result&)> emit;
    // Is called after one or more results.
    std::function<void()> flush;
    // No more tasks are wanted; whoever waits for the next one need not. Any thread may call it.
    std::function<void()> ended;
    // Quick tasks are not taken together, so that is_next() is true as soon as it can be.
    bool one_by_one = false;
  };

  OrderedWork(int threads, Hooks hooks) : hooks_(std::move(hooks)) {
    workers_ = std::vector<Worker>(static_cast<std::size_t>(thread_count(threads)));
    pool_ = start_threads(static_cast<int>(workers_.size()), [this](int i) { run(workers_[i]); });
  }

  ~OrderedWork() { stop(); }
  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;

  // Waits for room. False if no more tasks are wanted. `bytes`: what the task holds beside itself.
  bool add(Task task, std::size_t bytes = 0) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] {
      return end_ != kOpen || slots_.empty() || (slots_.size() < kMostTasks && bytes_ < kMostBytes);
    });
    if (end_ != kOpen) return false;
    bytes_ += bytes;
    slots_.push_back({std::move(task), std::nullopt, bytes, false});
    todo_.notify_one();
    return true;
  }

  // Waits until all is emitted. Throws what the first bad task threw, or what emitting threw.
  void finish() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      todo_.notify_all();
    }
    join();
    if (failure_) std::rethrow_exception(failure_);
  }

  // Whether all results before that of this task have been emitted: then whoever works on it may
  // print what belongs before its own result. Once true it stays so until the work on it is done.
  // Of tasks that are taken together only the first is ever next.
  [[nodiscard]] bool is_next(const Task& task) {
    const std::lock_guard lock(mutex_);
    return !emitting_ && !slots_.empty() && &slots_.front().task == &task;
  }

  // Tasks that nobody has begun are dropped; the others are asked to stop and are emitted if they
  // have a result.
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      end_at(first_ + taken_);
      for (Worker& worker : workers_) worker.stop.request_stop();
    }
    if (hooks_.ended) hooks_.ended();
  }

 private:
  static constexpr std::uint64_t kOpen = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t kMostTasks = 8192;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 24U;
  // Tasks that take less than this together are taken together: locking is then no cost, and
  // nobody notices the wait.
  static constexpr double kTogetherSeconds = 0.001;
  static constexpr std::size_t kMostTogether = 64;

  struct Slot {
    Task task;
    std::optional<Result> result;  // belongs to the worker until `done`
    std::size_t bytes = 0;
    bool done = false;
  };
  struct Worker {
    std::uint64_t begin = 0;
    std::stop_source stop;
    double seconds = 1;  // for a task, lately
  };

  // Nothing from this number on is wanted.
  void end_at(std::uint64_t number) {
    if (number >= end_) return;
    end_ = number;
    for (Worker& worker : workers_) {
      if (worker.begin >= end_) worker.stop.request_stop();
    }
    todo_.notify_all();
    room_.notify_all();
  }

  void fail(std::uint64_t number, std::exception_ptr why) {
    {
      const std::lock_guard lock(mutex_);
      if (number >= end_) return;
      failure_ = std::move(why);
      end_at(number);
    }
    if (hooks_.ended) hooks_.ended();
  }

  void run(Worker& worker) {
    std::vector<Slot*> mine;
    while (take(worker, mine)) {
      const auto begun = std::chrono::steady_clock::now();
      for (std::size_t i = 0; i < mine.size(); ++i) {
        if (!work_on(*mine[i], worker.begin + i, worker.stop.get_token())) break;
      }
      const double passed = seconds_since(begun);
      worker.seconds = 0.5 * worker.seconds + 0.5 * passed / static_cast<double>(mine.size());
      emit_ready(mine);
    }
  }

  bool work_on(Slot& slot, std::uint64_t number, const std::stop_token& stop) {
    try {
      std::optional<Result> result = hooks_.work(slot.task, stop);
      if (!result) {
        fail(number, nullptr);
        return false;
      }
      slot.result = std::move(result);
      return true;
    } catch (...) {
      fail(number, std::current_exception());
      return false;
    }
  }

  bool take(Worker& worker, std::vector<Slot*>& mine) {
    mine.clear();
    std::unique_lock lock(mutex_);
    todo_.wait(lock, [&] { return end_ != kOpen || taken_ < slots_.size() || closed_; });
    if (end_ != kOpen || taken_ == slots_.size()) return false;
    const std::size_t waiting = slots_.size() - taken_;
    const auto quick = static_cast<std::size_t>(kTogetherSeconds / (worker.seconds + 1e-9));
    const std::size_t most = hooks_.one_by_one ? 1 : kMostTogether;
    const std::size_t count =
        std::clamp<std::size_t>(std::min(quick, waiting / workers_.size()), 1, most);
    worker.begin = first_ + taken_;
    // A deque keeps its elements where they are while others come and go at its ends.
    for (std::size_t i = 0; i < count; ++i) mine.push_back(&slots_[taken_ + i]);
    taken_ += count;
    return true;
  }

  // Emits what is ready, unless another thread is at it: that one will see it too.
  void emit_ready(const std::vector<Slot*>& mine) {
    std::unique_lock lock(mutex_);
    for (Slot* slot : mine) slot->done = slot->result.has_value();
    if (emitting_) {
      more_ready_ = true;
      return;
    }
    emitting_ = true;
    std::vector<Result> ready;
    for (;;) {
      more_ready_ = false;
      while (first_ < end_ && !slots_.empty() && slots_.front().done) {
        ready.push_back(std::move(*slots_.front().result));
        bytes_ -= slots_.front().bytes;
        slots_.pop_front();
        ++first_;
        --taken_;
      }
      if (ready.empty() && !more_ready_) break;
      room_.notify_all();
      lock.unlock();
      emit(ready);
      ready.clear();
      lock.lock();
    }
    emitting_ = false;
  }

  void emit(std::vector<Result>& ready) {
    try {
      for (Result& result : ready) hooks_.emit(result);
      if (!ready.empty()) hooks_.flush();
    } catch (...) {
      fail(0, std::current_exception());
    }
  }

  void join() {
    for (std::jthread& thread : pool_) {
      if (thread.joinable()) thread.join();
    }
  }

  Hooks hooks_;
  std::mutex mutex_;
  std::condition_variable todo_;
  std::condition_variable room_;
  std::deque<Slot> slots_;
  std::uint64_t first_ = 0;  // the number of slots_.front()
  std::size_t taken_ = 0;    // of slots_, from the front
  std::size_t bytes_ = 0;
  std::uint64_t end_ = kOpen;
  bool closed_ = false;
  bool emitting_ = false;
  bool more_ready_ = false;
  std::exception_ptr failure_;
  std::vector<Worker> workers_;
  std::vector<std::jthread> pool_;  // last: ends before what it uses
};

}  // namespace gyre::cli
