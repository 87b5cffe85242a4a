// When long work ends before it is done: somebody asks for the end (a stop token), its time is
// over, or it ends itself. All engines ask here, so that a pause (PauseSwitch) counts nowhere and a
// reason means the same everywhere.
#pragma once

#include <gyre/base/progress.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

namespace gyre {

// One for each piece of work; all of its threads share it. Its clock begins when it is made.
class Stop {
 public:
  using Clock = std::chrono::steady_clock;
  // inside: by stop().
  enum class Why { none, asked, time, inside };

  // pause: null if nobody can pause the work.
  explicit Stop(std::stop_token token = {}, std::optional<double> seconds = std::nullopt,
                PauseSwitch* pause = nullptr)
      : token_(std::move(token)), pause_(pause) {
    begin();
    if (seconds) limit(*seconds);
  }
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  // The clock begins anew, with so many seconds if there is a limit. To be called before other
  // threads look.
  void begin();
  void limit(double seconds);

  // Whether a reason has been found: one read, for every node if need be.
  [[nodiscard]] bool stopped() const noexcept {
    return why_.load(std::memory_order_relaxed) != Why::none;
  }
  // Looks for one, at the token and the clock: for now and then.
  bool look() {
    if (stopped()) return true;
    if (token_.stop_requested()) {
      end(Why::asked);
    } else if (deadline_ && Clock::now() >= *deadline()) {
      end(Why::time);
    }
    return stopped();
  }
  // The same for a thread that has nothing else to do in a pause.
  bool look_after_pause() {
    if (pause_ != nullptr && !stopped()) pause_->wait(token_);
    return look();
  }
  // Ends the work from within: what is done is enough, or cannot go on.
  void stop() noexcept { end(Why::inside); }
  // The reason; of several the one that was found first.
  [[nodiscard]] Why why() const noexcept { return why_; }

  [[nodiscard]] const std::stop_token& token() const noexcept { return token_; }
  [[nodiscard]] bool is_paused() const noexcept { return pause_ != nullptr && pause_->paused(); }
  // How long it has gone on, and how long until its limit; pauses do not count.
  [[nodiscard]] double seconds() const;
  [[nodiscard]] std::optional<double> seconds_left() const;
  // The end of its time as far as one can tell now: a pause puts it off.
  [[nodiscard]] std::optional<Clock::time_point> deadline() const;

 private:
  [[nodiscard]] Clock::duration paused() const;
  void end(Why why) noexcept {
    Why none = Why::none;
    why_.compare_exchange_strong(none, why);
  }

  std::stop_token token_;
  PauseSwitch* pause_;
  Clock::time_point begun_;
  Clock::duration paused_before_{};  // pauses of what came before
  std::optional<Clock::time_point> deadline_;
  std::atomic<Why> why_ = Why::none;
};

// It serves loops that go round quickly: it looks at every so many-th question. Each thread has its
// own.
template <unsigned kEvery>
class StopCounter {
 public:
  static_assert((kEvery & (kEvery - 1)) == 0, "a power of two is cheap to count to");

  explicit StopCounter(Stop& stop) : stop_(stop) {}
  [[nodiscard]] bool stopped() {
    return (++count_ & (kEvery - 1)) == 0 ? stop_.look() : stop_.stopped();
  }

 private:
  Stop& stop_;
  unsigned count_ = 0;
};

// Ends work that has no result until it is done: throws Error if it is to end. what: "finding the
// group".
void throw_if_stopped(const std::stop_token& stop, std::string_view what);

}  // namespace gyre
