// The search of one thread for sequences into H that end in a quarter turn of F, R, B or L. From a
// node it finds all of a given length, each of which sets a bit. Only the files that instantiate it
// include this.
//
// Nodes do not wait for their reads of the phase-1 table (cube3/two_phase/in_flight.h). The last
// CosetEnds::kLength moves are read off.
#pragma once

#include "cube3/coset/ends.h"
#include "cube3/coset/layout.h"
#include "cube3/coset/writer.h"
#include "cube3/two_phase/in_flight.h"
#include "cube3/two_phase/lookup.h"
#include "cube3/two_phase/search_constants.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

constexpr int kMaxCosetSearch = kLongestCoset;

// What all threads of a search share. Nothing changes it.
struct CosetSearchTables {
  CosetSearchTables(const TwoPhaseTables& of, int threads);

  const TwoPhaseTables& two_phase;
  SearchConstants constants;
  CosetEnds ends;
  CosetLayout layout;
  // How slots look through each symmetry.
  std::array<Slots, kAxisSymmetries> to{};
  // The way back after the last quarter turn, by side and whether it goes counterclockwise.
  std::array<std::array<std::array<Slots, 2>, kSideFaceCount>, kAxisSymmetries> last{};
};

// A symmetry that keeps the coset takes sequences into H to sequences into H, and where one ends to
// where the other does: to[end[from]].
struct CosetImage {
  Slots from;
  Slots to;
};

// A node whose ends have been asked for.
struct CosetCompleting {
  Node* node = nullptr;
  const CosetEnd* list = nullptr;
};
constexpr int kCosetCompletingInFlight = 8;
// A node in flight has at most 18 successors for each move before it.
using CosetFlightMemory = FlightMemory<Node, kMoves * kMaxCosetSearch, kCosetCompletingInFlight>;

// The memory of one thread's search: almost a megabyte.
struct CosetSearchMemory {
  WaitingRing<CosetCompleting, kCosetCompletingInFlight> completing;
  CosetFlightMemory nodes;
};

template <Metric metric, class Turner>
class CosetSearch {
 public:
  CosetSearch(const CosetSearchTables& tables, const std::vector<CosetImage>& images,
              CosetSearchMemory& memory, CosetWriter& writer)
      : tables_(tables),
        lookup_(tables.two_phase),
        images_(images),
        memory_(memory),
        flight_(memory.nodes),
        writer_(writer),
        pages_(tables.layout.pages()),
        undo_(tables.layout.undo()),
        middle_bits_(tables.layout.middle_bits()) {}

  void start(const Node& root) { flight_.add() = root; }

