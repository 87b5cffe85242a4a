#include "general/shapes/shape_search.h"

#include "base/threads.h"
#include "puzzle/kernel/kernel.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>

namespace gyre {
namespace {

constexpr std::size_t kTasksOfAThread = 64;
constexpr std::uint64_t kLookEveryNodes = 4096;
// Moves that put a position right which breaks a rule.
constexpr std::size_t kMostRepairs = 3;

class StartFinder {
 public:
  StartFinder(const ShapeSpace& space, const ShapeFollow& follow)
      : space_(space), follow_(follow) {}

  void add(const ShapeStart& from, const State& position) {
    if (space_.definition().legal(position)) {
      const std::optional<ShapeValues> values = space_.rank(position);
      if (!values || space_.bound(*values) == ShapeSpace::kFar) return;
      starts_.push_back(from);
      starts_.back().values = *values;
      return;
    }
    if (from.moves.size() == kMostRepairs) return;
    const std::vector<Move>& moves = space_.move_set().moves();
    for (int m = 0; m < space_.move_set().size(); ++m) {
      const int state = follow_.after(from.state, m);
      const bool is_one_step = std::all_of(from.moves.begin(), from.moves.end(), [&](int before) {
        return space_.move_set().commutes(moves[before].move_class, moves[m].move_class);
      });
      if (state < 0 || !is_one_step) continue;
      ShapeStart next = from;
      next.moves.push_back(m);
      next.state = state;
      add(next, compose(space_.definition().orbits(), position, moves[m].action));
    }
  }
  [[nodiscard]] std::vector<ShapeStart> take() { return std::move(starts_); }

 private:
  const ShapeSpace& space_;
  const ShapeFollow& follow_;
  std::vector<ShapeStart> starts_;
};

}  // namespace

ShapeFollow::ShapeFollow(const ShapeSpace& space)
    : moves_(static_cast<std::size_t>(space.move_set().size())) {
  const StateKernel kernel(space.definition());
  const SearchMoves moves(space.definition(), space.move_set(), kernel);
  // States are found as they are reached.
  std::uint32_t known = 1;
  for (std::uint32_t state = 0; state < known; ++state) {
    next_.resize((state + 1) * moves_, -1);
    const SearchMoves::Followers followers = moves.after(state);
    for (std::size_t i = 0; i < followers.moves.size(); ++i) {
      next_[state * moves_ + followers.moves[i]] = static_cast<std::int32_t>(followers.next[i]);
      known = std::max(known, followers.next[i] + 1);
    }
  }
}

std::vector<ShapeStart> shape_starts(const ShapeSpace& space, const ShapeFollow& follow,
                                     std::span<const State> positions) {
  StartFinder finder(space, follow);
  for (std::size_t i = 0; i < positions.size(); ++i) finder.add({i, {}}, positions[i]);
  return finder.take();
}

// What a thread has while it works on tasks: for each move made, the children of the position.
class ShapeSearch::Walk {
 public:
  Walk(const ShapeSearch& search, TaskBoard<Found>& board)
      : space_(search.space_), follow_(search.follow_), board_(board) {}

  // False if it was left unfinished.
  [[nodiscard]] bool work(std::size_t number, const Task& task, int left) {
    given_up_ = false;
    task_ = number;
    start_ = task.start;
    path_ = task.moves;
    while (levels_.size() <= static_cast<std::size_t>(left)) levels_.emplace_back();
    if (left == 0) {
      (void)board_.found(task_, {start_, path_});
      return true;
    }
    Child root;
    root.values = task.values;
    root.state = task.state;
    for (std::size_t t = 0; t < space_.tables().size(); ++t) {
      const ShapeSpace::Table& table = space_.tables()[t];
      root.most[t] = table.data()[ShapeSpace::entry(table, root.values)];
    }
    (void)visit(root, left);
    return !given_up_;
  }
  [[nodiscard]] std::uint64_t take_nodes() { return std::exchange(nodes_, 0); }

 private:
  struct Child {
    ShapeValues values;
    int move = 0;
    int state = 0;
    // By table: its entry, null where that need not be read, and what is not less than it.
    std::array<const std::uint8_t*, kMostShapeCoordinates> entries;
    std::array<std::uint8_t, kMostShapeCoordinates> most;
  };

