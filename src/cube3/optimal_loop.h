// The loop of optimal_search.h, for the files that compile it for one instruction set each.
//
// Whether a position passes is as good as random, and a branch on it costs more than what it saves.
// So words are read in batches, and each position is written to the list that it belongs to without
// a branch; what is known of a successor from its parent comes out of one small table.
#pragma once

#include "cube3/optimal_search.h"

#include <bit>

namespace gyre::cube3 {

constexpr int kSides = 2;  // a position and its inverse
constexpr int kMaxOptimalMoves = 32;

// The words of a successor that are to be read: of both sides, and the two axes that its move has
// not. Number side * 2 + 0 is the lower of these axes, side * 2 + 1 the higher.
constexpr int kReads = 4;
[[nodiscard]] constexpr int axis_of_read(int move_axis, unsigned read) noexcept {
  const int axis = static_cast<int>(read & 1U);
  return axis + (axis >= move_axis ? 1 : 0);
}
// Of levels of all views, two bits each, those of the reads.
constexpr std::array<unsigned, kAxes> kReadLevels = {0b111100'111100, 0b110011'110011,
                                                     0b001111'001111};

// A position on its way. The words of all six views are known once it stands on the stack.
struct alignas(32) OptimalNode {
  std::array<Cube, kSides> cube;
  std::array<std::array<std::uint32_t, kAxes>, kSides> words;
  std::array<std::array<std::uint8_t, kAxes>, kSides> turns;  // turn codes in these words
  std::uint8_t left;                                          // moves, in the metric
  // A bit for each view, side * 4 + axis, that is known to need all moves that are left.
  std::uint8_t blocked;
  // Those at the beginning from the front, those at the end from the back.
  std::array<MoveIndex, kMaxOptimalMoves> moves;
  std::uint64_t next_word;
  std::array<std::uint8_t, kSides> last_face;
  std::array<std::uint8_t, kSides> made;  // moves at each end
  std::uint8_t task;                      // its place in OptimalWorkspace::tasks
  std::uint8_t move_axis;
  std::uint8_t reads;    // the words to read, two bits each, the next one lowest
  std::uint8_t to_read;  // how many of them
};

// What one thread keeps: nodes, the queue of those that wait for a word, the stack of those that
// have all, and the tasks that they belong to.
struct OptimalWorkspace : OptimalMemory {
  static constexpr unsigned kQueue = 128;    // a power of two
  static constexpr unsigned kWaiting = 48;   // so many reads under way
  static constexpr unsigned kBatch = 20;     // that are looked at in one go
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

// Ops has Packed, load, unload, compose, view(a, lanes), corners(view), place(tables, view,
// corners) and extract(bits, mask).
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
      const bool idle = space_.stack.empty() && !more_;
      if (waiting >= OptimalWorkspace::kWaiting || (waiting != 0 && idle)) {
        read_batch(std::min(waiting, OptimalWorkspace::kBatch));
      } else if (!space_.stack.empty()) {
        const std::uint32_t node = space_.stack.back();
        space_.stack.pop_back();
        expand(node);
      } else if (more_) {
        begin_task();
      } else {
        break;
      }
    }
  }

 private:
  using Task = OptimalWorkspace::Task;
  using Batch = std::array<std::uint32_t, OptimalWorkspace::kBatch>;
  static_assert(OptimalWorkspace::kBatch >= kMoves);  // the successors of a node are a batch too
  // As a struct: attributes of vector types get lost in templates.
  struct View {
    typename Ops::Packed cube;
  };
  static constexpr std::uint64_t kLookEvery = 4'096;  // nodes

