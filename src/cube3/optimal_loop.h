// The loop of optimal_search.h, for the files that compile it for one instruction set each.
#pragma once

#include "cube3/optimal_search.h"

namespace gyre::cube3 {

constexpr int kSides = 2;  // a position and its inverse
constexpr int kMaxOptimalLength = 30;
constexpr int kWordsToRead = 4;

// A position on its way. The words of all six views are known once it stands on the stack.
struct alignas(64) OptimalNode {
  std::array<Cube, kSides> cube;
  std::array<std::array<std::uint32_t, kAxes>, kSides> words;
  std::array<std::array<std::uint8_t, kAxes>, kSides> turns;  // turn codes in these words
  std::uint8_t left;                                          // moves, in the metric
  std::array<std::uint8_t, kSides> last_face;
  std::array<std::uint8_t, kSides> made;  // moves at each end
  std::uint8_t task;                      // its place in OptimalWorkspace::tasks
  // The views still to be read, side * 4 + axis, and how many of them.
  std::uint8_t to_read;
  std::array<std::uint8_t, kWordsToRead> reads;
  // Those at the beginning from the front, those at the end from the back.
  std::array<MoveIndex, kMaxOptimalLength> moves;
  std::uint64_t next_word;
};

// What one thread keeps: nodes, the queue of those that wait for a word, the stack of those that
// have all, and the tasks that they belong to.
struct OptimalWorkspace : OptimalMemory {
  static constexpr unsigned kQueue = 64;     // a power of two
  static constexpr unsigned kWaiting = 40;   // so many reads under way
  static constexpr std::size_t kTasks = 64;  // at once

  struct Task {
    std::size_t index = 0;
    std::uint32_t nodes = 0;  // that are alive
    bool open = false;
    bool wanted = true;
    OptimalEffort effort;
  };

  std::vector<OptimalNode> nodes;
  std::vector<std::uint32_t> free;
  std::vector<std::uint32_t> stack;
  std::array<std::uint32_t, kQueue> queue{};
  unsigned head = 0;
  unsigned tail = 0;
  std::array<Task, kTasks> tasks{};
};

// Ops has Packed, load, unload, compose, view(a, lanes) and place(tables, view).
template <class Ops>
class OptimalLoop {
 public:
  OptimalLoop(const OptimalBounds& bounds, OptimalBoard& board, OptimalWorkspace& space)
      : bounds_(bounds),
        board_(board),
        space_(space),
        half_turn_weight_(bounds.metric == Metric::htm ? 1 : 2) {}

  void run() {
    for (;;) {
      const unsigned waiting = space_.tail - space_.head;
      if (waiting >= OptimalWorkspace::kWaiting ||
          (waiting != 0 && space_.stack.empty() && !more_)) {
        read_next();
      } else if (!space_.stack.empty()) {
        const std::uint32_t node = space_.stack.back();
        space_.stack.pop_back();
        expand(node);
      } else if (more_) {
        begin_task();
      } else if (waiting == 0) {
        break;
      }
    }
  }

 private:
  using Packed = typename Ops::Packed;
  using Task = OptimalWorkspace::Task;
  static constexpr std::uint64_t kLookEvery = 4'096;  // nodes

  [[nodiscard]] int weight(int number) const noexcept {
    return number % 3 == 1 ? half_turn_weight_ : 1;
  }

  std::uint32_t take_node() {
    if (space_.free.empty()) {
      space_.nodes.emplace_back();
      return static_cast<std::uint32_t>(space_.nodes.size() - 1);
    }
    const std::uint32_t node = space_.free.back();
    space_.free.pop_back();
    return node;
  }

  void drop(std::uint32_t index) {
    Task& task = space_.tasks[space_.nodes[index].task];
    space_.free.push_back(index);
    if (--task.nodes == 0) close(task);
  }

  void close(Task& task) {
    task.open = false;
    board_.finish(task.index, task.effort);
  }

  void begin_task() {
    const auto place = std::find_if(space_.tasks.begin(), space_.tasks.end(),
                                    [](const Task& task) { return !task.open; });
    if (place == space_.tasks.end()) {
      // All are at their last reads.
      read_next();
      return;
    }
    const std::optional<std::size_t> index = board_.next();
    if (!index) {
      more_ = false;
      return;
    }
    *place = Task{};
    place->index = *index;
    place->open = true;
    const OptimalTask& task = board_.task(*index);
    const std::uint32_t root = take_node();
    OptimalNode& node = space_.nodes[root];
    node.cube[0] = board_.cube();
    node.last_face = {kNothingTurned, kNothingTurned};
    node.made = {0, 0};
    int left = board_.length();
    for (int i = 0; i < task.count; ++i) {
      const FaceTurn move = FaceTurn::from_index(task.moves[i]);
      node.cube[0] = turned(node.cube[0], move);
      node.moves[node.made[0]++] = task.moves[i];
      node.last_face[0] = move.face;
      left -= weight(task.moves[i]);
    }
    node.cube[1] = invert(node.cube[0]);
    node.left = static_cast<std::uint8_t>(std::max(0, left));
    node.task = static_cast<std::uint8_t>(place - space_.tasks.begin());
    node.to_read = 0;
    place->nodes = 1;
    bool near = left >= 0;
    for (int side = 0; side < kSides && near; ++side) {
      for (int axis = 0; axis < kAxes && near; ++axis) {
        const WordPlace word = Ops::place(
            bounds_.index, Ops::view(Ops::load(node.cube[side]), bounds_.index.views[axis]));
        node.words[side][axis] = bounds_.words[word.word];
        node.turns[side][axis] = word.turn;
        ++place->effort.probes;
        near = passes(node, side, axis);
      }
    }
    if (near) {
      arrive(root);
    } else {
      drop(root);
    }
  }