  // False to end the task.
  bool visit(const Child& at, int left) {
    if ((++nodes_ & (kLookEveryNodes - 1)) == 0 && !board_.wanted(task_)) {
      given_up_ = true;
      return false;
    }
    std::vector<Child>& children = levels_[static_cast<std::size_t>(left)];
    const std::size_t count = expand(at, left, children);
    for (std::size_t i = 0; i < count; ++i) {
      Child& child = children[i];
      if (!is_near(child, left)) continue;
      path_.push_back(child.move);
      // What is at 0 in all tables is solved.
      const bool more = left == 1 ? board_.found(task_, {start_, path_}) : visit(child, left - 1);
      path_.pop_back();
      if (!more) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_near(Child& child, int left) const {
    for (std::size_t t = 0; t < space_.tables().size(); ++t) {
      if (child.entries[t] == nullptr) continue;
      child.most[t] = *child.entries[t];
      if (child.most[t] >= left) return false;
    }
    return true;
  }

  // All children first, so that their entries are on the way while the others are made. A move
  // changes an entry by one at most, so those that stay near enough are not read.
  std::size_t expand(const Child& at, int left, std::vector<Child>& children) const {
    const ShapeMoves& moves = space_.moves();
    const std::vector<ShapeSpace::Table>& tables = space_.tables();
    const std::size_t end = moves.first_edge(at.values.shape + 1);
    const std::size_t begin = moves.first_edge(at.values.shape);
    if (children.size() < end - begin) children.resize(end - begin);
    std::size_t count = 0;
    for (std::size_t e = begin; e < end; ++e) {
      Child& child = children[count];
      child.move = moves.edges()[e].move;
      child.state = follow_.after(at.state, child.move);
      if (child.state < 0) continue;
      space_.step(at.values, e, child.values);
      for (std::size_t t = 0; t < tables.size(); ++t) {
        if (at.most[t] + 1 < left) {
          child.entries[t] = nullptr;
          child.most[t] = static_cast<std::uint8_t>(at.most[t] + 1);
          continue;
        }
        child.entries[t] = tables[t].data() + ShapeSpace::entry(tables[t], child.values);
        __builtin_prefetch(child.entries[t]);
      }
      ++count;
    }
    return count;
  }

  const ShapeSpace& space_;
  const ShapeFollow& follow_;
  TaskBoard<Found>& board_;
  std::size_t task_ = 0;
  std::size_t start_ = 0;
  std::vector<int> path_;
  std::deque<std::vector<Child>> levels_;  // by moves that are left
  std::uint64_t nodes_ = 0;
  bool given_up_ = false;
};

ShapeSearch::ShapeSearch(const ShapeSpace& space, const ShapeFollow& follow,
                         const std::vector<ShapeStart>& starts, int threads)
    : space_(space),
      follow_(follow),
      starts_(starts),
      enough_tasks_(kTasksOfAThread * static_cast<std::size_t>(thread_count(threads))) {}

// Positions behind so many moves that there are enough of them.
bool ShapeSearch::prepare(int length, Stop& stop) {
  length_ = length;
  tasks_.clear();
  for (const ShapeStart& start : starts_) {
    if (start.length() + space_.bound(start.values) <= length) {
      tasks_.push_back({start.start, start.values, start.state, start.moves});
    }
  }
  const ShapeMoves& moves = space_.moves();
  for (int round = 0; round < length && !tasks_.empty() && tasks_.size() < enough_tasks_; ++round) {
    std::vector<Task> next;
    for (Task& task : tasks_) {
      if (stop.look()) return false;
      const int left = length - static_cast<int>(task.moves.size());
      if (left == 0) {
        next.push_back(std::move(task));
        continue;
      }
      const std::uint32_t shape = task.values.shape;
      for (std::size_t e = moves.first_edge(shape); e < moves.first_edge(shape + 1); ++e) {
        const int move = moves.edges()[e].move;
        Task child{task.start, {}, follow_.after(task.state, move), task.moves};
        if (child.state < 0) continue;
        space_.step(task.values, e, child.values);
        if (space_.bound(child.values) > left - 1) continue;
        child.moves.push_back(move);
        next.push_back(std::move(child));
      }
    }
    tasks_ = std::move(next);
  }
  return !stop.look();
}

void ShapeSearch::work(TaskBoard<Found>& board) {
  Walk walk(*this, board);
  while (const std::optional<std::size_t> number = board.next()) {
    const Task& task = tasks_[*number];
    const bool whole = walk.work(*number, task, length_ - static_cast<int>(task.moves.size()));
    if (whole) {
      board.finish(*number, walk.take_nodes());
    } else {
      board.leave(walk.take_nodes());
    }
  }
}

}  // namespace gyre
