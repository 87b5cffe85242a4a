// For who hands over what has been found: somebody who asks for the end wants to see it, but not to
// wait for very much of it.
#pragma once

#include <chrono>
#include <stop_token>
#include <utility>

namespace gyre {

class LastMoment {
 public:
  explicit LastMoment(std::stop_token token) : token_(std::move(token)) {}
  // Whether the end was asked for, and half a second has gone by since that was first seen.
  [[nodiscard]] bool is_over() {
    if (!token_.stop_requested()) return false;
    const auto now = std::chrono::steady_clock::now();
    if (!is_asked_) asked_ = now;
    is_asked_ = true;
    return now - asked_ > std::chrono::milliseconds(500);
  }

 private:
  std::stop_token token_;
  bool is_asked_ = false;
  std::chrono::steady_clock::time_point asked_;
};

}  // namespace gyre
