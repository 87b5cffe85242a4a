// What coordinates know of each other: the parity of the corners is that of the edges, a sum of
// twists follows from a permutation. A tie is a sum of colours, one of each coordinate, that no
// move changes. Colours are found modulo 2 and 3: a colour of a coordinate gives each move class a
// number and each value the sum of the numbers along any way to it.
//
// With ties, the values of one coordinate fall into sheets of equal size, and the other coordinates
// say which sheet is meant: a space need not have room for the rest. Dependencies that are not
// commutative are left to merging coordinates (ranked_plan.h).
#pragma once

#include "general/shared/coordinate.h"

#include <cstdint>
#include <vector>

namespace gyre {

// Where each value of a group of coordinates belongs, counted so that a position is possible only
// if the colours of all groups agree: see CoordinateTies::sheets.
class CoordinateTies {
 public:
  CoordinateTies(const std::vector<Coordinate>& coordinates, const MoveSet& moves);

  // How many times as many value tuples there are as ties allow.
  [[nodiscard]] double saving() const noexcept { return saving_; }

  // For the coordinates in `inside` (ascending indices) and each of the others, the colour of every
  // value. A tuple is possible only if the sum of the colours inside equals the sum of those
  // outside; colours are added by add(). Colours run from 0 (the start) to count - 1.
  struct Sheets {
    int count = 1;
    std::vector<std::vector<std::uint8_t>> colours;  // by coordinate and value; empty: all 0
    [[nodiscard]] int add(int a, int b) const noexcept { return sums[a * count + b]; }
    std::vector<std::uint8_t> sums;
  };
  [[nodiscard]] Sheets sheets(const std::vector<int>& inside) const;
  // Sheets::count alone.
  [[nodiscard]] int sheet_count(const std::vector<int>& inside) const;

  // More sheets than this are not made.
  static constexpr int kMaxSheets = 64;

 private:
  // Modulo one prime.
  struct Modular {
    int prime = 2;
    // What a move adds to the colour, by tie, coordinate and move class.
    std::vector<std::vector<std::vector<int>>> ties;
  };
  // Ties that say something about the coordinates inside, independently of each other.
  [[nodiscard]] std::vector<std::pair<int, const std::vector<std::vector<int>>*>> ties_of(
      const std::vector<int>& inside) const;
  [[nodiscard]] std::vector<std::uint8_t> colour_values(int coordinate, int prime,
                                                        const std::vector<int>& of_class) const;

  const std::vector<Coordinate>& coordinates_;
  std::vector<int> units_;  // by move class: the index of its unit move
  std::vector<Modular> modular_;
  double saving_ = 1;
};

}  // namespace gyre
