// Work on several threads. An exception in a worker reaches the caller; the others finish first.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <thread>
#include <vector>

namespace gyre {

// The number of threads to use for a wish of 0 ("all"): as many as the machine has.
[[nodiscard]] int thread_count(int wish) noexcept;

// Threads that call body(0), body(1), ... up to body(count - 1); fewer if the system gives no more.
// It is for work that the threads share, which those that run do all the same: an exception would
// leave them waiting for work that never comes. Throws Error if none can be started.
[[nodiscard]] std::vector<std::jthread> start_threads(int count,
                                                      const std::function<void(int)>& body);

// A thread for something that goes on beside other work. Throws Error if it cannot be started.
[[nodiscard]] std::jthread start_thread(const std::function<void(std::stop_token)>& body);

// Calls body(index) for index in [0, count) on up to `threads` threads (0: all), each index once,
// in no particular order between threads; on fewer if the system gives no more. Returns when all
// are done.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

}  // namespace gyre