  // Works until nothing is left. more() is asked now and then and may say to end.
  template <class More>
  void run(const More& more) {
    std::uint64_t asked = nodes_;
    while (!flight_.empty()) {
      nodes_ += flight_.turn(*this);
      if (nodes_ - asked < kNodesBetweenLooks) continue;
      asked = nodes_;
      if (!more()) flight_.drop();
    }
    memory_.completing.finish_all([&](const CosetCompleting& left) { complete(left); });
    flight_.forget();
  }

  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }
  [[nodiscard]] std::uint64_t ends() const noexcept { return ends_; }

  // What the nodes in flight ask for.
  [[nodiscard]] BigLookup::Reads reads(const Node& node) const noexcept {
    if (node.left() == CosetEnds::kLength) return {tables_.ends.read_of(node.index)};
    return lookup_.reads(node);
  }

  void visit(Node* node) {
    if (node->left() == CosetEnds::kLength) return complete_later(node);
    expand(*node);
    flight_.give_back(node);
  }

 private:
  static constexpr std::uint64_t kNodesBetweenLooks = 1U << 16U;

  void expand(const Node& node) {
    const SearchConstants& constants = tables_.constants;
    TurnSet turns =
        lookup_.template turns<metric>(node) & constants.may_follow[node.symmetry][node.follow()];
    const std::uint8_t* bit_move = constants.bit_move.data();
    const std::uint8_t* own_move = constants.own_move[node.symmetry].data();
    const Slots* slot_moves = constants.slot_moves.move.data();
    if (node.left() == 1) return expand_last(node, turns & kLeavingTurns);
    const auto step = lookup_.step(node);
    for (; turns != 0; turns &= turns - 1) {
      const int seen = bit_move[std::countr_zero(turns)];
      const int move = own_move[seen];
      Node& child = flight_.add();
      step(seen, child);
      child.state = node.next_state(next_follow<metric>(node.follow(), move));
      Turner::turn(node.slots, slot_moves[move], child.slots);
    }
  }

  // For searches that are too short for the ends. A quarter turn that makes a half turn is left
  // out, because a half turn is a move of H.
  void expand_last(const Node& node, TurnSet turns) {
    const SearchConstants& constants = tables_.constants;
    for (; turns != 0; turns &= turns - 1) {
      const int move =
          constants.own_move[node.symmetry][constants.bit_move[std::countr_zero(turns)]];
      if (counts_units(metric) && node.follow() == kFaces + 1 + move / 3) continue;
      Slots slots;
      Turner::turn(node.slots, constants.slot_moves.move[move], slots);
      end(slots);
    }
  }

  // The ends are asked for here, and the node waits for them while a few others are completed.
  void complete_later(Node* node) {
    const CosetEnd* list = tables_.ends.find(node->index);
    if (list == nullptr) return flight_.give_back(node);
    __builtin_prefetch(list);
    memory_.completing.add([&](const CosetCompleting& before) { complete(before); }) = {node, list};
  }

  void complete(const CosetCompleting& completing) {
    Node* node = completing.node;
    const EndTriple* triples = tables_.ends.triples();
    const auto& last = tables_.last[node->symmetry];
    Slots start;
    Turner::turn(node->slots, tables_.to[node->symmetry], start);
    const Join join(*node, tables_.constants);
    for (const CosetEnd* at = completing.list;; ++at) {
      const EndTriple& first = triples[at->first()];
      if (join.fits(first)) {
        Slots slots;
        Turner::turn(start, first.slots, slots);
        Turner::turn(slots, triples[at->second()].slots, slots);
        Slots other;
        Turner::turn(slots, last[at->side()][0], other);
        Turner::turn(slots, last[at->side()][1], slots);
        end(other);
        end(slots);
      }
      if (at->is_last()) break;
    }
    flight_.give_back(node);
  }

  // What may come where a path and an end meet. Of two opposite faces the path's order is the lower
  // first; the end, seen through a symmetry, may have the other. So of the faces that it begins
  // with, the one that the path turned last must not be there (but as the second half of a half
  // turn, in quarter turns), and the opposite one only if it may follow.
  class Join {
   public:
    Join(const Node& node, const SearchConstants& constants) {
      const bool doubles = node.follow() > kFaces;
      const int own = doubles ? node.follow() - kFaces - 1 : node.follow();
      if (own == kNothingTurned) return;
      const int face = constants.face_image[node.symmetry][own];
      axis_ = face % 3;
      same_ = face < 3 ? EndTriple::kLowerTurns : EndTriple::kUpperTurns;
      opposite_ = face < 3 ? EndTriple::kUpperTurns : EndTriple::kLowerTurns;
      opposite_may_follow_ = own < 3;
      doubles_ = doubles;
    }
    [[nodiscard]] bool fits(const EndTriple& first) const noexcept {
      const auto& begins = first.slots.slot;
      if (begins[EndTriple::kAxis] != axis_) return true;
      if (begins[opposite_] != 0 && !opposite_may_follow_) return false;
      return begins[same_] == 0 || (counts_units(metric) && doubles_ && begins[same_] != 2);
    }

   private:
    static constexpr int kNoAxis = 3;
    int axis_ = kNoAxis;
    int same_ = 0;
    int opposite_ = 0;
    bool opposite_may_follow_ = false;
    bool doubles_ = false;
  };

  void end(const Slots& slots) {
    ++ends_;
    put(slots);
    if (images_.empty()) return;
    for (const CosetImage& image : images_) {
      Slots seen;
      Turner::turn(image.from, slots, seen);
      Turner::turn(seen, image.to, seen);
      put(seen);
    }
  }

  void put(const Slots& slots) {
    const SlotRanks& ranks = tables_.layout.ranks();
    const std::uint32_t page = pages_[ranks.corners(slots)];
    Slots first;
    Turner::turn(slots, undo_[page % kGroupPages], first);
    const auto pair = static_cast<std::uint32_t>(ranks.edges(first)) / 2;
    writer_.put(page, pair * kOrders + middle_bits_[ranks.middle(first)]);
  }

  const CosetSearchTables& tables_;
  BigLookup lookup_;
  const std::vector<CosetImage>& images_;
  CosetSearchMemory& memory_;
  NodesInFlight<Node, CosetFlightMemory> flight_;
  CosetWriter& writer_;
  const std::uint16_t* pages_;
  const Slots* undo_;
  const std::uint8_t* middle_bits_;

  std::uint64_t nodes_ = 0;
  std::uint64_t ends_ = 0;
};

}  // namespace gyre::cube3
