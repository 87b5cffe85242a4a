#include "serve/jobs/jobs.h"

#include "front/texts/json_answers.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/seconds.h"
#include "base/threads.h"

#include <algorithm>
#include <new>
#include <random>
#include <stdexcept>

namespace gyre::serve {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{200};

std::string on_the_wire(std::size_t number, std::string_view event, std::string_view data) {
  return fmt::format("id: {}\nevent: {}\ndata: {}\n\n", number, event, data);
}

}  // namespace

std::string_view to_string(JobState state) noexcept {
  switch (state) {
    case JobState::waiting:
      return "waiting";
    case JobState::running:
      return "running";
    case JobState::paused:
      return "paused";
    case JobState::finished:
      return "finished";
    case JobState::cancelled:
      return "cancelled";
    case JobState::failed:
      return "failed";
  }
  return "";
}

Job::Job(std::string id, JobPlan plan) : id_(std::move(id)), plan_(std::move(plan)) {}

JobState Job::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

double Job::running_seconds() const {
  if (!begun_) return 0;
  return seconds_of(ended_.value_or(Clock::now()) - *begun_ - pause_->paused_time());
}

Json Job::json(bool with_result) const {
  const std::lock_guard lock(mutex_);
  return json_locked(with_result);
}

std::string Job::text() const {
  const std::lock_guard lock(mutex_);
  return has_ended(state_) ? ended_text_ : text_of(json_locked(true));
}

Json Job::json_locked(bool with_result) const {
  constexpr std::size_t kFields = 10;
  Json out = object_for(kFields);
  out["id"] = id_;
  out["kind"] = plan_.kind;
  out["state"] = to_string(state_);
  out["command"] = plan_.command;
  out["seconds"] = running_seconds();
  out["waited_seconds"] = seconds_of(begun_.value_or(ended_.value_or(Clock::now())) - created_);
  out["memory_bytes"] = memory_bytes_.load();
  out["progress"] = progress_;
  if (with_result) {
    out["result"] = result_;
    out["error"] = error_;
  }
  return out;
}

void Job::append(std::string_view event, std::string_view data) {
  events_.push_back(on_the_wire(events_.size() + 1, event, data));
  event_bytes_ += events_.back().size();
  for (const auto& [number, listener] : listeners_) listener(events_.back(), false);
}

void Job::append_state(std::size_t waiting_before) {
  append("state",
         fmt::format(R"({{"state":"{}","waiting_before":{}}})", to_string(state_), waiting_before));
}

void Job::emit(const std::string& event, const Json& data) {
  const std::lock_guard lock(mutex_);
  append(event, text_of(data));
}

void Job::note(const std::string& text) {
  emit("note", {{"text", text}});
}

std::optional<double> seconds_left(std::uint64_t before, const ProgressEvent& now, double passed) {
  // Too little done, or in too short a time, says too little.
  constexpr double kLeastShare = 0.01;
  constexpr double kLeastSeconds = 0.2;
  if (now.total == 0) return std::nullopt;
  if (now.done >= now.total) return 0;
  const double done = static_cast<double>(now.done) - static_cast<double>(before);
  if (passed < kLeastSeconds || done < kLeastShare * static_cast<double>(now.total)) {
    return std::nullopt;
  }
  return passed * static_cast<double>(now.total - now.done) / done;
}

void Job::tell_progress(const ProgressEvent& event) {
  const auto now = Clock::now();
  const std::lock_guard lock(mutex_);
  const auto paused = pause_->paused_time();
  const bool is_new = event.what != progress_what_ || event.done < progress_done_;
  progress_done_ = event.done;
  if (is_new) {
    progress_what_ = event.what;
    progress_begun_ = now;
    progress_paused_ = paused;
    progress_before_ = event.done;
  } else if (now - progress_told_ < kProgressInterval && event.done < event.total) {
    return;
  }
  progress_told_ = now;
  const double passed = seconds_of(now - progress_begun_ - (paused - progress_paused_));
  progress_ = {{"what", std::string(event.what)},
               {"done", event.done},
               {"total", event.total},
               {"seconds", passed},
               {"left_seconds", nullptr}};
  if (!event.detail.empty()) progress_["detail"] = std::string(event.detail);
  if (const std::optional<double> left = seconds_left(progress_before_, event, passed)) {
    progress_["left_seconds"] = *left;
  }
  // Without a number: who comes back later needs only the newest.
  const std::string text = fmt::format("event: progress\ndata: {}\n\n", text_of(progress_));
  for (const auto& [number, listener] : listeners_) listener(text, false);
}

