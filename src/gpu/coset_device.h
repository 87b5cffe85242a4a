// The search of a coset as a GPU does it, node by node, and how it spreads three bytes by a half
// turn. All of it also runs on the processor, where it is tested.
//
// A node is 16 bytes: where its coset stands in the phase-1 table and through which symmetry, and
// the slots of all pieces, four bits each. A move takes each slot to another: a look-up in eight or
// sixteen bytes that stand in registers.
#pragma once

#include "base/host_device.h"
#include "cube3/coset/ends.h"
#include "cube3/coset/layout.h"
#include "cube3/coset/search.h"
#include "cube3/tables/phase1_table.h"
#include "cube3/two_phase/search_constants.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::gpu {

// Four bytes of eight: each of four selectors of four bits, of which only the lower three count.
GYRE_HOST_DEVICE inline std::uint32_t bytes_of_eight(std::uint32_t low, std::uint32_t high,
                                                     std::uint32_t selectors) {
#ifdef __CUDA_ARCH__
  return __byte_perm(low, high, selectors & 0x7777U);
#else
  const std::uint64_t all = std::uint64_t{high} << 32U | low;
  std::uint32_t bytes = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned from = selectors >> (4 * i) & 7U;
    bytes |= static_cast<std::uint32_t>(all >> (8 * from) & 0xFFU) << (8 * i);
  }
  return bytes;
#endif
}

// 0xFF for each of four selectors that is 8 or more, 0x80 for the others.
GYRE_HOST_DEVICE inline std::uint32_t is_high(std::uint32_t selectors) {
#ifdef __CUDA_ARCH__
  // A selector with its highest bit set copies the sign of a byte; __byte_perm leaves that bit out.
  std::uint32_t bytes = 0;
  asm("prmt.b32 %0, %1, %1, %2;" : "=r"(bytes) : "r"(0x80808080U), "r"(selectors));
  return bytes;
#else
  std::uint32_t bytes = 0x80808080U;
  for (unsigned i = 0; i < 4; ++i) {
    if ((selectors >> (4 * i) & 8U) != 0) bytes |= 0xFFU << (8 * i);
  }
  return bytes;
#endif
}

// Eight bytes below 16 as eight times four bits.
GYRE_HOST_DEVICE inline std::uint32_t narrowed(std::uint32_t low, std::uint32_t high) {
  low |= low >> 4U;
  high |= high >> 4U;
#ifdef __CUDA_ARCH__
  return __byte_perm(low, high, 0x6420U);
#else
  return (low & 0xFFU) | (low >> 8U & 0xFF00U) | (high & 0xFFU) << 16U | (high << 8U & 0xFF000000U);
#endif
}

// What a move or several do to slots: a byte for each slot, corners and edges. meta: how a sequence
// begins, as EndTriple says.
struct alignas(32) DevicePerm {
  std::array<std::uint32_t, 2> corners{};
  std::array<std::uint32_t, 3> edges{};
  std::uint32_t meta = 0;

  static DevicePerm of(const cube3::Slots& slots);
};

// Where the pieces are, four bits each; the order of pieces is that of cube3::Slots.
struct DeviceSlots {
  std::uint32_t corners = 0;
  std::uint32_t edges_low = 0;
  std::uint32_t edges_high = 0;  // 16 bits

  static DeviceSlots of(const cube3::Slots& slots);
};

GYRE_HOST_DEVICE inline std::uint32_t turned_eight(std::uint32_t slots, std::uint32_t low,
                                                   std::uint32_t high) {
  return narrowed(bytes_of_eight(low, high, slots), bytes_of_eight(low, high, slots >> 16U));
}

GYRE_HOST_DEVICE inline std::uint32_t turned_edges(std::uint32_t slots, const DevicePerm& perm) {
  const std::uint32_t low = bytes_of_eight(perm.edges[0], perm.edges[1], slots);
  const std::uint32_t high = bytes_of_eight(perm.edges[2], 0, slots);
  const std::uint32_t which = is_high(slots & 0xFFFFU);
  return (low & ~which) | (high & which);
}

GYRE_HOST_DEVICE inline DeviceSlots turned(const DeviceSlots& slots, const DevicePerm& perm) {
  DeviceSlots to;
  to.corners = turned_eight(slots.corners, perm.corners[0], perm.corners[1]);
  to.edges_low =
      narrowed(turned_edges(slots.edges_low, perm), turned_edges(slots.edges_low >> 16U, perm));
  to.edges_high = narrowed(turned_edges(slots.edges_high, perm), 0) & 0xFFFFU;
  return to;
}

