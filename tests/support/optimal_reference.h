// The plain search that optimal solving is compared with: depth first with nothing but turned(),
// bounded by the exact distances of all positions near the solved one. Good for about twice the
// radius of that ball, and two moves more.
#pragma once

#include "cube3/optimal/kernel.h"
#include "cube3/optimal/tasks.h"
#include "cube3/tables/move_tables.h"
#include "support/cube3_helpers.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gyre::cube3 {

// Distances of all positions within a radius.
class Ball {
 public:
  Ball(Metric metric, int radius) : metric_(metric), radius_(radius) {
    const auto found = layers(radius, metric);
    for (int depth = 0; depth <= radius; ++depth) {
      for (const Cube& cube : found[depth]) distances_.emplace(cube, depth);
    }
  }
  [[nodiscard]] Metric metric() const noexcept { return metric_; }
  [[nodiscard]] int lower_bound(const Cube& cube) const {
    const auto found = distances_.find(cube);
    return found == distances_.end() ? radius_ + 1 : found->second;
  }

 private:
  struct Hash {
    std::size_t operator()(const Cube& cube) const noexcept {
      const auto* bytes = reinterpret_cast<const char*>(&cube);
      return std::hash<std::string_view>{}({bytes, sizeof(Cube)});
    }
  };

  Metric metric_;
  int radius_;
  std::unordered_map<Cube, int, Hash> distances_;
};

// All solutions of one length that begin with the moves that are there. The last moves are tried
// first: the order in which solutions come must not matter.
class PlainSearch {
 public:
  using Found = std::function<void(const MoveSequence&)>;
  using GoOn = std::function<bool()>;  // asked at each node

  PlainSearch(const Ball& ball, Found found, GoOn go_on)
      : ball_(ball), found_(std::move(found)), go_on_(std::move(go_on)) {}

  void run(const Cube& cube, int length, const MoveSequence& prefix) {
    moves_ = prefix;
    Cube start = cube;
    for (const MoveIndex move : prefix) {
      start = turned(start, FaceTurn::from_index(move));
      length -= weight(move);
    }
    extend(start, length);
  }
  [[nodiscard]] const OptimalEffort& effort() const noexcept { return effort_; }

 private:
  [[nodiscard]] int weight(int move) const noexcept {
    return ball_.metric() == Metric::htm ? 1 : quarter_turns(move);
  }

  void extend(const Cube& cube, int left) {
    ++effort_.probes;
    if (left < 0 || ball_.lower_bound(cube) > left || !go_on_()) return;
    if (left == 0) found_(moves_);
    ++effort_.nodes;
    const int last_face = moves_.empty() ? kNothingTurned : moves_.back() / 3;
    for (int move = kMoves - 1; move >= 0; --move) {
      if (weight(move) > left || !may_follow(move / 3, last_face)) continue;
      moves_.push_back(static_cast<MoveIndex>(move));
      extend(turned(cube, FaceTurn::from_index(move)), left - weight(move));
      moves_.pop_back();
    }
  }

  const Ball& ball_;
  Found found_;
  GoOn go_on_;
  MoveSequence moves_;
  OptimalEffort effort_;
};

// In the order of their moves.
inline std::vector<MoveSequence> plain_solutions(const Ball& ball, const Cube& cube, int length) {
  std::vector<MoveSequence> all;
  PlainSearch search(
      ball, [&](const MoveSequence& moves) { all.push_back(moves); }, [] { return true; });
  search.run(cube, length, {});
  std::sort(all.begin(), all.end(), EarlierSequence{});
  return all;
}

inline int plain_distance(const Ball& ball, const Cube& cube) {
  int length = ball.lower_bound(cube);
  while (plain_solutions(ball, cube, length).empty()) ++length;
  return length;
}

// The same search as a kernel. It begins `at_once` tasks before it works on the first, and finishes
// them the last first.
class ReferenceKernel final : public OptimalKernel {
 public:
  explicit ReferenceKernel(const Ball& ball, int at_once = 1) : ball_(ball), at_once_(at_once) {}

  [[nodiscard]] Metric metric() const noexcept override { return ball_.metric(); }
  [[nodiscard]] std::unique_ptr<OptimalMemory> make_memory() const override {
    return std::make_unique<OptimalMemory>();
  }
  [[nodiscard]] int lower_bound(const Cube& cube) const override { return ball_.lower_bound(cube); }
  void work(OptimalBoard& board, OptimalMemory& /*memory*/) const override {
    for (;;) {
      std::vector<std::size_t> begun;
      while (static_cast<int>(begun.size()) < at_once_) {
        const std::optional<std::size_t> task = board.next();
        if (!task) break;
        begun.push_back(*task);
      }
      if (begun.empty()) return;
      std::reverse(begun.begin(), begun.end());
      for (const std::size_t task : begun) do_task(board, task);
    }
  }

 private:
  void do_task(OptimalBoard& board, std::size_t index) const {
    const OptimalTask& task = board.task(index);
    PlainSearch search(
        ball_, [&](const MoveSequence& moves) { board.found(index, moves); },
        [&] {
          board.look();
          return board.wanted(index);
        });
    search.run(board.cube(), board.length(), {task.moves.begin(), task.moves.begin() + task.count});
    board.finish(index, search.effort());
  }

  const Ball& ball_;
  int at_once_;
};

}  // namespace gyre::cube3
