// Where every piece is, for searches that carry a position along: the inverse of its permutations,
// without orientations. A move then is one look-up of all bytes at once, and the permutation
// coordinates of phase 2 come from two small tables each (SlotRanks), so they are ranked where
// they are needed instead of being moved at every node.
#pragma once

#include "cube3/core/coordinates.h"
#include "cube3/tables/move_tables.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace gyre::cube3 {

constexpr int kCornerLane = 16;

// Byte p is the slot of edge p, byte kCornerLane + p that of corner p. Bytes beyond stay as they
// are.
struct alignas(32) Slots {
  std::array<std::uint8_t, 32> slot{};

  static Slots of(const Cube& cube) noexcept;
  // Where a symmetry takes each slot.
  static Slots images(int symmetry) noexcept;
  bool operator==(const Slots&) const = default;
};

// Byte i: where a move takes what is in slot i.
struct SlotMoves {
  SlotMoves();
  std::array<Slots, kMoves> move;
};

struct PortableSlots {
  static void turn(const Slots& from, const Slots& move, Slots& to) noexcept {
    for (std::size_t i = 0; i < kEdges; ++i) to.slot[i] = move.slot[from.slot[i]];
    for (std::size_t i = kCornerLane; i < kCornerLane + kCorners; ++i) {
      to.slot[i] = move.slot[kCornerLane + from.slot[i]];
    }
  }
};

// Ranks of four slots below 8, given as 12 bits: as SliceSlots and rank_order count them.
class SlotRanks {
 public:
  SlotRanks();

  [[nodiscard]] int corners(const Slots& slots) const noexcept {
    return eight(&slots.slot[kCornerLane]);
  }
  // The index of the edges in a position of H.
  [[nodiscard]] int edges(const Slots& slots) const noexcept { return eight(slots.slot.data()); }
  [[nodiscard]] int middle(const Slots& slots) const noexcept {
    std::uint32_t four = 0;
    std::memcpy(&four, &slots.slot[8], sizeof(four));
    return order_[squeeze(four & 0x03030303U)];
  }

  // The part of the rank that the slots of four pieces give, three bits each, for devices that rank
  // on their own.
  [[nodiscard]] const std::array<std::uint16_t, 4'096>& bottom() const noexcept { return bottom_; }
  [[nodiscard]] const std::array<std::uint8_t, 4'096>& order() const noexcept { return order_; }

 private:
  // The low three bits of each byte, side by side in each half.
  static constexpr std::uint64_t squeeze(std::uint64_t bytes) noexcept {
    bytes &= 0x0707'0707'0707'0707U;
    bytes = (bytes | bytes >> 5U) & 0x003F'003F'003F'003FU;
    return (bytes | bytes >> 10U) & 0x0000'0FFF'0000'0FFFU;
  }
  [[nodiscard]] int eight(const std::uint8_t* first) const noexcept {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, first, sizeof(bytes));
    const std::uint64_t both = squeeze(bytes);
    return bottom_[both >> 32U] + order_[both & 0xFFFU];
  }

  std::array<std::uint16_t, 4'096> bottom_{};  // of pieces 4..7: (slots * 24 + order) * 24
  std::array<std::uint8_t, 4'096> order_{};
};

}  // namespace gyre::cube3
