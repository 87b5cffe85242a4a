// Deepening, growth of the tables and the order of events; the nodes are in subtree_search.cpp.
//
// Tables grow when what they would save is about what they cost: when the positions looked at since
// they last grew, and those that the next length will take, come to the number that filling them
// one move deeper looks at.
#include <gyre/general/solver.h>

#include "base/last_moment.h"
#include "base/stop.h"
#include "general/shared/sample_positions.h"
#include "general/shared/search_moves.h"
#include "general/solve/lower_bounds.h"
#include "general/solve/projections.h"
#include "general/solve/put_right.h"
#include "general/solve/subtree_search.h"
#include "puzzle/kernel/class_form.h"
#include "search/driver.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include <gyre/table/store.h>
#include "base/memory.h"
#include "base/random.h"
#include "base/seconds.h"
#include "puzzle/symmetry/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>

namespace gyre {
namespace {

using Clock = std::chrono::steady_clock;

// Tasks of a length that is worth splitting.
constexpr std::size_t kTasks = 1'000;
constexpr std::size_t kMostTasks = 100'000;
// Fewer positions than this are looked at by one thread.
constexpr double kWorthSplitting = 30'000;
constexpr double kSecondsBetweenCheckpoints = 3;
// Tables that took longer to fill are stored: reading back takes a second for each gigabyte or two.
constexpr double kWorthStoring = 3;
// Smaller ones are never stored, and never looked for.
constexpr std::uint64_t kLeastStored = std::uint64_t{1} << 20U;
constexpr int kStoredDepths = 10;
// Of the memory, for an automaton of a canon depth.
constexpr std::uint64_t kCanonicalShare = 4;
// Of the memory, for solutions at least; more where tables leave more.
constexpr std::uint64_t kSolutionShare = 8;
// Of the memory, for projections.
constexpr std::uint64_t kProjectionShare = 16;
// A search that looks at more positions than this first makes projections.
constexpr double kWorthProjecting = 2e7;
// A search that looks at more positions than this first looks for a stored table.
constexpr double kWorthReading = 1e7;

}  // namespace

struct Solver::Data {
  Data(const PuzzleDefinition& puzzle, const MoveSet& chosen, const SolverOptions& wishes)
      : definition(puzzle),
        moves(chosen),
        options(wishes),
        kernel(definition),
        symmetry(definition, moves, symmetry_options(options.symmetry, options.stop)),
        form(kernel, symmetry, sample_positions(definition, moves, kernel)),
        search_moves(definition, moves, kernel, std::nullopt, canonical()),
        sequences(search_moves.sequences(kMaxSolutionLength)),
        bounds(kernel, form, search_moves, count_positions(),
               options.memory_bytes - options.memory_bytes / kProjectionShare, options.threads) {
    options.stop = {};  // of who had it made; those who solve have their own
    update_plan();
  }

  [[nodiscard]] CanonicalOptions canonical() const {
    CanonicalOptions wish;
    wish.depth = options.canon_depth;
    if (wish.depth > 0) wish.memory_bytes = options.memory_bytes / kCanonicalShare;
    wish.threads = options.threads;
    wish.stop = options.stop;
    return wish;
  }

  // So that asking for it never waits for a table.
  void update_plan() {
    const std::lock_guard lock(plan_mutex);
    plan.symmetries = symmetry.size();
    plan.inverse = symmetry.inversion();
    plan.canon_depth = options.canon_depth;
    plan.table_depth = bounds.tables().depth();
    plan.complete = bounds.tables().complete();
    plan.table_bytes = bounds.used_bytes();
    plan.most_bytes = options.memory_bytes;
  }

  // Infinite where they cannot be counted.
  double count_positions() {
    try {
      group.emplace(definition, moves, options.stop);
      return group->states().convert_to<double>();
    } catch (const Error& error) {
      if (options.stop.stop_requested()) throw;
      why_no_group = error;
      return std::numeric_limits<double>::infinity();
    }
  }

