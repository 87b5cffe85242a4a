// One call of a kind fails, once: an allocation, a write, a sync or a rename. This program has its
// own versions of what C++ and the system give, which pass on to theirs; SQLite uses them too.
// Nothing fails unless it is armed, which is for processes that are forked for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

namespace gyre::test {

enum class FaultKind { allocation, write, sync, rename };

// From now on calls of this kind are counted, and the one of this number (from 1 on) fails; 0:
// none.
void arm_fault(FaultKind kind, std::uint64_t number);
// How many there were since.
[[nodiscard]] std::uint64_t disarm_fault();

// While it lives, allocations of all threads are counted, and when the one of this number (from 1
// on; 0: none) comes, `then` runs once, on a thread of its own: whoever allocates may hold any
// lock, and waits for it for a moment only. One at a time.
class AtAllocation {
 public:
  AtAllocation(std::uint64_t number, std::function<void()> then);
  ~AtAllocation();
  AtAllocation(const AtAllocation&) = delete;
  AtAllocation& operator=(const AtAllocation&) = delete;

  [[nodiscard]] static std::uint64_t count() noexcept;

 private:
  std::jthread thread_;
};

}  // namespace gyre::test
