// What a turn and a symmetry after it do to arrangements of edges, for whole rows of them at once.
//
// While a table is made, the arrangements of one class of corners are a set of bits: a row for each
// choice of slots for the middle edges, in it a vector for each of their orders (or two, where
// pairs count), in it a bit for each way to flip the other eight edges (or, in shapes without
// flips, just a bit for each order). A turn takes a row to a row, vectors to vectors, and permutes
// and inverts the bits of the number by which a bit stands in its vector: that is a few operations
// of seven instructions for 256 bits.
#pragma once

#include "cube3/optimal_table/edges.h"

#include <gyre/cube3/cube.h>
#include "cube3/core/symmetry.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace gyre::cube3 {

constexpr int kRowWords = 4;  // of 64 bits, in a vector

// v = (v & keep) | (p << shift & left) | (p >> shift & right), p being v with its words permuted.
struct BitOperation {
  enum class Words : std::uint8_t { same, swap_neighbours, swap_halves, swap_inner };
  Words words = Words::same;
  std::uint8_t shift = 0;
  alignas(32) std::array<std::uint64_t, kRowWords> keep{};
  alignas(32) std::array<std::uint64_t, kRowWords> left{};
  alignas(32) std::array<std::uint64_t, kRowWords> right{};
};

constexpr int kBitOperations = 36;  // 28 exchanges of two bits of the number, 8 inversions
[[nodiscard]] const std::array<BitOperation, kBitOperations>& bit_operations();

// The row that a row comes from.
struct RowMap {
  std::uint16_t row = 0;
  std::uint16_t orders = 0;  // for EdgeMaps::order_map
  // By order: whether the pair changes beside that; and whether it becomes that of the other two
  // middle edges, which differs where an odd number of other edges is flipped.
  std::uint32_t pair_flips = 0;
  bool pairs_swap = false;
  std::uint8_t count = 0;  // of operations
  std::array<std::uint8_t, 15> operations{};
};

using OrderMap = std::array<std::uint8_t, 24>;
// What becomes of a row without flips, whose bits are the orders, by byte of the row and its value.
using OrderBits = std::array<std::array<std::uint32_t, 256>, 3>;

class EdgeMaps {
 public:
  explicit EdgeMaps(const EdgeShape& shape);

  // conjugate(x * action, symmetry) for arrangements x, by row; kept for as long as this lives.
  // Not to be called while others read.
  const std::vector<RowMap>& add(const Cube& action, int symmetry);

  // For each order of the row that is filled the order that it comes from.
  [[nodiscard]] const OrderMap& order_map(int number) const noexcept { return order_maps_[number]; }
  [[nodiscard]] const OrderBits& order_bits(int number) const noexcept {
    return order_bits_[number];
  }
  // Rows and masks of slots name each other.
  [[nodiscard]] int row_of(unsigned middle) const noexcept { return rows_[middle]; }
  [[nodiscard]] unsigned middle_of(int row) const noexcept { return middles_[row]; }

 private:
  int order_map_number(const std::array<std::uint8_t, kMiddleEdges>& from,
                       const std::array<std::uint8_t, kMiddleEdges>& renamed);

  EdgeShape shape_;
  MiddleOrders orders_;
  std::array<std::uint16_t, 4'096> rows_{};
  std::vector<std::uint16_t> middles_;
  std::map<OrderMap, int> order_numbers_;
  std::vector<OrderMap> order_maps_;
  std::vector<OrderBits> order_bits_;
  std::map<std::pair<Cube, int>, std::vector<RowMap>> maps_;
};

}  // namespace gyre::cube3
