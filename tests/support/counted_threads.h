// How many threads are started, and a system that gives no more of them. The test program's own
// pthread_create stands before the system's: a limit of the system would hold for what the test
// framework and sanitizers need, too, and does not hold for root.
#pragma once

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <limits>

namespace gyre::test {

inline std::atomic<int> threads_started = 0;
inline std::atomic<int> threads_allowed = std::numeric_limits<int>::max();

// While it lives, so many more threads can be started.
class ThreadLimit {
 public:
  explicit ThreadLimit(int more) { threads_allowed = threads_started + more; }
  ~ThreadLimit() { threads_allowed = std::numeric_limits<int>::max(); }
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;
};

}  // namespace gyre::test

// Weak, since several files of a test program may include this.
extern "C" __attribute__((weak)) int pthread_create(pthread_t* thread,
                                                    const pthread_attr_t* attributes,
                                                    void* (*start)(void*),
                                                    void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (gyre::test::threads_started >= gyre::test::threads_allowed) return EAGAIN;
  ++gyre::test::threads_started;
  return create(thread, attributes, start, argument);
}
