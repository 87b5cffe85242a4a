#include "cube3/optimal/tasks.h"

#include "cube3/tables/move_tables.h"

#include "cube3/core/symmetry.h"

#include <algorithm>

namespace gyre::cube3 {
namespace {

// From so many symmetries on, one first move more is needed for as many tasks.
constexpr int kManySymmetries = 6;

// Sequences that a search for optimal_tasks extends move by move.
//
// Why a sequence p may be left out together with all that begin with it if a symmetry s makes an
// earlier one of it. Let w begin with p, k moves long, and write s(w) for the image in normal
// order. A sequence in normal order falls into blocks, a block being one turn or two of opposite
// faces in a row, and s(w) has the image of each block in its place. If p ends where a block of w
// does, s(w) begins with s(p). Otherwise p ends with the first turn a of a block a b, and s(w)
// begins with the image of p without a, followed by the image of a, as s(p) does; or, where s
// exchanges the order of the two faces, by that of b, which then is the earlier of the two. So the
// first k moves of s(w) are s(p) or earlier: if s(p) is earlier than p, then s(w) is earlier than
// w.
//
// Hence a sequence that is the first of its images begins with none that was left out, whatever the
// number of first moves.
class TaskMaker {
 public:
  TaskMaker(int count, std::span<const int> symmetries) : count_(count), symmetries_(symmetries) {
    extend(kNothingTurned);
  }
  [[nodiscard]] std::vector<OptimalTask> take() { return std::move(tasks_); }

 private:
  void extend(int last_face) {
    if (task_.count == count_) {
      tasks_.push_back(task_);
      return;
    }
    for (int move = 0; move < kMoves; ++move) {
      const int face = FaceTurn::from_index(move).face;
      if (!may_follow(face, last_face)) continue;
      task_.moves[task_.count++] = static_cast<MoveIndex>(move);
      if (is_first()) extend(face);
      task_.moves[--task_.count] = 0;
    }
  }

  [[nodiscard]] bool is_first() const {
    const std::span<const MoveIndex> moves(task_.moves.data(),
                                           static_cast<std::size_t>(task_.count));
    return std::none_of(symmetries_.begin(), symmetries_.end(), [&](int symmetry) {
      return EarlierSequence{}(image_in_order(moves, symmetry), moves);
    });
  }

  int count_;
  std::span<const int> symmetries_;
  OptimalTask task_;
  std::vector<OptimalTask> tasks_;
};

}  // namespace

int optimal_prefix_moves(Metric metric, int length, int symmetries) noexcept {
  const auto& longest = facts_of(metric).longest_of_tasks;
  const int moves = static_cast<int>(
      std::count_if(longest.begin(), longest.end(), [&](int up_to) { return length > up_to; }));
  return moves > 0 && symmetries >= kManySymmetries ? moves + 1 : moves;
}

MoveSequence image_in_order(std::span<const MoveIndex> moves, int symmetry) {
  MoveSequence out;
  out.reserve(moves.size());
  for (const MoveIndex move : moves) {
    const FaceTurn seen = image(FaceTurn::from_index(move), symmetry);
    const auto at =
        out.empty() || may_follow(seen.face, out.back() / 3) ? out.end() : std::prev(out.end());
    out.insert(at, static_cast<MoveIndex>(seen.index()));
  }
  return out;
}

std::vector<OptimalTask> optimal_tasks(int count, std::span<const int> symmetries) {
  return TaskMaker(count, symmetries).take();
}

}  // namespace gyre::cube3
