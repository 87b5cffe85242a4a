// The search of one thread, for each metric, table set and instruction set. Only the files that
// instantiate it include this.
//
// Nodes of phase 1 do not wait for their reads (in_flight.h). What comes after (completions, the
// read of the phase-2 table) goes through rings of its own in the same way.
#pragma once

#include "cube3/core/with_metric.h"
#include "cube3/two_phase/engine.h"
#include "cube3/two_phase/in_flight.h"
#include "cube3/two_phase/lookup.h"
#include "cube3/two_phase/search_constants.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace gyre::cube3 {

constexpr int kCompletingInFlight = 4;
constexpr int kEndsInFlight = 8;
// Tails are started before all others have ended, so that there are always nodes in flight.
constexpr int kTailsAhead = 128;

// A node whose completions have been asked for.
struct Completing {
  Node* node = nullptr;
  const Completion* list = nullptr;
};

// An end of phase 1, seen through a symmetry: so is its phase 2.
struct Phase1End {
  std::uint32_t index = 0;
  std::uint16_t corners = 0;
  std::uint16_t edges = 0;
  std::uint8_t middle = 0;
  std::uint8_t view = 0;
  std::uint8_t depth = 0;
  std::uint8_t symmetry = 0;
  std::uint8_t last_face = kNothingTurned;  // seen through the symmetry
  Path path{};                              // as it is
};

// A node in flight has at most 18 children on the stack for each move before it.
using SearchFlightMemory =
    FlightMemory<Node, kMoves * kMaxPhase1, kCompletingInFlight + kTailsAhead>;

struct SearchMemory {
  WaitingRing<Completing, kCompletingInFlight> completing;
  WaitingRing<Phase1End, kEndsInFlight> ends;
  SearchFlightMemory nodes;
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
        flight_(memory.nodes),
        solve_(solve),
        share_(share),
        shares_(shares) {
    for (const View& view : solve.views()) {
      Node& root = roots_[root_count_];
      root.slots = Slots::of(view.cube);
      ++root_count_;
      lookup_.start(root, Coset::of(view.cube));
      for (const void* read : lookup_.reads(root)) __builtin_prefetch(read);
    }
  }

  void run() {
    for (int length = 0; length <= solve_.allowed() && length <= kMaxPhase1; ++length) {
      level(length, 0);
      if (solve_.stopped()) return;
      solve_.proved(share_, length + 1);
      for (int tail = 1; tail <= kMaxTail && length - tail >= kMinPhase1WithTail; ++tail) {
        if (length - tail > kMaxPhase1WithTail || solve_.allowed() < length) break;
        level(length - tail, tail);
        if (solve_.stopped()) return;
      }
    }
  }

  // What the nodes in flight ask for.
  [[nodiscard]] typename Lookup::Reads reads(const Node& node) const noexcept {
    if constexpr (kCompletes) {
      if (node.left() == completed_) return {lookup_.completions().read_of(node.index)};
    }
    return lookup_.reads(node);
  }

  void visit(Node* node) {
    if (kCompletes && node->left() == completed_) return complete_later(node);
    expand(*node);
    flight_.give_back(node);
  }

 private:
  // All views with a first phase and a tail of these lengths.
  void level(int phase1, int tail) {
    length_ = phase1 + tail;
    tail_ = tail;
    // Short phases are shared by their prefixes, which completions must not reach into.
    // Nor do they know the ways on inside H that a cut phase 2 makes necessary.
    const bool completes =
        phase1 >= Completion::kLength + kSharedDepth && solve_.phase2_limit() >= kMaxPhase2;
    completed_ = completes ? Completion::kLength : -1;
    flight_.forget();
    memory_.completing.drop();
    memory_.ends.drop();
    if (tail == 0) {
      start_views(phase1);
    } else {
      tails_ = 0;
      for (std::size_t view = 0; view < solve_.views().size(); ++view) {
        start_tails({phase1, tail, static_cast<int>(view)}, solve_.views()[view].cube, 0,
                    kNothingTurned, 0);
      }
    }
    drain(0);
    memory_.completing.finish_all([&](const Completing& completing) { complete(completing); });
    memory_.ends.finish_all([&](const Phase1End& end) { finish(end); });
    tell_nodes();
  }

