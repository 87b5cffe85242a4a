// Time that has passed, as people and limits count it.
#pragma once

#include <chrono>

namespace gyre {

[[nodiscard]] inline double seconds_of(std::chrono::steady_clock::duration duration) noexcept {
  return std::chrono::duration<double>(duration).count();
}

[[nodiscard]] inline double seconds_since(std::chrono::steady_clock::time_point begun) noexcept {
  return seconds_of(std::chrono::steady_clock::now() - begun);
}

}  // namespace gyre
