// The loop of search.h, for the files that compile it for one instruction set each.
//
// Whether a position passes is as good as random, and a branch on it costs more than what it saves.
// So words are read in batches, and each position is written to the list that it belongs to without
// a branch; what is known of a successor from its parent comes out of one small table.
//
// A prefetch is not free either: where the page tables themselves are not in the cache, the
// processor can go on only a few hundred instructions past it. Prefetches one after another are
// worked on together, so words are sent for by dozens.
#pragma once

#include "cube3/optimal/search.h"

#include <bit>

namespace gyre::cube3 {

constexpr int kMaxOptimalMoves = 32;
static_assert(kLongestOptimal <= kMaxOptimalMoves);

// A position on its way. The words of all six views are known once it stands on the stack.
struct alignas(32) OptimalNode {
  std::array<Cube, kSides> cube;
  std::array<std::uint32_t, kViewCount> words;
  std::array<std::uint8_t, kViewCount> turns;  // turn codes in these words
  std::uint8_t left;                           // moves, in the metric
  std::uint8_t blocked;                        // a bit for each view, as in ReadPlan
  // Moves at the beginning stand from the front, those at the end from the back.
  std::array<MoveIndex, kMaxOptimalMoves> moves;
  std::uint64_t next_word;
  std::array<std::uint8_t, kSides> last_face;
  std::array<std::uint8_t, kSides> made;  // moves at each end
  std::uint16_t reads;                    // the views to read, as in ReadPlan
  std::uint8_t task;                      // its place in OptimalWorkspace::tasks
};

// What one thread keeps: nodes, the queue of those that wait for a word, the stack of those that
// have all, and the tasks that they belong to.
struct OptimalWorkspace : OptimalMemory {
  static constexpr unsigned kQueue = 256;   // a power of two
  static constexpr unsigned kWaiting = 64;  // so many reads under way
  static constexpr unsigned kBatch = 32;    // that are looked at in one go
  static constexpr unsigned kAskAt = 32;    // so many are sent for in one go, or a few more
  static constexpr unsigned kMaxAsked = kAskAt + kBatch;
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
  std::array<std::uint32_t, kMaxAsked> asking{};  // whose next word is to be sent for
  unsigned asked = 0;
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
        half_turn_weight_(counts_units(bounds.metric) ? 2 : 1) {}

