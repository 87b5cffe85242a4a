// The search of one thread, for each metric, table set and instruction set. Only the files that
// instantiate it include this.
//
// A phase-1 node costs one random read, and most of what lies far from H misses every cache. So
// nodes do not wait for their reads: a node that is taken from the stack goes into a ring of nodes
// in flight, its entry is prefetched, and it is expanded when the ring comes round to it. The order
// is still almost depth-first, so the stack stays small. The ends of phase 1 go through a second
// ring in the same way, for their read of the phase-2 table.
#pragma once

#include "cube3/two_phase.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace gyre::cube3 {

constexpr int kNodesInFlight = 16;
constexpr int kEndsInFlight = 8;
constexpr int kMovesAWord = 12;
constexpr unsigned kMoveBits = 5;
// Each node in flight has at most 18 children on the stack for each move before it, and stands itself.
constexpr int kStackSize = kNodesInFlight * (kMoves * kMaxPhase1 + 1);

// What was turned last. In the quarter-turn metric a half turn is a quarter turn done twice, always
// clockwise: so it also matters whether the same face may turn once more.
constexpr int kNothingTurned = kFaces;
constexpr int kFollowStates = 2 * kFaces + 1;  // face, nothing, kFaces + 1 + face that may double

using Path = std::array<std::uint64_t, 2>;

struct alignas(64) Node {
  Slots slots;
  Path path{};
  std::uint32_t index = 0;
  Coset coset;
  std::uint8_t symmetry = 0;
  std::uint8_t left = 0;
  std::uint8_t depth = 0;
  std::uint8_t follow = kNothingTurned;
  std::uint8_t view = 0;
};
static_assert(sizeof(Node) == 64);

// An end of phase 1.
struct End {
  std::uint32_t index = 0;
  std::uint16_t corners = 0;
  std::uint16_t edges = 0;
  std::uint8_t middle = 0;
  std::uint8_t view = 0;
  std::uint8_t depth = 0;
  Path path{};
};

// Nodes stay where they are written: a copy would wait for the stores it reads.
struct SearchMemory {
  std::array<Node*, kNodesInFlight> ring{};
  std::array<End, kEndsInFlight> ends;
  std::array<Node*, kStackSize> stack{};
  std::array<Node*, kStackSize> free{};
  std::array<Node, kStackSize> nodes;
};

struct SearchConstants {
  explicit SearchConstants(Metric metric);

  SlotMoves slot_moves;
  SlotRanks ranks;
  // Turns that may follow, as they look through a symmetry.
  std::array<std::array<TurnSet, kFollowStates>, kAxisSymmetries> may_follow{};
  // By bit of a TurnSet seen through a symmetry: the move itself.
  std::array<std::array<std::uint8_t, 24>, kAxisSymmetries> move{};
  // By move seen through a symmetry: the move itself and what it does.
  struct alignas(64) SeenMove {
    Slots slots;
    std::uint8_t face = 0;
    std::uint8_t move = 0;
  };
  std::array<std::array<SeenMove, kMoves>, kAxisSymmetries> seen_move{};
};

// The turns that leave H, and the only ones that a phase 1 ends with. The symmetries keep this set.
constexpr TurnSet kLeavingTurns = 0x550550;

// Of two opposite faces the second may follow the first, not the first the second: they commute.
constexpr bool may_follow(int face, int last_face) noexcept {
  return face != last_face && face + 3 != last_face;
}

class BigLookup {
 public:
  static constexpr bool kExact = true;

  explicit BigLookup(const TwoPhaseTables& tables)
      : big_(*tables.big()), phase1_(big_.phase1_entries()), phase2_(big_.phase2_bounds()) {}

  void place(Node& node) const noexcept {
    const Phase1Place place = phase1_place(big_.cosets, node.coset);
    node.index = place.index;
    node.symmetry = static_cast<std::uint8_t>(place.symmetry);
  }
  void prefetch(const Node& node) const noexcept { __builtin_prefetch(phase1_ + node.index); }
  template <Metric metric>
  [[nodiscard]] TurnSet turns(const Node& node) const noexcept {
    return Phase1Entry<metric>{phase1_[node.index]}.turns(node.left);
  }
  [[nodiscard]] int distance(const Node& node) const noexcept {
    return Phase1Entry<Metric::htm>{phase1_[node.index]}.distance();
  }
  void prefetch_completions(const Node& node) const noexcept {
    big_.completions->prefetch(node.index);
  }
  [[nodiscard]] const Completion* completions(const Node& node) const noexcept {
    return big_.completions->find(node.index);
  }
  // The masks have said so already.
  [[nodiscard]] static bool within(const Coset& /*coset*/, int /*left*/) noexcept { return true; }

