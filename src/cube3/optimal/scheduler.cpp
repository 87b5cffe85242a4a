#include "cube3/optimal/scheduler.h"

#include "cube3/tables/move_tables.h"

#include <gyre/base/error.h>
#include "base/no_thread.h"
#include "base/seconds.h"
#include "base/stop.h"
#include "base/threads.h"
#include "cube3/core/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace gyre::cube3 {
namespace {

using Clock = std::chrono::steady_clock;

// What a thread threw while it worked for a position: of several failures the first counts.
class Failure {
 public:
  void keep(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }
  [[nodiscard]] bool is_there() const {
    const std::lock_guard lock(mutex_);
    return failure_ != nullptr;
  }
  // After all threads have come back.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  mutable std::mutex mutex_;
  std::exception_ptr failure_;
};

// One length of one position. Keeps the first `wanted` of what is found: when there are so many,
// all tasks behind that of the last one can only find later ones and are dropped. Tasks before it
// go on, whether they have found something or not, so in the end the first ones are sure.
class LengthBoard final : public OptimalBoard {
 public:
  // The rest outlives the board.
  LengthBoard(const Cube& cube, int length, const std::vector<OptimalTask>& tasks,
              std::uint64_t wanted, SolutionRoom::Part& room, Stop& stop,
              const ProgressCallback& progress)
      : cube_(cube),
        length_(length),
        tasks_(tasks),
        wanted_(wanted),
        room_(room),
        stop_(stop),
        progress_(progress),
        name_(fmt::format("length {}", length)),
        end_(tasks.size()) {}

  [[nodiscard]] const Cube& cube() const noexcept override { return cube_; }
  [[nodiscard]] int length() const noexcept override { return length_; }
  [[nodiscard]] std::optional<std::size_t> next() override {
    if (stop_.is_paused()) {
      is_held_up_ = has_left();
      return std::nullopt;
    }
    if (!has_left()) return std::nullopt;
    is_held_up_ = false;
    const std::size_t task = next_++;
    if (task >= end_) return std::nullopt;
    ++handed_out_;
    return task;
  }
  [[nodiscard]] const OptimalTask& task(std::size_t index) const noexcept override {
    return tasks_[index];
  }
  [[nodiscard]] bool wanted(std::size_t index) const noexcept override {
    return index < end_.load(std::memory_order_relaxed) && !stop_.stopped();
  }
  void look() override { (void)stop_.look(); }
  void found(std::size_t index, std::span<const MoveIndex> moves) override {
    const std::lock_guard lock(mutex_);
    const bool is_new = found_.emplace(MoveSequence(moves.begin(), moves.end()), index).second;
    if (found_.size() > wanted_) {
      found_.erase(std::prev(found_.end()));
    } else if (is_new) {
      room_.add(1, length_);
    }
    if (found_.size() == wanted_) end_ = std::prev(found_.end())->second + 1;
  }
  void finish(std::size_t /*index*/, const OptimalEffort& effort) override {
    const std::lock_guard lock(mutex_);
    ++finished_;
    effort_.nodes += effort.nodes;
    effort_.probes += effort.probes;
    if (progress_) progress_({name_, finished_, tasks_.size()});
  }

  // That a thread may take now.
  [[nodiscard]] bool has_more() const noexcept { return has_left() && !stop_.is_paused(); }
  [[nodiscard]] bool has_left() const noexcept { return next_ < end_ && !stop_.stopped(); }
  // Whether a pause kept a thread from taking what is left.
  [[nodiscard]] bool is_held_up() const noexcept { return is_held_up_ && has_left(); }
  [[nodiscard]] bool is_for_several() const noexcept { return tasks_.size() > 1; }

  // After all threads have left.
  [[nodiscard]] bool is_complete() const noexcept {
    return next_ >= end_ && finished_ == handed_out_;
  }
  [[nodiscard]] const OptimalEffort& effort() const noexcept { return effort_; }
  // In the order of their moves.
  [[nodiscard]] std::vector<MoveSequence> finds() const {
    std::vector<MoveSequence> all;
    for (const auto& [moves, task] : found_) all.push_back(moves);
    return all;
  }