struct alignas(16) DeviceNode {
  static constexpr std::uint32_t kIndexBits = 28;

  std::uint32_t place = 0;  // index in the phase-1 table, and the symmetry above
  std::uint32_t corners = 0;
  std::uint32_t edges_low = 0;
  std::uint32_t edges_high = 0;  // and what was turned last above

  GYRE_HOST_DEVICE DeviceNode() = default;
  GYRE_HOST_DEVICE DeviceNode(std::uint32_t index, std::uint32_t symmetry, const DeviceSlots& slots,
                              std::uint32_t follow)
      : place(index | symmetry << kIndexBits),
        corners(slots.corners),
        edges_low(slots.edges_low),
        edges_high(slots.edges_high | follow << 16U) {}
  static DeviceNode of(const cube3::Node& node);

  [[nodiscard]] GYRE_HOST_DEVICE std::uint32_t index() const {
    return place & ((1U << kIndexBits) - 1);
  }
  [[nodiscard]] GYRE_HOST_DEVICE std::uint32_t symmetry() const { return place >> kIndexBits; }
  [[nodiscard]] GYRE_HOST_DEVICE std::uint32_t follow() const { return edges_high >> 16U; }
  [[nodiscard]] GYRE_HOST_DEVICE DeviceSlots slots() const {
    return {corners, edges_low, edges_high & 0xFFFFU};
  }
};
static_assert(sizeof(DeviceNode) == 16);
static_assert(cube3::kPhase1Entries <= 1U << DeviceNode::kIndexBits);

// The tables of a search, as pointers into the memory of whoever searches.
struct DeviceTables {
  const std::uint32_t* phase1 = nullptr;
  const std::uint16_t* row_moves = nullptr;     // row, and symmetry << 8; kMoves a row
  const std::uint16_t* flips = nullptr;         // kMoves a value
  const std::uint16_t* slices = nullptr;        // kMoves a value
  const std::uint16_t* flip_images = nullptr;   // Flip::kSize a symmetry
  const std::uint32_t* slice_images = nullptr;  // slice, and toggle << 16; kAxisSymmetries a value
  const std::uint8_t* products = nullptr;       // kAxisSymmetries a symmetry
  const std::uint32_t* may_follow = nullptr;    // kFollowStates a symmetry
  const std::uint8_t* own_move = nullptr;       // kMoves a symmetry
  const std::uint8_t* face_image = nullptr;     // kFaces a symmetry
  const DevicePerm* moves = nullptr;
  const DevicePerm* triples = nullptr;
  const DevicePerm* to = nullptr;    // by symmetry
  const DevicePerm* last = nullptr;  // 2 * kSideFaceCount a symmetry
  const cube3::CosetEnds::Lists::Place* places = nullptr;
  const std::uint32_t* ends = nullptr;
  std::uint32_t places_mask = 0;
  const std::uint16_t* bottom = nullptr;  // of SlotRanks
  const std::uint8_t* order = nullptr;
  const std::uint16_t* pages = nullptr;
  const DevicePerm* undo = nullptr;
  const std::uint8_t* middle_bits = nullptr;
};

GYRE_HOST_DEVICE inline int lowest_bit(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}

// The turns worth trying from a node with so many moves left.
template <Metric metric>
GYRE_HOST_DEVICE std::uint32_t turns_from(const DeviceTables& tables, const DeviceNode& node,
                                          int left) {
  const cube3::Phase1Entry<metric> entry{tables.phase1[node.index()]};
  return entry.turns(left) &
         tables.may_follow[node.symmetry() * cube3::kFollowStates + node.follow()];
}

// The move of a bit of a TurnSet.
GYRE_HOST_DEVICE inline std::uint32_t move_of_bit(std::uint32_t bit) {
  return bit / 4 * 3 + bit % 4;
}

