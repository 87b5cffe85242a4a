// MemoryBudget: the memory that all jobs and everything that is kept between them may take
// together. Who wants some waits until it is there, and before anybody waits, what is only kept is
// given up.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>

namespace gyre::serve {

class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t limit_bytes) : limit_(limit_bytes) {}

  [[nodiscard]] std::uint64_t limit_bytes() const noexcept { return limit_; }
  [[nodiscard]] std::uint64_t used_bytes() const;

  // A part of the budget, given back when it is destroyed.
  class Share {
   public:
    Share() = default;
    Share(MemoryBudget* budget, std::uint64_t bytes) : budget_(budget), bytes_(bytes) {}
    Share(Share&& other) noexcept { swap(other); }
    Share& operator=(Share&& other) noexcept {
      Share(std::move(other)).swap(*this);
      return *this;
    }
    ~Share() {
      if (budget_ != nullptr) budget_->give_back(bytes_);
    }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    // Gives a part of it back at once.
    void shrink_to(std::uint64_t bytes) {
      if (budget_ == nullptr || bytes >= bytes_) return;
      budget_->give_back(bytes_ - bytes);
      bytes_ = bytes;
    }

   private:
    void swap(Share& other) noexcept {
      std::swap(budget_, other.budget_);
      std::swap(bytes_, other.bytes_);
    }
    MemoryBudget* budget_ = nullptr;
    std::uint64_t bytes_ = 0;
  };

  // What gives up something that is only kept, and says whether there was anything. Set once,
  // before the first take(). Called without a lock held.
  void set_reclaim(std::function<bool()> reclaim) { reclaim_ = std::move(reclaim); }

  // Waits for it; `waiting` is told once if that takes longer than a moment. Throws Error if it is
  // more than there is in all (`what` names what it is for), or if `stop` ends the waiting.
  [[nodiscard]] Share take(std::uint64_t bytes, const std::string& what,
                           const std::stop_token& stop, const std::function<void()>& waiting = {});

 private:
  void give_back(std::uint64_t bytes);

  const std::uint64_t limit_;
  std::function<bool()> reclaim_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::uint64_t used_ = 0;
};

// What is said to who waits for a share.
[[nodiscard]] std::string waiting_sentence(std::uint64_t bytes);

}  // namespace gyre::serve