 private:
  const Cube& cube_;
  const int length_;
  const std::vector<OptimalTask>& tasks_;
  const std::uint64_t wanted_;
  SolutionRoom::Part& room_;  // under the mutex
  Stop& stop_;
  const ProgressCallback& progress_;
  const std::string name_;
  std::atomic<std::size_t> end_;  // tasks from here on are not needed
  // Written for each task; the kernel reads what stands above at each node.
  alignas(64) std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> handed_out_ = 0;
  std::atomic<bool> is_held_up_ = false;
  std::mutex mutex_;
  std::map<MoveSequence, std::size_t, EarlierSequence> found_;  // and the task of each
  std::size_t finished_ = 0;
  OptimalEffort effort_;
};

int length_of(Metric metric, std::span<const MoveIndex> moves) {
  int length = 0;
  for (const MoveIndex move : moves) length += turn_weight(metric, move);
  return length;
}

// The first of all that symmetries make of some sequences, in the order of their moves.
std::vector<MoveSequence> first_images(const std::vector<MoveSequence>& sequences,
                                       std::span<const int> symmetries, std::uint64_t count,
                                       SolutionRoom::Part& room, int length) {
  std::set<MoveSequence, EarlierSequence> images;
  for (const MoveSequence& moves : sequences) {
    const std::size_t before = images.size();
    for (const int symmetry : symmetries) images.insert(image_in_order(moves, symmetry));
    while (images.size() > count) images.erase(std::prev(images.end()));
    room.add(images.size() - before, length);
  }
  return {images.begin(), images.end()};
}

// How often one looks whether a pause is over.
constexpr std::chrono::milliseconds kPauseCheck{20};

}  // namespace

// One position. Its lengths follow one another: a length is opened when no thread is at it.
class OptimalScheduler::Job {
 public:
  Job(OptimalScheduler& scheduler, const Cube& cube, const OptimalLimits& limits,
      const OptimalHooks& hooks)
      : scheduler_(scheduler),
        room_(scheduler.solutions_),
        metric_(scheduler.engine_.kernel->metric()),
        cube_(cube),
        limits_(limits),
        hooks_(hooks),
        stop_(hooks.stop, std::nullopt, hooks.pause.get()),
        begun_(Clock::now()),
        length_begun_(begun_) {
    if (scheduler.splitting_.use_symmetry) symmetries_ = symmetries_of(cube);
    length_ = scheduler.engine_.kernel->lower_bound(cube);
    // Where lengths go in steps of two, odd ones are those of odd permutations.
    if (step() == 2 && (length_ % 2 != 0) != has_odd_corners(cube)) ++length_;
    if (cube == Cube{}) {
      length_ = 0;
      if (length_ <= limits_.max_length) {
        conclude({MoveSequence{}}, {});
        return;
      }
    } else if (length_ == 0) {
      length_ = step();
    }
    open();
  }

  [[nodiscard]] LengthBoard& board() noexcept { return *board_; }
  [[nodiscard]] Stop& stop() noexcept { return stop_; }
  [[nodiscard]] bool is_paused() const noexcept { return stop_.is_paused(); }
  // Called when something throws. Nothing more is done for the position.
  void fail(std::exception_ptr failure) {
    failure_.keep(std::move(failure));
    stop_.stop();
  }

  // The first thread comes: now time counts.
  void begin_clock() {
    if (is_begun) return;
    is_begun = true;
    begun_ = length_begun_ = Clock::now();
    if (!limits_.seconds) return;
    stop_.limit(*limits_.seconds);
    changed.notify_all();
  }

  // When no thread is at the board: takes what was found, and opens the next length or is done.
  void settle() {
    try {
      // Asked once: if it comes now, the length is complete all the same.
      const bool is_interrupted = stop_.stopped();
      const OptimalEffort effort = board_->effort();
      result_.nodes += effort.nodes;
      result_.probes += effort.probes;
      if (is_interrupted) {
        is_done_ = true;
        // A search that fails after its time is up is no less wrong.
        if (failure_.is_there()) return;
        // Some shortest solutions, if not the first, are better than none.
        take(finds());
        result_.end =
            stop_.why() == Stop::Why::time ? OptimalResult::End::time : OptimalResult::End::stopped;
        return;
      }
      if (!board_->is_complete()) {
        throw std::logic_error("the optimal search left tasks of a length unfinished");
      }
      conclude(finds(), effort);
    } catch (...) {
      fail(std::current_exception());
      is_done_ = true;
    }
  }
  [[nodiscard]] bool is_done() const noexcept { return is_done_; }

  [[nodiscard]] OptimalResult take_result() {
    failure_.rethrow();
    result_.seconds = seconds_since(begun_);
    return std::move(result_);
  }

  // Guarded by the scheduler's mutex.
  int workers = 0;
  bool is_open = false;  // threads may come
  bool is_over = false;
  bool is_begun = false;
  std::condition_variable_any changed;  // it is over, or begun

 private:
  [[nodiscard]] int step() const noexcept { return facts_of(metric_).length_step; }
  [[nodiscard]] std::uint64_t missing() const noexcept {
    return limits_.all_shortest ? std::numeric_limits<std::uint64_t>::max()
                                : limits_.number - result_.solutions.size();
  }
  // The first solution of a length begins with one of the reduced tasks. Others may not: then all
  // that they find is needed for the images.
  [[nodiscard]] bool needs_images() const noexcept {
    return symmetries_.size() > 1 && missing() > 1;
  }

