// The rotations of a puzzle as a group, and what they make of its moves: enough to move all
// rotations of a sequence to its end.
#pragma once

#include "general/sequences/vocabulary.h"

#include <gyre/puzzle/definition.h>

#include <string>
#include <vector>

namespace gyre {

class RotationTable {
 public:
  // vocabulary must outlive the table. Throws Error if there are more than kMaxRotations.
  RotationTable(const PuzzleDefinition& definition, const Vocabulary& vocabulary);

  static constexpr int kMaxRotations = 2'000;

  // Moves all rotations of `turns` behind the moves, which change their names on the way: y R
  // becomes B y. Turns that have no name there are first taken apart into base moves. Returns the
  // rotation that is left, as an index; 0 is none. Throws Error if a move has no name even then.
  int unrotate(const std::vector<Turn>& turns, std::vector<Turn>& moves) const;
  // Does as unrotate, with derived and wide turns taken apart into base moves first.
  int unrotate_to_base(const std::vector<Turn>& turns, std::vector<Turn>& moves) const;

  // The shortest product of named rotations that makes this one.
  [[nodiscard]] const std::vector<Turn>& word(int rotation) const noexcept {
    return words_[rotation];
  }

 private:
  void close(const PuzzleDefinition& definition);
  void find_images(const PuzzleDefinition& definition);
  void find_parts(const PuzzleDefinition& definition);
  [[nodiscard]] int after(int rotation, const Turn& turn) const;
  void append(const Turn& turn, bool base_only, int& rotation, std::vector<Turn>& moves) const;

  const Vocabulary& vocabulary_;
  std::vector<State> elements_;
  std::vector<std::vector<Turn>> words_;
  std::vector<int> unit_rotation_;        // for each unit: which rotation it is, or -1
  std::vector<int> products_;             // [element * elements + element]
  std::vector<Turn> images_;              // [element * units + unit]; unit -1: no name
  std::vector<std::vector<Turn>> parts_;  // for each unit its base moves; empty for those
  std::vector<std::string> faults_;       // by unit: why it cannot be written out; mostly empty
};

}  // namespace gyre
