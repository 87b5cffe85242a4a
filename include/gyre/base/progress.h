// How the library reports on long work without ever printing: it sends typed events, and whoever
// started the work draws a bar, writes JSON or ignores them. And how another thread holds such work
// up and lets it go on.
#pragma once

#include <gyre/base/api.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string_view>

namespace GYRE_API gyre {

// Work of a known size. done runs from 0 to total; what names the work ("canonical automaton"),
// detail says what has come of it so far ("31 moves, at least 9"); it may be empty.
struct ProgressEvent {
  std::string_view what;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::string_view detail = {};
};

// It may be empty. It is called from any thread, one call at a time.
using ProgressCallback = std::function<void(const ProgressEvent&)>;

// Holds work up. Its pauses count nowhere: time limits stand still in them.
class PauseSwitch {
 public:
  // The work stands still within a few milliseconds; its threads sleep, or do other work.
  void pause() {
    const std::lock_guard lock(mutex_);
    if (paused_) return;
    begun_ = Clock::now();
    paused_ = true;
  }
  void resume() {
    {
      const std::lock_guard lock(mutex_);
      if (!paused_) return;
      before_ += Clock::now() - begun_;
      paused_ = false;
    }
    changed_.notify_all();
  }
  // All pauses so far together: time that does not count.
  [[nodiscard]] std::chrono::steady_clock::duration paused_time() const {
    const std::lock_guard lock(mutex_);
    return paused_ ? before_ + (Clock::now() - begun_) : before_;
  }
  [[nodiscard]] bool paused() const noexcept { return paused_; }
  // Returns at once, or when resumed or stopped.
  void wait(const std::stop_token& stop) {
    if (!paused_) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [&] { return !paused_; });
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::atomic<bool> paused_ = false;
  mutable std::mutex mutex_;
  Clock::time_point begun_;
  Clock::duration before_{};
  std::condition_variable_any changed_;
};

}  // namespace gyre
