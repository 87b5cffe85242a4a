#include "base/threads.h"

#include "base/no_thread.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <system_error>

namespace gyre {
namespace {

// As many as can be started. obstacle: why there are no more.
std::vector<std::jthread> start_some(int count, const std::function<void(int)>& body,
                                     std::string& obstacle) {
  std::vector<std::jthread> threads;
  threads.reserve(static_cast<std::size_t>(std::max(0, count)));
  try {
    for (int i = 0; i < count; ++i) threads.emplace_back(body, i);
  } catch (const std::system_error& error) {
    obstacle = error.code().message();
  } catch (const std::bad_alloc&) {
    obstacle = "there is not enough memory";
  }
  return threads;
}

}  // namespace

int thread_count(int wish) noexcept {
  if (wish > 0) return wish;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::vector<std::jthread> start_threads(int count, const std::function<void(int)>& body) {
  std::string obstacle;
  std::vector<std::jthread> threads = start_some(count, body, obstacle);
  if (threads.empty() && count > 0) throw NoThread(obstacle);
  return threads;
}

std::jthread start_thread(const std::function<void(std::stop_token)>& body) {
  try {
    return std::jthread(body);
  } catch (const std::system_error& error) {
    throw NoThread(error.code().message());
  }
}

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& body) {
  const auto workers = std::min(count, static_cast<std::size_t>(thread_count(threads)));
  if (workers <= 1) {
    for (std::size_t index = 0; index < count; ++index) body(index);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    try {
      for (std::size_t index = next++; index < count; index = next++) body(index);
    } catch (...) {
      next = count;
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::string ignored;  // this thread does what others do not
    const auto pool = start_some(
        static_cast<int>(workers) - 1, [&](int) { work(); }, ignored);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gyre
