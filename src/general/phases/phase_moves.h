// The moves of one phase: powers of some classes of the move set. What is one move here may be
// several of the set (R2 in the quarter-turn metric), so each has a cost.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gyre {

// For each class of a MoveSet: multiples of so many of its units may be turned; 0: none.
using PhaseUnits = std::vector<int>;

struct PhaseMove {
  State action;
  std::vector<int> word;  // indices into the MoveSet
  int cost = 0;
  int move_class = 0;
};

class PhaseMoves {
 public:
  PhaseMoves(const PuzzleDefinition& definition, const MoveSet& moves, const PhaseUnits& units);

  [[nodiscard]] int size() const noexcept { return static_cast<int>(moves_.size()); }
  [[nodiscard]] const PhaseMove& operator[](int move) const noexcept { return moves_[move]; }
  // Whether `next` is worth trying after `last`: not of the same class, and commuting classes in
  // one order only.
  [[nodiscard]] bool may_follow(int last, int next) const noexcept {
    return follows_[static_cast<std::size_t>(last) * moves_.size() + next] != 0;
  }
  // One for each class: all others are powers of these.
  [[nodiscard]] const std::vector<State>& generators() const noexcept { return generators_; }
  // About how many times more sequences there are of cost n + 1 than of cost n.
  [[nodiscard]] double branching() const;

 private:
  std::vector<PhaseMove> moves_;
  std::vector<char> follows_;
  std::vector<State> generators_;
};

// All that the set allows: 1 for each class.
[[nodiscard]] PhaseUnits all_units(const MoveSet& moves);
// What multiples of one class there are to choose from: the divisors of its order, then 0.
[[nodiscard]] std::vector<int> unit_choices(const MoveSet& moves, int move_class);
// Whether all that `narrow` allows is allowed by `wide`.
[[nodiscard]] bool is_within(const PhaseUnits& narrow, const PhaseUnits& wide) noexcept;
// "U Uw2 F", as people name moves.
[[nodiscard]] std::string units_text(const MoveSet& moves, const PhaseUnits& units);

}  // namespace gyre