  // About how many positions a length looks at with the tables as they are.
  [[nodiscard]] double nodes_for(int length) const {
    const int beyond = length - bounds.tables().depth();
    if (bounds.tables().complete() || beyond <= 0) return static_cast<double>(length);
    return sequences[static_cast<std::size_t>(beyond)];
  }

  // ahead: positions that will be looked at with the tables as they are.
  [[nodiscard]] bool should_grow(double ahead) const {
    const double cost = bounds.cost_of_next();
    if (cost == std::numeric_limits<double>::infinity()) return false;
    return cost <= spent + ahead || bounds.tables().depth() < options.table_depth;
  }

  // One depth deeper, or as deep as a stored table goes.
  bool grow(Stop& stop, const SolveHooks& hooks) {
    if (read_stored(hooks)) return true;
    const Clock::time_point begun = Clock::now();
    if (!bounds.grow(stop, hooks.progress)) return false;
    const double seconds = seconds_since(begun);
    if (options.store && (options.store_all || seconds > kWorthStoring)) {
      TableOptions how;
      how.work.threads = options.threads;
      how.warning = hooks.warning;
      (void)options.store->store(key_of(bounds.shape()), bounds.tables().payload(), {}, seconds,
                                 true, how);
    }
    return true;
  }

  // The deepest table that is stored and deeper than what there is.
  bool read_stored(const SolveHooks& hooks) {
    if (!options.store) return false;
    for (int depth = bounds.tables().depth() + kStoredDepths; depth > bounds.tables().depth();
         --depth) {
      const std::optional<BoundTables::Shape> shape = bounds.shape_for(depth);
      if (!shape || (!options.store_all && shape->bytes() < kLeastStored) ||
          !options.store->holds(key_of(*shape)))
        continue;
      bounds.shrink();
      TableOptions how;
      how.memory = TableMemory::private_;
      how.work.threads = options.threads;
      how.warning = hooks.warning;
      const std::optional<Table> table = options.store->open(key_of(*shape), how);
      if (!table) continue;
      bounds.take(*shape, std::make_shared<const Table>(*table), table->payload());
      return true;
    }
    return false;
  }

  // Everything that decides what the tables hold.
  [[nodiscard]] TableKey key_of(const BoundTables::Shape& shape) const {
    TableKey key;
    key.contents_version = kClassFormVersion;
    std::string name;
    for (const char c : definition.name()) {
      name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    }
    key.name = fmt::format("general-{}-{}-d{}", name.substr(0, 40), to_string(moves.metric()),
                           shape.depth);
    key.parameters =
        fmt::format("puzzle={} symmetries={} moves=", to_hex(definition.digest()), symmetry.size());
    for (const Move& move : moves.moves()) key.parameters += move.name + ",";
    key.parameters += " levels=";
    for (const std::uint64_t bytes : shape.level_bytes) {
      key.parameters += std::to_string(bytes) + ",";
    }
    key.payload_bytes = shape.bytes();
    return key;
  }

  // Parts of positions as bounds, once a search is long.
  void project(int length) {
    if (projected || bounds.tables().complete() || nodes_for(length) < kWorthProjecting) return;
    projected = true;
    projections = Projections(definition, moves, bounds.tables().depth(),
                              options.memory_bytes / kProjectionShare);
  }

  // What the solutions of all searches may take together with the tables as they are.
  [[nodiscard]] std::uint64_t room_for_solutions() {
    const std::uint64_t least = options.memory_bytes / kSolutionShare;
    const std::lock_guard lock(plan_mutex);
    const std::uint64_t tables = plan.table_bytes + options.memory_bytes / kProjectionShare;
    return tables + least < options.memory_bytes ? options.memory_bytes - tables : least;
  }

  // How many times more positions the next length looks at.
  [[nodiscard]] double growth_after(int length) const {
    return nodes_for(length + 1) / std::max(1.0, nodes_for(length));
  }
  void add_spent(std::uint64_t nodes) { spent += static_cast<double>(nodes); }

