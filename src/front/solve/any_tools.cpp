#include "front/solve/any_tools.h"

#include "base/stop_after.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace gyre {
namespace {

// Where there is a chain, its tables are worth so many times longer a wait.
constexpr double kTablesPatience = 3;

}  // namespace

AnyPositionTools::AnyPositionTools(EngineSource& engines, PuzzleDefinition definition,
                                   MoveSet moves, int sharing)
    : engines_(engines),
      definition_(std::move(definition)),
      moves_(std::move(moves)),
      sharing_(sharing) {}

std::unique_lock<std::timed_mutex> AnyPositionTools::wait(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kLook{50};
  std::unique_lock lock(mutex_, std::defer_lock);
  while (!lock.try_lock_for(kLook) && !stop.stop_requested()) {
  }
  return lock;
}

std::shared_ptr<const WordSolver> AnyPositionTools::words(const std::stop_token& stop) {
  const std::unique_lock lock = wait(stop);
  if (!lock) return nullptr;
  if (words_tried_) return words_;
  try {
    words_ = std::make_shared<const WordSolver>(definition_, moves_, stop, threads());
  } catch (const Error&) {
    if (stop.stop_requested()) return nullptr;  // the next who asks may have the time
  }
  words_tried_ = true;
  return words_;
}

std::shared_ptr<const PhaseEngine> AnyPositionTools::phases(const EngineCaller& caller,
                                                            double most_seconds) {
  const std::unique_lock lock = wait(caller.stop);
  if (!lock) return nullptr;
  if (phases_tried_) return phases_;
  StopAfter stop(caller.stop, most_seconds);
  EngineCaller limited = caller;
  limited.stop = stop.token();
  limited.progress = [&](const ProgressEvent& event) {
    stop.put_off(kTablesPatience * most_seconds);
    if (caller.progress) caller.progress(event);
  };
  try {
    phases_ = engines_.phases({definition_, moves_, sharing_}, limited);
    if (!phases_->can_solve()) phases_.reset();
    phases_tried_ = true;
  } catch (const Error& error) {
    if (caller.stop.stop_requested()) return nullptr;  // the next who asks may have the time
    give_up_phases(caller, stop.is_late()
                               ? "they were not ready in the time for preparing, which is "
                                 "longer where more time is given"
                               : error.what());
  }
  return phases_;
}

void AnyPositionTools::give_up_phases(const EngineCaller& caller, const std::string& why) {
  phases_tried_ = true;
  if (!caller.note) return;
  caller.note(fmt::format("without phases, so solutions stay longer: {}", why));
}

}  // namespace gyre