ProgressCallback Job::progress_callback() {
  return [this](const ProgressEvent& event) { tell_progress(event); };
}

int Job::listen(std::int64_t after, Listener listener) {
  const std::lock_guard lock(mutex_);
  std::string past;
  const auto known = static_cast<std::size_t>(std::max<std::int64_t>(0, after));
  for (std::size_t i = known; i < events_.size(); ++i) past += events_[i];
  const bool ended = has_ended(state_);
  if (ended && known <= events_.size()) {
    past += on_the_wire(events_.size() + 1, "end", ended_text_);
  }
  if (!ended && !progress_.is_null()) {
    past += fmt::format("event: progress\ndata: {}\n\n", text_of(progress_));
  }
  listener(past, ended);
  const int number = next_listener_++;
  if (!ended) listeners_.emplace_back(number, std::move(listener));
  return number;
}

void Job::leave(int listener) {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [&](const auto& one) { return one.first == listener; });
  left_alone_ = Clock::now();
}

void Job::when_ended(std::function<void(Job&)> callback) {
  {
    const std::lock_guard lock(mutex_);
    if (!has_ended(state_)) {
      when_ended_.push_back(std::move(callback));
      return;
    }
  }
  callback(*this);
}

bool Job::pause() {
  const std::lock_guard lock(mutex_);
  if (state_ == JobState::paused) return true;
  if (state_ != JobState::running || !plan_.can_pause) return false;
  pause_->pause();
  state_ = JobState::paused;
  append_state();
  return true;
}

bool Job::resume() {
  const std::lock_guard lock(mutex_);
  if (state_ == JobState::running) return true;
  if (state_ != JobState::paused) return false;
  state_ = JobState::running;
  append_state();
  pause_->resume();
  return true;
}

bool Job::cancel() {
  {
    const std::lock_guard lock(mutex_);
    if (has_ended(state_)) return false;
    if (state_ != JobState::waiting) {
      stop_.request_stop();
      pause_->resume();
      return true;
    }
  }
  stop_.request_stop();
  end(JobState::cancelled, nullptr, "");
  return true;
}

bool Job::begin() {
  const std::lock_guard lock(mutex_);
  if (state_ != JobState::waiting) return false;
  state_ = JobState::running;
  begun_ = Clock::now();
  append_state();
  return true;
}

void Job::run() {
  Json result;
  std::string error;
  try {
    // What the work holds, tables above all, goes with it: an ended job is remembered for a while.
    const std::function<Json(Job&)> work = std::move(plan_.run);
    result = work(*this);
  } catch (const Error& fault) {
    error = fault.what();
  } catch (const std::bad_alloc&) {
    error = "there is not enough memory";
  } catch (const std::exception& fault) {
    error = fmt::format("a fault of gyre: {}", fault.what());
  }
  const JobState state = stop_.stop_requested() ? JobState::cancelled
                         : error.empty()        ? JobState::finished
                                                : JobState::failed;
  if (state == JobState::cancelled) error.clear();
  end(state, std::move(result), error);
}

void Job::end(JobState state, Json result, const std::string& error) {
  std::vector<std::function<void(Job&)>> callbacks;
  {
    const std::lock_guard lock(mutex_);
    if (has_ended(state_)) return;
    state_ = state;
    ended_ = Clock::now();
    if (!error.empty()) error_ = {{"message", error}};
    progress_ = nullptr;
    // A result may be large: it is lent, not copied.
    Json whole = json_locked(false);
    whole["result"] = std::move(result);
    whole["error"] = error_;
    ended_text_ = text_of(whole);
    result_ = std::move(whole["result"]);
    event_bytes_ += ended_text_.size();
    if (!listeners_.empty()) {
      const std::string last = on_the_wire(events_.size() + 1, "end", ended_text_);
      for (const auto& [number, listener] : listeners_) listener(last, true);
    }
    listeners_.clear();
    callbacks.swap(when_ended_);
  }
  for (const auto& callback : callbacks) callback(*this);
}

void Job::tell_waiting(std::size_t before) {
  const std::lock_guard lock(mutex_);
  if (state_ != JobState::waiting) return;
  append_state(before);
}

void Job::tell_nothing() {
  const std::lock_guard lock(mutex_);
  for (const auto& [number, listener] : listeners_) listener(":\n\n", false);
}

double Job::lonely_seconds() const {
  const std::lock_guard lock(mutex_);
  return listeners_.empty() ? seconds_since(left_alone_) : 0;
}