  [[nodiscard]] std::uint32_t phase2_place(int corners, int edges) const noexcept {
    const std::uint32_t index = phase2_index(big_.perms, corners, edges);
    __builtin_prefetch(phase2_ + (index >> 1U));
    return index;
  }
  [[nodiscard]] int phase2_bound(std::uint32_t index, int corners, int edges,
                                 int /*middle*/) const noexcept {
    if ((corners | edges) == 0) return 0;
    return cube3::phase2_bound(phase2_, index);
  }

 private:
  const BigTables& big_;
  const std::uint32_t* phase1_;
  const std::uint8_t* phase2_;
};

class SmallLookup {
 public:
  static constexpr bool kExact = false;

  explicit SmallLookup(const TwoPhaseTables& tables) : small_(*tables.small()) {}

  static void place(Node& /*node*/) noexcept {}
  static void prefetch(const Node& /*node*/) noexcept {}
  template <Metric metric>
  [[nodiscard]] static TurnSet turns(const Node& /*node*/) noexcept {
    return metric == Metric::htm ? kAllTurns : kQuarterTurns;
  }
  [[nodiscard]] int distance(const Node& node) const noexcept {
    const Coset& coset = node.coset;
    return std::max({small_.flip_slice(coset.flip, coset.slice),
                     small_.twist_slice(coset.twist, coset.slice),
                     small_.twist_flip(coset.twist, coset.flip)});
  }
  // The largest table last: it is the one that misses the cache.
  [[nodiscard]] bool within(const Coset& coset, int left) const noexcept {
    return small_.flip_slice(coset.flip, coset.slice) <= left &&
           small_.twist_slice(coset.twist, coset.slice) <= left &&
           small_.twist_flip(coset.twist, coset.flip) <= left;
  }

  [[nodiscard]] static std::uint32_t phase2_place(int /*corners*/, int /*edges*/) noexcept {
    return 0;
  }
  [[nodiscard]] int phase2_bound(std::uint32_t /*index*/, int /*corners*/, int edges,
                                 int middle) const noexcept {
    return small_.edge_middle(edges, middle);
  }

 private:
  const SmallTables& small_;
};

template <Metric metric, class Lookup, class Turner>
class Search {
 public:
  Search(const TwoPhaseTables& tables, const SearchConstants& constants, SearchMemory& memory,
         Solve& solve, int share, int shares)
      : lookup_(tables),
        moves_(tables.moves()),
        corner_middle_(tables.corner_middle()),
        corner_bounds_(tables.corner_bounds()),
        constants_(constants),
        memory_(memory),
        solve_(solve),
        share_(share),
        shares_(shares) {
    for (const View& view : solve.views()) {
      Node& root = roots_[root_count_];
      root.slots = Slots::of(view.cube);
      root.coset = Coset::of(view.cube);
      root.view = static_cast<std::uint8_t>(root_count_++);
      lookup_.place(root);
      lookup_.prefetch(root);
    }
  }

  void run() {
    for (int length = 0; length <= solve_.allowed() && length <= kMaxPhase1; ++length) {
      if (!level(length)) return;
      solve_.proved(share_, length + 1);
    }
  }

 private:
  // All views with phase 1 of this length. False if it was stopped.
  bool level(int length) {
    length_ = length;
    // Short phases are shared by their prefixes, which completions must not reach into.
    completed_ = length >= Completion::kLength + kSharedDepth ? Completion::kLength : -1;
    stack_size_ = 0;
    free_ = 0;
    used_ = 0;
    ends_ = 0;
    // Short lengths have too few prefixes to share them.
    const bool mine = share_ == 0 || length > kSharedDepth;
    for (int i = 0; i < root_count_ && mine; ++i) {
      Node& root = roots_[i];
      if (lookup_.distance(root) > length) continue;
      root.left = static_cast<std::uint8_t>(length);
      if (length == 0) {
        end_phase1(root.slots, root.view, 0, [&] { return root.path; });
      } else {
        new_node() = root;
      }
    }
    drain();
    while (ends_ != 0) finish(memory_.ends[--ends_]);
    solve_.look(nodes_);
    nodes_ = 0;
    return !solve_.stopped();
  }

