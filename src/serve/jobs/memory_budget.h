// MemoryBudget: the memory that all jobs and everything that is kept between them may take
// together. Who wants some waits until it is there, and before anybody waits, what is only kept is
// given up. A part is left for answers: work that waits for memory must not keep what it has found
// from being told.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace gyre::serve {

class MemoryBudget {
 public:
  // answer_bytes: of the limit, for take_now() only.
  explicit MemoryBudget(std::uint64_t limit_bytes, std::uint64_t answer_bytes = 0)
      : limit_(limit_bytes), work_limit_(limit_bytes - answer_bytes) {}

  [[nodiscard]] std::uint64_t limit_bytes() const noexcept { return limit_; }
  // What take() gives at most, all together.
  [[nodiscard]] std::uint64_t work_bytes() const noexcept { return work_limit_; }
  [[nodiscard]] std::uint64_t used_bytes() const;

  // A part of the budget, given back when it is destroyed.
  class Share {
   public:
    Share() = default;
    Share(MemoryBudget* budget, std::uint64_t bytes, bool is_work)
        : budget_(budget), bytes_(bytes), is_work_(is_work) {}
    Share(Share&& other) noexcept { swap(other); }
    Share& operator=(Share&& other) noexcept {
      Share(std::move(other)).swap(*this);
      return *this;
    }
    ~Share() {
      if (budget_ != nullptr) budget_->give_back(bytes_, is_work_);
    }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    // Gives a part of it back at once.
    void shrink_to(std::uint64_t bytes) {
      if (budget_ == nullptr || bytes >= bytes_) return;
      budget_->give_back(bytes_ - bytes, is_work_);
      bytes_ = bytes;
    }

    // Takes over another one of the same budget and kind.
    void add(Share other) noexcept {
      if (budget_ == nullptr) {
        swap(other);
      } else {
        bytes_ += std::exchange(other.bytes_, 0);
      }
    }

   private:
    void swap(Share& other) noexcept {
      std::swap(budget_, other.budget_);
      std::swap(bytes_, other.bytes_);
      std::swap(is_work_, other.is_work_);
    }
    MemoryBudget* budget_ = nullptr;
    std::uint64_t bytes_ = 0;
    bool is_work_ = true;
  };

  // What gives up something that is only kept, and says whether there was anything; asked in this
  // order. All before the first take(). Called without a lock held.
  void add_reclaim(std::function<bool()> reclaim) { reclaims_.push_back(std::move(reclaim)); }

  // Waits for it; `waiting` is told once if that takes longer than a moment. Throws Error if it is
  // more than there is in all (`what` names what it is for), or if `stop` ends the waiting.
  [[nodiscard]] Share take(std::uint64_t bytes, const std::string& what,
                           const std::stop_token& stop, const std::function<void()>& waiting = {});
  // The same without waiting: nothing if it is not there. For what answers take.
  [[nodiscard]] std::optional<Share> take_now(std::uint64_t bytes);

 private:
  [[nodiscard]] bool reclaim() const;
  void give_back(std::uint64_t bytes, bool is_work);
  // Under the lock.
  [[nodiscard]] bool has_work_room(std::uint64_t bytes) const {
    return work_ + bytes <= work_limit_ && used_ + bytes <= limit_;
  }

  const std::uint64_t limit_;
  const std::uint64_t work_limit_;
  std::vector<std::function<bool()>> reclaims_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::uint64_t used_ = 0;
  std::uint64_t work_ = 0;  // of it, by take()
};

// What is said to who waits for a share.
[[nodiscard]] std::string waiting_sentence(std::uint64_t bytes);

}  // namespace gyre::serve
