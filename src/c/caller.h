// Who asks, in one call: its callback and its stop. Engines keep what they were given for longer
// than the call; after it they speak to nobody.
#pragma once

#include "c/edge.h"
#include "front/solve/engine_source.h"
#include "front/solve/solving.h"
#include "front/texts/json_answers.h"

#include <gyre/base/progress.h>

#include <memory>
#include <stop_token>
#include <string>

namespace gyre::c {

class Caller {
 public:
  // call: or null. Throws Error if its size is none.
  explicit Caller(const gyre_call* call);
  ~Caller();
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  [[nodiscard]] bool listens() const noexcept;
  [[nodiscard]] std::stop_token stop() const;
  void tell(const char* kind, const Json& data) const;
  void note(const std::string& text) const { tell("note", {{"text", text}}); }
  // It is empty if nobody listens.
  [[nodiscard]] ProgressCallback progress() const;
  [[nodiscard]] EngineCaller for_engines() const;
  [[nodiscard]] SolveCall for_solving(bool many) const;

  // Called at the end; throws CallbackThrew if the callback threw.
  void rethrow() const;

 private:
  struct Line;
  std::shared_ptr<Line> line_;
};

// Runs a question of a caller: an Error after a stop means that it was stopped.
template <class Body>
gyre_status answer(const gyre_call* call, gyre_status& on_error, const Body& body) noexcept {
  return guarded(on_error, [&] {
    const Caller caller(call);
    try {
      const gyre_status status = body(caller);
      caller.rethrow();
      return status;
    } catch (const Error&) {
      caller.rethrow();
      if (caller.stop().stop_requested()) on_error = GYRE_STOPPED;
      throw;
    }
  });
}

template <class Body>
gyre_status answer(const gyre_call* call, const Body& body) noexcept {
  gyre_status on_error = GYRE_BAD_INPUT;
  return answer(call, on_error, body);
}

}  // namespace gyre::c