  [[nodiscard]] std::vector<MoveSequence> finds() {
    if (!needs_images()) return board_->finds();
    return first_images(board_->finds(), symmetries_, missing(), room_, length_);
  }

  const std::vector<OptimalTask>& tasks() {
    const OptimalSplitting& splitting = scheduler_.splitting_;
    int count = splitting.prefix_moves
                    ? std::min(*splitting.prefix_moves, OptimalTask::kMaxMoves)
                    : optimal_prefix_moves(metric_, length_, static_cast<int>(symmetries_.size()));
    // No solution has fewer moves: a half turn counts two at most.
    count = std::min(count, length_ / step());
    if (symmetries_.size() == 1 && count < OptimalTask::kMaxMoves) {
      return scheduler_.plain_tasks_[count];
    }
    if (tasks_.empty() || tasks_.front().count != count) {
      tasks_ = optimal_tasks(count, symmetries_);
    }
    return tasks_;
  }

  // Opens the length, or is done if it is too long.
  void open() {
    result_.proved = length_;
    if (length_ > std::min(limits_.max_length, kLongestOptimal)) {
      result_.end = OptimalResult::End::none;
      is_done_ = true;
      return;
    }
    const std::uint64_t wanted =
        needs_images() ? std::numeric_limits<std::uint64_t>::max() : missing();
    board_ = std::make_unique<LengthBoard>(cube_, length_, tasks(), wanted, room_, stop_,
                                           hooks_.progress);
  }

  // Solutions of the present length, as many of them as are wanted.
  std::uint64_t take(const std::vector<MoveSequence>& sequences) {
    const std::uint64_t count = std::min<std::uint64_t>(missing(), sequences.size());
    for (std::uint64_t i = 0; i < count; ++i) {
      OptimalSolution solution;
      solution.length = length_of(metric_, sequences[i]);
      int last_face = kNothingTurned;
      bool is_right = solution.length == length_;
      for (const MoveIndex move : sequences[i]) {
        const FaceTurn turn = FaceTurn::from_index(move);
        is_right = is_right && may_follow(turn.face, last_face);
        last_face = turn.face;
        solution.moves.push_back(turn);
      }
      if (!is_right || replay(cube_, solution.moves) != Cube{}) {
        throw std::logic_error(fmt::format("the optimal search made '{}' of length {}, which {}",
                                           solution.text(), length_,
                                           is_right ? "does not solve" : "is none"));
      }
      result_.solutions.push_back(std::move(solution));
    }
    return count;
  }

  // After a complete length.
  void conclude(const std::vector<MoveSequence>& sequences, const OptimalEffort& effort) {
    OptimalLength report;
    report.length = length_;
    report.solutions = take(sequences);
    // What was found and is not wanted goes with the board.
    kept_bytes_ += report.solutions * solution_bytes(static_cast<std::uint64_t>(length_));
    room_.set_bytes(kept_bytes_);
    report.nodes = effort.nodes;
    report.probes = effort.probes;
    report.seconds = seconds_since(length_begun_);
    length_begun_ = Clock::now();
    result_.lengths.push_back(report);
    if (hooks_.length) hooks_.length(report);
    const bool is_enough = limits_.all_shortest ? result_.found() : missing() == 0;
    if (is_enough) {
      // Unless all were wanted, some of this length may not be listed.
      result_.proved = limits_.all_shortest ? length_ + step() : length_;
      result_.end = OptimalResult::End::found;
      is_done_ = true;
    } else {
      length_ += step();
      open();
    }
  }

  const OptimalScheduler& scheduler_;
  SolutionRoom::Part room_;       // for the results and what the board has
  std::uint64_t kept_bytes_ = 0;  // by the results
  const Metric metric_;
  const Cube cube_;
  const OptimalLimits limits_;
  const OptimalHooks& hooks_;
  std::vector<int> symmetries_ = {0};
  Stop stop_;
  Failure failure_;
  Clock::time_point begun_;
  Clock::time_point length_begun_;
  int length_ = 0;
  std::vector<OptimalTask> tasks_;  // where those of the scheduler do not serve
  std::unique_ptr<LengthBoard> board_;
  OptimalResult result_;
  bool is_done_ = false;
};

OptimalScheduler::OptimalScheduler(OptimalEngine engine, int threads,
                                   const OptimalSplitting& splitting)
    : engine_(std::move(engine)),
      thread_count_(gyre::thread_count(threads)),
      splitting_(splitting),
      solutions_(engine_.solution_bytes) {
  constexpr std::array<int, 1> kIdentity = {0};
  for (std::size_t count = 0; count < plain_tasks_.size(); ++count) {
    plain_tasks_[count] = optimal_tasks(static_cast<int>(count), kIdentity);
  }
}

