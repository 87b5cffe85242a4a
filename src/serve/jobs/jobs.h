// Jobs: work that takes longer than an answer should. A job has a state, events that anybody may
// listen to from the first on, and an end. The JobBoard runs so many of them at once, lets others
// wait in a line, and ends those that nobody listens to.
#pragma once

#include "serve/http/exchange.h"
#include "serve/http/request.h"
#include "serve/jobs/fair_line.h"
#include "serve/jobs/memory_budget.h"

#include <gyre/base/progress.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace gyre::serve {

class Job;

// What a step will still take by how fast it went: it had `before` done at its start, and since
// then `passed` seconds went by. Nothing where too little has been measured.
[[nodiscard]] std::optional<double> seconds_left(std::uint64_t before, const ProgressEvent& now,
                                                 double passed);

enum class JobState { waiting, running, paused, finished, cancelled, failed };

[[nodiscard]] std::string_view to_string(JobState state) noexcept;
[[nodiscard]] constexpr bool has_ended(JobState state) noexcept {
  return state == JobState::finished || state == JobState::cancelled || state == JobState::failed;
}

// What a job is to do, as it was decided from its request.
struct JobPlan {
  std::string kind;
  std::string command;  // the command line that does the same
  bool can_pause = false;
  // Done within a moment, so it need not stand in line behind long ones.
  bool is_quick = false;
  // Does the work and gives the result. Throws Error. When stopped it gives what is known, or
  // throws.
  std::function<Json(Job&)> run;
  // What its request takes until it has been worked off.
  MemoryBudget::Share memory = {};
};

// A text that several may be sending, with the memory that it takes.
struct HeldText {
  std::string text;
  MemoryBudget::Share memory;
};

// The result of a job within the text of the job that has ended.
struct HeldResult {
  std::shared_ptr<const HeldText> whole;
  std::string_view text;
};

// One who listens to a job, from any event on: takes events as fast as it can, and holds the job.
class JobListener final : public EventSource {
 public:
  // wake: called when there is something to take again, after next() had nothing. From any thread,
  // and it must not call back.
  JobListener(std::shared_ptr<Job> job, std::size_t known, std::function<void()> wake)
      : job_(std::move(job)), known_(known), wake_(std::move(wake)) {}
  ~JobListener() override;
  JobListener(const JobListener&) = delete;
  JobListener& operator=(const JobListener&) = delete;

  [[nodiscard]] Piece next(std::size_t bytes) override;

 private:
  friend class Job;

  // All of it under the job's lock.
  void call();

  std::shared_ptr<Job> job_;
  std::size_t known_;  // events that it has
  std::uint64_t progress_known_ = 0;
  bool is_asked_ = false;    // for a sign of life
  bool is_waiting_ = false;  // for a call
  std::function<void()> wake_;
};

class Job : public std::enable_shared_from_this<Job> {
 public:
  using Clock = std::chrono::steady_clock;

  // memory: what its events and its result count against; null: nothing. It outlives the job.
  Job(std::string id, JobPlan plan, MemoryBudget* memory = nullptr);

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const JobPlan& plan() const noexcept { return plan_; }
  [[nodiscard]] JobState state() const;
  // The job as docs/http.md describes it.
  [[nodiscard]] Json json(bool with_result = true) const;
  // The same with its result, as it is sent, of a job that has ended; else null.
  [[nodiscard]] std::shared_ptr<const HeldText> ended_text() const;
  // Of a job that has ended; else null.
  [[nodiscard]] std::optional<HeldResult> result() const;

  // ---- for the work ----
  [[nodiscard]] std::stop_token stop() const { return stop_.get_token(); }
  [[nodiscard]] const std::shared_ptr<PauseSwitch>& pause_switch() const noexcept { return pause_; }
  // Throws Error if the events take more memory than there is.
  void emit(const std::string& event, const Json& data);
  // The same with an event "row", which is the result's row `index`, too: all that were told are
  // its list "rows".
  void emit_row(std::size_t index, const Json& row);
  void note(const std::string& text);
  // At most some a second get through; the last one always does.
  void tell_progress(const ProgressEvent& event);
  [[nodiscard]] ProgressCallback progress_callback();
  void set_memory_bytes(std::uint64_t bytes) { memory_bytes_ = bytes; }

  // ---- for those who look on ----
  // First come the events behind number `after`, the end last.
  [[nodiscard]] std::shared_ptr<JobListener> listen(std::int64_t after, std::function<void()> wake);
  // Runs when the job has ended, at once if it has.
  void when_ended(std::function<void(Job&)> callback);

  // False if the job is not in a state in which that can be done.
  bool pause();
  bool resume();
  bool cancel();

  // ---- for the board ----
  // Waiting to running; false if it was cancelled before.
  [[nodiscard]] bool begin();
  void run();
  void tell_waiting(std::size_t before);
  // A line without meaning to whoever listens: so both sides notice when the other is gone.
  void tell_nothing();
  // How long nobody has listened; 0 if somebody does.
  [[nodiscard]] double lonely_seconds() const;
  [[nodiscard]] double ended_seconds() const;  // ago
  [[nodiscard]] std::size_t bytes() const;     // of its events
  bool is_detached = false;

