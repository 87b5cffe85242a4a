// A node of phase 1, and how it is looked up: in the exact tables, or in pair tables. The search
// (search.h) is the same for both.
#pragma once

#include "cube3/tables/slots.h"
#include "cube3/two_phase/tables.h"

#include <algorithm>
#include <array>
#include <bit>

namespace gyre::cube3 {

constexpr int kMovesAWord = 12;
constexpr unsigned kMoveBits = 5;

// What was turned last. In the quarter-turn metric a half turn is a quarter turn done twice, always
// clockwise: so it also matters whether the same face may turn once more.
constexpr int kFollowStates = 2 * kFaces + 1;  // face, nothing, kFaces + 1 + face that may double

// Moves, kMovesAWord in each word, from the lowest bit. A search with a tail keeps it at the top of
// the second word, the last move lowest.
using Path = std::array<std::uint64_t, 2>;
constexpr int kMaxTail = 6;
constexpr unsigned kTailShift = kMoveBits * (kMovesAWord - kMaxTail);
// Longer first phases leave no room for a tail.
constexpr int kMaxPhase1WithTail = kMovesAWord + static_cast<int>(kTailShift / kMoveBits);
// Shorter ones with a tail have too few sequences each to be worth their start.
constexpr int kMinPhase1WithTail = 9;

// The coset stands as its lookup wants it: as it is, or seen through `symmetry` and with the row of
// its twist in place of the twist. No byte stands alone: the compiler takes a store of one for a
// change of anything, and reads all pointers again.
struct alignas(64) Node {
  Slots slots;
  Path path{};
  std::uint32_t index = 0;
  Coset coset;
  std::uint16_t symmetry = 0;
  // Moves left, moves done, view, follow state: a byte each, from the lowest.
  std::uint32_t state = kNothingTurned << kFollowShift;

  static constexpr unsigned kFollowShift = 24;

  [[nodiscard]] int left() const noexcept { return static_cast<int>(state & 0xFFU); }
  [[nodiscard]] int depth() const noexcept { return static_cast<int>(state >> 8U & 0xFFU); }
  [[nodiscard]] int view() const noexcept { return static_cast<int>(state >> 16U & 0xFFU); }
  [[nodiscard]] int follow() const noexcept { return static_cast<int>(state >> kFollowShift); }
  void start(int view, int left) noexcept {
    state = static_cast<std::uint32_t>(left | view << 16 | kNothingTurned << kFollowShift);
  }
  // One move on.
  [[nodiscard]] std::uint32_t next_state(int follow) const noexcept {
    return (state & 0xFF'FFFFU) + 0xFFU + (static_cast<std::uint32_t>(follow) << kFollowShift);
  }
};
static_assert(sizeof(Node) == 64);

class BigLookup {
 public:
  // The masks say which children are near enough.
  static constexpr bool kExact = true;

  explicit BigLookup(const TwoPhaseTables& tables)
      : big_(*tables.big()),
        flips_(tables.moves().flip),
        slices_(tables.moves().slice),
        phase1_(big_.phase1_entries()),
        phase2_(big_.phase2_bounds()) {}

  void start(Node& node, const Coset& coset) const noexcept {
    const Phase1Place place = phase1_place(big_.cosets, coset);
    node.index = place.index;
    node.symmetry = static_cast<std::uint16_t>(place.symmetry);
    node.coset.twist = static_cast<std::uint16_t>(place.index / kPhase1Row);
    node.coset.slice = static_cast<std::uint16_t>(place.index % kPhase1Row / Flip::kSize);
    node.coset.flip = static_cast<std::uint16_t>(place.index % Flip::kSize);
  }
  // The children of a node, with pointers that stay in registers.
  class Step {
   public:
    Step(const BigTables& big, const MoveTable& flips, const MoveTable& slices, const Node& node)
        : row_moves_(big.row_moves.data() + node.coset.twist * kMoves),
          flips_(flips.row(node.coset.flip)),
          slices_(slices.row(node.coset.slice)),
          flip_images_(big.cosets.flip_images(0)),
          slice_images_(big.cosets.slice_images()),
          products_(big.products.data() + node.symmetry * kAxisSymmetries) {}

    // The move as it looks through the symmetry of the node.
    void operator()(int seen, Node& child) const noexcept {
      const auto [row, s] = row_moves_[seen];
      const std::uint32_t slice = slices_[seen];
      const std::uint32_t flip = flips_[seen];
      const auto image = slice_images_[slice * kAxisSymmetries + s];
      const std::uint32_t flip_image = flip_images_[s * Flip::kSize + flip] ^ image.toggle;
      child.index = row * kPhase1Row + std::uint32_t{image.slice} * Flip::kSize + flip_image;
      child.coset = {row, static_cast<std::uint16_t>(flip_image), image.slice};
      child.symmetry = products_[s];
    }