// seen: the move as it looks through the node's symmetry.
template <Metric metric>
GYRE_HOST_DEVICE DeviceNode successor(const DeviceTables& tables, const DeviceNode& node,
                                      std::uint32_t seen) {
  constexpr std::uint32_t kFlips = cube3::Flip::kSize;
  const std::uint32_t index = node.index();
  const std::uint32_t row = index / cube3::kPhase1Row;
  const std::uint32_t slice = index / kFlips % cube3::kSliceSlots;
  const std::uint32_t row_move = tables.row_moves[row * cube3::kMoves + seen];
  const std::uint32_t symmetry = row_move >> 8U;
  const std::uint32_t flip = tables.flips[index % kFlips * cube3::kMoves + seen];
  const std::uint32_t image =
      tables.slice_images[tables.slices[slice * cube3::kMoves + seen] * cube3::kAxisSymmetries +
                          symmetry];
  const std::uint32_t flip_image = tables.flip_images[symmetry * kFlips + flip] ^ image >> 16U;
  const std::uint32_t move = tables.own_move[node.symmetry() * cube3::kMoves + seen];
  const std::uint32_t face = move / 3;
  const std::uint32_t twice = cube3::kFaces + 1 + face;
  const bool may_double = counts_units(metric) && move % 3 == 0 && node.follow() != twice;
  return {(row_move & 0xFFU) * cube3::kPhase1Row + (image & 0xFFFFU) * kFlips + flip_image,
          tables.products[node.symmetry() * cube3::kAxisSymmetries + symmetry],
          turned(node.slots(), tables.moves[move]), may_double ? twice : face};
}

struct DevicePlace {
  std::uint32_t page = 0;
  std::uint32_t bit = 0;
};

// Three bits for each of eight slots below 8, twelve for each four.
GYRE_HOST_DEVICE inline std::uint32_t squeezed(std::uint32_t slots) {
  const std::uint32_t six = (slots & 0x07070707U) | (slots >> 1U & 0x38383838U);
  return (six & 0x003F003FU) | (six >> 2U & 0x0FC00FC0U);
}

// The place of an element of H.
GYRE_HOST_DEVICE inline DevicePlace place_of(const DeviceTables& tables, const DeviceSlots& slots) {
  const std::uint32_t corners = squeezed(slots.corners);
  const std::uint32_t page =
      tables.pages[tables.bottom[corners >> 16U] + tables.order[corners & 0xFFFU]];
  const DevicePerm& undo = tables.undo[page % cube3::kGroupPages];
  const std::uint32_t edges = squeezed(turned_eight(slots.edges_low, undo.edges[0], undo.edges[1]));
  const std::uint32_t rank = tables.bottom[edges >> 16U] + tables.order[edges & 0xFFFU];
  const std::uint32_t middle = tables.order[squeezed(slots.edges_high & 0x3333U)];
  return {page, rank / 2 * cube3::kOrders + tables.middle_bits[middle]};
}

// The ends of a node with CosetEnds::kLength moves left: put(slots) for each.
template <Metric metric, class Put>
GYRE_HOST_DEVICE void complete(const DeviceTables& tables, const DeviceNode& node, const Put& put) {
  const std::uint32_t index = node.index();
  std::uint32_t at = cube3::CosetEnds::Lists::hash(index) & tables.places_mask;
  for (;; at = (at + 1) & tables.places_mask) {
    const std::uint32_t there = tables.places[at].index;
    if (there == index) break;
    if (there == cube3::CosetEnds::Lists::kEmpty) return;
  }
  const std::uint32_t follow = node.follow();
  const bool doubles = follow > cube3::kFaces;
  const std::uint32_t own = doubles ? follow - cube3::kFaces - 1 : follow;
  std::uint32_t face = 0;
  std::uint32_t axis = 3;  // none
  if (own != cube3::kNothingTurned) {
    face = tables.face_image[node.symmetry() * cube3::kFaces + own];
    axis = face % 3;
  }
  const DeviceSlots start = turned(node.slots(), tables.to[node.symmetry()]);
  const DevicePerm* last = tables.last + node.symmetry() * 2 * cube3::kSideFaceCount;
  for (std::uint32_t i = tables.places[at].first;; ++i) {
    const std::uint32_t end = tables.ends[i];
    const DevicePerm& first = tables.triples[end & 0xFFFU];
    // As CosetSearch joins a path and an end.
    bool fits = first.meta >> 16U != axis;
    if (!fits) {
      const std::uint32_t lower = first.meta & 0xFFU;
      const std::uint32_t upper = first.meta >> 8U & 0xFFU;
      const std::uint32_t same = face < 3 ? lower : upper;
      const std::uint32_t opposite = face < 3 ? upper : lower;
      fits = (opposite == 0 || own < 3) &&
             (same == 0 || (counts_units(metric) && doubles && same != 2));
    }
    if (fits) {
      const DeviceSlots slots = turned(turned(start, first), tables.triples[end >> 12U & 0xFFFU]);
      const DevicePerm* both = last + 2 * (end >> 24U & 3U);
      put(turned(slots, both[0]));
      put(turned(slots, both[1]));
    }
    if (end >> 31U != 0) break;
  }
}