  void run() {
    for (;;) {
      const unsigned waiting = space_.tail - space_.head;
      const bool idle = space_.stack.empty() && !more_;
      if (space_.asked >= OptimalWorkspace::kAskAt || (space_.asked != 0 && idle)) {
        ask();
      } else if (waiting >= OptimalWorkspace::kWaiting || (waiting != 0 && idle)) {
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
  // One more is written before it is known to belong there.
  static_assert(OptimalWorkspace::kMaxAsked > OptimalWorkspace::kAskAt + kMoves);
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
      ask();
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
    for (unsigned view = 0; view < kViewCount; ++view) {
      const auto seen = view_of(node, view);
      const WordPlace word = Ops::place(bounds_.index, seen, Ops::corners(seen));
      node.words[view] = bounds_.words[word.word];
      node.turns[view] = word.turn;
      ++place.effort.probes;
      if (level(node, view) > limit(left).level) return false;
    }
    return true;
  }

  [[nodiscard]] auto view_of(const OptimalNode& node, unsigned view) const noexcept {
    const unsigned side = view >= kAxes ? 1 : 0;
    return Ops::view(Ops::load(node.cube[side]), bounds_.index.views[view - kAxes * side]);
  }
  [[nodiscard]] static int level(const OptimalNode& node, unsigned view) noexcept {
    return OptimalBounds::level(node.words[view], node.turns[view]);
  }

  // The oldest of those that wait.
  void read_batch(unsigned count) {
    Batch arriving{};
    Batch dropping{};
    unsigned asked = space_.asked;
    unsigned arrived = 0;
    unsigned dropped = 0;
    // As locals: stores of bytes may be stores to anything.
    OptimalNode* const nodes = space_.nodes.data();
    const std::uint32_t* const words = bounds_.words;
    const OptimalLimit* const limits = &limit(0);
    unsigned head = space_.head;
    for (unsigned i = 0; i < count; ++i) {
      const std::uint32_t index = space_.queue[head++ % OptimalWorkspace::kQueue];
      OptimalNode& node = nodes[index];
      const unsigned reads = node.reads;
      const unsigned view = ReadPlan::next(reads);
      const unsigned rest = ReadPlan::rest(reads);
      const int left = node.left;
      const std::uint32_t word = words[node.next_word];
      const int found = OptimalBounds::level(word, node.turns[view]);
      const unsigned far = found > limits[left].level ? 1 : 0;
      const unsigned needs_all = found > limits[left - 1].level ? 1 : 0;
      const unsigned blocked = node.blocked | needs_all << view;
      const unsigned leave = far | (ReadPlan::dead(blocked) & (left != 0 ? 1U : 0U));
      const unsigned last = rest == 0 ? 1 : 0;
      node.words[view] = word;
      node.reads = static_cast<std::uint16_t>(rest);
      node.blocked = static_cast<std::uint8_t>(blocked);
      ++space_.tasks[node.task].effort.probes;
      dropping[dropped] = index;
      dropped += leave;
      arriving[arrived] = index;
      arrived += (leave ^ 1U) & last;
      space_.asking[asked] = index;
      asked += (leave ^ 1U) & (last ^ 1U);
    }
    space_.head = head;
    space_.asked = asked;
    for (unsigned i = 0; i < dropped; ++i) drop(dropping[i]);
    for (unsigned i = 0; i < arrived; ++i) arrive(arriving[i]);
  }

  // Sends for the next word of each that asks. In three steps, so that what is waited for in one of
  // them is waited for together: first the corners' entries, then the words' addresses, then the
  // words.
  void ask() {
    std::array<View, OptimalWorkspace::kMaxAsked> views;
    std::array<int, OptimalWorkspace::kMaxAsked> corners;
    const auto& asking = space_.asking;
    const unsigned count = space_.asked;
    space_.asked = 0;
    OptimalNode* const nodes = space_.nodes.data();
    const CornerOrbits::Place* const orbits = bounds_.index.orbits.places();
    const std::uint32_t* const words = bounds_.words;
    for (unsigned i = 0; i < count; ++i) {
      const OptimalNode& node = nodes[asking[i]];
      views[i].cube = view_of(node, ReadPlan::next(node.reads));
      corners[i] = Ops::corners(views[i].cube);
      __builtin_prefetch(orbits + corners[i]);
    }
    for (unsigned i = 0; i < count; ++i) {
      OptimalNode& node = nodes[asking[i]];
      const WordPlace word = Ops::place(bounds_.index, views[i].cube, corners[i]);
      node.turns[ReadPlan::next(node.reads)] = word.turn;
      node.next_word = word.word;
    }
    unsigned tail = space_.tail;
    for (unsigned i = 0; i < count; ++i) {
      // Past the larger caches: they hold what is read again.
      __builtin_prefetch(words + nodes[asking[i]].next_word, 0, 0);
      space_.queue[tail++ % OptimalWorkspace::kQueue] = asking[i];
    }
    space_.tail = tail;
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
    for (unsigned view = 0; view < kViewCount; ++view) {
      if (bounds_.near_bound(Ops::unload(view_of(node, view))) > node.left) return true;
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
    const unsigned view = view_number(side, axis);
    const unsigned turn = node.turns[view];
    const std::uint32_t own = node.words[view];
    const int other = level(node, view_number(1 - side, axis));
    const auto moves_within = [&](const OptimalLimit& most) -> unsigned {
      const unsigned within = most.within(own) & (other > most.level ? 0U : ~0U);
      return bounds_.index.moves_within(turn, Ops::extract(within, bounds_.index.reach[turn]));
    };
    unsigned moves = moves_within(limit(node.left - 1));
    if (half_turn_weight_ == 2) {
      constexpr unsigned kHalfTurnMask = 0b010'010;
      moves = (moves & ~kHalfTurnMask) | (moves_within(limit(node.left - 2)) & kHalfTurnMask);
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
    unsigned asked = space_.asked;
    for (std::uint32_t left = moves[side]; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      asked += make_successor(node, levels, side, bit >> 3, bit & 7, space_.asking[asked]);
    }
    space_.asked = asked;
    drop(index);
  }

  // Two bits for each view.
  [[nodiscard]] static unsigned levels_of(const OptimalNode& node) noexcept {
    unsigned levels = 0;
    for (unsigned view = 0; view < kViewCount; ++view) {
      levels |= static_cast<unsigned>(level(node, view)) << 2 * view;
    }
    return levels;
  }

  // How many were made: one, or none if what is known already says that it leads nowhere.
  unsigned make_successor(const OptimalNode& node, unsigned levels, int side, int axis, int number,
                          std::uint32_t& index) {
    const int other = 1 - side;
    const unsigned view = view_number(side, axis);
    const std::uint8_t turn = bounds_.index.moved[node.turns[view]][number];
    const int left = node.left - weight(number);
    // The views of its axis are known, and something of the others (ReadPlans).
    const int most = limit(left - 1).level;
    const unsigned own_blocked = OptimalBounds::level(node.words[view], turn) > most ? 1 : 0;
    const unsigned other_blocked = level(node, view_number(other, axis)) > most ? 1 : 0;
    const unsigned both =
        own_blocked << static_cast<unsigned>(side) | other_blocked << static_cast<unsigned>(other);
    const ReadPlan plan = bounds_.plans.plan(side, axis, limit(node.left).plan, both,
                                             Ops::extract(levels, kReadLevels[axis]));
    if (plan.is_dead && left != 0) return 0;
    index = space_.free.back();
    space_.free.pop_back();
    OptimalNode& next = space_.nodes[index];
    next.words = node.words;
    next.turns = node.turns;
    next.turns[view] = turn;
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
    next.reads = plan.reads;
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
