// Rows with flips, written once over the vectors of one instruction set.
#pragma once

#include "cube3/optimal_rows.h"

#include <array>

namespace gyre::cube3 {

// Vector has load, store, is_zero of an or, and apply<Words>(operation, vector).
template <class Vector>
struct RowLoops {
  using Value = typename Vector::Value;
  static constexpr int kMaxOrders = 24;

  template <BitOperation::Words Words>
  static void apply(const BitOperation& operation, int count,
                    std::array<Value, kMaxOrders>& values) noexcept {
    const auto masks = Vector::masks(operation);
    for (int i = 0; i < count; ++i) {
      values[i] = Vector::template apply<Words>(masks, operation.shift, values[i]);
    }
  }

  static void spread(const RowMap& map, const OrderMap& orders, int count, const std::byte* from,
                     std::byte* into) noexcept {
    std::array<Value, kMaxOrders> values;
    Value any = Vector::zero();
    for (int i = 0; i < count; ++i) {
      values[i] = Vector::load(from, orders[i]);
      any = Vector::either(any, values[i]);
    }
    if (Vector::is_zero(any)) return;
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
    for (int i = 0; i < count; ++i) {
      Vector::store(into, i, Vector::either(Vector::load(into, i), values[i]));
    }
  }

  static RowFunctions all() noexcept { return {spread}; }
};

}  // namespace gyre::cube3
