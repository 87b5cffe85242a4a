#include "front/solve/any_proof.h"

#include "base/seconds.h"
#include "base/threads.h"

#include <gyre/base/error.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace gyre {

AnyProof::AnyProof(const Solver& solver, std::span<const State> starts, int max_length, Hooks hooks)
    : solver_(solver), starts_(starts), hooks_(std::move(hooks)) {
  limits_.max_length = std::min(kMaxSolutionLength, max_length);
  thread_ = start_thread([this](const std::stop_token&) { work(); });
}

void AnyProof::hold(bool held) {
  if (held) {
    pause_->pause();
  } else {
    pause_->resume();
  }
}

void AnyProof::end() {
  stop_.request_stop();
  if (thread_.joinable()) thread_.join();
}

std::optional<double> AnyProof::seconds_to(int length) const {
  const std::lock_guard lock(mutex_);
  int next = proved_;
  if (next >= length) return 0;
  if (!last_ || last_->length + 1 != next || last_->most_seconds <= 0) return std::nullopt;
  // Each length takes so many times longer than the one before as the next one is said to.
  double seconds = (last_->least_seconds + last_->most_seconds) / 2;
  const double growth = std::max(1.0, seconds / last_->seconds);
  double sum = 0;
  constexpr double kEver = 1e9;
  for (; next < length && sum < kEver; ++next) {
    sum += seconds;
    seconds *= growth;
  }
  return sum;
}

std::optional<SolveResult::End> AnyProof::ended() const {
  const std::lock_guard lock(mutex_);
  return end_;
}

bool AnyProof::has_answer() const {
  const std::optional<SolveResult::End> end = ended();
  return end == SolveResult::End::found || end == SolveResult::End::none;
}

void AnyProof::wait(double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return end_.has_value(); });
}

void AnyProof::work() {
  SolveHooks hooks;
  hooks.stop = stop_.get_token();
  hooks.pause = pause_;
  hooks.solution = [&](const Solution& solution) {
    least_ = static_cast<int>(solution.moves.size());
    hooks_.solution(solution);
  };
  hooks.length = [&](const SearchedLength& length) { take(length); };
  hooks.warning = hooks_.warning;
  try {
    const SolveResult result = solver_.solve_any(starts_, limits_, hooks);
    nodes_ = result.nodes;
    proved_ = std::max<int>(proved_, result.proved);
    const std::lock_guard lock(mutex_);
    end_ = result.end;
  } catch (const Error&) {
    const std::lock_guard lock(mutex_);
    fault_ = std::current_exception();
    end_ = SolveResult::End::stopped;
  }
  changed_.notify_all();
  if (has_answer()) hooks_.ended();
}

// The time in which it was held is none that the length takes.
void AnyProof::take(SearchedLength length) {
  {
    const std::lock_guard lock(mutex_);
    const auto held = pause_->paused_time();
    const double alone = std::max(0.0, length.seconds - seconds_of(held - held_before_));
    if (length.seconds > 0) {
      length.least_seconds *= alone / length.seconds;
      length.most_seconds *= alone / length.seconds;
    }
    length.seconds = alone;
    held_before_ = held;
    last_ = length;
    proved_ = std::min(length.length + 1, least_.load());
  }
  hooks_.length(length);
}

}  // namespace gyre
