#include "front/solve/any_position.h"

#include "base/seconds.h"
#include "base/stop.h"
#include "front/solve/words.h"
#include "general/sequences/shorten.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <thread>

namespace gyre {
namespace {

using Clock = std::chrono::steady_clock;

// The proving search works alone at first: most positions that people type are near.
constexpr double kProofAloneSeconds = 0.4;
// At the end, windows of the best solution are looked at for so much of the time.
constexpr double kShorteningPart = 0.1;
// Longer words take longer to shorten than anybody waits.
constexpr std::size_t kMostToShorten = 20'000;

// One position. References are kept.
class AnyPositionRun {
 public:
  AnyPositionRun(AnyPositionTools& tools, const Solver& solver, std::span<const State> starts,
                 const AnyPositionLimits& limits, const SolveHooks& hooks,
                 const EngineCaller& caller)
      : tools_(tools),
        solver_(solver),
        starts_(starts),
        limits_(limits),
        hooks_(hooks),
        caller_(caller),
        time_(hooks.stop, limits.seconds, hooks.pause.get()) {}

  AnyPositionResult run() {
    const std::stop_callback on_stop(hooks_.stop, [&] { end_proof_.request_stop(); });
    std::jthread prover([&] { prove(); });
    if (!wait_for_proof(kProofAloneSeconds)) improve();
    end_improving_.request_stop();
    if (!is_proof_over() && !enough()) (void)wait_for_proof(time_.seconds_left().value_or(0));
    end_proof_.request_stop();
    prover.join();
    if (fault_ && !best_) std::rethrow_exception(fault_);
    return finished();
  }

 private:
  // The search for the least length, on a thread of its own, as long as it can end in time.
  void prove() {
    SolveLimits limits;
    limits.seconds = limits_.seconds;
    SolveHooks hooks;
    hooks.stop = end_proof_.get_token();
    hooks.pause = hooks_.pause;
    hooks.progress = [&](const ProgressEvent& event) {
      if (!is_improving_ && hooks_.progress) hooks_.progress(event);
    };
    if (hooks_.warning) {
      hooks.warning = [&](std::string_view text) {
        const std::lock_guard lock(telling_);
        hooks_.warning(text);
      };
    }
    hooks.length = [&](const SearchedLength& length) {
      proved_ = length.length + 1;
      if (hooks_.length) {
        const std::lock_guard lock(telling_);
        hooks_.length(length);
      }
      // Whoever waits for a solution that has been found already loses nothing by waiting on.
      if (is_improving_ && length.least_seconds > time_.seconds_left().value_or(0)) {
        end_proof_.request_stop();
      }
    };
    try {
      SolveResult proof = solver_.solve_any(starts_, limits, hooks);
      nodes_ += proof.nodes;
      const bool ended =
          proof.end == SolveResult::End::found || proof.end == SolveResult::End::none;
      proved_ = std::max<int>(proved_, proof.proved);
      if (ended && proof.end == SolveResult::End::found) tell(proof.solutions[0], {});
      const std::lock_guard lock(mutex_);
      proof_end_ = proof.end;
    } catch (const Error&) {
      const std::lock_guard lock(mutex_);
      fault_ = std::current_exception();
      proof_end_ = SolveResult::End::stopped;
    }
    if (proof_end_ == SolveResult::End::found || proof_end_ == SolveResult::End::none) {
      end_improving_.request_stop();
    }
    changed_.notify_all();
  }

  [[nodiscard]] bool is_proof_over() {
    const std::lock_guard lock(mutex_);
    return proof_end_.has_value();
  }

  // True if it is over, with an answer or by an interruption.
  bool wait_for_proof(double seconds) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                      [&] { return proof_end_.has_value(); });
    if (!proof_end_) return false;
    return *proof_end_ == SolveResult::End::found || *proof_end_ == SolveResult::End::none ||
           hooks_.stop.stop_requested();
  }

  // Solved as well as was asked for, or as well as can be.
  [[nodiscard]] bool enough() {
    const std::lock_guard lock(telling_);
    return best_ && (length_of(*best_) <= limits_.target || length_of(*best_) <= proved_);
  }

  [[nodiscard]] static int length_of(const Solution& solution) {
    return static_cast<int>(solution.moves.size());
  }

  void improve() {
    is_improving_ = true;
    const std::stop_callback on_stop(hooks_.stop, [&] { end_improving_.request_stop(); });
    try {
      find_words();
      walk_phases();
      shorten();
    } catch (const Error&) {
      // Stopped while something was made; what has been found stands.
      if (!end_improving_.stop_requested() && !best_) throw;
    }
  }

  // A first solution, of whichever of the positions has the shortest.
  void find_words() {
    const auto words = tools_.words(end_improving_.get_token());
    if (!words) return;
    for (std::size_t s = 0; s < starts_.size() && s < kMostStarts; ++s) {
      std::optional<std::vector<int>> moves = words->solve(starts_[s], end_improving_.get_token());
      if (moves) tell({s, std::move(*moves)}, {});
    }
  }