  void start_views(int phase1) {
    // Short lengths have too few prefixes to share them.
    if (share_ != 0 && phase1 <= kSharedDepth) return;
    for (int i = 0; i < root_count_; ++i) {
      Node& root = roots_[i];
      if (lookup_.distance(root) > phase1) continue;
      root.start(i, phase1);
      if (phase1 == 0) {
        end_phase1(root.slots, root, kIdentity, kNothingTurned, 0, phase2_limit(),
                   [&] { return root.path; });
      } else {
        flight_.add() = root;
      }
    }
  }

  // The same for all tails. If a sequence a, h, y solves a cube, then a, h solves what y and then
  // the cube make. The tail y is built from its end; its first move is none of H, or it would
  // belong to phase 2.
  struct TailTask {
    int phase1 = 0;
    int tail = 0;
    int view = 0;
  };
  void start_tails(const TailTask& task, const Cube& cube, int depth, int next_face,
                   std::uint64_t moves) {
    for (int move = 0; move < kMoves; ++move) {
      if (solve_.stopped() || solve_.allowed() < length_) return;
      const int face = move / 3;
      if (!is_one_move(metric, move)) continue;
      if (next_face != kNothingTurned && !may_follow(next_face, face)) continue;
      const bool first = depth + 1 == task.tail;
      if (first && is_h_move(move)) continue;
      if (first && tails_++ % shares_ != share_) continue;
      const Cube before = compose(action(FaceTurn::from_index(move)), cube);
      const std::uint64_t more = moves | static_cast<std::uint64_t>(move) << (kMoveBits * depth);
      if (!first) {
        start_tails(task, before, depth + 1, face, more);
        continue;
      }
      Node& root = flight_.add();
      root.slots = Slots::of(before);
      root.path = {0, more << kTailShift};
      root.start(task.view, task.phase1);
      lookup_.start(root, Coset::of(before));
      if (flight_.on_stack() >= kTailsAhead) drain(kTailsAhead / 2);
    }
  }

  // Works until no more than `leave` nodes are on the stack; with 0, until none is in flight
  // either.
  void drain(int leave) {
    while (leave != 0 ? flight_.on_stack() > leave : !flight_.empty()) {
      nodes_ += flight_.turn(*this);
      if (nodes_ >= kNodesBetweenLooks) {
        tell_nodes();
        if (solve_.stopped() || solve_.allowed() < length_) return flight_.drop();
      }
    }
  }

  void tell_nodes() {
    solve_.look(nodes_);
    nodes_ = 0;
  }

  void expand(const Node& node) {
    TurnSet turns =
        lookup_.template turns<metric>(node) & constants_.may_follow[node.symmetry][node.follow()];
    if (node.left() == 1) return expand_last(node, turns);
    const auto step = lookup_.step(node);
    const std::uint8_t* bit_move = constants_.bit_move.data();
    const std::uint8_t* own_move = constants_.own_move[node.symmetry].data();
    const Slots* slot_moves = constants_.slot_moves.move.data();
    const int depth = node.depth();
    const int left = node.left() - 1;
    const bool shared = shares_ > 1 && tail_ == 0 && depth + 1 == kSharedDepth;
    if constexpr (!Lookup::kExact) turns = lookup_.near(node.coset, turns, bit_move, left);
    for (; turns != 0; turns &= turns - 1) {
      const int seen = bit_move[std::countr_zero(turns)];
      const int move = own_move[seen];
      const Path path = with_move(node.path, depth, move);
      if (shared && !is_mine(node.view(), path[0])) continue;
      Node& child = flight_.add();
      step(seen, child);
      child.path = path;
      child.state = node.next_state(next_follow<metric>(node.follow(), move));
      Turner::turn(node.slots, slot_moves[move], child.slots);
    }
  }

  // The last move of phase 1.
  void expand_last(const Node& node, TurnSet turns) {
    if (solve_.phase2_limit() >= kMaxPhase2) turns &= kLeavingTurns;
    if constexpr (!Lookup::kExact) {
      turns = lookup_.near(node.coset, turns, constants_.bit_move.data(), 0);
    }
    for (; turns != 0; turns &= turns - 1) {
      const int seen = constants_.bit_move[std::countr_zero(turns)];
      const int move = constants_.own_move[node.symmetry][seen];
      const Path path = with_move(node.path, node.depth(), move);
      if (!may_end(node, path, move)) continue;
      Slots slots;
      Turner::turn(node.slots, constants_.slot_moves.move[move], slots);
      end_phase1(slots, node, kIdentity, move / 3, 1, phase2_limit(), [&] { return path; });
    }
  }

