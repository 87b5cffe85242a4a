#include "cube3/completions.h"

#include "cube3/phase1_table.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gyre::cube3 {
namespace {

struct Found {
  std::uint32_t index;
  std::uint32_t bits;
};

// Backwards from H: undoes the last move first.
class Walk {
 public:
  Walk(const MoveTables& moves, const CosetSymmetries& symmetries)
      : moves_(moves), symmetries_(symmetries) {}

  std::vector<Found> run() {
    step({}, Completion::kLength, 0, kFaces);
    return std::move(found_);
  }

 private:
  // `bits` holds the moves from `left` on; the one before them turns a face that may come before
  // `next_face`.
  void step(const Coset& coset, int left, std::uint32_t bits, int next_face) {
    if (left == 0) {
      if (symmetries_.class_twist(symmetries_.class_of(coset.twist).row) != coset.twist) return;
      const Completion completion{bits};
      const bool pair = completion.move(0) / 3 % 3 == completion.move(1) / 3 % 3;
      found_.push_back(
          {phase1_place(symmetries_, coset).index, bits | (pair ? Completion::kPair : 0U)});
      return;
    }
    for (int move = 0; move < kMoves; ++move) {
      const int face = move / 3;
      if (left == Completion::kLength && is_h_move(move)) continue;
      if (face == next_face || face == next_face + 3) continue;
      const int undone = FaceTurn::from_index(move).inverse().index();
      const Coset before = {moves_.twist.row(coset.twist)[undone],
                            moves_.flip.row(coset.flip)[undone],
                            moves_.slice.row(coset.slice)[undone]};
      step(before, left - 1,
           bits | static_cast<std::uint32_t>(move) << (Completion::kBits * (left - 1)), face);
    }
  }

  const MoveTables& moves_;
  const CosetSymmetries& symmetries_;
  std::vector<Found> found_;
};

}  // namespace

Completions::Completions(const MoveTables& moves, const CosetSymmetries& symmetries) {
  std::vector<Found> found = Walk(moves, symmetries).run();
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.index < b.index; });
  std::size_t cosets = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool last = i + 1 == found.size() || found[i + 1].index != found[i].index;
    if (last) ++cosets;
    list_.push_back({found[i].bits | (last ? Completion::kLast : 0U)});
  }
  slots_.resize(std::bit_ceil(2 * cosets));
  mask_ = static_cast<std::uint32_t>(slots_.size() - 1);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i > 0 && found[i].index == found[i - 1].index) continue;
    std::uint32_t at = home(found[i].index);
    while (slots_[at].index != kEmpty) at = (at + 1) & mask_;
    slots_[at] = {found[i].index, static_cast<std::uint32_t>(i)};
  }
}

}  // namespace gyre::cube3
