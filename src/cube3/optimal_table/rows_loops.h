// Rows with flips, written once over the vectors of one instruction set.
#pragma once

#include "cube3/optimal_table/rows.h"

#include <array>

namespace gyre::cube3 {

// Vector has zero, load, store, either, choose(mask, a, b), is_zero, masks and apply<Words>.
template <class Vector>
struct RowLoops {
  using Value = typename Vector::Value;
  static constexpr int kMaxVectors = 48;
  using Values = std::array<Value, kMaxVectors>;

  template <BitOperation::Words Words>
  static void apply(const BitOperation& operation, int count, Values& values) noexcept {
    const auto masks = Vector::masks(operation);
    for (int i = 0; i < count; ++i) {
      values[i] = Vector::template apply<Words>(masks, operation.shift, values[i]);
    }
  }

  static void apply_all(const RowMap& map, int count, Values& values) noexcept {
    const auto& operations = bit_operations();
    for (int k = 0; k < map.count; ++k) {
      const BitOperation& operation = operations[map.operations[k]];
      switch (operation.words) {
        case BitOperation::Words::same:
          apply<BitOperation::Words::same>(operation, count, values);
          break;
        case BitOperation::Words::swap_neighbours:
          apply<BitOperation::Words::swap_neighbours>(operation, count, values);
          break;
        case BitOperation::Words::swap_halves:
          apply<BitOperation::Words::swap_halves>(operation, count, values);
          break;
        case BitOperation::Words::swap_inner:
          apply<BitOperation::Words::swap_inner>(operation, count, values);
          break;
      }
    }
  }

  static void add(std::byte* into, int index, const Value& value) noexcept {
    Vector::store(into, index, Vector::either(Vector::load(into, index), value));
  }

  static void spread(const RowMap& map, const OrderMap& orders, const EdgeShape& shape,
                     const std::byte* from, std::byte* into) noexcept {
    const int pairs = shape.pair_values();
    const int count = shape.orders * pairs;
    Values values;
    Value any = Vector::zero();
    for (int order = 0; order < shape.orders; ++order) {
      for (int pair = 0; pair < pairs; ++pair) {
        Value& value = values[order * pairs + pair];
        value = Vector::load(from, orders[order] * pairs + pair);
        any = Vector::either(any, value);
      }
    }
    if (Vector::is_zero(any)) return;
    apply_all(map, count, values);
    if (!shape.pairs) {
      for (int i = 0; i < count; ++i) add(into, i, values[i]);
      return;
    }
    const Value odd = Vector::load(odd_flips(), 0);
    for (int order = 0; order < shape.orders; ++order) {
      const int flip = static_cast<int>(map.pair_flips >> static_cast<unsigned>(order) & 1U);
      for (int pair = 0; pair < 2; ++pair) {
        const Value& same = values[2 * order + (pair ^ flip)];
        const Value& other = values[2 * order + (pair ^ flip ^ 1)];
        add(into, 2 * order + pair, map.pairs_swap ? Vector::choose(odd, other, same) : same);
      }
    }
  }

  static RowFunctions all() noexcept { return {spread}; }
};

}  // namespace gyre::cube3