  // A node on top of the stack, to be filled in.
  Node& new_node() {
    assert(stack_size_ < kStackSize && (free_ != 0 || used_ < kStackSize));
    Node* node = free_ != 0 ? memory_.free[--free_] : &memory_.nodes[used_++];
    memory_.stack[stack_size_++] = node;
    return *node;
  }

  void drain() {
    int count = 0;
    while (count < kNodesInFlight && stack_size_ != 0) memory_.ring[count++] = take();
    int at = 0;
    while (count != 0) {
      if (at >= count) at = 0;
      Node* node = memory_.ring[at];
      expand(*node);
      memory_.free[free_++] = node;
      if (++nodes_ % kNodesBetweenLooks == 0) {
        solve_.look(kNodesBetweenLooks);
        nodes_ = 0;
        if (solve_.stopped() || solve_.allowed() < length_) return;
      }
      if (stack_size_ != 0) {
        memory_.ring[at++] = take();
      } else {
        memory_.ring[at] = memory_.ring[--count];
      }
      while (count < kNodesInFlight && stack_size_ != 0) memory_.ring[count++] = take();
    }
  }

  Node* take() {
    Node* node = memory_.stack[--stack_size_];
    if constexpr (kCompletes) {
      if (node->left == completed_) {
        lookup_.prefetch_completions(*node);
        return node;
      }
    }
    lookup_.prefetch(*node);
    return node;
  }

  void expand(const Node& node) {
    if constexpr (kCompletes) {
      if (node.left == completed_) return complete(node);
    }
    TurnSet turns =
        lookup_.template turns<metric>(node) & constants_.may_follow[node.symmetry][node.follow];
    const bool last = node.left == 1;
    if (last && solve_.phase2_limit() >= kMaxPhase2) turns &= kLeavingTurns;
    const std::uint16_t* twists = moves_.twist.row(node.coset.twist);
    const std::uint16_t* flips = moves_.flip.row(node.coset.flip);
    const std::uint16_t* slices = moves_.slice.row(node.coset.slice);
    for (; turns != 0; turns &= turns - 1) {
      const int move = constants_.move[node.symmetry][std::countr_zero(turns)];
      const int face = move / 3;
      const Coset coset = {twists[move], flips[move], slices[move]};
      if (!lookup_.within(coset, node.left - 1)) continue;
      const Path path = with_move(node.path, node.depth, move);
      if (last) {
        if (!may_end(node, path, move)) continue;
        Slots slots;
        Turner::turn(node.slots, constants_.slot_moves.move[move], slots);
        end_phase1(slots, node.view, node.depth + 1, [&] { return path; });
        continue;
      }
      if (node.depth + 1 == kSharedDepth && shares_ > 1 && !is_mine(node.view, path[0])) continue;
      Node& child = new_node();
      Turner::turn(node.slots, constants_.slot_moves.move[move], child.slots);
      child.path = path;
      child.coset = coset;
      child.left = static_cast<std::uint8_t>(node.left - 1);
      child.depth = static_cast<std::uint8_t>(node.depth + 1);
      child.view = node.view;
      child.follow = static_cast<std::uint8_t>(face);
      if (metric == Metric::qtm && move % 3 == 0 && node.follow != kFaces + 1 + face) {
        child.follow = static_cast<std::uint8_t>(kFaces + 1 + face);
      }
      lookup_.place(child);
    }
  }

  // Whether phase 1 may end with this move. After a move of H (a quarter turn that makes a half
  // turn is one) H had been entered before, and phase 2 was tried from there: only where it was cut
  // short is the same solution met by going on inside H.
  [[nodiscard]] bool may_end(const Node& node, const Path& path, int move) const noexcept {
    const bool doubles = metric == Metric::qtm && node.follow == kFaces + 1 + move / 3;
    if (!is_h_move(move) && !doubles) return true;
    return solve_.allowed() - entered(path, node.depth + 1) > solve_.phase2_limit();
  }

