// A set of packed states: open addressing, one byte of hash beside each record so that most records
// are compared once. Decides only how states are found again; one thread at a time.
#pragma once

#include "puzzle/kernel/kernel.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace gyre {

class PositionTable {
 public:
  // Keeps a pointer.
  explicit PositionTable(const StateKernel& kernel)
      : kernel_(&kernel), stride_(static_cast<std::size_t>(kernel.bytes())) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return tags_.size() * (stride_ + 1); }
  // What `more` inserts may allocate beside what is there.
  [[nodiscard]] std::size_t growth_bytes(std::size_t more) const noexcept {
    std::size_t places = std::max(tags_.size(), kLeast);
    while (3 * (size_ + more + 1) > 2 * places) places *= 2;
    return places > tags_.size() ? places * (stride_ + 1) : 0;
  }

  [[nodiscard]] bool contains(const std::uint8_t* state, std::uint64_t hash) const noexcept {
    return !tags_.empty() && tags_[find(state, hash)] != 0;
  }
  // False if it was there.
  bool insert(const std::uint8_t* state, std::uint64_t hash) {
    if (full()) grow();
    const std::size_t at = find(state, hash);
    if (tags_[at] != 0) return false;
    put(at, state, hash);
    return true;
  }
  // place runs over 0 .. places() - 1; null where there is none.
  [[nodiscard]] std::size_t places() const noexcept { return tags_.size(); }
  [[nodiscard]] const std::uint8_t* at(std::size_t place) const noexcept {
    return tags_[place] == 0 ? nullptr : records_.data() + place * stride_;
  }
  void clear() {
    tags_ = {};
    records_ = {};
    size_ = 0;
  }

 private:
  static constexpr std::size_t kLeast = 64;

  [[nodiscard]] bool full() const noexcept { return 3 * (size_ + 1) > 2 * tags_.size(); }
  [[nodiscard]] static std::uint8_t tag(std::uint64_t hash) noexcept {
    return static_cast<std::uint8_t>((hash >> 57U) | 0x80U);
  }
  [[nodiscard]] std::size_t find(const std::uint8_t* state, std::uint64_t hash) const noexcept {
    const std::size_t mask = tags_.size() - 1;
    std::size_t at = hash & mask;
    const std::uint8_t wanted = tag(hash);
    while (tags_[at] != 0 && (tags_[at] != wanted ||
                              std::memcmp(records_.data() + at * stride_, state, stride_) != 0)) {
      at = (at + 1) & mask;
    }
    return at;
  }
  void put(std::size_t at, const std::uint8_t* state, std::uint64_t hash) {
    tags_[at] = tag(hash);
    std::memcpy(records_.data() + at * stride_, state, stride_);
    ++size_;
  }
  void grow() {
    const std::vector<std::uint8_t> tags = std::move(tags_);
    const PackedBytes records = std::move(records_);
    const std::size_t places = std::max(2 * tags.size(), kLeast);
    tags_.assign(places, 0);
    records_.resize(places * stride_);
    size_ = 0;
    for (std::size_t i = 0; i < tags.size(); ++i) {
      if (tags[i] == 0) continue;
      const std::uint8_t* state = records.data() + i * stride_;
      const std::uint64_t hash = kernel_->hash(state);
      put(find(state, hash), state, hash);
    }
  }

  const StateKernel* kernel_;
  std::size_t stride_;
  std::size_t size_ = 0;
  std::vector<std::uint8_t> tags_;  // 0: nothing here
  PackedBytes records_;
};

}  // namespace gyre