double Job::ended_seconds() const {
  const std::lock_guard lock(mutex_);
  return ended_ ? seconds_since(*ended_) : 0;
}

std::size_t Job::bytes() const {
  const std::lock_guard lock(mutex_);
  return event_bytes_;
}

JobBoard::JobBoard(const JobLimits& limits) : limits_(limits) {
  threads_ = start_threads(limits.at_once, [this](int) { work(); });
}

JobBoard::~JobBoard() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
    line_.clear();
  }
  cancel_all();
  changed_.notify_all();
  threads_.clear();
}

void JobBoard::cancel_all() {
  for (const std::shared_ptr<Job>& job : list()) (void)job->cancel();
}

// Not to be guessed: a link to a job is as good as the right to look at it.
std::string JobBoard::new_id() {
  static thread_local std::mt19937_64 random{[] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }()};
  return fmt::format("{:016x}", random());
}

std::shared_ptr<Job> JobBoard::make(JobPlan plan) {
  auto job = std::make_shared<Job>(new_id(), std::move(plan));
  const std::lock_guard lock(mutex_);
  jobs_.push_back(job);
  return job;
}

std::shared_ptr<Job> JobBoard::add(JobPlan plan, bool detached) {
  auto job = std::make_shared<Job>(new_id(), std::move(plan));
  job->is_detached = detached;
  {
    const std::lock_guard lock(mutex_);
    if (leaving_ || line_.size() >= limits_.queue) return nullptr;
    job->tell_waiting(line_.size());
    jobs_.push_back(job);
    line_.push_back(job);
  }
  changed_.notify_one();
  return job;
}

void JobBoard::run_here(const std::shared_ptr<Job>& job) {
  {
    const std::lock_guard lock(mutex_);
    ++running_;
  }
  if (job->begin()) job->run();
  const std::lock_guard lock(mutex_);
  --running_;
  std::erase(jobs_, job);
}

void JobBoard::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return leaving_ || !line_.empty(); });
    if (leaving_) return;
    std::shared_ptr<Job> job = std::move(line_.front());
    line_.pop_front();
    ++running_;
    tell_line();
    lock.unlock();
    if (job->begin()) job->run();
    job.reset();
    lock.lock();
    --running_;
  }
}

// Those at the front want to know how long it will be; far behind it does not matter.
void JobBoard::tell_line() {
  constexpr std::size_t kTold = 20;
  for (std::size_t i = 0; i < std::min(line_.size(), kTold); ++i) line_[i]->tell_waiting(i);
}

std::vector<std::shared_ptr<Job>> JobBoard::list() const {
  const std::lock_guard lock(mutex_);
  return {jobs_.rbegin(), jobs_.rend()};
}

std::shared_ptr<Job> JobBoard::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<Job>& job : jobs_) {
    if (job->id() == id) return job;
  }
  return nullptr;
}

bool JobBoard::forget(const std::string& id) {
  const std::shared_ptr<Job> job = find(id);
  if (!job) return false;
  (void)job->cancel();
  const std::lock_guard lock(mutex_);
  std::erase(jobs_, job);
  std::erase(line_, job);
  return true;
}

void JobBoard::tidy() {
  std::vector<std::shared_ptr<Job>> lonely;
  {
    const std::lock_guard lock(mutex_);
    const auto now = Job::Clock::now();
    if (seconds_of(now - last_heartbeat_) >= limits_.heartbeat_seconds) {
      last_heartbeat_ = now;
      for (const auto& job : jobs_) job->tell_nothing();
    }
    std::size_t ended = 0;
    std::size_t bytes = 0;
    for (auto job = jobs_.rbegin(); job != jobs_.rend(); ++job) {
      if (!has_ended((*job)->state())) {
        if (!(*job)->is_detached && (*job)->lonely_seconds() > limits_.lonely_seconds) {
          lonely.push_back(*job);
        }
        continue;
      }
      ++ended;
      bytes += (*job)->bytes();
      const bool is_heard = (*job)->ended_seconds() < limits_.lonely_seconds;
      if (!is_heard && (ended > limits_.remembered || bytes > limits_.remembered_bytes)) {
        job->reset();
      }
    }
    std::erase(jobs_, nullptr);
    std::erase_if(line_, [](const auto& job) { return has_ended(job->state()); });
  }
  for (const auto& job : lonely) (void)job->cancel();
}

JobBoard::Load JobBoard::load() const {
  const std::lock_guard lock(mutex_);
  return {running_, static_cast<int>(line_.size())};
}

}  // namespace gyre::serve
