// What letters do to places: a place is a slot, numbered through all components, and twists are
// measured as in ComponentSplit. Words are followed place by place, so that only what they touch is
// looked at.
#pragma once

#include "general/words/move_words.h"

#include "puzzle/group/components.h"

#include <cstdint>
#include <vector>

namespace gyre {

// Three pieces of one component that go round: from place a to b, from b to c, from c to a. to_x is
// the twist of the piece that comes to x; the three add up to 0.
struct PieceCycle {
  int a = 0;
  int b = 0;
  int c = 0;
  int to_a = 0;
  int to_b = 0;
  int to_c = 0;

  bool operator==(const PieceCycle&) const = default;
};

class LetterActions {
 public:
  // Keeps a reference to the letters.
  LetterActions(const ComponentSplit& split, const std::vector<Letter>& letters);

  [[nodiscard]] const std::vector<Letter>& letters() const noexcept { return letters_; }
  [[nodiscard]] int places() const noexcept { return static_cast<int>(component_.size()); }
  [[nodiscard]] int first(int c) const noexcept { return first_[c]; }
  [[nodiscard]] int component_of(int place) const noexcept { return component_[place]; }
  [[nodiscard]] int orientations(int c) const noexcept { return orientations_[c]; }
  // Where a letter takes the piece at this place, and how it twists it.
  [[nodiscard]] int to(int letter, int place) const noexcept {
    return to_[static_cast<std::size_t>(letter) * component_.size() + place];
  }
  [[nodiscard]] int twist(int letter, int place) const noexcept {
    return twist_[static_cast<std::size_t>(letter) * component_.size() + place];
  }
  // Places that a letter moves or twists, ascending.
  [[nodiscard]] const std::vector<int>& support(int letter) const noexcept {
    return support_[letter];
  }
  // Where the word takes the piece at this place; adds its twist.
  [[nodiscard]] int follow(const LetterWord& word, int place, int& twist) const noexcept {
    for (const std::uint16_t letter : word) {
      twist += this->twist(letter, place);
      place = to(letter, place);
    }
    return place;
  }

 private:
  const std::vector<Letter>& letters_;
  std::vector<int> first_;         // by component
  std::vector<int> orientations_;  // by component
  std::vector<int> component_;     // by place
  std::vector<int> to_;
  std::vector<std::uint8_t> twist_;
  std::vector<std::vector<int>> support_;
};

}  // namespace gyre