  // The length at which H was entered last by a path of the whole length that ends in H.
  [[nodiscard]] int entered(const Path& path, int depth) const noexcept {
    int at = depth;
    for (;;) {
      if (at > 0 && is_h_move(move_at(path, at - 1))) {
        --at;
      } else if (metric == Metric::qtm && at > 1 &&
                 move_at(path, at - 1) == move_at(path, at - 2)) {
        at -= 2;
      } else {
        return length_ - (depth - at);
      }
    }
  }

  static Path with_move(const Path& path, int at, int move) noexcept {
    const auto bits = static_cast<std::uint64_t>(move);
    return {path[0] | (at < kMovesAWord ? bits << (kMoveBits * at) : 0),
            path[1] | (at < kMovesAWord ? 0 : bits << (kMoveBits * (at - kMovesAWord)))};
  }
  static int move_at(const Path& path, int at) noexcept {
    return static_cast<int>(path[at / kMovesAWord] >> (kMoveBits * (at % kMovesAWord)) & 31U);
  }

  // The longest phase 2 that is of use and worth its time.
  [[nodiscard]] int phase2_limit() const noexcept {
    return std::min(solve_.allowed() - length_, solve_.phase2_limit());
  }

  [[nodiscard]] bool is_mine(int view, std::uint64_t path) const noexcept {
    const std::uint64_t mixed = (path * 6 + view) * 0x9E37'79B9'7F4A'7C15U;
    return static_cast<int>((mixed >> 32U) % shares_) == share_;
  }

  // The rest of phase 1 read off. Turns of opposite faces that meet where the path and the
  // completion do must be in the order that may_follow wants: the others are met elsewhere.
  void complete(const Node& node) {
    const Completion* completion = lookup_.completions(node);
    if (completion == nullptr) return;
    const auto& turned = constants_.seen_move[node.symmetry];
    for (;; ++completion) {
      const int first = turned[completion->move(0)].face;
      if (first % 3 != node.follow % 3 ||
          (first == node.follow + 3 && !completion->starts_with_pair())) {
        Slots slots = node.slots;
        for (int i = 0; i < Completion::kLength; ++i) {
          Turner::turn(slots, turned[completion->move(i)].slots, slots);
        }
        end_phase1(slots, node.view, node.depth + Completion::kLength,
                   [&] { return completed_path(node, *completion); });
      }
      if (completion->is_last()) return;
    }
  }

  [[nodiscard]] Path completed_path(const Node& node, const Completion& completion) const noexcept {
    Path path = node.path;
    for (int i = 0; i < Completion::kLength; ++i) {
      path = with_move(path, node.depth + i,
                       constants_.seen_move[node.symmetry][completion.move(i)].move);
    }
    return path;
  }

  // What most ends fail on costs no cache miss: corners alone, then with the middle edges.
  template <class MakePath>
  void end_phase1(const Slots& slots, int view, int depth, const MakePath& make_path) {
    const int limit = phase2_limit();
    const int corners = constants_.ranks.corners(slots);
    if (corner_bounds_[corners] > limit) return;
    const int middle = constants_.ranks.middle(slots);
    if (corner_middle_(corners, middle) > limit) return;
    const int edges = constants_.ranks.edges(slots);
    if (ends_ == kEndsInFlight) {
      finish(memory_.ends[next_end_]);
    } else {
      next_end_ = ends_++;
    }
    memory_.ends[next_end_] = {lookup_.phase2_place(corners, edges),
                               static_cast<std::uint16_t>(corners),
                               static_cast<std::uint16_t>(edges),
                               static_cast<std::uint8_t>(middle),
                               static_cast<std::uint8_t>(view),
                               static_cast<std::uint8_t>(depth),
                               make_path()};
    next_end_ = (next_end_ + 1) % kEndsInFlight;
  }

  void finish(const End& end) {
    int limit = phase2_limit();
    const int first = std::max(corner_middle_(end.corners, end.middle),
                               lookup_.phase2_bound(end.index, end.corners, end.edges, end.middle));
    if (first > limit || solve_.stopped()) return;
    for (int i = 0; i < end.depth; ++i) {
      solution_[i] = static_cast<std::uint8_t>(move_at(end.path, i));
    }
    end_ = &end;
    const int last_face = end.depth == 0 ? kNothingTurned : solution_[end.depth - 1] / 3;
    for (int length = first; length <= limit; ++length) {
      if (phase2(end.corners, end.edges, end.middle, last_face, end.depth, length)) return;
      limit = phase2_limit();
    }
  }

