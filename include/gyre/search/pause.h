// PauseSwitch: lets one thread hold up a search that runs in others, and let it go on.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace gyre {

class PauseSwitch {
 public:
  // The search stands still within a few milliseconds; its threads sleep.
  void pause() noexcept { paused_ = true; }
  void resume() {
    {
      const std::lock_guard lock(mutex_);
      paused_ = false;
    }
    changed_.notify_all();
  }
  [[nodiscard]] bool paused() const noexcept { return paused_; }
  // Returns at once, or when resumed or stopped.
  void wait(const std::stop_token& stop) {
    if (!paused_) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [&] { return !paused_; });
  }

 private:
  std::atomic<bool> paused_ = false;
  std::mutex mutex_;
  std::condition_variable_any changed_;
};

}  // namespace gyre
