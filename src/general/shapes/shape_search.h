// Shortest solutions by the tables of a ShapeSpace: all sequences of one length, cut by the tables,
// as a kernel of the Driver.
#pragma once

#include "general/shapes/shape_space.h"
#include "general/shared/search_moves.h"
#include "search/driver.h"

#include <gyre/general/solver.h>

#include <cstdint>
#include <span>
#include <vector>

namespace gyre {

// Which move may follow: that of a class goes in one piece, and moves that commute in one order.
class ShapeFollow {
 public:
  explicit ShapeFollow(const ShapeSpace& space);

  static constexpr int kStart = 0;
  // The state after a move; -1 if it is not worth trying.
  [[nodiscard]] int after(int state, int move) const noexcept {
    return next_[static_cast<std::size_t>(state) * moves_ + static_cast<std::size_t>(move)];
  }
  [[nodiscard]] int states() const noexcept { return static_cast<int>(next_.size() / moves_); }

 private:
  std::size_t moves_;
  std::vector<std::int32_t> next_;
};

// Where a solution is looked for: which of the given positions it is, behind which moves. There are
// some only where the given position breaks a rule.
struct ShapeStart {
  std::size_t start = 0;
  ShapeValues values;
  std::vector<int> moves = {};
  int state = ShapeFollow::kStart;  // after the moves

  [[nodiscard]] int length() const noexcept { return static_cast<int>(moves.size()); }
};

// No starts for a position that cannot be solved. One that breaks a rule is put right first by
// moves that commute, which are one step (legal_walk.h).
[[nodiscard]] std::vector<ShapeStart> shape_starts(const ShapeSpace& space,
                                                   const ShapeFollow& follow,
                                                   std::span<const State> positions);

class ShapeSearch {
 public:
  using Found = Solution;

  // Keeps references.
  ShapeSearch(const ShapeSpace& space, const ShapeFollow& follow,
              const std::vector<ShapeStart>& starts, int threads);

  bool prepare(int length, Stop& stop);
  [[nodiscard]] std::size_t split(int /*length*/) const noexcept { return tasks_.size(); }
  void work(TaskBoard<Found>& board);

 private:
  struct Task {
    std::size_t start = 0;
    ShapeValues values;
    int state = ShapeFollow::kStart;
    std::vector<int> moves;
  };
  class Walk;

  const ShapeSpace& space_;
  const ShapeFollow& follow_;
  const std::vector<ShapeStart>& starts_;
  std::size_t enough_tasks_;
  std::vector<Task> tasks_;
  int length_ = 0;
};

}  // namespace gyre
