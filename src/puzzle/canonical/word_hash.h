// Effects of words of moves, for finding words with equal effect among many: a hash that follows
// from the hash of the word without its last move at the cost of the slots that this move touches,
// and the effect itself, to confirm what hashes suggest. Pieces are all different here, whatever
// the solved state says.
#pragma once

#include "base/arithmetic.h"

#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <vector>

namespace gyre {

// What stands in one slot. A value names orbit, piece and orientation together; the values of one
// piece are neighbours, and `end` is one past the last of them.
struct EffectCell {
  std::uint32_t value = 0;
  std::uint32_t end = 0;

  bool operator==(const EffectCell&) const = default;
};

// One cell for each slot that some move touches.
using Effect = std::vector<EffectCell>;

class WordHash {
 public:
  WordHash(const OrbitList& orbits, const MoveSet& moves);

  [[nodiscard]] const Effect& identity() const noexcept { return identity_; }
  // to = from and then the move; two different objects.
  void apply(int move, const Effect& from, Effect& to) const;

  // Adds up over the slots, so that a move changes only the terms of the slots it touches. Call
  // mixed() before using parts of the bits.
  [[nodiscard]] std::uint64_t hash(const Effect& effect) const noexcept;
  // The terms of the slots that the moves of a class touch.
  [[nodiscard]] std::uint64_t touched_before(int move_class, const Effect& effect) const noexcept;
  // The terms of these slots once the move has been made.
  [[nodiscard]] std::uint64_t touched_after(int move, const Effect& effect) const noexcept {
    std::uint64_t sum = 0;
    for (const Step& step : steps_[move]) {
      const EffectCell& cell = effect[step.from];
      std::uint32_t value = cell.value + step.turn;
      value -= value >= cell.end ? step.orientations : 0;
      sum += step.factor * term_[value];
    }
    return sum;
  }

  [[nodiscard]] static std::uint64_t mixed(std::uint64_t hash) noexcept { return mix_bits(hash); }

 private:
  struct Step {
    std::uint64_t factor = 0;  // of slot `to`
    std::uint16_t from = 0;
    std::uint16_t to = 0;
    std::uint16_t turn = 0;
    std::uint16_t orientations = 1;
  };

  Effect identity_;
  std::vector<std::uint64_t> factor_;              // of each slot
  std::vector<std::uint64_t> term_;                // of each value
  std::vector<std::vector<Step>> steps_;           // of each move
  std::vector<std::vector<std::uint16_t>> slots_;  // of each class
};

}  // namespace gyre