OptimalScheduler::OptimalScheduler(std::unique_ptr<const OptimalKernel> kernel, int threads,
                                   const OptimalSplitting& splitting)
    : OptimalScheduler(OptimalEngine{{}, {}, std::move(kernel)}, threads, splitting) {}

OptimalScheduler::~OptimalScheduler() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  tasks_to_do_.notify_all();
  workers_.clear();
}

OptimalResult OptimalScheduler::solve(const Cube& cube, const OptimalLimits& limits,
                                      const OptimalHooks& hooks) {
  require_possible(cube);
  if (limits.number == 0 && !limits.all_shortest) {
    throw Error("0 solutions were asked for (expected 1 or more)");
  }
  Job job(*this, cube, limits, hooks);
  if (!job.is_done()) {
    std::unique_lock lock(mutex_);
    start_threads();
    jobs_.push_back(&job);
    job.is_open = true;
    if (job.board().is_for_several()) {
      tasks_to_do_.notify_all();
    } else {
      tasks_to_do_.notify_one();
    }
    await(job, lock);
    jobs_.erase(std::find(jobs_.begin(), jobs_.end(), &job));
  }
  return job.take_result();
}

void OptimalScheduler::await(Job& job, std::unique_lock<std::mutex>& lock) {
  Stop& stop = job.stop();
  while (!job.is_over) {
    if (stop.look()) {
      // Those who are at it leave within a few thousand nodes. Without them nobody will come.
      if (job.workers == 0) {
        job.is_open = false;
        job.settle();
        job.is_over = true;
      } else {
        job.changed.wait(lock, [&] { return job.is_over || job.workers == 0; });
      }
    } else if (const auto deadline = stop.deadline()) {
      // In a pause the deadline moves on with the clock.
      const auto wake = stop.is_paused() ? Clock::now() + kPauseCheck : *deadline;
      job.changed.wait_until(lock, stop.token(), wake, [&] { return job.is_over; });
    } else {
      job.changed.wait(lock, stop.token(),
                       [&] { return job.is_over || stop.deadline().has_value(); });
    }
  }
}

void OptimalScheduler::start_threads() {
  try {
    while (static_cast<int>(workers_.size()) < thread_count_) {
      workers_.emplace_back([this] { work(); });
    }
  } catch (const std::system_error& error) {
    // Fewer do the same work.
    if (workers_.empty()) throw NoThread(error.code().message());
  }
}

OptimalScheduler::Job* OptimalScheduler::choose() const {
  Job* best = nullptr;
  for (Job* job : jobs_) {
    if (!job->is_open || !job->board().has_more()) continue;
    if (best == nullptr || job->workers < best->workers) best = job;
  }
  return best;
}

void OptimalScheduler::work() {
  std::unique_ptr<OptimalMemory> memory;
  std::unique_lock lock(mutex_);
  for (;;) {
    Job* job = nullptr;
    for (;;) {
      // Asked before the choice, so that a pause that ends between the two is not slept through:
      // nobody calls when a pause ends.
      const bool has_paused =
          std::any_of(jobs_.begin(), jobs_.end(), [](const Job* one) { return one->is_paused(); });
      job = choose();
      if (leaving_ || job != nullptr) break;
      if (has_paused) {
        tasks_to_do_.wait_for(lock, kPauseCheck);
      } else {
        tasks_to_do_.wait(lock);
      }
    }
    if (leaving_) return;
    ++job->workers;
    job->begin_clock();
    lock.unlock();
    try {
      if (!memory) memory = engine_.kernel->make_memory();
      engine_.kernel->work(job->board(), *memory);
    } catch (...) {
      memory.reset();  // whatever state it is in
      job->fail(std::current_exception());
    }
    lock.lock();
    // A pause leaves the length as it is; who comes after it goes on with it.
    if (job->workers > 1 || job->board().is_held_up()) {
      --job->workers;
      // If a stop ended the pause meanwhile, who waits for the job settles it.
      if (job->workers == 0) job->changed.notify_all();
      continue;
    }
    // The last one. It counts as a worker until the next length is open, so that nobody else
    // believes the job to be left alone.
    job->is_open = false;
    lock.unlock();
    job->settle();
    lock.lock();
    --job->workers;
    job->is_over = job->is_done();
    job->is_open = !job->is_over;
    if (job->is_over || job->stop().stopped()) {
      // An interruption that came after the length was settled: who waits ends it, since no thread
      // comes any more.
      job->changed.notify_all();
    } else if (job->board().is_for_several()) {
      // A length of one task needs this thread only.
      tasks_to_do_.notify_all();
    }
  }
}

}  // namespace gyre::cube3