 private:
  friend class JobListener;

  static constexpr std::uint64_t kUncountedBytes = std::uint64_t{16} << 10U;

  void append(std::string_view event, std::string_view data);
  // Makes sure that the memory for so much more has been taken. Not under the lock.
  void cover(std::uint64_t bytes);
  void end_with(JobState state, const Json& result, const std::string& error);
  [[nodiscard]] std::string result_text(const Json& result) const;
  [[nodiscard]] std::string end_event() const;
  void call_listeners();
  [[nodiscard]] EventSource::Piece next_for(JobListener& listener, std::size_t bytes);
  void leave(JobListener& listener);
  void append_state(std::size_t waiting_before = 0);
  void end(JobState state, const Json& result, const std::string& error);
  [[nodiscard]] Json json_locked() const;
  [[nodiscard]] double running_seconds() const;

  const std::string id_;
  JobPlan plan_;  // without `run` once that has begun
  std::stop_source stop_;
  std::shared_ptr<PauseSwitch> pause_ = std::make_shared<PauseSwitch>();
  std::atomic<std::uint64_t> memory_bytes_ = 0;
  const Clock::time_point created_ = Clock::now();

  mutable std::mutex mutex_;
  JobState state_ = JobState::waiting;
  std::optional<Clock::time_point> begun_;
  std::optional<Clock::time_point> ended_;
  Json progress_;
  std::string progress_what_;
  Clock::time_point progress_begun_;
  Clock::duration progress_paused_{};
  std::uint64_t progress_before_ = 0;  // done when the step was first heard of
  std::uint64_t progress_done_ = 0;    // when it was last heard of
  Clock::time_point progress_told_;
  Json error_;
  // The events as they stand on the wire, but for the last one; the number is the index + 1.
  std::deque<std::string> events_;
  std::vector<std::uint32_t> row_events_;  // the number of the event of each row; 0: none
  std::string ended_head_;                 // of the text up to the result
  std::shared_ptr<const HeldText> ended_text_;
  std::size_t event_bytes_ = 0;
  // Memory: what is needed, and what has been taken for it. A little is not counted.
  MemoryBudget* const memory_;
  std::atomic<std::uint64_t> needed_bytes_ = 0;
  std::atomic<std::uint64_t> covered_bytes_ = kUncountedBytes;
  std::mutex share_mutex_;
  MemoryBudget::Share share_;
  // The newest progress as it stands on the wire, and how many there were: who was slow needs only
  // the newest.
  std::string progress_event_;
  std::uint64_t progress_events_ = 0;
  std::vector<JobListener*> listeners_;
  Clock::time_point left_alone_ = Clock::now();
  std::vector<std::function<void(Job&)>> when_ended_;
};

struct JobLimits {
  int at_once = 4;
  std::size_t queue = 1'000;     // that may wait
  std::size_t remembered = 200;  // that have ended
  std::size_t remembered_bytes = std::size_t{64} << 20U;
  double lonely_seconds = 15;
  double heartbeat_seconds = 10;
};

class JobBoard {
 public:
  // memory: for the events and results of all jobs; null: they are not counted. It outlives the
  // board.
  explicit JobBoard(const JobLimits& limits, MemoryBudget* memory = nullptr);
  // Cancels all and waits for them.
  ~JobBoard();
  JobBoard(const JobBoard&) = delete;
  JobBoard& operator=(const JobBoard&) = delete;

  // Lists it and puts it in the line. Null if too many wait, or too many of this client.
  [[nodiscard]] std::shared_ptr<Job> add(JobPlan plan, bool detached,
                                         const std::string& client = {});
  // Lists it, runs it on the calling thread and forgets it.
  [[nodiscard]] std::shared_ptr<Job> make(JobPlan plan);
  void run_here(const std::shared_ptr<Job>& job);

  [[nodiscard]] std::vector<std::shared_ptr<Job>> list() const;  // the newest first
  [[nodiscard]] std::shared_ptr<Job> find(const std::string& id) const;
  // Cancels it, and it is listed no more.
  bool forget(const std::string& id);
  // Cancels what nobody listens to, and forgets what ended long ago. To be called every second.
  void tidy();
  void cancel_all();
  // Forgets the oldest that has ended a while ago. False if there is none.
  bool give_up_ended();

  struct Load {
    int running = 0;
    int waiting = 0;
  };
  [[nodiscard]] Load load() const;
  [[nodiscard]] const JobLimits& limits() const noexcept { return limits_; }

 private:
  void work();
  void tell_line();
  [[nodiscard]] std::string new_id();

  const JobLimits limits_;
  MemoryBudget* const memory_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> jobs_;  // the oldest first
  FairLine<std::shared_ptr<Job>> line_;    // that wait
  int running_ = 0;
  Job::Clock::time_point last_heartbeat_ = Job::Clock::now();
  bool leaving_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace gyre::serve
