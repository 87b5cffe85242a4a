// The corners as the tables of optimal solving see them: which slots hold the four top corners, and
// how every corner is twisted. Nothing of this changes when top corners change places among
// themselves, or bottom ones.
//
// Two ways to number what is the same but for symmetry:
// - CornerClasses: under the 16 symmetries that keep the U-D axis. Making a table walks these.
// - CornerOrbits: under these and turns of U and D. What a search looks up is one word for each
//   orbit and arrangement of edges; a turn of U or D stays within the word.
#pragma once

#include <gyre/cube3/cube.h>
#include "cube3/core/symmetry.h"

#include <array>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

constexpr int kTurns = 4;           // of one face
constexpr int kWordPositions = 16;  // turns of U times turns of D
constexpr int kTurnSymmetries = 4;  // that make all 16 together with quarter turns of the cube

// slots of the top corners * 2,187 + twists of slots 0..6, base 3.
struct TopCorners {
  static constexpr int kSlotChoices = 70;  // C(8, 4)
  static constexpr int kTwists = 2'187;
  static constexpr int kSize = kSlotChoices * kTwists;
  // The rank of a choice of slots, by a bit for each that holds a top corner; only for four bits.
  static const std::array<std::uint8_t, 256> kRankOfSlots;

  static int rank(const Cube& cube) noexcept;
  static Cube unrank(int value) noexcept;
};

// The symmetries of which a word is seen through one: the identity, the mirror that exchanges L and
// R, half a turn of the cube about F-B, the mirror that exchanges U and D. They keep the F-B axis,
// so they change no flip.
[[nodiscard]] const std::array<int, kTurnSymmetries>& word_symmetries();
// A quarter turn of the cube that keeps U and takes F to L.
[[nodiscard]] int quarter_turn_symmetry();

class CornerClasses {
 public:
  static constexpr int kCount = 9'930;

  struct Place {
    std::uint16_t number = 0;
    std::uint8_t symmetry = 0;  // conjugate(c, symmetry) is the first of the class
  };

  CornerClasses();
  [[nodiscard]] const Place& place(int corners) const noexcept { return places_[corners]; }
  [[nodiscard]] int first(int number) const noexcept { return firsts_[number]; }
  // How many values of TopCorners are in the class.
  [[nodiscard]] int size(int number) const noexcept { return sizes_[number]; }

 private:
  std::vector<Place> places_;
  std::vector<int> firsts_;
  std::vector<int> sizes_;
};

class CornerOrbits {
 public:
  static constexpr int kCount = 2'683;

  // conjugate(c, word_symmetries()[symmetry]) = first(orbit) with U turned `up` times and D `down`
  // times. Packed, since the search looks up nothing as often.
  struct Place {
    std::uint32_t bits = 0;
    [[nodiscard]] int orbit() const noexcept { return static_cast<int>(bits >> 6U); }
    // symmetry * 16 + up * 4 + down.
    [[nodiscard]] unsigned turn() const noexcept { return bits & 63U; }
  };

  CornerOrbits();
  [[nodiscard]] const Place* places() const noexcept { return places_.data(); }
  [[nodiscard]] int count() const noexcept { return static_cast<int>(firsts_.size()); }
  [[nodiscard]] int first(int orbit) const noexcept { return firsts_[orbit]; }

 private:
  std::vector<Place> places_;
  std::vector<int> firsts_;
};

// What a whole turn of the cube about U-D does to a word: seen from its left side a position looks
// like one whose U is turned by up and D by down more.
struct QuarterTurn {
  int up = 0;
  int down = 0;
};
[[nodiscard]] QuarterTurn quarter_turn_of_corners();

}  // namespace gyre::cube3
