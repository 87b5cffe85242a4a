// The edges as the tables of optimal solving see them, as finely as a shape says: always which
// slots hold the middle-slice edges; then how these are ordered, and how the other eight are
// flipped. Nothing of this changes when top or bottom edges change places.
//
// EdgeWords numbers the words of one orbit of corners (corners.h): arrangements of the
// edges up to quarter turns of the whole cube about U-D. Such a turn, with U and D turned back,
// leaves the corners of an orbit and what lies in top and bottom slots as they are and turns what
// lies in the middle slots: so it is the middle slots, with the order, that decide how often to
// turn.
#pragma once

#include <gyre/cube3/cube.h>

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

// In masks of slots the middle ones come first (bits 0 to 3), then top and bottom.
constexpr std::array<std::uint8_t, kEdges> kLayerSlots = {8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7};
constexpr int kLayer = 4;  // slots of one layer
constexpr int kMiddleEdges = 4;
constexpr int kFirstMiddleEdge = 8;
constexpr int kMiddleSlotChoices = 495;  // C(12, 4)
constexpr int kOtherEdges = 8;

// 1: middle edges are all alike; 6: opposite ones are; 24: none are.
struct EdgeShape {
  int orders = 1;
  bool flips = true;   // whether those of the other eight edges count
  bool pairs = false;  // and whether an odd number of the first and third middle edges is flipped

  [[nodiscard]] constexpr int flip_values() const noexcept { return flips ? 1 << kOtherEdges : 1; }
  [[nodiscard]] constexpr int pair_values() const noexcept { return pairs ? 2 : 1; }
  [[nodiscard]] constexpr std::uint64_t size() const noexcept {
    return std::uint64_t{kMiddleSlotChoices} * orders * flip_values() * pair_values();
  }
  bool operator==(const EdgeShape&) const = default;
};

// How middle edges, read in the order of mask bits, are numbered. A code has the low bits of their
// names in its low half and the high bits in its high half, as far as the shape tells them apart.
class MiddleOrders {
 public:
  explicit MiddleOrders(int orders);
  [[nodiscard]] int count() const noexcept { return static_cast<int>(codes_.size()); }
  [[nodiscard]] int rank(unsigned code) const noexcept { return ranks_[code]; }
  [[nodiscard]] unsigned code(int rank) const noexcept { return codes_[rank]; }
  [[nodiscard]] const std::uint8_t* ranks() const noexcept { return ranks_.data(); }
  // What of the name of a middle edge (0 to 3) counts.
  [[nodiscard]] unsigned name_mask() const noexcept { return name_mask_; }

 private:
  unsigned name_mask_;
  std::array<std::uint8_t, 256> ranks_{};
  std::vector<std::uint8_t> codes_;
};

struct EdgeArrangement {
  unsigned middle = 0;  // slots that hold middle edges
  unsigned flips = 0;   // of other edges, by slot; 0 where the shape has none
  int order = 0;        // as MiddleOrders counts
  unsigned pair = 0;    // 1 if an odd number of the first and third middle edges is flipped

  bool operator==(const EdgeArrangement&) const = default;
};

[[nodiscard]] EdgeArrangement arrangement_of(const Cube& cube, const EdgeShape& shape,
                                             const MiddleOrders& orders);
// A cube whose edges are arranged so; the rest is filled in somehow.
[[nodiscard]] Cube cube_with(const EdgeArrangement& edges, const MiddleOrders& orders);

class EdgeWords {
 public:
  explicit EdgeWords(const EdgeShape& shape);

  [[nodiscard]] const EdgeShape& shape() const noexcept { return shape_; }
  [[nodiscard]] const MiddleOrders& orders() const noexcept { return orders_; }
  // Words of one orbit of corners.
  [[nodiscard]] std::uint32_t count() const noexcept { return count_ * shape_.pair_values(); }

  struct Place {
    std::uint32_t word = 0;  // twice that, and `pair` added, where pairs count
    unsigned turns = 0;      // quarter turns of the cube that lead there
  };
  // After so many quarter turns: flips of all edges, and the slots of the second and fourth middle
  // edges. A quarter turn makes these the first and third, and flips those that lie outside the
  // middle slots.
  [[nodiscard]] static unsigned pair(unsigned turns, unsigned middle, unsigned flips,
                                     unsigned second) noexcept {
    constexpr unsigned kOutside = 0xFF0;
    const unsigned counted =
        (turns & 1U) != 0 ? (flips ^ kOutside) & second : flips & middle & ~second;
    return static_cast<unsigned>(std::popcount(counted)) & 1U;
  }
  [[nodiscard]] Place place(unsigned middle, unsigned flips, int order) const noexcept {
    const unsigned here = pattern(middle, flips, 0);
    const std::uint32_t first =
        middle_words_[static_cast<unsigned>(middle_patterns_[here] * orders_.count() + order)];
    const unsigned top = pattern(middle, flips, kLayer);
    const unsigned bottom = pattern(middle, flips, 2 * kLayer);
    const std::uint32_t word =
        (first >> 2U) + top_words_[middle_counts_[here] * kPatterns + top] + bottom_words_[bottom];
    return {word, first & 3U};
  }

 private:
  static constexpr unsigned kPatterns = 256;  // middle and flip bits of one layer

  static unsigned pattern(unsigned middle, unsigned flips, unsigned layer) noexcept {
    return (middle >> layer & 15U) | (flips >> layer & 15U) << 4U;
  }
  void number_top_and_bottom();
  void number_middle();

  EdgeShape shape_;
  MiddleOrders orders_;
  std::uint32_t count_ = 0;
  std::array<std::uint8_t, kPatterns> middle_patterns_{};
  std::array<std::uint8_t, kPatterns> middle_counts_{};  // of middle edges in this layer
  std::vector<std::uint32_t> middle_words_;              // word * 4 + turns
  std::array<std::uint16_t, (kMiddleEdges + 1) * kPatterns> top_words_{};
  std::array<std::uint16_t, kPatterns> bottom_words_{};
  std::array<std::uint32_t, kMiddleEdges + 1> rest_counts_{};  // ways to fill top and bottom
};

}  // namespace gyre::cube3
