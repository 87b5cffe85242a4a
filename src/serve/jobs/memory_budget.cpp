#include "serve/jobs/memory_budget.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/memory.h"

#include <algorithm>
#include <chrono>

namespace gyre::serve {

std::uint64_t MemoryBudget::used_bytes() const {
  const std::lock_guard lock(mutex_);
  return used_;
}

MemoryBudget::Share MemoryBudget::take(std::uint64_t bytes, const std::string& what,
                                       const std::stop_token& stop,
                                       const std::function<void()>& waiting) {
  if (bytes > work_limit_) {
    throw Error(
        fmt::format("{} takes {} of memory, and this server may use {} (gyre serve "
                    "--memory allows more)",
                    what, size_text(bytes), size_text(work_limit_)));
  }
  bool told = false;
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (has_work_room(bytes)) {
        used_ += bytes;
        work_ += bytes;
        return {this, bytes, true};
      }
    }
    if (reclaim()) continue;
    if (stop.stop_requested()) throw Error("stopped while waiting for memory");
    if (!told && waiting) waiting();
    told = true;
    // What is kept becomes idle without a word to us, so look now and then.
    std::unique_lock lock(mutex_);
    (void)changed_.wait_for(lock, stop, std::chrono::milliseconds(100),
                            [&] { return has_work_room(bytes); });
  }
}

std::optional<MemoryBudget::Share> MemoryBudget::take_now(std::uint64_t bytes) {
  if (bytes > limit_) return std::nullopt;
  do {
    const std::lock_guard lock(mutex_);
    if (used_ + bytes <= limit_) {
      used_ += bytes;
      return Share(this, bytes, false);
    }
  } while (reclaim());
  return std::nullopt;
}

bool MemoryBudget::reclaim() const {
  return std::any_of(reclaims_.begin(), reclaims_.end(),
                     [](const std::function<bool()>& one) { return one(); });
}

void MemoryBudget::give_back(std::uint64_t bytes, bool is_work) {
  {
    const std::lock_guard lock(mutex_);
    used_ -= bytes;
    if (is_work) work_ -= bytes;
  }
  changed_.notify_all();
}

std::string waiting_sentence(std::uint64_t bytes) {
  return fmt::format("waiting for {} of memory that other jobs use", size_text(bytes));
}

}  // namespace gyre::serve
