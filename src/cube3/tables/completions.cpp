#include "cube3/tables/completions.h"

#include "cube3/tables/phase1_table.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gyre::cube3 {
namespace {

using FoundCompletion = CosetLists<Completion>::Found;

// By the three moves: the number of the triple.
using TripleNumbers = std::vector<std::uint16_t>;

int triple_key(int first, int second, int third) {
  return (first * kMoves + second) * kMoves + third;
}

// Backwards from H: undoes the last move first.
class Walk {
 public:
  Walk(const MoveTables& moves, const CosetSymmetries& symmetries, const TripleNumbers& numbers)
      : moves_(moves), symmetries_(symmetries), numbers_(numbers) {}

  std::vector<FoundCompletion> run() {
    step({}, Completion::kLength, kNothingTurned);
    return std::move(found_);
  }

 private:
  // sequence_ holds the moves from `left` on; the one before them may turn what may come before
  // `next_face`.
  void step(const Coset& coset, int left, int next_face) {
    if (left == 0) return keep(coset);
    for (int move = 0; move < kMoves; ++move) {
      const int face = move / 3;
      if (left == Completion::kLength && is_h_move(move)) continue;
      if (next_face != kNothingTurned && !may_follow(next_face, face)) continue;
      const int undone = FaceTurn::from_index(move).inverse().index();
      const Coset before = {moves_.twist.row(coset.twist)[undone],
                            moves_.flip.row(coset.flip)[undone],
                            moves_.slice.row(coset.slice)[undone]};
      sequence_[left - 1] = move;
      step(before, left - 1, face);
    }
  }

  void keep(const Coset& coset) {
    if (symmetries_.class_twist(symmetries_.class_of(coset.twist).row) != coset.twist) return;
    const auto& m = sequence_;
    const bool pair = m[0] / 3 % 3 == m[1] / 3 % 3;
    found_.push_back({phase1_place(symmetries_, coset).index,
                      Completion(numbers_[triple_key(m[0], m[1], m[2])],
                                 numbers_[triple_key(m[3], m[4], m[5])], m[0] / 3, pair)});
  }

  const MoveTables& moves_;
  const CosetSymmetries& symmetries_;
  const TripleNumbers& numbers_;
  std::array<int, Completion::kLength> sequence_{};
  std::vector<FoundCompletion> found_;
};

}  // namespace

Completions::Completions(const MoveTables& moves, const CosetSymmetries& symmetries) {
  TripleNumbers numbers(kMoves * kMoves * kMoves);
  for (int key = 0; key < kMoves * kMoves * kMoves; ++key) {
    const std::array<int, 3> m = {key / kMoves / kMoves, key / kMoves % kMoves, key % kMoves};
    if (!may_follow(m[1] / 3, m[0] / 3) || !may_follow(m[2] / 3, m[1] / 3)) continue;
    numbers[key] = static_cast<std::uint16_t>(triples_.size());
    MoveTriple& triple = triples_.emplace_back();
    Cube cube;
    for (std::size_t i = 0; i < m.size(); ++i) {
      triple.move[i] = static_cast<std::uint8_t>(m[i]);
      cube = turned(cube, FaceTurn::from_index(m[i]));
    }
    triple.slots = Slots::of(cube);
  }
  assert(triples_.size() == kMoveTriples);
  std::vector<FoundCompletion> found = Walk(moves, symmetries, numbers).run();
  std::stable_sort(
      found.begin(), found.end(),
      [](const FoundCompletion& a, const FoundCompletion& b) { return a.index < b.index; });
  lists_ = CosetLists<Completion>(found);
}

}  // namespace gyre::cube3
