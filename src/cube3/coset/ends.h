// The ends of searches for sequences into H: for every coset near H all sequences of kLength moves
// that lead into H and end with a quarter turn of F, R, B or L. Such a turn and its inverse lead
// into H together, so the last move is kept as a face, and stands for both.
//
// As in the phase-1 table, only cosets whose twist is the first of its class are kept, seen through
// the same symmetry. What is kept of a sequence is two numbers of three moves each and the last
// face, so that what it does to the pieces takes three look-ups.
#pragma once

#include "cube3/tables/coset_lists.h"
#include "cube3/tables/move_tables.h"
#include "cube3/tables/phase1_coset.h"
#include "cube3/tables/slots.h"

#include <gyre/puzzle/move_set.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

// The side faces F, R, B and L.
constexpr int kSideFaceCount = 4;
constexpr std::array<std::uint8_t, kSideFaceCount> kSideFaces = {1, 2, 4, 5};

// Three moves in a row. The bytes of `slots` behind the edges say how the sequence begins: the
// quarter turns of each of two opposite faces that it turns before any other, and of which axis.
struct EndTriple {
  Slots slots;

  static constexpr int kLowerTurns = 12;  // of faces 0..2
  static constexpr int kUpperTurns = 13;
  static constexpr int kAxis = 14;
};

class CosetEnd {
 public:
  CosetEnd() = default;
  CosetEnd(int first, int second, int side)
      : bits_(static_cast<std::uint32_t>(first | second << 12 | side << 24)) {}

  [[nodiscard]] int first() const noexcept { return static_cast<int>(bits_ & 0xFFFU); }
  [[nodiscard]] int second() const noexcept { return static_cast<int>(bits_ >> 12U & 0xFFFU); }
  // An index into kSideFaces.
  [[nodiscard]] int side() const noexcept { return static_cast<int>(bits_ >> 24U & 3U); }
  // Whether it is the last end of its coset.
  [[nodiscard]] bool is_last() const noexcept { return (bits_ & kLast) != 0; }
  void set_last() noexcept { bits_ |= kLast; }
  [[nodiscard]] std::uint32_t bits() const noexcept { return bits_; }

 private:
  static constexpr std::uint32_t kLast = 1U << 31U;

  std::uint32_t bits_ = 0;
};

class CosetEnds {
 public:
  static constexpr int kLength = 7;

  CosetEnds(Metric metric, const MoveTables& moves, const CosetSymmetries& symmetries, int threads);

  // The first end of a coset, which is given by its index in the phase-1 table. The others follow
  // it, up to the one that is_last. Null if there are none.
  [[nodiscard]] const CosetEnd* find(std::uint32_t index) const noexcept {
    return lists_.find(index);
  }
  // What find() reads first.
  [[nodiscard]] const void* read_of(std::uint32_t index) const noexcept {
    return lists_.read_of(index);
  }

  [[nodiscard]] const EndTriple* triples() const noexcept { return triples_.data(); }
  [[nodiscard]] std::size_t size() const noexcept { return lists_.entries().size(); }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return lists_.bytes() + triples_.size() * sizeof(triples_[0]);
  }

  // What follows is for a GPU, which has a copy of the tables.
  using Lists = CosetLists<CosetEnd>;
  [[nodiscard]] const Lists& lists() const noexcept { return lists_; }
  [[nodiscard]] const std::vector<EndTriple>& all_triples() const noexcept { return triples_; }

 private:
  std::vector<EndTriple> triples_;
  Lists lists_;
};

}  // namespace gyre::cube3
