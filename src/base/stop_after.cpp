#include "base/stop_after.h"

#include "base/threads.h"

#include <algorithm>

namespace gyre {

StopAfter::StopAfter(const std::stop_token& asked, double seconds)
    : end_(end_of(seconds)),
      relay_(asked, Relay{source_}),
      clock_(start_thread([this](const std::stop_token& gone) { watch(gone); })) {}

void StopAfter::put_off(double seconds) {
  const std::lock_guard lock(mutex_);
  end_ = end_of(seconds);
}

StopAfter::Clock::time_point StopAfter::end_of(double seconds) const {
  // More is no limit, and the clock could not count it.
  constexpr double kMostSeconds = 1e7;
  const std::chrono::duration<double> limit(std::clamp(seconds, 0.0, kMostSeconds));
  return begun_ + std::chrono::duration_cast<Clock::duration>(limit);
}

void StopAfter::watch(const std::stop_token& gone) {
  {
    std::unique_lock lock(mutex_);
    while (!gone.stop_requested() && Clock::now() < end_) {
      const Clock::time_point end = end_;
      (void)changed_.wait_until(lock, gone, end, [] { return false; });
    }
  }
  if (gone.stop_requested()) return;
  is_late_ = true;
  source_.request_stop();
}

}  // namespace gyre