  [[nodiscard]] int weight(int number) const noexcept {
    return number % 3 == 1 ? half_turn_weight_ : 1;
  }
  [[nodiscard]] const OptimalLimit& limit(int left) const noexcept { return bounds_.limit(left); }

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
    if (--task.nodes == 0) {
      task.open = false;
      board_.finish(task.index, task.effort);
    }
  }

  void begin_task() {
    const auto place = std::find_if(space_.tasks.begin(), space_.tasks.end(),
                                    [](const Task& task) { return !task.open; });
    if (place == space_.tasks.end()) {
      // All are at their last reads.
      read_batch(std::min(space_.tail - space_.head, OptimalWorkspace::kBatch));
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
    place->nodes = 1;
    const std::uint32_t root = take_node();
    if (make_root(board_.task(*index), *place, space_.nodes[root])) {
      arrive(root);
    } else {
      drop(root);
    }
  }

  // False if the position is too far. Its words are waited for: tasks are few.
  bool make_root(const OptimalTask& task, Task& place, OptimalNode& node) {
    node.task = static_cast<std::uint8_t>(&place - space_.tasks.data());
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
    if (left < 0) return false;
    node.cube[1] = invert(node.cube[0]);
    node.left = static_cast<std::uint8_t>(left);
    for (int side = 0; side < kSides; ++side) {
      for (int axis = 0; axis < kAxes; ++axis) {
        const WordPlace word = place_of(node, side, axis);
        node.words[side][axis] = bounds_.words[word.word];
        node.turns[side][axis] = word.turn;
        ++place.effort.probes;
        if (level(node, side, axis) > limit(left).level) return false;
      }
    }
    return true;
  }

  [[nodiscard]] WordPlace place_of(const OptimalNode& node, int side, int axis) const noexcept {
    const auto view = Ops::view(Ops::load(node.cube[side]), bounds_.index.views[axis]);
    return Ops::place(bounds_.index, view, Ops::corners(view));
  }
  [[nodiscard]] static int level(const OptimalNode& node, int side, int axis) noexcept {
    return OptimalBounds::level(node.words[side][axis], node.turns[side][axis]);
  }

  // A node has no successors at one side if all three views of the other need all moves that are
  // left.
  [[nodiscard]] static unsigned dead(unsigned blocked) noexcept {
    return (blocked & blocked >> 1U & blocked >> 2U & 0x11U) != 0 ? 1 : 0;
  }

  // The oldest of those that wait.
  void read_batch(unsigned count) {
    Batch asking{};
    Batch arriving{};
    Batch dropping{};
    unsigned asked = 0;
    unsigned arrived = 0;
    unsigned dropped = 0;
    for (unsigned i = 0; i < count; ++i) {
      const std::uint32_t index = space_.queue[space_.head++ % OptimalWorkspace::kQueue];
      OptimalNode& node = space_.nodes[index];
      const unsigned read = node.reads & 3U;
      const auto side = static_cast<int>(read >> 1U);
      const int axis = axis_of_read(node.move_axis, read);
      const std::uint32_t word = bounds_.words[node.next_word];
      node.words[side][axis] = word;
      const int found = OptimalBounds::level(word, node.turns[side][axis]);
      node.reads >>= 2U;
      --node.to_read;
      const unsigned far = found > limit(node.left).level ? 1 : 0;
      const unsigned needs_all = found > limit(node.left - 1).level ? 1 : 0;
      const unsigned blocked = node.blocked | needs_all << static_cast<unsigned>(side * 4 + axis);
      node.blocked = static_cast<std::uint8_t>(blocked);
      const unsigned leave = far | (dead(blocked) & (node.left != 0 ? 1U : 0U));
      const unsigned last = node.to_read == 0 ? 1 : 0;
      ++space_.tasks[node.task].effort.probes;
      dropping[dropped] = index;
      dropped += leave;
      arriving[arrived] = index;
      arrived += (leave ^ 1U) & last;
      asking[asked] = index;
      asked += (leave ^ 1U) & (last ^ 1U);
    }
    ask(asking, asked);
    for (unsigned i = 0; i < dropped; ++i) drop(dropping[i]);
    for (unsigned i = 0; i < arrived; ++i) arrive(arriving[i]);
  }

  // Sends for the next word of each. In three steps, so that what is waited for in one of them is
  // waited for together: first the corners' entries, then the words' addresses, then the words.
  void ask(const Batch& asking, unsigned count) {
    std::array<View, OptimalWorkspace::kBatch> views;
    std::array<int, OptimalWorkspace::kBatch> corners;
    for (unsigned i = 0; i < count; ++i) {
      const OptimalNode& node = space_.nodes[asking[i]];
      const unsigned read = node.reads & 3U;
      const int axis = axis_of_read(node.move_axis, read);
      views[i].cube = Ops::view(Ops::load(node.cube[read >> 1U]), bounds_.index.views[axis]);
      corners[i] = Ops::corners(views[i].cube);
      __builtin_prefetch(bounds_.index.orbits.places() + corners[i]);
    }
    for (unsigned i = 0; i < count; ++i) {
      OptimalNode& node = space_.nodes[asking[i]];
      const unsigned read = node.reads & 3U;
      const WordPlace word = Ops::place(bounds_.index, views[i].cube, corners[i]);
      node.turns[read >> 1U][axis_of_read(node.move_axis, read)] = word.turn;
      node.next_word = word.word;
    }
    for (unsigned i = 0; i < count; ++i) {
      __builtin_prefetch(bounds_.words + space_.nodes[asking[i]].next_word);
      space_.queue[space_.tail++ % OptimalWorkspace::kQueue] = asking[i];
    }
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
      const MoveIndex move = node.moves[kMaxOptimalMoves - i];
      moves.push_back(static_cast<MoveIndex>(FaceTurn::from_index(move).inverse().index()));
    }
    // Where both ends met anything may stand side by side; other orders of the same turns are found
    // by themselves.
    for (std::size_t i = 1; i < moves.size(); ++i) {
      if (!may_follow(moves[i] / 3, moves[i - 1] / 3)) return;
    }
    board_.found(space_.tasks[node.task].index, moves);
    update_wanted();
  }

  void update_wanted() {
    for (Task& task : space_.tasks) {
      if (task.open) task.wanted = board_.wanted(task.index);
    }
  }

  // The moves of an axis that may come next at a side, as six bits.
  [[nodiscard]] unsigned successors(const OptimalNode& node, int side, int axis) const noexcept {
    const unsigned turn = node.turns[side][axis];
    const std::uint32_t own = node.words[side][axis];
    const int other = level(node, 1 - side, axis);
    const auto moves_within = [&](const OptimalLimit& most) -> unsigned {
      const unsigned within = most.within(own) & (other > most.level ? 0U : ~0U);
      return bounds_.index.moves_within(turn, Ops::extract(within, bounds_.index.reach[turn]));
    };
    unsigned moves = moves_within(limit(node.left - 1));
    if (half_turn_weight_ == 2) {
      constexpr unsigned kHalfTurns = 0b010'010;
      moves = (moves & ~kHalfTurns) | (moves_within(limit(node.left - 2)) & kHalfTurns);
    }
    return moves & kMayFollow[side][axis][node.last_face[side]];
  }

  // By side, axis and last face: the moves of the axis that may stand next to it. At the end of the
  // whole they are found in the opposite order.
  static constexpr auto kMayFollow = [] {
    std::array<std::array<std::array<std::uint8_t, kNothingTurned + 1>, kAxes>, kSides> table{};
    for (int axis = 0; axis < kAxes; ++axis) {
      for (int last = 0; last <= kNothingTurned; ++last) {
        for (int number = 0; number < kAxisMoves; ++number) {
          const int face = axis_move(axis, number) / 3;
          const auto bit = static_cast<std::uint8_t>(1U << static_cast<unsigned>(number));
          if (may_follow(face, last)) table[0][axis][last] |= bit;
          if (last == kNothingTurned || may_follow(last, face)) table[1][axis][last] |= bit;
        }
      }
    }
    return table;
  }();

  void expand(std::uint32_t index) {
    Task& task = space_.tasks[space_.nodes[index].task];
    if ((++nodes_ & (kLookEvery - 1)) == 0) {
      board_.look();
      update_wanted();
    }
    if (!task.wanted) {
      drop(index);
      return;
    }
    ++task.effort.nodes;
    std::array<std::uint32_t, kSides> moves{};  // eight bits for each axis
    for (int side = 0; side < kSides; ++side) {
      for (int axis = 0; axis < kAxes; ++axis) {
        moves[side] |= successors(space_.nodes[index], side, axis)
                       << static_cast<unsigned>(8 * axis);
      }
    }
    const int side = std::popcount(moves[1]) < std::popcount(moves[0]) ? 1 : 0;
    // Taken before the node is looked at by reference: the pool may grow.
    while (space_.free.size() < kMoves) {
      space_.free.push_back(static_cast<std::uint32_t>(space_.nodes.size()));
      space_.nodes.emplace_back();
    }
    const OptimalNode& node = space_.nodes[index];
    const unsigned levels = levels_of(node);
    Batch made{};
    unsigned count = 0;
    for (std::uint32_t left = moves[side]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      count += make_successor(node, levels, side, bit >> 3, bit & 7, made[count]);
    }
    ask(made, count);
    drop(index);
  }

  // Two bits for each view, side * 3 + axis.
  [[nodiscard]] static unsigned levels_of(const OptimalNode& node) noexcept {
    unsigned levels = 0;
    for (int side = 0; side < kSides; ++side) {
      for (int axis = 0; axis < kAxes; ++axis) {
        levels |= static_cast<unsigned>(level(node, side, axis))
                  << static_cast<unsigned>(2 * (side * kAxes + axis));
      }
    }
    return levels;
  }

  // How many were made: one, or none if what is known already says that it leads nowhere.
  unsigned make_successor(const OptimalNode& node, unsigned levels, int side, int axis, int number,
                          std::uint32_t& index) {
    const int other = 1 - side;
    const std::uint8_t turn = bounds_.index.moved[node.turns[side][axis]][number];
    const int left = node.left - weight(number);
    // The views of its axis are known, and of the others that they are at most as much nearer as
    // the move counts.
    const OptimalLimit& less = limit(left - 1);
    const bool own_blocked = OptimalBounds::level(node.words[side][axis], turn) > less.level;
    const bool other_blocked = level(node, other, axis) > less.level;
    const unsigned both = static_cast<unsigned>(own_blocked) << static_cast<unsigned>(side) |
                          static_cast<unsigned>(other_blocked) << static_cast<unsigned>(other);
    const ReadPlan plan = bounds_.plans.plan(side, axis, limit(node.left).plan, both,
                                             Ops::extract(levels, kReadLevels[axis]));
    if (plan.dead && left != 0) return 0;
    index = space_.free.back();
    space_.free.pop_back();
    OptimalNode& next = space_.nodes[index];
    next.words = node.words;
    next.turns = node.turns;
    next.turns[side][axis] = turn;
    next.left = static_cast<std::uint8_t>(left);
    next.blocked = plan.blocked;
    next.moves = node.moves;
    next.last_face = node.last_face;
    next.made = node.made;
    next.task = node.task;
    const int move = axis_move(axis, number);
    const int back = move + 2 - 2 * (number % 3);  // the other way round
    next.cube[side] =
        Ops::unload(Ops::compose(Ops::load(node.cube[side]), Ops::load(bounds_.actions[move])));
    next.cube[other] =
        Ops::unload(Ops::compose(Ops::load(bounds_.actions[back]), Ops::load(node.cube[other])));
    next.last_face[side] = static_cast<std::uint8_t>(move / 3);
    const int made = next.made[side]++;
    next.moves[side == 0 ? made : kMaxOptimalMoves - 1 - made] = static_cast<MoveIndex>(move);
    next.move_axis = static_cast<std::uint8_t>(axis);
    next.reads = plan.reads;
    next.to_read = kReads;
    ++space_.tasks[next.task].nodes;
    return 1;
  }

  const OptimalBounds& bounds_;
  OptimalBoard& board_;
  OptimalWorkspace& space_;
  int half_turn_weight_;
  bool more_ = true;  // tasks to begin
  std::uint64_t nodes_ = 0;
};

}  // namespace gyre::cube3