   private:
    const CosetSymmetries::TwistClass* row_moves_;
    const std::uint16_t* flips_;
    const std::uint16_t* slices_;
    const std::uint16_t* flip_images_;
    const CosetSymmetries::SliceImage* slice_images_;
    const std::uint8_t* products_;
  };
  [[nodiscard]] Step step(const Node& node) const noexcept {
    return Step(big_, flips_, slices_, node);
  }
  // What turns() reads.
  using Reads = std::array<const void*, 1>;
  [[nodiscard]] Reads reads(const Node& node) const noexcept { return {phase1_ + node.index}; }
  template <Metric metric>
  [[nodiscard]] TurnSet turns(const Node& node) const noexcept {
    return Phase1Entry<metric>{phase1_[node.index]}.turns(node.left());
  }
  [[nodiscard]] int distance(const Node& node) const noexcept {
    return Phase1Entry<Metric::htm>{phase1_[node.index]}.distance();
  }
  [[nodiscard]] const Completions& completions() const noexcept { return *big_.completions; }

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
  const MoveTable& flips_;
  const MoveTable& slices_;
  const std::uint32_t* phase1_;
  const std::uint8_t* phase2_;
};

class SmallLookup {
 public:
  // Each child that the masks let pass must be asked for.
  static constexpr bool kExact = false;

  explicit SmallLookup(const TwoPhaseTables& tables)
      : small_(*tables.small()), moves_(tables.moves()) {}

  static void start(Node& node, const Coset& coset) noexcept { node.coset = coset; }
  [[nodiscard]] auto step(const Node& node) const noexcept {
    return [this, coset = node.coset](int move, Node& child) {
      child.coset = moved(coset, move);
      child.symmetry = 0;
    };
  }
  [[nodiscard]] Coset moved(const Coset& coset, int move) const noexcept {
    return {moves_.twist.row(coset.twist)[move], moves_.flip.row(coset.flip)[move],
            moves_.slice.row(coset.slice)[move]};
  }
  // What turns() reads.
  using Reads = std::array<const void*, 2>;
  [[nodiscard]] Reads reads(const Node& node) const noexcept {
    const Coset& coset = node.coset;
    return {small_.flip_slice->entry(coset.flip, coset.slice),
            small_.twist_slice->entry(coset.twist, coset.slice)};
  }
  // The moves that the masks let pass.
  template <Metric metric>
  [[nodiscard]] TurnSet turns(const Node& node) const noexcept {
    const Coset& coset = node.coset;
    const Phase1Entry<metric> flips{*small_.flip_slice->entry(coset.flip, coset.slice)};
    const Phase1Entry<metric> twists{*small_.twist_slice->entry(coset.twist, coset.slice)};
    return flips.turns(node.left()) & twists.turns(node.left());
  }
  [[nodiscard]] int distance(const Node& node) const noexcept {
    const Coset& coset = node.coset;
    return std::max({(*small_.flip_slice)(coset.flip, coset.slice),
                     (*small_.twist_slice)(coset.twist, coset.slice),
                     (*small_.twist_flip)(coset.twist, coset.flip)});
  }
  // Of turns that the masks let pass, those whose children have at most `left` moves to go by the
  // third table too. Without a branch on what is read: guessed wrong half of the time, it would
  // wait for one miss after the other (that was 37 % of the time).
  [[nodiscard]] TurnSet near(const Coset& coset, TurnSet turns, const std::uint8_t* bit_move,
                             int left) const noexcept {
    const std::uint16_t* twists = moves_.twist.row(coset.twist);
    const std::uint16_t* flips = moves_.flip.row(coset.flip);
    TurnSet near = 0;
    for (TurnSet rest = turns; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      const int move = bit_move[bit];
      const bool is_near = (*small_.twist_flip)(twists[move], flips[move]) <= left;
      near |= TurnSet{is_near} << static_cast<unsigned>(bit);
    }
    return near;
  }

  [[nodiscard]] static std::uint32_t phase2_place(int /*corners*/, int /*edges*/) noexcept {
    return 0;
  }
  [[nodiscard]] int phase2_bound(std::uint32_t /*index*/, int corners, int edges,
                                 int middle) const noexcept {
    return std::max({(*small_.edge_middle)(edges, middle),
                     (*small_.corners_edge_layers)(corners, edges / kLayerOrders),
                     (*small_.edges_corner_layers)(edges, corners / kLayerOrders)});
  }

 private:
  const SmallTables& small_;
  const MoveTables& moves_;
};

}  // namespace gyre::cube3