// A node with one move left, where a search is too short for the ends.
template <Metric metric, class Put>
GYRE_HOST_DEVICE void end_with_last_move(const DeviceTables& tables, const DeviceNode& node,
                                         const Put& put) {
  std::uint32_t turns = turns_from<metric>(tables, node, 1) & cube3::kLeavingTurns;
  for (; turns != 0; turns &= turns - 1) {
    const std::uint32_t seen = move_of_bit(lowest_bit(turns));
    const std::uint32_t move = tables.own_move[node.symmetry() * cube3::kMoves + seen];
    // A quarter turn that makes a half turn is one of H.
    if (counts_units(metric) && node.follow() == cube3::kFaces + 1 + move / 3) continue;
    put(turned(node.slots(), tables.moves[move]));
  }
}

// Slots as a table: what comes after them finds them there.
GYRE_HOST_DEVICE inline DevicePerm as_perm(const DeviceSlots& slots) {
  DevicePerm perm;
  const auto widened = [](std::uint32_t four) {
    const std::uint32_t two = (four & 0xFFU) | (four & 0xFF00U) << 8U;
    return (two & 0x000F000FU) | (two << 4U & 0x0F000F00U);
  };
  perm.corners[0] = widened(slots.corners);
  perm.corners[1] = widened(slots.corners >> 16U);
  perm.edges[0] = widened(slots.edges_low);
  perm.edges[1] = widened(slots.edges_low >> 16U);
  perm.edges[2] = widened(slots.edges_high);
  return perm;
}

// A symmetry of the coset, see cube3::CosetImage.
struct DeviceImage {
  DeviceSlots from;
  DevicePerm to;
};
GYRE_HOST_DEVICE inline DeviceSlots image_of(const DeviceSlots& slots, const DeviceImage& image) {
  return turned(turned(image.from, as_perm(slots)), image.to);
}

// How a half turn permutes the 24 bits of a triple: it swaps bits at three distances.
struct TripleSwaps {
  static constexpr int kDistances = 3;
  std::array<std::uint32_t, kDistances> lower{};  // the lower bits of those that are swapped
  std::array<std::uint32_t, kDistances> distance{};

  static TripleSwaps of(const cube3::CosetLayout& layout, int half_turn);

  [[nodiscard]] GYRE_HOST_DEVICE std::uint32_t apply(std::uint32_t triple) const {
    std::uint32_t swapped = 0;
    for (int i = 0; i < kDistances; ++i) {
      swapped |= (triple & lower[i]) << distance[i] | (triple >> distance[i] & lower[i]);
    }
    return swapped;
  }
};

// Where the twelve triples of a row come from, four bits each, by order of the top edges.
using TripleSources = std::array<std::uint64_t, cube3::kOrders>;
[[nodiscard]] TripleSources triple_sources(const cube3::CosetLayout& layout);

// The tables of a search in the processor's memory, in the shapes that a device wants. Big ones
// (phase 1, ends) are pointed to where they are.
class HostTables {
 public:
  explicit HostTables(const cube3::CosetSearchTables& tables);
  [[nodiscard]] const DeviceTables& tables() const noexcept { return tables_; }

  // Each array of the tables: what points to it, where it is, and how large.
  struct Part {
    const void** pointer;
    const void* data;
    std::size_t bytes;
  };
  // The parts of a copy of tables(), whose pointers are to be replaced.
  [[nodiscard]] std::vector<Part> parts(DeviceTables& copy) const;

 private:
  const cube3::CosetSearchTables& search_;
  DeviceTables tables_;
  std::vector<std::uint16_t> row_moves_;
  std::vector<std::uint32_t> slice_images_;
  std::vector<DevicePerm> moves_;
  std::vector<DevicePerm> triples_;
  std::vector<DevicePerm> to_;
  std::vector<DevicePerm> last_;
  std::vector<DevicePerm> undo_;
};

}  // namespace gyre::gpu