  PuzzleDefinition definition;
  MoveSet moves;
  SolverOptions options;
  StateKernel kernel;
  SymmetryGroup symmetry;
  ClassForm form;
  SearchMoves search_moves;
  std::vector<double> sequences;
  std::mutex group_mutex;
  std::optional<PuzzleGroup> group;
  std::optional<Error> why_no_group;  // found out once: that may take as long as making it
  LowerBounds bounds;
  Projections projections;
  bool projected = false;                // whether they have been made
  std::shared_timed_mutex tables_mutex;  // shared by searches; a growing table is alone
  std::mutex plan_mutex;
  SolverPlan plan;                                // as it was when the tables last changed
  std::atomic<double> spent = 0;                  // positions looked at since the tables last grew
  std::atomic<std::uint64_t> solution_bytes = 0;  // of all searches now
};

namespace {

// What the Driver is given: one search for one set of positions.
template <class Data>
class GeneralSearch {
 public:
  using Found = Solution;

  GeneralSearch(Data& data, std::span<const State> positions, const SolveLimits& limits,
                const SolveHooks& hooks, bool resumes)
      : data_(data),
        positions_(positions),
        starts_{data.kernel.pack(positions), {}},
        hooks_(hooks),
        always_split_(resumes || static_cast<bool>(hooks.checkpoint)),
        reading_(data.tables_mutex) {
    if (limits.random_order) {
      shuffled_.emplace(data.definition, data.moves, data.kernel, limits.random_order,
                        data.canonical());
    }
  }

  // The least bound over the positions; nothing if none of them can be solved at all.
  [[nodiscard]] std::optional<int> bound() const {
    std::optional<int> least;
    ClassForm::Scratch scratch = data_.form.scratch();
    const BoundTables& tables = data_.bounds.tables();
    for (std::size_t i = 0; i < starts_.states.size(); ++i) {
      // The tables know legal positions only.
      const bool legal = data_.search_moves.legal(starts_.states[i]);
      const int bound = legal ? tables.bound(data_.form.hash(starts_.states[i], scratch)) : 0;
      if (tables.complete() && bound > tables.depth()) continue;
      least = std::min(least.value_or(bound), bound);
    }
    return least;
  }

  bool prepare(int length, Stop& stop) {
    reading_.unlock();
    bool done = true;
    // Where another search is reading the tables, they stay as they are.
    if (std::unique_lock writing(data_.tables_mutex, std::try_to_lock); writing) {
      const double positions = std::max(1.0, data_.options.expected_positions);
      const bool deep = data_.bounds.tables().depth() < data_.options.table_depth;
      if (deep || positions * data_.nodes_for(length) > kWorthReading)
        (void)data_.read_stored(hooks_);
      while (done && data_.should_grow(positions * data_.nodes_for(length))) {
        done = data_.grow(stop, hooks_);
        data_.spent = 0;
      }
      if (done) data_.project(length);
      data_.update_plan();
    }
    // While another search fills a table, this one can still be stopped.
    while (!reading_.try_lock_for(std::chrono::milliseconds(50))) {
      if (stop.look_after_pause()) return false;
    }
    take_values();
    return done && !stop.look_after_pause();
  }

  std::size_t split(int length) {
    length_ = length;
    tasks_.clear();
    std::vector<SubtreeTask> open;  // that must be split further
    for (std::size_t start = 0; start < starts_.states.size(); ++start)
      open.push_back({start, {}, 0});
    const bool whole = !always_split_ && data_.nodes_for(length) < kWorthSplitting;
    for (int depth = 0; depth <= length && !open.empty(); ++depth) {
      const std::size_t wanted = whole ? 0 : kTasks;
      std::vector<SubtreeTask> deeper;
      const bool enough =
          open.size() + tasks_.size() >= wanted || open.size() * moves().size() > kMostTasks;
      for (SubtreeTask& task : open) {
        const bool legal = is_legal(task);
        if (legal && (enough || depth == length)) {
          tasks_.push_back(std::move(task));
          continue;
        }
        // A start that breaks the rules is put right by one step of moves that commute.
        if (depth == length || (!legal && !is_one_step(task))) continue;
        const SearchMoves::Followers followers = moves().after(task.automaton);
        for (std::size_t i = 0; i < followers.moves.size(); ++i) {
          SubtreeTask next = task;
          next.moves.push_back(followers.moves[i]);
          next.automaton = followers.next[i];
          if (legal ? is_legal(next) : is_one_step(next)) deeper.push_back(std::move(next));
        }
      }
      open = std::move(deeper);
    }
    return tasks_.size();
  }

