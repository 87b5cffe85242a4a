#include "cube3/coset/ends.h"

#include "cube3/tables/phase1_table.h"

#include "base/threads.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gyre::cube3 {
namespace {

using Found = CosetEnds::Lists::Found;

// The number of a triple, by triple_key of its three moves.
using TripleNumbers = std::vector<std::uint16_t>;
constexpr std::uint16_t kNoTriple = 0xFFFF;

constexpr int triple_key(int first, int second, int third) {
  return (first * kMoves + second) * kMoves + third;
}

// Where units are counted, a half turn is a clockwise turn done twice.
bool may_go_before(Metric metric, int move, int next) {
  if (counts_units(metric) && move == next && move % 3 == 0) return true;
  return may_follow(next / 3, move / 3);
}

// Walks backwards from H, so that the last move is undone first.
class Walk {
 public:
  Walk(Metric metric, const MoveTables& moves, const CosetSymmetries& symmetries,
       const TripleNumbers& numbers)
      : metric_(metric), moves_(moves), symmetries_(symmetries), numbers_(numbers) {}

  // The ends whose last two moves are `move` and a quarter turn of a side.
  std::vector<Found> run(int side, int move) {
    side_ = side;
    const int face = kSideFaces[side];
    if (!is_one_move(metric_, move) || !may_follow(face, move / 3)) return {};
    const Coset near = undone({}, 3 * face);
    sequence_[kMost - 1] = move;
    step(undone(near, move), kMost - 1);
    return std::move(found_);
  }

 private:
  // The moves before the last.
  static constexpr int kMost = CosetEnds::kLength - 1;

  [[nodiscard]] Coset undone(const Coset& coset, int move) const {
    const int back = FaceTurn::from_index(move).inverse().index();
    return {moves_.twist.row(coset.twist)[back], moves_.flip.row(coset.flip)[back],
            moves_.slice.row(coset.slice)[back]};
  }

  // sequence_ holds the moves from `left` on.
  void step(const Coset& coset, int left) {
    if (left == 0) return keep(coset);
    const int next = sequence_[left];
    for (int move = 0; move < kMoves; ++move) {
      if (!is_one_move(metric_, move) || !may_go_before(metric_, move, next)) continue;
      // Three in a row of one face are its inverse.
      if (move == next && left + 1 < kMost && sequence_[left + 1] == next) continue;
      sequence_[left - 1] = move;
      step(undone(coset, move), left - 1);
    }
  }

  void keep(const Coset& coset) {
    if (symmetries_.class_twist(symmetries_.class_of(coset.twist).row) != coset.twist) return;
    const auto& m = sequence_;
    found_.push_back({phase1_place(symmetries_, coset).index,
                      CosetEnd(numbers_[triple_key(m[0], m[1], m[2])],
                               numbers_[triple_key(m[3], m[4], m[5])], side_)});
  }

  Metric metric_;
  const MoveTables& moves_;
  const CosetSymmetries& symmetries_;
  const TripleNumbers& numbers_;
  int side_ = 0;
  std::array<int, kMost> sequence_{};
  std::vector<Found> found_;
};

EndTriple make_triple(const std::array<int, 3>& moves) {
  EndTriple triple;
  Cube cube;
  for (const int move : moves) cube = turned(cube, FaceTurn::from_index(move));
  triple.slots = Slots::of(cube);
  const int axis = moves[0] / 3 % 3;
  std::array<int, 2> turns{};
  for (const int move : moves) {
    if (move / 3 % 3 != axis) break;
    turns[move / 9] += move % 3 + 1;
  }
  triple.slots.slot[EndTriple::kLowerTurns] = static_cast<std::uint8_t>(turns[0]);
  triple.slots.slot[EndTriple::kUpperTurns] = static_cast<std::uint8_t>(turns[1]);
  triple.slots.slot[EndTriple::kAxis] = static_cast<std::uint8_t>(axis);
  return triple;
}

}  // namespace

CosetEnds::CosetEnds(Metric metric, const MoveTables& moves, const CosetSymmetries& symmetries,
                     int threads) {
  TripleNumbers numbers(kMoves * kMoves * kMoves, kNoTriple);
  for (int key = 0; key < kMoves * kMoves * kMoves; ++key) {
    const std::array<int, 3> m = {key / kMoves / kMoves, key / kMoves % kMoves, key % kMoves};
    const bool fits =
        std::all_of(m.begin(), m.end(), [&](int x) { return is_one_move(metric, x); });
    if (!fits || (m[0] == m[1] && m[1] == m[2])) continue;
    if (!may_go_before(metric, m[0], m[1]) || !may_go_before(metric, m[1], m[2])) continue;
    numbers[key] = static_cast<std::uint16_t>(triples_.size());
    triples_.push_back(make_triple(m));
  }
  std::vector<std::vector<Found>> parts(std::size_t{kSideFaceCount} * kMoves);
  parallel_for(parts.size(), threads, [&](std::size_t i) {
    parts[i] = Walk(metric, moves, symmetries, numbers)
                   .run(static_cast<int>(i) / kMoves, static_cast<int>(i) % kMoves);
  });
  std::vector<Found> found;
  for (std::vector<Found>& part : parts) {
    found.insert(found.end(), part.begin(), part.end());
    part = {};
  }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return std::pair(a.index, a.entry.bits()) < std::pair(b.index, b.entry.bits());
  });
  lists_ = Lists(found);
}

}  // namespace gyre::cube3
