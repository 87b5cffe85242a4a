// The ends of phase 1, tabled: for every coset near H all sequences of kLength moves that lead into
// H and end with a move that is none of H. A search that is kLength moves from its end reads them
// off instead of going through the nodes between: near H these are two in three of all nodes.
// Half-turn metric.
//
// Only cosets whose twist is the first of its class are kept, as in the phase-1 table, and seen
// through the same symmetry; the whole fits the second cache.
#pragma once

#include "cube3/coset.h"
#include "cube3/move_tables.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

// A sequence: five bits a move, the first lowest.
class Completion {
 public:
  static constexpr int kLength = 6;
  static constexpr unsigned kBits = 5;

  std::uint32_t bits = 0;

  [[nodiscard]] int move(int at) const noexcept {
    return static_cast<int>(bits >> (kBits * at) & 31U);
  }
  // Whether the second move turns the face opposite to the first.
  [[nodiscard]] bool starts_with_pair() const noexcept { return (bits & kPair) != 0; }
  [[nodiscard]] bool is_last() const noexcept { return (bits & kLast) != 0; }

  static constexpr std::uint32_t kPair = 1U << 30U;
  static constexpr std::uint32_t kLast = 1U << 31U;
};

class Completions {
 public:
  Completions(const MoveTables& moves, const CosetSymmetries& symmetries);

  // The first of those of a coset, by its index in the phase-1 table; the last says so. Null if
  // none.
  [[nodiscard]] const Completion* find(std::uint32_t index) const noexcept {
    for (std::uint32_t at = home(index);; at = (at + 1) & mask_) {
      if (slots_[at].index == index) return list_.data() + slots_[at].first;
      if (slots_[at].index == kEmpty) return nullptr;
    }
  }
  void prefetch(std::uint32_t index) const noexcept { __builtin_prefetch(&slots_[home(index)]); }

  [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return list_.size() * sizeof(list_[0]) + slots_.size() * sizeof(slots_[0]);
  }

 private:
  struct Slot {
    std::uint32_t index = kEmpty;
    std::uint32_t first = 0;
  };
  static constexpr std::uint32_t kEmpty = 0xFFFF'FFFF;

  [[nodiscard]] std::uint32_t home(std::uint32_t index) const noexcept {
    return (index * 0x9E37'79B1U >> 8U) & mask_;
  }

  std::vector<Slot> slots_;
  std::uint32_t mask_ = 0;
  std::vector<Completion> list_;
};

}  // namespace gyre::cube3
