#include "serve/jobs/jobs.h"

#include "front/texts/json_answers.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/memory.h"
#include "base/seconds.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <system_error>

namespace gyre::serve {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{200};
// What an event takes beside its text.
constexpr std::uint64_t kBytesOfEvent = 64;
// Memory for events is taken in steps: a budget has a lock that all share.
constexpr std::uint64_t kStepBytes = std::uint64_t{64} << 10U;
// A larger result is not in the last event, which says where it is.
constexpr std::size_t kMostResultOfEvent = std::size_t{64} << 10U;
// A longer command line serves nobody.
constexpr std::size_t kMostCommand = std::size_t{32} << 10U;

constexpr std::string_view kBeforeResult = ",\"result\":";
constexpr std::string_view kBeforeError = ",\"error\":";

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

Job::Job(std::string id, JobPlan plan, MemoryBudget* memory)
    : id_(std::move(id)), plan_(std::move(plan)), memory_(memory) {
  if (plan_.command.size() > kMostCommand) {
    plan_.command.resize(kMostCommand);
    plan_.command += " ...";
  }
}

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
  if (with_result && ended_text_) return Json::parse(ended_text_->text);
  Json out = json_locked();
  if (with_result) {
    out["result"] = nullptr;
    out["error"] = error_;
  }
  return out;
}

std::shared_ptr<const HeldText> Job::ended_text() const {
  const std::lock_guard lock(mutex_);
  return ended_text_;
}

std::optional<HeldResult> Job::result() const {
  const std::lock_guard lock(mutex_);
  if (!ended_text_) return std::nullopt;
  const std::string_view text = ended_text_->text;
  const std::size_t tail = text_of(error_).size() + kBeforeError.size() + 1;
  return HeldResult{ended_text_,
                    text.substr(ended_head_.size(), text.size() - ended_head_.size() - tail)};
}

Json Job::json_locked() const {
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
  return out;
}

void Job::cover(std::uint64_t bytes) {
  const std::uint64_t needed = needed_bytes_ += bytes;
  if (needed <= covered_bytes_ || memory_ == nullptr) return;
  const std::lock_guard lock(share_mutex_);
  if (needed <= covered_bytes_) return;
  const std::uint64_t step = std::max(needed - covered_bytes_, kStepBytes);
  std::optional<MemoryBudget::Share> share = memory_->take_now(step);
  if (!share) {
    needed_bytes_ -= bytes;
    throw Error(
        "what this job has found takes more memory than is left (ask for less; gyre serve --memory "
        "allows more)");
  }
  share_.add(*std::move(share));
  covered_bytes_ += step;
}

void Job::append(std::string_view event, std::string_view data) {
  events_.push_back(on_the_wire(events_.size() + 1, event, data));
  event_bytes_ += events_.back().size();
  call_listeners();
}

void Job::call_listeners() {
  for (JobListener* listener : listeners_) listener->call();
}

void Job::append_state(std::size_t waiting_before) {
  append("state",
         fmt::format(R"({{"state":"{}","waiting_before":{}}})", to_string(state_), waiting_before));
}

void Job::emit(const std::string& event, const Json& data) {
  const std::string text = text_of(data);
  cover(text.size() + kBytesOfEvent);
  const std::lock_guard lock(mutex_);
  append(event, text);
}

void Job::emit_row(std::size_t index, const Json& row) {
  const std::string text = text_of(row);
  cover(text.size() + kBytesOfEvent + sizeof(row_events_[0]));
  const std::lock_guard lock(mutex_);
  append("row", text);
  if (row_events_.size() <= index) row_events_.resize(index + 1);
  row_events_[index] = static_cast<std::uint32_t>(events_.size());
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
  progress_event_ = fmt::format("event: progress\ndata: {}\n\n", text_of(progress_));
  ++progress_events_;
  call_listeners();
}

ProgressCallback Job::progress_callback() {
  return [this](const ProgressEvent& event) { tell_progress(event); };
}

std::shared_ptr<JobListener> Job::listen(std::int64_t after, std::function<void()> wake) {
  const auto known = static_cast<std::size_t>(std::max<std::int64_t>(0, after));
  auto listener = std::make_shared<JobListener>(shared_from_this(), known, std::move(wake));
  const std::lock_guard lock(mutex_);
  if (has_ended(state_)) listener->progress_known_ = progress_events_;
  listeners_.push_back(listener.get());
  return listener;
}

void Job::leave(JobListener& listener) {
  const std::lock_guard lock(mutex_);
  std::erase(listeners_, &listener);
  left_alone_ = Clock::now();
}

EventSource::Piece Job::next_for(JobListener& listener, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  EventSource::Piece piece;
  while (listener.known_ < events_.size() && piece.events.size() < bytes) {
    piece.events += events_[listener.known_++];
  }
  const bool ended = has_ended(state_);
  if (listener.known_ < events_.size()) return piece;
  if (listener.progress_known_ != progress_events_) {
    listener.progress_known_ = progress_events_;
    piece.events += progress_event_;
  }
  if (ended) {
    // Who says that it has more than there are has the end too.
    if (listener.known_ == events_.size()) {
      piece.events += on_the_wire(events_.size() + 1, "end", end_event());
    }
    piece.last = true;
    return piece;
  }
  if (listener.is_asked_) piece.events += ":\n\n";
  listener.is_asked_ = false;
  listener.is_waiting_ = piece.events.empty();
  return piece;
}

