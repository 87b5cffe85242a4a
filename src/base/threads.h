// Work on several threads. An exception in a worker reaches the caller; the others finish first.
#pragma once

#include <cstddef>
#include <functional>

namespace gyre {

// The number of threads to use for a wish of 0 ("all"): as many as the machine has.
[[nodiscard]] int thread_count(int wish) noexcept;

// Calls body(index) for index in [0, count) on up to `threads` threads (0: all), each index once,
// in no particular order between threads. Returns when all are done.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

}  // namespace gyre
