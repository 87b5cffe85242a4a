// Small numbers that stand for parts of a position, each a bijection between 0 .. kSize-1 and the
// possible arrangements of its part, 0 for the solved one. A face turn maps a coordinate to a value
// that depends on nothing else, so it can be tabled (move_tables.h).
//
// Each has rank(cube) and unrank(value), which gives a cube with that part as wanted and the rest
// filled in somehow (not always possible by face turns).
#pragma once

#include <gyre/cube3/cube.h>

namespace gyre::cube3 {

// Twists of corners 0..6, base 3.
struct Twist {
  static constexpr int kSize = 2'187;
  static int rank(const Cube& cube) noexcept;
  static Cube unrank(int value) noexcept;
};

// Flips of edges 0..10, base 2.
struct Flip {
  static constexpr int kSize = 2'048;
  static int rank(const Cube& cube) noexcept;
  static Cube unrank(int value) noexcept;
};

constexpr int kOrders = 24;
constexpr int kSliceSlots = 495;  // C(12, 4)
// Of the 12-slot choices of four slots, in decreasing order as bit masks, those within the first
// eight slots come last.
constexpr int kSlotsOutsideTopAndBottom = 425;

// Which slots hold the middle-slice edges 8..11.
struct SliceSlots {
  static constexpr int kSize = kSliceSlots;
  static int rank(const Cube& cube) noexcept;
  static Cube unrank(int value) noexcept;
};

// The permutations of eight pieces that share the slots of the last four of them: which four slots
// these are is a permutation divided by it.
constexpr int kLayerOrders = kOrders * kOrders;
constexpr int kLayerChoices = 70;  // C(8, 4)

// (slots of corners 4..7 * kOrders + their order) * kOrders + order of corners 0..3.
struct CornerPerm {
  static constexpr int kSize = 40'320;
  static int rank(const Cube& cube) noexcept;
  static Cube unrank(int value) noexcept;
};

// The same for edges 0..7; only for positions of H, where they stay in the first eight slots.
struct EdgePerm {
  static constexpr int kSize = 40'320;
  static int rank(const Cube& cube) noexcept;
  static Cube unrank(int value) noexcept;
};

// The order of the middle edges, for positions of H.
struct MiddleOrder {
  static constexpr int kSize = kOrders;
  static int rank(const Cube& cube) noexcept;
  static Cube unrank(int value) noexcept;
};

// How four pieces lie in their four slots, position[p] being the place of piece p. Bit 0 is the
// parity, and right multiplication keeps the pairs {2k, 2k+1} together.
int rank_order(const std::array<std::uint8_t, 4>& position) noexcept;
std::array<std::uint8_t, 4> unrank_order(int order) noexcept;

}  // namespace gyre::cube3
