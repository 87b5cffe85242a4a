// The first moves by which the solutions of one length are shared out among threads, and what the
// symmetries of a position spare of them.
//
// Sequences are in normal order here: each face may_follow() the one before, so that of turns of
// opposite faces in a row the one that comes first in kFaceNames stands first. They are compared
// move by move as FaceTurn::index() counts.
#pragma once

#include "cube3/optimal/kernel.h"

#include <algorithm>
#include <span>
#include <vector>

namespace gyre::cube3 {

using MoveSequence = std::vector<MoveIndex>;

struct EarlierSequence {
  bool operator()(std::span<const MoveIndex> a, std::span<const MoveIndex> b) const noexcept {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }
};

// How many first moves the tasks of a length have, for a position with so many symmetries. Every
// solution of that length has at least so many moves.
[[nodiscard]] int optimal_prefix_moves(Metric metric, int length, int symmetries) noexcept;

// What a symmetry makes of a sequence, in normal order again.
[[nodiscard]] MoveSequence image_in_order(std::span<const MoveIndex> moves, int symmetry);

// All sequences of `count` moves, the first first, without those of which a symmetry makes an
// earlier one. Of a set of sequences that the symmetries (a group) only permute, the first one
// begins with one of these; and of each sequence in it an image does.
[[nodiscard]] std::vector<OptimalTask> optimal_tasks(int count, std::span<const int> symmetries);

}  // namespace gyre::cube3
