#include "base/stop.h"

#include <gyre/base/error.h>
#include "base/seconds.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

// A wish for years is no limit; the clock could not count it.
constexpr double kLongestSeconds = 1e9;

}  // namespace

void Stop::begin() {
  begun_ = Clock::now();
  deadline_.reset();
  if (pause_ != nullptr) paused_before_ = pause_->paused_time();
}

void Stop::limit(double seconds) {
  begin();
  if (!(seconds < kLongestSeconds)) return;
  const std::chrono::duration<double> allowed(std::max(0.0, seconds));
  deadline_ = begun_ + std::chrono::duration_cast<Clock::duration>(allowed);
}

Stop::Clock::duration Stop::paused() const {
  return pause_ == nullptr ? Clock::duration{} : pause_->paused_time() - paused_before_;
}

double Stop::seconds() const {
  return seconds_since(begun_ + paused());
}

std::optional<double> Stop::seconds_left() const {
  if (!deadline_) return std::nullopt;
  return -seconds_since(*deadline());
}

std::optional<Stop::Clock::time_point> Stop::deadline() const {
  if (!deadline_) return std::nullopt;
  return *deadline_ + paused();
}

void throw_if_stopped(const std::stop_token& stop, std::string_view what) {
  if (stop.stop_requested()) throw Error(fmt::format("{} was stopped", what));
}

}  // namespace gyre