  [[nodiscard]] bool passes(const OptimalNode& node, int side, int axis) const noexcept {
    const unsigned position = node.turns[side][axis] & 15U;
    return (bounds_.within(node.words[side][axis], node.left) >> position & 1U) != 0;
  }

  // The oldest of those that wait.
  void read_next() {
    const std::uint32_t index = space_.queue[space_.head++ % OptimalWorkspace::kQueue];
    OptimalNode& node = space_.nodes[index];
    const unsigned read = node.reads[node.to_read - 1];
    const int side = static_cast<int>(read >> 2U);
    const int axis = static_cast<int>(read & 3U);
    node.words[side][axis] = bounds_.words[node.next_word];
    ++space_.tasks[node.task].effort.probes;
    if (!passes(node, side, axis)) {
      drop(index);
      return;
    }
    --node.to_read;
    // The two views of a side are read one after the other.
    if ((node.to_read & 1U) == 0 && dead(node, side)) {
      drop(index);
    } else if (node.to_read == 0) {
      arrive(index);
    } else {
      ask(index);
    }
  }

  // Sends for the next word.
  void ask(std::uint32_t index) {
    OptimalNode& node = space_.nodes[index];
    const unsigned read = node.reads[node.to_read - 1];
    const int side = static_cast<int>(read >> 2U);
    const int axis = static_cast<int>(read & 3U);
    const WordPlace word =
        Ops::place(bounds_.index, Ops::view(Ops::load(node.cube[side]), bounds_.index.views[axis]));
    node.turns[side][axis] = word.turn;
    node.next_word = word.word;
    __builtin_prefetch(bounds_.words + word.word);
    space_.queue[space_.tail++ % OptimalWorkspace::kQueue] = index;
  }

  // All its words are known, and none says that it is too far.
  void arrive(std::uint32_t index) {
    const OptimalNode& node = space_.nodes[index];
    if (node.left < bounds_.base && too_far(node)) {
      drop(index);
    } else if (node.left == 0) {
      if (node.cube[0] == Cube{}) report(node);
      drop(index);
    } else {
      space_.stack.push_back(index);
    }
  }

  // Near the end, where the words tell little.
  [[nodiscard]] bool too_far(const OptimalNode& node) const {
    for (int side = 0; side < kSides; ++side) {
      for (int axis = 0; axis < kAxes; ++axis) {
        const Cube view =
            Ops::unload(Ops::view(Ops::load(node.cube[side]), bounds_.index.views[axis]));
        if (bounds_.near_distance(view) > node.left) return true;
      }
    }
    return false;
  }

  void report(const OptimalNode& node) {
    std::vector<MoveIndex> moves(node.moves.begin(), node.moves.begin() + node.made[0]);
    // What was put behind the inverse comes last, turned back.
    for (int i = node.made[1]; i > 0; --i) {
      const MoveIndex move = node.moves[kMaxOptimalLength - i];
      moves.push_back(static_cast<MoveIndex>(FaceTurn::from_index(move).inverse().index()));
    }
    // Where both ends met anything may stand side by side; other orders of the same turns are found
    // by themselves.
    for (std::size_t i = 1; i < moves.size(); ++i) {
      if (!may_follow(moves[i] / 3, moves[i - 1] / 3)) return;
    }
    board_.found(space_.tasks[node.task].index, moves);
    for (Task& task : space_.tasks) {
      if (task.open) task.wanted = board_.wanted(task.index);
    }
  }

  // The moves of an axis that may come next at a side, as six bits.
  [[nodiscard]] unsigned successors(const OptimalNode& node, int side, int axis) const noexcept {
    const unsigned own_turn = node.turns[side][axis];
    const std::uint32_t own = node.words[side][axis];
    const std::uint32_t other = node.words[1 - side][axis];
    const unsigned other_position = node.turns[1 - side][axis] & 15U;
    const auto moves_within = [&](int left) -> unsigned {
      if (left < 0 || (bounds_.within(other, left) >> other_position & 1U) == 0) return 0;
      const unsigned within = bounds_.within(own, left);
      const auto& moved = bounds_.index.moved[own_turn];
      unsigned moves = 0;
      for (unsigned number = 0; number < kAxisMoves; ++number) {
        moves |= (within >> (moved[number] & 15U) & 1U) << number;
      }
      return moves;
    };
    unsigned moves = moves_within(node.left - 1);
    if (half_turn_weight_ == 2) {
      constexpr unsigned kHalfTurns = 0b010'010;
      moves = (moves & ~kHalfTurns) | (moves_within(node.left - 2) & kHalfTurns);
    }
    // At the end of the whole the moves stand in the opposite order.
    const int last = node.last_face[side];
    if (last % 3 == axis && last != kNothingTurned) {
      const bool first_face = last < 3;
      if (side == 0) {
        moves &= first_face ? 0b111'000U : 0U;
      } else {
        moves &= first_face ? 0U : 0b000'111U;
      }
    }
    return moves;
  }

