// PauseSwitch: lets one thread hold up a search that runs in others, and let it go on.
#pragma once

#include <gyre/base/api.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace GYRE_API gyre {

class PauseSwitch {
 public:
  // The search stands still within a few milliseconds; its threads sleep, or do other work.
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