  void work(TaskBoard<Solution>& board) {
    const SubtreeSpace space{
        data_.kernel,
        data_.form,
        moves(),
        data_.bounds.tables(),
        project_ ? data_.projections : none_,
        data_.symmetry.inversion(),
        data_.definition.solved() == identity_state(data_.definition.orbits())};
    search_subtrees(space, starts_, tasks_, length_, board);
  }

 private:
  [[nodiscard]] const SearchMoves& moves() const {
    return shuffled_ ? *shuffled_ : data_.search_moves;
  }
  [[nodiscard]] bool is_legal(const SubtreeTask& task) const {
    if (!moves().has_rules()) return true;
    PackedBytes state(static_cast<std::size_t>(data_.kernel.bytes()));
    std::memcpy(state.data(), starts_.states[task.start], state.size());
    for (const std::uint16_t move : task.moves) {
      data_.kernel.compose(state.data(), moves()[move], state.data());
    }
    return moves().legal(state.data());
  }
  // Whether the task is still within the step that puts an illegal start right.
  [[nodiscard]] bool is_one_step(const SubtreeTask& task) const {
    if (moves().legal(starts_.states[task.start])) return task.moves.empty();
    const std::vector<Move>& all = data_.moves.moves();
    for (std::size_t i = 0; i < task.moves.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (!data_.moves.commutes(all[task.moves[i]].move_class, all[task.moves[k]].move_class)) {
          return false;
        }
      }
    }
    return true;
  }

  // Their values are there as soon as the projections are.
  void take_values() {
    const bool before = project_;
    project_ = data_.projections.size() > 0;
    if (before == project_ && !starts_.values.empty()) return;
    starts_.values.clear();
    for (const State& position : positions_) {
      starts_.values.push_back(data_.projections.values(position));
      const std::vector<std::uint32_t>& values = starts_.values.back();
      // A position that no moves reach has none.
      if (std::find(values.begin(), values.end(), Coordinate::kNone) != values.end()) {
        project_ = false;
      }
    }
    if (!project_) starts_.values.assign(positions_.size(), {});
  }

  Data& data_;
  std::span<const State> positions_;
  SubtreeStarts starts_;
  bool project_ = false;
  Projections none_;
  const SolveHooks& hooks_;
  bool always_split_;
  std::shared_lock<std::shared_timed_mutex> reading_;
  std::optional<SearchMoves> shuffled_;
  std::vector<SubtreeTask> tasks_;
  int length_ = 0;
};

std::vector<std::uint64_t> to_bits(const std::vector<char>& flags) {
  std::vector<std::uint64_t> bits((flags.size() + 63) / 64);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != 0) bits[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return bits;
}

// Nothing where they are not so many.
std::vector<char> from_bits(const std::vector<std::uint64_t>& bits, std::size_t count) {
  if (bits.size() != (count + 63) / 64) return {};
  std::vector<char> flags(count);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    flags[i] = static_cast<char>(bits[i / 64] >> (i % 64) & 1U);
  }
  return flags;
}

