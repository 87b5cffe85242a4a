// SolutionRoom: the memory that optimal searches have for what they find. All positions of a solver
// share it, so that many with many solutions take no more than one.
#pragma once

#include "base/memory.h"

#include <atomic>
#include <cstdint>

namespace gyre::cube3 {

// From any thread.
class SolutionRoom {
 public:
  explicit SolutionRoom(std::uint64_t most_bytes) : most_(most_bytes) {}

  // What one position has of it, until it is destroyed; one thread at a time.
  class Part {
   public:
    explicit Part(SolutionRoom& room) : room_(room) {}
    ~Part() { room_.used_ -= bytes_; }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    // Throws Error if there is no room for so many more.
    void add(std::uint64_t solutions, int length) {
      const std::uint64_t bytes = solutions * solution_bytes(static_cast<std::uint64_t>(length));
      bytes_ += bytes;
      if ((room_.used_ += bytes) > room_.most_) throw_too_many_solutions(length, room_.most_);
    }
    // What is left of them, which was added before.
    void set_bytes(std::uint64_t bytes) noexcept {
      room_.used_ -= bytes_ - bytes;  // modulo 2^64
      bytes_ = bytes;
    }

   private:
    SolutionRoom& room_;
    std::uint64_t bytes_ = 0;
  };

 private:
  const std::uint64_t most_;
  std::atomic<std::uint64_t> used_ = 0;
};

}  // namespace gyre::cube3