  // Whether phase 2 is done for this end.
  bool phase2(int corners, int edges, int middle, int last_face, int depth, int left) {
    if (left == 0) {
      if ((corners | edges | middle) != 0) return false;
      solve_.record(solve_.views()[end_->view], solution_.data(), depth);
      return !solve_.wants_several();
    }
    if (++nodes_ % kNodesBetweenLooks == 0) {
      solve_.look(kNodesBetweenLooks);
      nodes_ = 0;
    }
    if (solve_.stopped()) return true;
    struct Child {
      std::uint32_t index;
      std::uint16_t corners;
      std::uint16_t edges;
      std::uint8_t middle;
      std::uint8_t column;
    };
    std::array<Child, kHMoveCount> children;
    int count = 0;
    const std::uint16_t* next_corners = moves_.corners.row(corners);
    const std::uint16_t* next_edges = moves_.edges.row(edges);
    const std::uint16_t* next_middle = moves_.middle.row(middle);
    for (int column = 0; column < kHMoveCount; ++column) {
      if (!may_follow(kHMoves[column] / 3, last_face)) continue;
      if (corner_middle_(next_corners[column], next_middle[column]) > left - weight(column)) {
        continue;
      }
      children[count++] = {lookup_.phase2_place(next_corners[column], next_edges[column]),
                           next_corners[column], next_edges[column],
                           static_cast<std::uint8_t>(next_middle[column]),
                           static_cast<std::uint8_t>(column)};
    }
    for (int i = 0; i < count; ++i) {
      const Child& child = children[i];
      const int rest = left - weight(child.column);
      if (lookup_.phase2_bound(child.index, child.corners, child.edges, child.middle) > rest) {
        continue;
      }
      const int move = kHMoves[child.column];
      solution_[depth] = static_cast<std::uint8_t>(move);
      if (phase2(child.corners, child.edges, child.middle, move / 3, depth + 1, rest)) return true;
    }
    return false;
  }

  static constexpr int weight(int column) noexcept {
    return metric == Metric::htm ? 1 : quarter_turns(kHMoves[column]);
  }

  static constexpr bool kCompletes = metric == Metric::htm && Lookup::kExact;
  static constexpr std::uint32_t kNodesBetweenLooks = 256;
  // Threads share a level by its prefixes of this length.
  static constexpr int kSharedDepth = 2;

  Lookup lookup_;
  const MoveTables& moves_;
  const PairTable& corner_middle_;
  const std::uint8_t* corner_bounds_;
  const SearchConstants& constants_;
  SearchMemory& memory_;
  Solve& solve_;
  int share_;
  int shares_;

  std::array<Node, kViews> roots_;
  int root_count_ = 0;
  int length_ = 0;      // of phase 1
  int completed_ = -1;  // nodes that have so many moves left are read off
  int stack_size_ = 0;
  int free_ = 0;  // nodes that were used and are free again
  int used_ = 0;
  int ends_ = 0;
  int next_end_ = 0;
  std::uint32_t nodes_ = 0;  // that the solve has not been told of
  const End* end_ = nullptr;
  std::array<std::uint8_t, kMaxPhase1 + kMaxPhase2> solution_{};
};

template <class Turner>
void run_search(const TwoPhaseTables& tables, const SearchConstants& constants,
                SearchMemory& memory, Solve& solve, int share, int shares) {
  const bool htm = tables.metric() == Metric::htm;
  if (tables.big() != nullptr) {
    if (htm) {
      Search<Metric::htm, BigLookup, Turner>(tables, constants, memory, solve, share, shares).run();
    } else {
      Search<Metric::qtm, BigLookup, Turner>(tables, constants, memory, solve, share, shares).run();
    }
  } else {
    if (htm) {
      Search<Metric::htm, SmallLookup, Turner>(tables, constants, memory, solve, share, shares)
          .run();
    } else {
      Search<Metric::qtm, SmallLookup, Turner>(tables, constants, memory, solve, share, shares)
          .run();
    }
  }
}

void run_search_portable(const TwoPhaseTables& tables, const SearchConstants& constants,
                         SearchMemory& memory, Solve& solve, int share, int shares);
// Only where the processor has AVX2.
void run_search_avx2(const TwoPhaseTables& tables, const SearchConstants& constants,
                     SearchMemory& memory, Solve& solve, int share, int shares);

}  // namespace gyre::cube3
