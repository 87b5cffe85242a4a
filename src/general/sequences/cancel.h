// Cancelling and reordering on units and move classes: simplify() of src/alg and the canonical
// order, without a string in sight.
#pragma once

#include "general/sequences/vocabulary.h"

#include <gyre/puzzle/move_set.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace gyre {

// Does what simplify() with move_facts() does. Which turns commute is found out when it is first
// asked; several threads may ask at once.
class Canceller {
 public:
  // vocabulary must outlive the canceller.
  Canceller(const PuzzleDefinition& definition, const Vocabulary& vocabulary);

  void simplify(std::vector<Turn>& turns) const;

 private:
  bool pass(std::vector<Turn>& turns) const;
  [[nodiscard]] bool commute(const Turn& a, const Turn& b) const;
  [[nodiscard]] bool compute_commute(const Turn& a, const Turn& b) const;

  OrbitList orbits_;
  const Vocabulary& vocabulary_;
  std::vector<int> first_turn_;  // index of a unit's turn by 0 in the matrix; -1: not in it
  std::size_t turns_ = 0;
  // 0 not known yet, 1 no, 2 yes. Threads that race write the same value.
  std::unique_ptr<std::atomic<char>[]> commutes_;
};

// The canonical order of a move set: turns of one class that meet are merged, then of all orders
// that swaps of neighbours with commuting classes can make, the one that CanonicalAutomaton
// accepts: from the last move back to the first, each has the greatest class that could stand
// there.
class CanonicalOrder {
 public:
  // vocabulary must outlive the order.
  CanonicalOrder(const Vocabulary& vocabulary, const MoveSet& moves);

  struct Entry {
    int move_class = 0;
    int amount = 0;  // in units of the class, 1 .. order-1
  };

  // turns: base moves. Fails with an Error if a turn is not in the move set.
  void sort(const std::vector<Turn>& turns, std::vector<Entry>& entries) const;
  // Appends the names of the moves, each followed by a space.
  void write(const std::vector<Entry>& entries, std::string& out) const;

 private:
  const Vocabulary& vocabulary_;
  std::vector<int> class_of_unit_;  // by unit of the vocabulary; -1: not in the move set
  std::vector<int> units_;          // by class
  std::vector<int> orders_;
  std::vector<char> commutes_;
  std::vector<std::vector<std::string>> names_;  // [class][amount], with the space
  std::string listing_;
};

}  // namespace gyre