JobListener::~JobListener() {
  job_->leave(*this);
}

EventSource::Piece JobListener::next(std::size_t bytes) {
  return job_->next_for(*this, bytes);
}

void JobListener::call() {
  if (!is_waiting_) return;
  is_waiting_ = false;
  wake_();
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
  cover(2 * kBytesOfEvent);
  const std::lock_guard lock(mutex_);
  if (state_ == JobState::paused) return true;
  if (state_ != JobState::running || !plan_.can_pause) return false;
  pause_->pause();
  state_ = JobState::paused;
  append_state();
  return true;
}

bool Job::resume() {
  cover(2 * kBytesOfEvent);
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
    std::function<Json(Job&)> work;
    {
      const std::lock_guard lock(mutex_);
      work = std::exchange(plan_.run, nullptr);
    }
    result = work(*this);
  } catch (const Error& fault) {
    error = fault.what();
  } catch (const std::bad_alloc&) {
    error = "there is not enough memory";
  } catch (const std::exception& fault) {
    const auto* system = dynamic_cast<const std::system_error*>(&fault);
    const bool has_no_thread =
        system != nullptr && system->code() == std::errc::resource_unavailable_try_again;
    error = has_no_thread ? "no thread can be started: the system's limit on threads is reached"
                          : fmt::format("a fault of gyre: {}", fault.what());
  }
  const JobState state = stop_.stop_requested() ? JobState::cancelled
                         : error.empty()        ? JobState::finished
                                                : JobState::failed;
  if (state == JobState::cancelled) error.clear();
  end(state, result, error);
}

// A result that there is no memory for is an error; so is one that fails in any other way.
void Job::end(JobState state, const Json& result, const std::string& error) {
  try {
    end_with(state, result, error);
    return;
  } catch (const Error& fault) {
    end_with(JobState::failed, nullptr, fault.what());
  } catch (const std::exception&) {
    end_with(JobState::failed, nullptr, "there is not enough memory for the result");
  }
}

std::string Job::result_text(const Json& result) const {
  std::string rest = text_of(result);
  const std::lock_guard lock(mutex_);
  if (row_events_.empty() || !result.is_object()) return rest;
  std::string out = R"({"rows":[)";
  std::size_t size = out.size() + rest.size();
  for (const std::uint32_t number : row_events_)
    size += number == 0 ? 0 : events_[number - 1].size();
  out.reserve(size);
  for (const std::uint32_t number : row_events_) {
    if (number == 0) continue;
    // "id: 7\nevent: row\ndata: {...}\n\n"
    constexpr std::string_view kData = "\ndata: ";
    const std::string& event = events_[number - 1];
    const std::size_t begin = event.find(kData) + kData.size();
    if (out.back() == '}') out += ',';
    out.append(event, begin, event.size() - begin - 2);
  }
  out += result.empty() ? "]" : "],";
  return out.append(rest, 1);
}

std::string Job::end_event() const {
  if (ended_text_->text.size() - ended_head_.size() <= kMostResultOfEvent) return ended_text_->text;
  return fmt::format("{}null,\"result_at\":\"/v1/jobs/{}/result\"{}{}}}", ended_head_, id_,
                     kBeforeError, text_of(error_));
}

void Job::end_with(JobState state, const Json& result, const std::string& error) {
  std::vector<std::function<void(Job&)>> callbacks;
  std::function<Json(Job&)> work;  // that was never begun
  std::string found = result_text(result);
  const auto held = std::make_shared<HeldText>();
  if (memory_ != nullptr && found.size() > kUncountedBytes) {
    // While it is copied, twice.
    std::optional<MemoryBudget::Share> share = memory_->take_now(2 * found.size());
    if (!share) {
      throw Error(fmt::format(
          "the result takes {}, and there is not so much memory left (ask for less; gyre serve "
          "--memory allows more)",
          size_text(found.size())));
    }
    held->memory = *std::move(share);
  }
  {
    const std::lock_guard lock(mutex_);
    if (has_ended(state_)) return;
    const JobState before = std::exchange(state_, state);
    ended_ = Clock::now();
    try {
      if (!error.empty()) error_ = {{"message", error}};
      progress_ = nullptr;
      ended_head_ = text_of(json_locked());
      ended_head_.pop_back();
      ended_head_ += kBeforeResult;
      const std::string tail = fmt::format("{}{}}}", kBeforeError, text_of(error_));
      held->text.reserve(ended_head_.size() + found.size() + tail.size());
      held->text.append(ended_head_).append(found).append(tail);
    } catch (...) {
      state_ = before;
      ended_.reset();
      throw;
    }
    held->memory.shrink_to(found.size());
    ended_text_ = held;
    event_bytes_ += held->text.size();
    work.swap(plan_.run);
    plan_.memory = {};
    call_listeners();
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
  for (JobListener* listener : listeners_) {
    listener->is_asked_ = true;
    listener->call();
  }
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

}  // namespace gyre::serve
