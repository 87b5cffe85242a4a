#include "cube3/core/coordinates.h"

#include <algorithm>
#include <bit>

namespace gyre::cube3 {
namespace {

constexpr int kFirstMiddleEdge = 8;

using Positions = std::array<std::uint8_t, 4>;

// Choices of four slots of twelve as bit masks, in decreasing order: the middle slice, slots 8..11,
// is the first.
struct SlotChoices {
  std::array<std::uint16_t, kSliceSlots> mask{};
  std::array<std::uint16_t, 4'096> rank{};

  constexpr SlotChoices() {
    int count = 0;
    for (int m = 4'095; m >= 0; --m) {
      if (std::popcount(static_cast<unsigned>(m)) != 4) continue;
      mask[count] = static_cast<std::uint16_t>(m);
      rank[m] = static_cast<std::uint16_t>(count++);
    }
  }
};

constexpr SlotChoices kChoices;

// Where pieces first .. first+3 are, as slots * kOrders + order.
int rank_four(const Lane& lane, int slots, int first) noexcept {
  unsigned mask = 0;
  Positions position{};
  int count = 0;
  for (int slot = 0; slot < slots; ++slot) {
    const int piece = (lane[slot] & 0xF) - first;
    if (piece < 0 || piece > 3) continue;
    mask |= 1U << slot;
    position[piece] = static_cast<std::uint8_t>(count++);
  }
  return kChoices.rank[mask] * kOrders + rank_order(position);
}

// Puts pieces first .. first+3 into the slots of the mask and leaves the others alone.
void place_four(Lane& lane, int first, unsigned mask, int order) noexcept {
  const Positions position = unrank_order(order);
  int place = 0;
  for (int slot = 0; slot < kEdges; ++slot) {
    if ((mask >> slot & 1U) == 0) continue;
    const auto piece = std::find(position.begin(), position.end(), place++) - position.begin();
    lane[slot] = static_cast<std::uint8_t>(first + piece);
  }
}

// Pieces 0..7 in slots 0..7, see CornerPerm.
int rank_eight(const Lane& lane) noexcept {
  const int bottom = rank_four(lane, kCorners, 4) - kSlotsOutsideTopAndBottom * kOrders;
  return bottom * kOrders + rank_four(lane, kCorners, 0) % kOrders;
}

void place_eight(Lane& lane, int value) noexcept {
  const unsigned bottom = kChoices.mask[value / (kOrders * kOrders) + kSlotsOutsideTopAndBottom];
  place_four(lane, 4, bottom, value / kOrders % kOrders);
  place_four(lane, 0, bottom ^ 0xFFU, value % kOrders);
}

// Where the middle-slice edges are: slots * kOrders + order. Solved is 0.
int rank_middle(const Cube& cube) noexcept {
  return rank_four(cube.edges, kEdges, kFirstMiddleEdge);
}

Cube unrank_middle(int value) noexcept {
  const unsigned mask = kChoices.mask[value / kOrders];
  Cube cube;
  int piece = 0;
  for (int slot = 0; slot < kEdges; ++slot) {
    if ((mask >> slot & 1U) == 0) cube.set_edge(slot, piece++, 0);
  }
  place_four(cube.edges, kFirstMiddleEdge, mask, value % kOrders);
  return cube;
}

}  // namespace

int rank_order(const std::array<std::uint8_t, 4>& position) noexcept {
  int inversions = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j) inversions += position[j] > position[i] ? 1 : 0;
  }
  const int second = position[1] - (position[1] > position[0] ? 1 : 0);
  return (position[0] * 3 + second) * 2 + inversions % 2;
}

std::array<std::uint8_t, 4> unrank_order(int order) noexcept {
  Positions position{};
  int second = order / 2 % 3;
  const int first = order / 6;
  if (second >= first) ++second;
  position[0] = static_cast<std::uint8_t>(first);
  position[1] = static_cast<std::uint8_t>(second);
  int next = 2;
  for (int place = 0; place < 4; ++place) {
    if (place != first && place != second) position[next++] = static_cast<std::uint8_t>(place);
  }
  if (rank_order(position) != order) std::swap(position[2], position[3]);
  return position;
}

int Twist::rank(const Cube& cube) noexcept {
  int value = 0;
  for (int slot = 0; slot < kCorners - 1; ++slot) value = value * 3 + cube.corner_ori(slot);
  return value;
}

Cube Twist::unrank(int value) noexcept {
  Cube cube;
  int sum = 0;
  for (int slot = kCorners - 2; slot >= 0; --slot, value /= 3) {
    cube.set_corner(slot, slot, value % 3);
    sum += value % 3;
  }
  cube.set_corner(kCorners - 1, kCorners - 1, (3 - sum % 3) % 3);
  return cube;
}

int Flip::rank(const Cube& cube) noexcept {
  int value = 0;
  for (int slot = 0; slot < kEdges - 1; ++slot) value = value * 2 + cube.edge_ori(slot);
  return value;
}

Cube Flip::unrank(int value) noexcept {
  Cube cube;
  cube.set_edge(kEdges - 1, kEdges - 1, std::popcount(static_cast<unsigned>(value)) % 2);
  for (int slot = kEdges - 2; slot >= 0; --slot, value /= 2) {
    cube.set_edge(slot, slot, value % 2);
  }
  return cube;
}

int SliceSlots::rank(const Cube& cube) noexcept {
  return rank_middle(cube) / kOrders;
}

Cube SliceSlots::unrank(int value) noexcept {
  return unrank_middle(value * kOrders);
}

int MiddleOrder::rank(const Cube& cube) noexcept {
  return rank_middle(cube) % kOrders;
}

Cube MiddleOrder::unrank(int value) noexcept {
  return unrank_middle(value);
}

int CornerPerm::rank(const Cube& cube) noexcept {
  return rank_eight(cube.corners);
}

Cube CornerPerm::unrank(int value) noexcept {
  Cube cube;
  place_eight(cube.corners, value);
  return cube;
}

int EdgePerm::rank(const Cube& cube) noexcept {
  return rank_eight(cube.edges);
}

Cube EdgePerm::unrank(int value) noexcept {
  Cube cube;
  place_eight(cube.edges, value);
  return cube;
}

}  // namespace gyre::cube3
