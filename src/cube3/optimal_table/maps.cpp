#include "cube3/optimal_table/maps.h"

#include "cube3/core/symmetry_lanes.h"

#include <bit>
#include <utility>

namespace gyre::cube3 {
namespace {

constexpr int kBitsOfWord = 6;  // of the number of a bit in its vector: the low six say where in a
                                // word, the others which word

// The bits of a vector whose number has this bit.
std::array<std::uint64_t, kRowWords> having(int bit) {
  std::array<std::uint64_t, kRowWords> mask{};
  for (unsigned number = 0; number < 256; ++number) {
    if ((number >> static_cast<unsigned>(bit) & 1U) != 0) mask[number / 64] |= 1ULL << number % 64;
  }
  return mask;
}

template <class Function>
std::array<std::uint64_t, kRowWords> by_word(Function function) {
  std::array<std::uint64_t, kRowWords> mask{};
  for (int word = 0; word < kRowWords; ++word) mask[word] = function(word);
  return mask;
}

constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

BitOperation exchange(int a, int b) {
  BitOperation operation;
  const auto with_a = having(a);
  const auto with_b = having(b);
  if (b < kBitsOfWord) {
    operation.shift = static_cast<std::uint8_t>((1U << static_cast<unsigned>(b)) -
                                                (1U << static_cast<unsigned>(a)));
    operation.keep = by_word([&](int w) { return ~(with_a[w] ^ with_b[w]); });
    operation.left = by_word([&](int w) { return with_b[w] & ~with_a[w]; });
    operation.right = by_word([&](int w) { return with_a[w] & ~with_b[w]; });
  } else if (a < kBitsOfWord) {
    operation.words =
        b == kBitsOfWord ? BitOperation::Words::swap_neighbours : BitOperation::Words::swap_halves;
    operation.shift = static_cast<std::uint8_t>(1U << static_cast<unsigned>(a));
    operation.keep = by_word([&](int w) { return ~(with_a[w] ^ with_b[w]); });
    // Where b is set and a is not, what has a and not b comes from a place further left.
    operation.right = by_word([&](int w) { return with_b[w] & ~with_a[w]; });
    operation.left = by_word([&](int w) { return with_a[w] & ~with_b[w]; });
  } else {
    operation.words = BitOperation::Words::swap_inner;
    operation.left = by_word([](int) { return kAllBits; });
  }
  return operation;
}

BitOperation inversion(int a) {
  BitOperation operation;
  const auto with_a = having(a);
  if (a < kBitsOfWord) {
    operation.shift = static_cast<std::uint8_t>(1U << static_cast<unsigned>(a));
    operation.left = with_a;
    operation.right = by_word([&](int w) { return ~with_a[w]; });
  } else {
    operation.words =
        a == kBitsOfWord ? BitOperation::Words::swap_neighbours : BitOperation::Words::swap_halves;
    operation.left = by_word([](int) { return kAllBits; });
  }
  return operation;
}

constexpr int kInversions = 28;  // the first of them

int exchange_number(int a, int b) {
  if (a > b) std::swap(a, b);
  return b * (b - 1) / 2 + a;
}

}  // namespace

const std::array<BitOperation, kBitOperations>& bit_operations() {
  static const auto operations = [] {
    std::array<BitOperation, kBitOperations> all{};
    for (int b = 0; b < kOtherEdges; ++b) {
      for (int a = 0; a < b; ++a) all[exchange_number(a, b)] = exchange(a, b);
      all[kInversions + b] = inversion(b);
    }
    return all;
  }();
  return operations;
}

EdgeMaps::EdgeMaps(const EdgeShape& shape) : shape_(shape), orders_(shape.orders) {
  for (unsigned middle = 0; middle < rows_.size(); ++middle) {
    if (std::popcount(middle) != kMiddleEdges) continue;
    rows_[middle] = static_cast<std::uint16_t>(middles_.size());
    middles_.push_back(static_cast<std::uint16_t>(middle));
  }
}

int EdgeMaps::order_map_number(const std::array<std::uint8_t, kMiddleEdges>& from,
                               const std::array<std::uint8_t, kMiddleEdges>& renamed) {
  OrderMap map{};
  for (int order = 0; order < orders_.count(); ++order) {
    // Names as the shape sees them; those of opposite edges go together, so renaming any will do.
    const unsigned code = orders_.code(order);
    unsigned image_code = 0;
    for (unsigned place = 0; place < kMiddleEdges; ++place) {
      const unsigned old = from[place];
      const unsigned name = (code >> old & 1U) | (code >> (4 + old) & 1U) << 1U;
      const unsigned new_name = renamed[name] & orders_.name_mask();
      image_code |= (new_name & 1U) << place | new_name >> 1U << (4 + place);
    }
    map[order] = static_cast<std::uint8_t>(orders_.rank(image_code));
  }
  const auto [found, added] = order_numbers_.try_emplace(map, static_cast<int>(order_maps_.size()));
  if (added) {
    order_maps_.push_back(map);
    OrderBits bits{};
    for (unsigned byte = 0; byte < bits.size(); ++byte) {
      for (unsigned value = 0; value < 256; ++value) {
        for (int order = 0; order < orders_.count(); ++order) {
          const unsigned source = map[order];
          if (source / 8 == byte && (value >> source % 8 & 1U) != 0) {
            bits[byte][value] |= 1U << static_cast<unsigned>(order);
          }
        }
      }
    }
    order_bits_.push_back(bits);
  }
  return found->second;
}

const std::vector<RowMap>& EdgeMaps::add(const Cube& action, int symmetry) {
  std::vector<RowMap>& rows = maps_[{action, symmetry}];
  if (!rows.empty()) return rows;
  // x * action, conjugated: left * x * (action * right).
  const SymmetryLanes& lanes = kSymmetryLanes[symmetry];
  const Cube right = compose(action, lanes.right);
  std::array<std::uint8_t, kMiddleEdges> renamed{};
  for (int i = 0; i < kMiddleEdges; ++i) {
    renamed[i] =
        static_cast<std::uint8_t>(lanes.left.edge_perm(kFirstMiddleEdge + i) - kFirstMiddleEdge);
  }
  // Alike for all middle edges, and for all others.
  const int flipped_by_left = lanes.left.edge_ori(0);
  const int middle_flipped_by_left = lanes.left.edge_ori(kFirstMiddleEdge);
  std::array<int, kEdges> bit_of_slot{};
  for (int bit = 0; bit < kEdges; ++bit) bit_of_slot[kLayerSlots[bit]] = bit;
  for (const unsigned middle : middles_) {
    unsigned image_middle = 0;
    std::array<std::uint8_t, kMiddleEdges> from{};
    unsigned read = 0;
    unsigned middle_inverted = 0;           // by place in the order that it had before
    std::array<int, kOtherEdges> source{};  // by bit of the image's flips
    unsigned inverted = 0;
    unsigned others = 0;
    for (unsigned bit = 0; bit < kEdges; ++bit) {
      const int slot = kLayerSlots[bit];
      const auto old_bit = static_cast<unsigned>(bit_of_slot[right.edge_perm(slot)]);
      const unsigned below = (1U << old_bit) - 1;
      if ((middle >> old_bit & 1U) != 0) {
        image_middle |= 1U << bit;
        from[read] = static_cast<std::uint8_t>(std::popcount(middle & below));
        if ((right.edge_ori(slot) ^ middle_flipped_by_left) != 0)
          middle_inverted |= 1U << from[read];
        ++read;
      } else {
        source[others] = std::popcount(~middle & below);
        if ((right.edge_ori(slot) ^ flipped_by_left) != 0) inverted |= 1U << others;
        ++others;
      }
    }
    RowMap map;
    map.row = rows_[image_middle];
    map.orders = static_cast<std::uint16_t>(order_map_number(from, renamed));
    if (shape_.pairs) {
      map.pairs_swap = (renamed[0] & 1U) != 0;
      for (int order = 0; order < orders_.count(); ++order) {
        // Names with the low bit are those of the second and fourth.
        const unsigned seconds = orders_.code(order) & 15U;
        const unsigned counted = map.pairs_swap ? seconds : ~seconds & 15U;
        const auto flips = static_cast<unsigned>(std::popcount(middle_inverted & counted));
        map.pair_flips |= (flips & 1U) << static_cast<unsigned>(order);
      }
    }
    if (shape_.flips) {
      // The bit at number f comes from the bit at number g, g's bit j being f's bit source[j],
      // inverted or not. Inversions first, then exchanges.
      for (int j = 0; j < kOtherEdges; ++j) {
        if ((inverted >> static_cast<unsigned>(j) & 1U) == 0) continue;
        map.operations[map.count++] = static_cast<std::uint8_t>(kInversions + j);
      }
      std::array<int, kOtherEdges> now{};
      for (int j = 0; j < kOtherEdges; ++j) now[j] = j;
      for (int j = 0; j < kOtherEdges; ++j) {
        const int a = now[j];
        const int b = source[j];
        if (a == b) continue;
        map.operations[map.count++] = static_cast<std::uint8_t>(exchange_number(a, b));
        for (int& value : now) value = value == a ? b : value == b ? a : value;
      }
    }
    rows.push_back(map);
  }
  return rows;
}

}  // namespace gyre::cube3
