// Sequences as words over the moves of a set: their normal form, their images, and which letter may
// follow. A word is normal if turns of one class that meet are merged and, of all orders that swaps
// of commuting classes make, it is the first in the order of the moves. (CanonicalAutomaton keeps
// the one whose end is greatest.) Of normal words every prefix has this property: if a symmetry
// makes the prefix smaller, it makes the whole word smaller. So a search that is after one word of
// each symmetric set may drop such prefixes.
#pragma once

#include <gyre/puzzle/move_set.h>
#include "puzzle/kernel/kernel.h"
#include "puzzle/symmetry/symmetry.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gyre {

using Word = std::vector<std::uint16_t>;  // of htm moves

class FindWords {
 public:
  FindWords(const PuzzleDefinition& definition, const MoveSet& moves, const StateKernel& kernel);

  // The moves in the htm; in the quarter-turn metric a half turn is one letter that costs two.
  [[nodiscard]] const MoveSet& letters() const noexcept { return letters_; }
  [[nodiscard]] int cost(int letter) const noexcept { return costs_[letter]; }
  [[nodiscard]] int cost(const Word& word) const noexcept;
  [[nodiscard]] int most_cost() const noexcept { return most_cost_; }
  [[nodiscard]] int class_of(int letter) const noexcept { return classes_[letter]; }
  [[nodiscard]] bool commute(int letter_a, int letter_b) const noexcept {
    return letters_.commutes(classes_[letter_a], classes_[letter_b]);
  }

  void normalise(Word& word) const;
  [[nodiscard]] Word inverse(const Word& word) const;
  // The image is normal, too.
  [[nodiscard]] Word image(const Word& word, const SymmetryGroup& group, int element) const;
  // Whether no symmetry of the list makes the normal word smaller.
  [[nodiscard]] bool is_least(const Word& word, const SymmetryGroup& group,
                              const std::vector<int>& elements) const;
  // Takes the letters of a class away that can be brought to the front or to the end.
  void strip(Word& word, int move_class) const;

  // The automaton of normal words. Where it would be large it forbids less: then some words are not
  // normal, but none is lost.
  struct Follow {
    explicit Follow(int state_bytes) : actions(state_bytes) {}
    std::vector<std::uint16_t> letters;
    std::vector<std::uint32_t> states;  // after them
    PackedStates actions;               // of the letters, one after the other
  };
  static constexpr int kStart = 0;
  [[nodiscard]] const Follow& follow(int state) const noexcept { return follow_[state]; }
  // The state after a letter, or -1 if it may not follow.
  [[nodiscard]] int next(int state, int letter) const noexcept {
    return next_[static_cast<std::size_t>(state) * classes_.size() + letter];
  }
  // How many words the automaton accepts that cost exactly this; past 64 a number beyond all means.
  [[nodiscard]] double count(int cost) const;

  // Actions by letter, and their inverses.
  [[nodiscard]] const std::uint8_t* action(int letter) const noexcept { return actions_[letter]; }
  [[nodiscard]] const std::uint8_t* inverse_action(int letter) const noexcept {
    return actions_[letters_.moves()[letter].inverse];
  }
  // What a word does, as a move.
  void element(const Word& word, std::uint8_t* out) const;

 private:
  void build_automaton(std::size_t most_states);
  // False where it is not known.
  [[nodiscard]] bool is_normal(const Word& word) const noexcept;

  StateKernel kernel_;
  MoveSet letters_;
  std::vector<int> costs_;
  std::vector<int> classes_;  // of the letters
  int most_cost_ = 1;
  std::vector<std::vector<int>> by_amount_;  // [class][amount mod order]: a letter; -1: no turn
  bool exact_ = true;                        // the automaton accepts normal words only
  PackedStates actions_;
  PackedBytes identity_;
  std::vector<Follow> follow_;
  std::vector<std::int32_t> next_;
  std::vector<double> counts_;  // by cost
};

constexpr int kMostFindLength = 400;

}  // namespace gyre
