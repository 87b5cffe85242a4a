#include "c/caller.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>

namespace gyre::c {
namespace {

// A bar moves smoothly enough.
constexpr std::chrono::milliseconds kProgressEvery{100};

// What the caller's header knows of a gyre_call; the rest is as if it were left out.
gyre_call read_call(const gyre_call* call) {
  gyre_call read = GYRE_CALL_INIT;
  if (call == nullptr) return read;
  if (call->size < sizeof(std::size_t) + sizeof(gyre_event)) {
    throw Error("the size of a gyre_call must be sizeof(gyre_call) (GYRE_CALL_INIT sets it)");
  }
  std::memcpy(&read, call, std::min(call->size, sizeof read));
  return read;
}

}  // namespace

struct Caller::Line {
  explicit Line(const gyre_call& from)
      : call(from),
        stop_token(from.stop != nullptr ? from.stop->source.get_token() : std::stop_token{}) {
    relay.emplace(stop_token, Relay{own});
  }

  void tell(const char* kind, const Json& data) {
    const std::lock_guard lock(mutex);
    if (!is_open || call.event == nullptr || threw) return;
    const std::string text = text_of(data);
    try {
      if (call.event(call.user, kind, text.c_str()) != 0) own.request_stop();
    } catch (...) {
      threw = true;
      own.request_stop();
    }
  }

  void tell_progress(const ProgressEvent& event) {
    {
      const std::lock_guard lock(mutex);
      const auto now = std::chrono::steady_clock::now();
      const bool is_same = event.what == what && event.done < event.total;
      if (is_same && now - told < kProgressEvery) return;
      what = event.what;
      told = now;
    }
    Json data{{"what", std::string(event.what)}, {"done", event.done}, {"total", event.total}};
    if (!event.detail.empty()) data["detail"] = std::string(event.detail);
    tell("progress", data);
  }

  struct Relay {
    std::stop_source& to;
    void operator()() const { to.request_stop(); }
  };

  std::mutex mutex;
  gyre_call call;
  std::stop_token stop_token;
  std::stop_source own;
  std::optional<std::stop_callback<Relay>> relay;
  bool is_open = true;
  bool threw = false;
  std::string what;  // of the last progress that was told
  std::chrono::steady_clock::time_point told;
};

Caller::Caller(const gyre_call* call) : line_(std::make_shared<Line>(read_call(call))) {}

Caller::~Caller() {
  line_->relay.reset();
  const std::lock_guard lock(line_->mutex);
  line_->is_open = false;
}

bool Caller::listens() const noexcept {
  return line_->call.event != nullptr;
}

std::stop_token Caller::stop() const {
  return line_->own.get_token();
}

void Caller::tell(const char* kind, const Json& data) const {
  line_->tell(kind, data);
}

ProgressCallback Caller::progress() const {
  if (!listens()) return {};
  return [line = line_](const ProgressEvent& event) { line->tell_progress(event); };
}

EngineCaller Caller::for_engines() const {
  EngineCaller caller;
  caller.stop = stop();
  if (!listens()) return caller;
  caller.progress = progress();
  caller.note = [line = line_](const std::string& text) { line->tell("note", {{"text", text}}); };
  caller.warning = caller.note;
  return caller;
}

SolveCall Caller::for_solving(bool many) const {
  SolveCall call;
  call.is_alone = !many;
  call.stop = stop();
  if (!listens()) return call;
  call.tells_short_ones = !many;
  call.events.solution = [this](const SolutionEvent& event) {
    tell("solution", solution_json(event));
  };
  call.events.length = [this](const SolvedLength& length) { tell("length", length_json(length)); };
  call.events.progress = progress();
  call.events.note = [this](const std::string& text) { note(text); };
  call.events.warning = call.events.note;
  return call;
}

void Caller::rethrow() const {
  const std::lock_guard lock(line_->mutex);
  if (line_->threw) throw CallbackThrew();
}

}  // namespace gyre::c
