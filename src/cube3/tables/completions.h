// The ends of phase 1, tabled: for every coset near H all sequences of six moves that lead into H
// and end with a move that is none of H. A search that is six moves from its end reads them off
// instead of going through the nodes between, which are two in three of all nodes. Half-turn
// metric.
//
// Only cosets whose twist is the first of its class are kept, as in the phase-1 table, and seen
// through the same symmetry. A sequence is two numbers of three moves each, so that what it does to
// the pieces takes two look-ups.
#pragma once

#include "cube3/tables/coset_lists.h"
#include "cube3/tables/move_tables.h"
#include "cube3/tables/phase1_coset.h"
#include "cube3/tables/slots.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

// Three moves in a row, as the search writes them: see may_follow.
struct MoveTriple {
  Slots slots;  // what they do, as SlotMoves
  std::array<std::uint8_t, 3> move{};
};
constexpr int kMoveTriples = 3'240;

class Completion {
 public:
  static constexpr int kLength = 6;

  Completion() = default;
  Completion(int first, int second, int face, bool pair)
      : bits_(static_cast<std::uint32_t>(first | second << 12 | face << 24 | face % 3 << 28 |
                                         (pair ? kPair : 0))) {}

  // The first three moves and the last three: indices into Completions::triples().
  [[nodiscard]] int first() const noexcept { return static_cast<int>(bits_ & 0xFFFU); }
  [[nodiscard]] int second() const noexcept { return static_cast<int>(bits_ >> 12U & 0xFFFU); }
  // The face of the first move, and whether the second turns the opposite one.
  [[nodiscard]] int first_face() const noexcept { return static_cast<int>(bits_ >> 24U & 7U); }
  [[nodiscard]] int first_axis() const noexcept { return static_cast<int>(bits_ >> 28U & 3U); }
  [[nodiscard]] bool starts_with_pair() const noexcept { return (bits_ & kPair) != 0; }
  // The coset has no entry behind this one.
  [[nodiscard]] bool is_last() const noexcept { return (bits_ & kLast) != 0; }
  void set_last() noexcept { bits_ |= kLast; }

 private:
  static constexpr int kPair = 1 << 27;
  static constexpr std::uint32_t kLast = 1U << 31U;

  std::uint32_t bits_ = 0;
};

class Completions {
 public:
  // They are made only where a half turn is one move.
  static constexpr bool serves(Metric metric) noexcept { return !counts_units(metric); }

  Completions(const MoveTables& moves, const CosetSymmetries& symmetries);

  // The first of those of a coset, by its index in the phase-1 table; the last says so. Null if
  // none.
  [[nodiscard]] const Completion* find(std::uint32_t index) const noexcept {
    return lists_.find(index);
  }
  // What find() reads first.
  [[nodiscard]] const void* read_of(std::uint32_t index) const noexcept {
    return lists_.read_of(index);
  }

  [[nodiscard]] const MoveTriple* triples() const noexcept { return triples_.data(); }
  [[nodiscard]] std::size_t size() const noexcept { return lists_.entries().size(); }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return lists_.bytes() + triples_.size() * sizeof(triples_[0]);
  }

 private:
  std::vector<MoveTriple> triples_;
  CosetLists<Completion> lists_;
};

}  // namespace gyre::cube3