// One call of Solver: the lengths one after the other, and what is told of them. References are
// kept.
template <class Data>
class SolveRun {
 public:
  SolveRun(Data& data, std::span<const State> positions, const SolveLimits& limits,
           const SolveHooks& hooks, const SearchCheckpoint* resume)
      : data_(data),
        positions_(positions),
        limits_(limits),
        hooks_(hooks),
        wanted_(limits.all_shortest ? std::numeric_limits<std::uint64_t>::max() : limits.number),
        max_length_(std::min(limits.max_length, kMaxSolutionLength)),
        stop_(hooks.stop, limits.seconds, hooks.pause.get()),
        search_(data, positions, limits, hooks, resume != nullptr) {
    const std::optional<int> bound = search_.bound();
    const int least = bound.value_or(max_length_ + 1);
    length_ = std::max({limits.min_length, least, 0});
    result_.optimal = limits.min_length <= least;
    if (resume != nullptr) go_on_from(*resume);
    result_.proved = std::min(length_, max_length_ + 1);
  }

  ~SolveRun() { hold_bytes(0); }
  SolveRun(const SolveRun&) = delete;
  SolveRun& operator=(const SolveRun&) = delete;

  SolveResult run() {
    const typename SearchDriver::Events events = make_events();
    SearchDriver driver(search_, data_.options.threads, stop_, events);
    for (; !is_enough() && length_ <= max_length_; ++length_) {
      const Clock::time_point begun = Clock::now();
      room_ = data_.room_for_solutions();
      auto [report, finds] =
          driver.search(length_, wanted_ - result_.solutions.size(), std::exchange(done_, {}));
      result_.nodes += report.nodes;
      data_.add_spent(report.nodes);
      const bool is_told = take(std::move(finds));
      if (!report.complete || !is_told) {
        const bool is_late = is_told && stop_.why() == Stop::Why::time;
        return ended(is_late ? SolveResult::End::time : SolveResult::End::stopped);
      }
      result_.proved = length_ + (result_.solutions.size() >= wanted_ ? 0 : 1);
      if (hooks_.length) tell_length(report, seconds_since(begun));
    }
    return ended(is_enough() ? SolveResult::End::found : SolveResult::End::none);
  }

 private:
  using SearchDriver = Driver<GeneralSearch<Data>>;
  using Length = typename SearchDriver::Length;

  void go_on_from(const SearchCheckpoint& checkpoint) {
    // Tables may have ruled out by now what was being searched then.
    if (checkpoint.length >= length_) {
      length_ = checkpoint.length;
      done_ = from_bits(checkpoint.tasks_done, checkpoint.tasks);
    }
    result_.solutions = checkpoint.solutions;
    for (const Solution& solution : result_.solutions) replay(solution);
    result_.nodes = checkpoint.nodes;
    earlier_seconds_ = checkpoint.seconds;
  }

  [[nodiscard]] typename SearchDriver::Events make_events() {
    typename SearchDriver::Events events;
    events.hold = [this](const Solution& solution) { hold(solution); };
    events.drop = [this](const Solution& solution) {
      hold_bytes(held_ - solution_bytes(solution.moves.size()));
    };
    if (hooks_.progress) {
      events.progress = [this](const Length& length) {
        hooks_.progress({"length " + std::to_string(length.length), length.finished, length.tasks});
      };
    }
    if (hooks_.checkpoint) {
      events.due = [this] {
        if (checkpoint_at_ && seconds_since(*checkpoint_at_) < kSecondsBetweenCheckpoints) {
          return false;
        }
        checkpoint_at_ = Clock::now();
        return true;
      };
      events.checkpoint = [this](const Length& length, const std::vector<char>& done) {
        SearchCheckpoint checkpoint;
        checkpoint.length = length.length;
        checkpoint.tasks = length.tasks;
        checkpoint.tasks_done = to_bits(done);
        checkpoint.nodes = result_.nodes + length.nodes;
        checkpoint.seconds = seconds();
        checkpoint.solutions = result_.solutions;
        hooks_.checkpoint(checkpoint);
      };
    }
    return events;
  }

  // Tells them, too. False if it was stopped meanwhile: then the rest is not worth the wait.
  bool take(std::vector<Solution> finds) {
    std::uint64_t bytes = 0;
    LastMoment moment(hooks_.stop);
    result_.solutions.reserve(result_.solutions.size() + finds.size());
    for (Solution& solution : finds) {
      if (moment.is_over()) return false;
      replay(solution);
      if (hooks_.solution) hooks_.solution(solution);
      result_.solutions.push_back(std::move(solution));
    }
    for (const Solution& solution : result_.solutions) {
      bytes += solution_bytes(solution.moves.size());
    }
    hold_bytes(bytes);
    return true;
  }