  // Whether phase 1 may end with this move. After a move of H (a quarter turn that makes a half
  // turn is one) H had been entered before, and phase 2 was tried from there: only where it was cut
  // short is the same solution met by going on inside H.
  [[nodiscard]] bool may_end(const Node& node, const Path& path, int move) const noexcept {
    const bool doubles = counts_units(metric) && node.follow() == kFaces + 1 + move / 3;
    if (!is_h_move(move) && !doubles) return true;
    return tail_ == 0 && solve_.allowed() - entered(path, node.depth() + 1) > solve_.phase2_limit();
  }

  // The length at which H was entered last by a path of the whole length that ends in H.
  [[nodiscard]] int entered(const Path& path, int depth) const noexcept {
    int at = depth;
    for (;;) {
      if (at > 0 && is_h_move(move_at(path, at - 1))) {
        --at;
      } else if (counts_units(metric) && at > 1 && move_at(path, at - 1) == move_at(path, at - 2)) {
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
    const std::uint64_t mixed = (path * kViews + view) * 0x9E37'79B9'7F4A'7C15U;
    return static_cast<int>((mixed >> 32U) % shares_) == share_;
  }

  // Where the completions are is known now, and asked for; the node waits a few others for them.
  void complete_later(Node* node) {
    const Completion* list = nullptr;
    if constexpr (kCompletes) list = lookup_.completions().find(node->index);
    if (list == nullptr) return flight_.give_back(node);
    __builtin_prefetch(list);
    memory_.completing.add([&](const Completing& before) { complete(before); }) = {node, list};
  }

  // The rest of phase 1 read off, all of it seen through the symmetry of the node. Turns of
  // opposite faces that meet where the path and the completion do must be in the order that
  // may_follow wants: the others are met elsewhere.
  void complete(const Completing& completing) {
    if constexpr (kCompletes) {
      Node* node = completing.node;
      const MoveTriple* triples = lookup_.completions().triples();
      const auto& images = constants_.slot_images[node->symmetry];
      Slots start;
      Turner::turn(images.from, node->slots, start);
      Turner::turn(start, images.to, start);
      const int face = constants_.face_image[node->symmetry][node->follow()];
      const int axis = face % 3;
      const int opposite = node->follow() < 3 ? (face + 3) % kFaces : kNothingTurned;
      const int limit = phase2_limit();
      for (const Completion* at = completing.list;; ++at) {
        if (at->first_axis() != axis || (at->first_face() == opposite && !at->starts_with_pair())) {
          const MoveTriple& second = triples[at->second()];
          Slots slots;
          Turner::turn(start, triples[at->first()].slots, slots);
          Turner::turn(slots, second.slots, slots);
          end_phase1(slots, *node, node->symmetry, second.move[2] / 3, Completion::kLength, limit,
                     [&] { return completed_path(*node, *at); });
        }
        if (at->is_last()) break;
      }
      flight_.give_back(node);
    }
  }

  [[nodiscard]] Path completed_path(const Node& node, const Completion& completion) const noexcept {
    Path path = node.path;
    int depth = node.depth();
    for (const int number : {completion.first(), completion.second()}) {
      for (const std::uint8_t move : lookup_.completions().triples()[number].move) {
        path = with_move(path, depth++, constants_.own_move[node.symmetry][move]);
      }
    }
    return path;
  }

  // Phase 1 of a node has ended after `more` moves, with the pieces where `slots` says, seen
  // through a symmetry. What most ends fail on costs no cache miss: corners alone, then with the
  // middle edges.
  template <class MakePath>
  void end_phase1(const Slots& slots, const Node& node, int symmetry, int last_face, int more,
                  int limit, const MakePath& make_path) {
    const int corners = constants_.ranks.corners(slots);
    if (corner_bounds_[corners] > limit) return;
    const int middle = constants_.ranks.middle(slots);
    if (corner_middle_(corners, middle) > limit) return;
    const int edges = constants_.ranks.edges(slots);
    Phase1End& end = memory_.ends.add([&](const Phase1End& before) { finish(before); });
    end = {lookup_.phase2_place(corners, edges),
           static_cast<std::uint16_t>(corners),
           static_cast<std::uint16_t>(edges),
           static_cast<std::uint8_t>(middle),
           static_cast<std::uint8_t>(node.view()),
           static_cast<std::uint8_t>(node.depth() + more),
           static_cast<std::uint8_t>(symmetry),
           static_cast<std::uint8_t>(last_face),
           make_path()};
  }

  void finish(const Phase1End& end) {
    const int first = std::max(corner_middle_(end.corners, end.middle),
                               lookup_.phase2_bound(end.index, end.corners, end.edges, end.middle));
    if (first > phase2_limit() || solve_.stopped()) return;
    for (int i = 0; i < end.depth; ++i) {
      solution_[i] = static_cast<std::uint8_t>(move_at(end.path, i));
    }
    end_ = &end;
    for (int length = first; length <= phase2_limit(); ++length) {
      if (phase2(end.corners, end.edges, end.middle, end.last_face, end.depth, length)) return;
    }
  }

  // Whether phase 2 is done for this end.
  bool phase2(int corners, int edges, int middle, int last_face, int depth, int left) {
    if (left == 0) {
      if ((corners | edges | middle) != 0) return false;
      for (int i = tail_; i > 0; --i) {
        const unsigned shift = kTailShift + kMoveBits * (i - 1);
        solution_[depth++] = static_cast<std::uint8_t>(end_->path[1] >> shift & 31U);
      }
      solve_.record(solve_.views()[end_->view], solution_.data(), depth);
      return !solve_.wants_several();
    }
    if (++nodes_ >= kNodesBetweenLooks) tell_nodes();
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
      // Phase 1 may have been seen through another symmetry at another length, with another order
      // of opposite faces: so where the phases meet both orders are tried.
      const int face = kHMoves[column] / 3;
      if (face == last_face || (depth != end_->depth && !may_follow(face, last_face))) continue;
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
      solution_[depth] = constants_.own_move[end_->symmetry][move];
      if (phase2(child.corners, child.edges, child.middle, move / 3, depth + 1, rest)) return true;
    }
    return false;
  }

  static constexpr int weight(int column) noexcept { return turn_weight(metric, kHMoves[column]); }

  static constexpr int kIdentity = 0;
  static constexpr bool kCompletes = Completions::serves(metric) && Lookup::kExact;
  static constexpr std::uint32_t kNodesBetweenLooks = 256;
  // Threads share a level by its prefixes of this length.
  static constexpr int kSharedDepth = 2;

  Lookup lookup_;
  const MoveTables& moves_;
  const PairTable& corner_middle_;
  const std::uint8_t* corner_bounds_;
  const SearchConstants& constants_;
  SearchMemory& memory_;
  NodesInFlight<Node, SearchFlightMemory> flight_;
  Solve& solve_;
  int share_;
  int shares_;

  std::array<Node, kViews> roots_;
  int root_count_ = 0;
  int length_ = 0;           // of phase 1 and the tail
  int tail_ = 0;             // of it, the tail
  int tails_ = 0;            // started in this level
  int completed_ = -1;       // nodes that have so many moves left are read off
  std::uint32_t nodes_ = 0;  // that the solve has not been told of
  const Phase1End* end_ = nullptr;
  std::array<std::uint8_t, kMaxPhase1 + kMaxPhase2 + kMaxTail> solution_{};
};

template <class Turner>
void run_search(const TwoPhaseTables& tables, const SearchConstants& constants,
                SearchMemory& memory, Solve& solve, int share, int shares) {
  with_metric(tables.metric(), [&](auto constant) {
    if (tables.big() != nullptr) {
      Search<constant.value, BigLookup, Turner>(tables, constants, memory, solve, share, shares)
          .run();
    } else {
      Search<constant.value, SmallLookup, Turner>(tables, constants, memory, solve, share, shares)
          .run();
    }
  });
}

void run_search_portable(const TwoPhaseTables& tables, const SearchConstants& constants,
                         SearchMemory& memory, Solve& solve, int share, int shares);
// It may be called only where the processor has AVX2.
void run_search_avx2(const TwoPhaseTables& tables, const SearchConstants& constants,
                     SearchMemory& memory, Solve& solve, int share, int shares);

}  // namespace gyre::cube3
