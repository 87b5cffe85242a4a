#include "general/solve/subtree_search.h"

#include <cstring>
#include <memory>
#include <optional>

namespace gyre {
namespace {

// Subtrees in turn. A node asks for a dozen entries at once, so that a few keep the memory busy.
constexpr std::size_t kLanes = 4;
// Nodes of a lane between two looks at the clock.
constexpr unsigned kNodesBetweenLooks = 512;
// No bound is greater.
constexpr int kAnyMoves = 1'000;

// The children of one node.
struct Frame {
  Frame(int bytes, std::size_t moves, std::size_t projections)
      : states(bytes, moves),
        values(moves * projections),
        packed(moves),
        picked(moves),
        hashes(moves),
        alive(moves) {}

  // asked: the entries of all children are on their way; asked_inverse: those of the inverses of
  // the ones that are left; settled: alive lists the children to be searched.
  enum class Stage { asked, asked_inverse, settled };

  PackedStates states;
  std::vector<std::uint32_t> values;  // of the projections, for each child
  // Of the followers, those that the projections let pass: the children.
  std::vector<const std::uint8_t*> packed;
  std::vector<std::uint16_t> picked;
  std::size_t count = 0;
  std::vector<std::uint64_t> hashes;  // of children, then of the inverses of those in `alive`
  std::vector<std::uint16_t> alive;
  SearchMoves::Followers followers;
  std::size_t alive_count = 0;
  std::size_t next = 0;  // into alive
  int left = 0;          // moves after the child's own
  Stage stage = Stage::settled;
};

// One subtree at a time.
class Lane {
 public:
  Lane(const SubtreeSpace& space, const SubtreeStarts& starts,
       const std::vector<SubtreeTask>& tasks, int length, TaskBoard<Solution>& board)
      : space_(space),
        starts_(starts),
        tasks_(tasks),
        length_(length),
        board_(board),
        scratch_(space.form.scratch()),
        inverse_(static_cast<std::size_t>(space.kernel.bytes())),
        state_(inverse_),
        values_(space.projections.size()),
        next_values_(values_) {}

  [[nodiscard]] bool busy() const noexcept { return task_.has_value(); }

  void begin(std::size_t task) {
    task_ = task;
    nodes_ = 0;
    depth_ = 0;
    until_look_ = kNodesBetweenLooks;
    const SubtreeTask& what = tasks_[task];
    std::memcpy(state_.data(), starts_.states[what.start], state_.size());
    values_ = starts_.values[what.start];
    for (const std::uint16_t move : what.moves) {
      space_.kernel.compose(state_.data(), space_.moves[move], state_.data());
      space_.projections.step(values_.data(), move, kAnyMoves, next_values_.data());
      std::swap(values_, next_values_);
    }
    const int left = length_ - static_cast<int>(what.moves.size());
    if (left == 0) {
      ++nodes_;
      if (space_.kernel.equal(state_.data(), space_.kernel.solved())) report({});
      end(true);
      return;
    }
    open(state_.data(), values_.data(), what.automaton, left - 1);
  }

  // Goes on until entries have been asked for that should come from memory first, or the task is
  // finished.
  void step() {
    for (;;) {
      Frame& frame = *frames_[depth_ - 1];
      if (frame.stage == Frame::Stage::asked) {
        look(frame);
        if (frame.stage == Frame::Stage::asked_inverse) return;
      } else if (frame.stage == Frame::Stage::asked_inverse) {
        look_at_inverses(frame);
      }
      if (frame.next == frame.alive_count) {
        if (--depth_ == 0) {
          end(true);
          return;
        }
        continue;
      }
      const std::size_t child = frame.alive[frame.next++];
      if (--until_look_ == 0) {
        until_look_ = kNodesBetweenLooks;
        if (!board_.wanted(*task_)) {
          end(false);
          return;
        }
      }
      if (frame.left == 0) {
        if (!report_here()) {
          end(true);
          return;
        }
        continue;
      }
      open(frame.states[child], frame.values.data() + child * space_.projections.size(),
           frame.followers.next[frame.picked[child]], frame.left - 1);
      if (frames_[depth_ - 1]->stage == Frame::Stage::asked) return;
    }
  }

 private:
  void open(const std::uint8_t* state, const std::uint32_t* values, std::uint32_t automaton,
            int left) {
    if (depth_ == frames_.size()) {
      frames_.push_back(std::make_unique<Frame>(space_.kernel.bytes(), space_.moves.size(),
                                                space_.projections.size()));
    }
    Frame& frame = *frames_[depth_++];
    frame.followers = space_.moves.after(automaton);
    frame.left = left;
    frame.next = 0;
    frame.alive_count = 0;
    frame.stage = Frame::Stage::settled;
    nodes_ += frame.followers.moves.size();
    pick(frame, values, left);
    if (frame.count == 0) return;
    if (left > 0 && left <= space_.tables.depth()) {
      space_.form.children(state, frame.packed.data(), frame.count, frame.states[0],
                           frame.hashes.data(), scratch_);
      for (std::size_t i = 0; i < frame.count; ++i) space_.tables.prefetch(frame.hashes[i]);
      frame.stage = Frame::Stage::asked;
      return;
    }
    space_.form.compose(state, frame.packed.data(), frame.count, frame.states[0]);
    for (std::size_t i = 0; i < frame.count; ++i) {
      frame.alive[frame.alive_count] = static_cast<std::uint16_t>(i);
      const bool keep = left == 0 ? space_.kernel.equal(frame.states[i], space_.kernel.solved())
                                  : legal(frame, i);
      frame.alive_count += keep ? 1 : 0;
    }
  }