  void hold_bytes(std::uint64_t bytes) {
    data_.solution_bytes += bytes - held_;  // modulo 2^64
    held_ = bytes;
  }
  // One call at a time.
  void hold(const Solution& solution) {
    hold_bytes(held_ + solution_bytes(solution.moves.size()));
    if (data_.solution_bytes > room_) throw_too_many_solutions(length_, room_);
  }

  void tell_length(const Length& report, double seconds) const {
    SearchedLength event;
    event.length = length_;
    event.nodes = report.nodes;
    event.seconds = seconds;
    const double more = data_.growth_after(length_);
    if (report.seconds > 0.05 && more > 0) {
      event.least_seconds = 0.5 * more * report.seconds;
      event.most_seconds = 2 * more * report.seconds;
    }
    hooks_.length(event);
  }

  // Throws if it does not solve.
  void replay(const Solution& solution) const {
    State state = positions_[solution.start];
    bool began = false;  // the rules hold once the start has been put right
    for (const int move : solution.moves) {
      began = began || data_.definition.legal(state);
      state = compose(data_.definition.orbits(), state, data_.moves.moves()[move].action);
      if (began && !data_.definition.legal(state)) {
        throw std::logic_error("a solution breaks a rule");
      }
    }
    if (state != data_.definition.solved()) throw std::logic_error("a solution does not solve");
  }

  [[nodiscard]] bool is_enough() const noexcept {
    return result_.solutions.size() >= wanted_ ||
           (limits_.all_shortest && !result_.solutions.empty());
  }
  [[nodiscard]] double seconds() const { return earlier_seconds_ + seconds_since(begun_); }
  [[nodiscard]] SolveResult ended(SolveResult::End end) {
    result_.end = end;
    result_.seconds = seconds();
    return std::move(result_);
  }

  Data& data_;
  std::span<const State> positions_;
  const SolveLimits& limits_;
  const SolveHooks& hooks_;
  const std::uint64_t wanted_;
  const int max_length_;
  const Clock::time_point begun_ = Clock::now();
  Stop stop_;
  GeneralSearch<Data> search_;
  SolveResult result_;
  int length_ = 0;
  std::uint64_t room_ = 0;  // for the solutions of all searches, as tables are now
  std::uint64_t held_ = 0;  // by ours
  std::vector<char> done_;  // of the tasks of the first length, where it was begun before
  double earlier_seconds_ = 0;
  std::optional<Clock::time_point> checkpoint_at_;
};

}  // namespace

Solver::Solver(const PuzzleDefinition& definition, const MoveSet& moves,
               const SolverOptions& options)
    : data_(std::make_shared<Data>(definition, moves, options)) {}

const PuzzleDefinition& Solver::definition() const noexcept {
  return data_->definition;
}

const MoveSet& Solver::moves() const noexcept {
  return data_->moves;
}

SolverPlan Solver::plan() const {
  const std::lock_guard lock(data_->plan_mutex);
  return data_->plan;
}

Membership Solver::check(const State& position) const {
  const std::lock_guard lock(data_->group_mutex);
  if (!data_->group) throw Error(*data_->why_no_group);
  return data_->group->contains(
      put_right(data_->definition, data_->moves, position).value_or(position));
}

SolveResult Solver::solve(const State& position, const SolveLimits& limits, const SolveHooks& hooks,
                          const SearchCheckpoint* resume) const {
  return solve_any({&position, 1}, limits, hooks, resume);
}

SolveResult Solver::solve_any(std::span<const State> positions, const SolveLimits& limits,
                              const SolveHooks& hooks, const SearchCheckpoint* resume) const {
  for (const State& position : positions) data_->definition.check_position(position);
  return SolveRun<Data>(*data_, positions, limits, hooks, resume).run();
}

}  // namespace gyre
