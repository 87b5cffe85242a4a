#include "gpu/coset_device.h"

#include <algorithm>
#include <cassert>

namespace gyre::gpu {

using namespace cube3;

DevicePerm DevicePerm::of(const Slots& slots) {
  DevicePerm perm;
  for (int i = 0; i < kCorners; ++i) {
    perm.corners[i / 4] |= std::uint32_t{slots.slot[kCornerLane + i]} << (8 * (i % 4));
  }
  for (int i = 0; i < kEdges; ++i) {
    perm.edges[i / 4] |= std::uint32_t{slots.slot[i]} << (8 * (i % 4));
  }
  perm.meta = slots.slot[EndTriple::kLowerTurns] |
              std::uint32_t{slots.slot[EndTriple::kUpperTurns]} << 8U |
              std::uint32_t{slots.slot[EndTriple::kAxis]} << 16U;
  return perm;
}

DeviceSlots DeviceSlots::of(const Slots& slots) {
  DeviceSlots packed;
  for (int i = 0; i < kCorners; ++i) {
    packed.corners |= std::uint32_t{slots.slot[kCornerLane + i]} << (4 * i);
    packed.edges_low |= std::uint32_t{slots.slot[i]} << (4 * i);
  }
  for (int i = kCorners; i < kEdges; ++i) {
    packed.edges_high |= std::uint32_t{slots.slot[i]} << (4 * (i - kCorners));
  }
  return packed;
}

DeviceNode DeviceNode::of(const Node& node) {
  return {node.index, node.symmetry, DeviceSlots::of(node.slots),
          static_cast<std::uint32_t>(node.follow())};
}

TripleSwaps TripleSwaps::of(const CosetLayout& layout, int half_turn) {
  TripleSwaps swaps;
  int count = 0;
  for (unsigned bit = 0; bit < kOrders; ++bit) {
    const auto other = static_cast<unsigned>(layout.bit_source(half_turn, static_cast<int>(bit)));
    if (other < bit) continue;
    const auto begin = swaps.distance.begin();
    const auto at = std::find(begin, begin + count, other - bit);
    if (at == begin + count) {
      assert(count < kDistances);
      swaps.distance[count++] = other - bit;
    }
    swaps.lower[at - begin] |= 1U << bit;
  }
  return swaps;
}

TripleSources triple_sources(const CosetLayout& layout) {
  TripleSources sources{};
  for (int order = 0; order < kOrders; ++order) {
    for (int triple = 0; triple < kRowTriples; ++triple) {
      sources[order] |= static_cast<std::uint64_t>(layout.triple_source(order, triple))
                        << (4 * triple);
    }
  }
  return sources;
}

HostTables::HostTables(const CosetSearchTables& tables) : search_(tables) {
  const BigTables& big = *tables.two_phase.big();
  const MoveTables& moves = tables.two_phase.moves();
  for (const CosetSymmetries::TwistClass& move : big.row_moves) {
    row_moves_.push_back(static_cast<std::uint16_t>(move.row | move.symmetry << 8));
  }
  for (int i = 0; i < kSliceSlots * kAxisSymmetries; ++i) {
    const CosetSymmetries::SliceImage image = big.cosets.slice_images()[i];
    slice_images_.push_back(image.slice | static_cast<std::uint32_t>(image.toggle) << 16U);
  }
  for (const Slots& slots : tables.constants.slot_moves.move) {
    moves_.push_back(DevicePerm::of(slots));
  }
  for (const EndTriple& triple : tables.ends.all_triples()) {
    triples_.push_back(DevicePerm::of(triple.slots));
  }
  for (int s = 0; s < kAxisSymmetries; ++s) {
    to_.push_back(DevicePerm::of(tables.to[s]));
    for (const auto& both : tables.last[s]) {
      for (const Slots& slots : both) last_.push_back(DevicePerm::of(slots));
    }
  }
  for (int turns = 0; turns < kGroupPages; ++turns) {
    undo_.push_back(DevicePerm::of(tables.layout.undo()[turns]));
  }
  tables_.phase1 = big.phase1_entries();
  tables_.row_moves = row_moves_.data();
  tables_.flips = moves.flip.row(0);
  tables_.slices = moves.slice.row(0);
  tables_.flip_images = big.cosets.flip_images(0);
  tables_.slice_images = slice_images_.data();
  tables_.products = big.products.data();
  tables_.may_follow = tables.constants.may_follow[0].data();
  tables_.own_move = tables.constants.own_move[0].data();
  tables_.face_image = tables.constants.face_image[0].data();
  tables_.moves = moves_.data();
  tables_.triples = triples_.data();
  tables_.to = to_.data();
  tables_.last = last_.data();
  tables_.places = tables.ends.lists().places().data();
  static_assert(sizeof(CosetEnd) == sizeof(std::uint32_t));
  tables_.ends = reinterpret_cast<const std::uint32_t*>(tables.ends.lists().entries().data());
  tables_.places_mask = static_cast<std::uint32_t>(tables.ends.lists().places().size() - 1);
  tables_.bottom = tables.layout.ranks().bottom().data();
  tables_.order = tables.layout.ranks().order().data();
  tables_.pages = tables.layout.pages();
  tables_.undo = undo_.data();
  tables_.middle_bits = tables.layout.middle_bits();
}

std::vector<HostTables::Part> HostTables::parts(DeviceTables& copy) const {
  std::vector<Part> parts;
  const auto add = [&]<class T>(const T*& pointer, std::size_t count) {
    parts.push_back({reinterpret_cast<const void**>(&pointer), pointer, count * sizeof(T)});
  };
  add(copy.phase1, kPhase1Entries);
  add(copy.row_moves, row_moves_.size());
  add(copy.flips, std::size_t{Flip::kSize} * kMoves);
  add(copy.slices, std::size_t{kSliceSlots} * kMoves);
  add(copy.flip_images, std::size_t{kAxisSymmetries} * Flip::kSize);
  add(copy.slice_images, slice_images_.size());
  add(copy.products, std::size_t{kAxisSymmetries} * kAxisSymmetries);
  add(copy.may_follow, std::size_t{kAxisSymmetries} * kFollowStates);
  add(copy.own_move, std::size_t{kAxisSymmetries} * kMoves);
  add(copy.face_image, std::size_t{kAxisSymmetries} * kFaces);
  add(copy.moves, moves_.size());
  add(copy.triples, triples_.size());
  add(copy.to, to_.size());
  add(copy.last, last_.size());
  add(copy.places, search_.ends.lists().places().size());
  add(copy.ends, search_.ends.size());
  add(copy.bottom, search_.layout.ranks().bottom().size());
  add(copy.order, search_.layout.ranks().order().size());
  add(copy.pages, std::size_t{kCosetPages});
  add(copy.undo, undo_.size());
  add(copy.middle_bits, std::size_t{kOrders});
  return parts;
}

}  // namespace gyre::gpu