  // The children that the projections let pass.
  void pick(Frame& frame, const std::uint32_t* values, int left) {
    const std::size_t each = space_.projections.size();
    frame.count = 0;
    for (std::size_t i = 0; i < frame.followers.moves.size(); ++i) {
      frame.packed[frame.count] = frame.followers.packed[i];
      frame.picked[frame.count] = static_cast<std::uint16_t>(i);
      const bool near =
          each == 0 || space_.projections.step(values, frame.followers.moves[i], left,
                                               frame.values.data() + frame.count * each);
      frame.count += near ? 1 : 0;
    }
  }

  [[nodiscard]] bool legal(Frame& frame, std::size_t child) const {
    return !space_.moves.has_rules() || space_.moves.legal(frame.states[child]);
  }

  void look(Frame& frame) {
    for (std::size_t i = 0; i < frame.count; ++i) {
      frame.alive[frame.alive_count] = static_cast<std::uint16_t>(i);
      frame.alive_count += space_.tables.may_be_within(frame.left, frame.hashes[i]) ? 1 : 0;
    }
    if (space_.moves.has_rules()) {
      std::size_t kept = 0;
      for (std::size_t k = 0; k < frame.alive_count; ++k) {
        if (legal(frame, frame.alive[k])) frame.alive[kept++] = frame.alive[k];
      }
      frame.alive_count = kept;
    }
    frame.stage = Frame::Stage::settled;
    if (!space_.inverse || frame.alive_count == 0) return;
    for (std::size_t k = 0; k < frame.alive_count; ++k) {
      invert(frame.states[frame.alive[k]]);
      frame.hashes[k] = space_.form.hash(inverse_.data(), scratch_);
      space_.tables.prefetch(frame.hashes[k]);
    }
    frame.stage = Frame::Stage::asked_inverse;
  }

  // The position solved a^-1 for the position solved a.
  void invert(const std::uint8_t* state) {
    space_.kernel.invert(state, inverse_.data());
    if (space_.solved_is_identity) return;
    space_.kernel.compose(space_.kernel.solved(), inverse_.data(), state_.data());
    space_.kernel.compose(state_.data(), space_.kernel.solved(), inverse_.data());
  }

  void look_at_inverses(Frame& frame) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < frame.alive_count; ++k) {
      if (space_.tables.may_be_within(frame.left, frame.hashes[k])) {
        frame.alive[kept++] = frame.alive[k];
      }
    }
    frame.alive_count = kept;
    frame.stage = Frame::Stage::settled;
  }

  // The moves of the frames, each with the child that is being searched.
  bool report_here() {
    std::vector<int> moves;
    for (std::size_t i = 0; i < depth_; ++i) {
      const Frame& frame = *frames_[i];
      moves.push_back(frame.followers.moves[frame.picked[frame.alive[frame.next - 1]]]);
    }
    return report(moves);
  }
  // False if enough has been found.
  bool report(const std::vector<int>& moves) {
    const SubtreeTask& what = tasks_[*task_];
    Solution solution;
    solution.start = what.start;
    solution.moves.assign(what.moves.begin(), what.moves.end());
    solution.moves.insert(solution.moves.end(), moves.begin(), moves.end());
    return board_.found(*task_, std::move(solution));
  }

  void end(bool finished) {
    if (finished) {
      board_.finish(*task_, nodes_);
    } else {
      board_.leave(nodes_);
    }
    task_.reset();
  }

  const SubtreeSpace& space_;
  const SubtreeStarts& starts_;
  const std::vector<SubtreeTask>& tasks_;
  int length_;
  TaskBoard<Solution>& board_;
  ClassForm::Scratch scratch_;
  PackedBytes inverse_;
  PackedBytes state_;
  std::vector<std::uint32_t> values_;
  std::vector<std::uint32_t> next_values_;
  std::optional<std::size_t> task_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::size_t depth_ = 0;  // frames in use
  std::uint64_t nodes_ = 0;
  unsigned until_look_ = kNodesBetweenLooks;
};

}  // namespace

void search_subtrees(const SubtreeSpace& space, const SubtreeStarts& starts,
                     const std::vector<SubtreeTask>& tasks, int length,
                     TaskBoard<Solution>& board) {
  std::vector<std::unique_ptr<Lane>> lanes;
  for (std::size_t i = 0; i < std::min(kLanes, tasks.size()); ++i) {
    lanes.push_back(std::make_unique<Lane>(space, starts, tasks, length, board));
  }
  for (bool any = true; any;) {
    any = false;
    for (const std::unique_ptr<Lane>& lane : lanes) {
      if (!lane->busy()) {
        const std::optional<std::size_t> task = board.next();
        if (!task) continue;
        lane->begin(*task);
      } else {
        lane->step();
      }
      any = true;
    }
  }
}

}  // namespace gyre