  void expand(std::uint32_t index) {
    const std::uint8_t task_number = space_.nodes[index].task;
    Task& task = space_.tasks[task_number];
    if ((++nodes_ & (kLookEvery - 1)) == 0) look();
    if (!task.wanted) {
      drop(index);
      return;
    }
    ++task.effort.nodes;
    std::array<std::array<unsigned, kAxes>, kSides> moves{};
    std::array<int, kSides> counts{};
    for (int side = 0; side < kSides; ++side) {
      for (int axis = 0; axis < kAxes; ++axis) {
        moves[side][axis] = successors(space_.nodes[index], side, axis);
        counts[side] += __builtin_popcount(moves[side][axis]);
      }
    }
    const int side = counts[1] < counts[0] ? 1 : 0;
    for (int axis = 0; axis < kAxes; ++axis) {
      for (unsigned left = moves[side][axis]; left != 0; left &= left - 1) {
        make_successor(index, side, axis, __builtin_ctz(left));
      }
    }
    drop(index);
  }

  void make_successor(std::uint32_t from, int side, int axis, int number) {
    const std::uint32_t index = take_node();
    const OptimalNode& node = space_.nodes[from];
    OptimalNode& next = space_.nodes[index];
    next.words = node.words;
    next.turns = node.turns;
    next.last_face = node.last_face;
    next.made = node.made;
    next.moves = node.moves;
    next.task = node.task;
    const int other = 1 - side;
    const int move = axis_move(axis, number);
    const int back = FaceTurn::from_index(move).inverse().index();
    next.left = static_cast<std::uint8_t>(node.left - weight(number));
    next.cube[side] =
        Ops::unload(Ops::compose(Ops::load(node.cube[side]), Ops::load(bounds_.actions[move])));
    next.cube[other] =
        Ops::unload(Ops::compose(Ops::load(bounds_.actions[back]), Ops::load(node.cube[other])));
    next.turns[side][axis] = bounds_.index.moved[node.turns[side][axis]][number];
    next.last_face[side] = static_cast<std::uint8_t>(move / 3);
    const int made = next.made[side]++;
    next.moves[side == 0 ? made : kMaxOptimalLength - 1 - made] = static_cast<MoveIndex>(move);
    next.to_read = 0;
    plan_reads(node, next, axis);
    ++space_.tasks[next.task].nodes;
    ask(index);
  }

  // The views of the other two axes, in the order in which they are most likely to end it. A node
  // has no successors at one side if all three views of the other side say that it takes all moves
  // that are left: so the side goes first whose view of the known axis says so already. Within a
  // side, what was farther before.
  void plan_reads(const OptimalNode& node, OptimalNode& next, int axis) const noexcept {
    std::array<int, kSides> side_key{};
    for (int side = 0; side < kSides; ++side) {
      const unsigned position = next.turns[side][axis] & 15U;
      const unsigned within = bounds_.within(next.words[side][axis], next.left - 1);
      side_key[side] = (within >> position & 1U) == 0 ? 0x10 : 0;
    }
    std::array<int, kWordsToRead> keys{};
    for (int step = 1; step < kAxes; ++step) {
      const int read_axis = axis + step < kAxes ? axis + step : axis + step - kAxes;
      for (int side = 0; side < kSides; ++side) {
        const int level =
            OptimalBounds::level(node.words[side][read_axis], node.turns[side][read_axis]);
        // Read from the back: the greatest key stands last.
        const int key = side_key[side] + 4 * side + level;
        int k = next.to_read++;
        for (; k > 0 && keys[k - 1] > key; --k) {
          keys[k] = keys[k - 1];
          next.reads[k] = next.reads[k - 1];
        }
        keys[k] = key;
        next.reads[k] = static_cast<std::uint8_t>(side << 2 | read_axis);
      }
    }
  }

  // Whether all three views of a side say that all moves are needed that are left.
  [[nodiscard]] bool dead(const OptimalNode& node, int side) const noexcept {
    for (int axis = 0; axis < kAxes; ++axis) {
      const unsigned position = node.turns[side][axis] & 15U;
      if ((bounds_.within(node.words[side][axis], node.left - 1) >> position & 1U) != 0) {
        return false;
      }
    }
    return node.left != 0;
  }

  void look() {
    board_.look();
    for (Task& task : space_.tasks) {
      if (task.open) task.wanted = board_.wanted(task.index);
    }
  }

  const OptimalBounds& bounds_;
  OptimalBoard& board_;
  OptimalWorkspace& space_;
  int half_turn_weight_;
  bool more_ = true;  // tasks to begin
  std::uint64_t nodes_ = 0;
};

}  // namespace gyre::cube3
