// StopAfter: a stop token that asks for the end of work when its time is over, for work that is
// told nothing but a token. Work that looks at a clock itself has a Stop.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace gyre {

class StopAfter {
 public:
  // It stops too when `asked` does. Throws Error if no thread can be started.
  StopAfter(const std::stop_token& asked, double seconds);
  StopAfter(const StopAfter&) = delete;
  StopAfter& operator=(const StopAfter&) = delete;

  // So many seconds from the beginning.
  void put_off(double seconds);
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  // Whether it stopped because the time was over.
  [[nodiscard]] bool is_late() const noexcept { return is_late_; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Relay {
    std::stop_source& to;
    void operator()() const { to.request_stop(); }
  };

  [[nodiscard]] Clock::time_point end_of(double seconds) const;
  void watch(const std::stop_token& gone);

  const Clock::time_point begun_ = Clock::now();
  Clock::time_point end_;  // under the mutex
  std::stop_source source_;
  std::atomic<bool> is_late_ = false;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::stop_callback<Relay> relay_;
  std::jthread clock_;  // last: ends before what it uses
};

}  // namespace gyre