  void walk_phases() {
    if (enough()) return;
    // The tables may have to be made first, and that is not the time for one position.
    const double left = time_.seconds_left().value_or(0);
    EngineCaller caller = caller_;
    caller.stop = end_improving_.get_token();
    const auto phases = tools_.phases(caller);
    if (!phases || !phases->solver) return;
    PhaseLimits limits;
    limits.seconds = left * (1 - kShorteningPart);
    limits.target = std::max<int>(limits_.target, proved_);
    if (best_) limits.shorter_than = length_of(*best_);
    PhaseHooks hooks;
    hooks.stop = end_improving_.get_token();
    hooks.pause = hooks_.pause;
    hooks.solution = [&](const Solution& solution, const std::vector<int>& lengths) {
      tell(solution, lengths);
    };
    time_.limit(left);
    nodes_ += phases->solver->solve(starts_, limits, hooks).nodes;
  }

  // Windows of the solution that have a shorter way.
  void shorten() {
    if (enough() || end_improving_.stop_requested() || !best_) return;
    if (best_->moves.size() > kMostToShorten || !tools_.definition().illegal().empty()) return;
    const PuzzleDefinition& definition = tools_.definition();
    ShortenOptions options;
    options.seconds = std::max(0.05, time_.seconds_left().value_or(0));
    options.memory_bytes = std::uint64_t{256} << 20U;
    const SequenceShortener shortener(definition, tools_.moves(), options);
    Solution solution{best_->start, shortener.shorten(best_->moves, end_improving_.get_token())};
    if (solves(solution)) tell(std::move(solution), {});
  }

  [[nodiscard]] bool solves(const Solution& solution) const {
    State state = starts_[solution.start];
    const OrbitList& orbits = tools_.definition().orbits();
    for (const int m : solution.moves) {
      state = compose(orbits, state, tools_.moves().moves()[m].action);
    }
    return state == tools_.definition().solved();
  }

  void tell(Solution solution, std::vector<int> phases) {
    const std::lock_guard lock(telling_);
    if (best_ && best_->moves.size() <= solution.moves.size()) return;
    best_ = std::move(solution);
    phases_ = std::move(phases);
    if (hooks_.solution) hooks_.solution(*best_);
    if (!is_improving_ || !hooks_.progress) return;
    const auto thousandths = [](double seconds) {
      return static_cast<std::uint64_t>(std::max(0.0, seconds) * 1000);
    };
    const std::string what =
        fmt::format("{}, at least {}", moves_text(length_of(*best_)), +proved_);
    hooks_.progress({what, thousandths(time_.seconds()),
                     thousandths(time_.seconds() + time_.seconds_left().value_or(0))});
  }

  AnyPositionResult finished() {
    AnyPositionResult out;
    out.result.proved = proved_;
    out.result.nodes = nodes_;
    out.result.seconds = time_.seconds();
    if (best_) {
      // A length that was searched to its end may be the one that the solution has.
      out.result.optimal = length_of(*best_) <= proved_;
      out.result.proved = std::min<int>(proved_, length_of(*best_));
      out.result.end = SolveResult::End::found;
      out.result.solutions.push_back(std::move(*best_));
      out.phases = std::move(phases_);
      return out;
    }
    out.result.end = proof_end_ == SolveResult::End::none ? SolveResult::End::none
                     : hooks_.stop.stop_requested()       ? SolveResult::End::stopped
                                                          : SolveResult::End::time;
    return out;
  }

  static constexpr std::size_t kMostStarts = 4;

  AnyPositionTools& tools_;
  const Solver& solver_;
  std::span<const State> starts_;
  const AnyPositionLimits& limits_;
  const SolveHooks& hooks_;
  const EngineCaller& caller_;
  Stop time_;
  std::stop_source end_proof_;
  std::stop_source end_improving_;
  std::atomic<bool> is_improving_ = false;
  std::atomic<int> proved_ = 0;
  std::atomic<std::uint64_t> nodes_ = 0;
  std::mutex mutex_;  // of the next three
  std::condition_variable changed_;
  std::optional<SolveResult::End> proof_end_;
  std::exception_ptr fault_;
  std::mutex telling_;  // of the next two, and of hooks
  std::optional<Solution> best_;
  std::vector<int> phases_;
};

}  // namespace

AnyPositionTools::AnyPositionTools(EngineSource& engines, PuzzleDefinition definition,
                                   MoveSet moves)
    : engines_(engines), definition_(std::move(definition)), moves_(std::move(moves)) {}

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
    words_ = std::make_shared<const WordSolver>(definition_, moves_, stop);
  } catch (const Error&) {
    if (stop.stop_requested()) return nullptr;  // the next who asks may have the time
  }
  words_tried_ = true;
  return words_;
}

std::shared_ptr<const PhaseEngine> AnyPositionTools::phases(const EngineCaller& caller) {
  const std::unique_lock lock = wait(caller.stop);
  if (!lock) return nullptr;
  if (!phases_) phases_ = engines_.phases({definition_, moves_}, caller);
  return phases_;
}

AnyPositionResult solve_any_position(AnyPositionTools& tools, const Solver& solver,
                                     std::span<const State> starts, const AnyPositionLimits& limits,
                                     const SolveHooks& hooks, const EngineCaller& caller) {
  return AnyPositionRun(tools, solver, starts, limits, hooks, caller).run();
}

}  // namespace gyre
