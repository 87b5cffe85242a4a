#include "front/solve/any_position.h"

#include "front/solve/any_proof.h"
#include "front/solve/words.h"
#include "general/sequences/shorten.h"

#include <gyre/base/error.h>
#include "base/stop.h"
#include "base/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace gyre {
namespace {

// The proving search works alone at first, for a part of the time: most positions that people type
// are near. Then it is held, because beside phases it would take half of the machine and prove a
// length more. It goes on where phases end early, or where it would end in time.
constexpr double kProofPart = 0.1;
constexpr double kLeastProofSeconds = 0.2;
constexpr double kMostProofSeconds = 1;
// How long it takes is a guess.
constexpr double kProofGuess = 1.5;
// At the end, windows of the best solution are looked at for so much of the time.
constexpr double kShorteningPart = 0.1;
constexpr double kLeastShorteningSeconds = 0.05;
// Longer words take longer to shorten than anybody waits.
constexpr std::size_t kMostToShorten = 20'000;
constexpr std::size_t kMostStarts = 4;
// How often is told what there is, and looked whether somebody made a pause.
constexpr std::chrono::milliseconds kTellEvery(100);
constexpr double kWorthSaying = 1;

// The time of one position, without that in which something is made for many. From any thread.
class CountedTime {
 public:
  CountedTime(double seconds, PauseSwitch* pause) : limit_(seconds), all_({}, {}, pause) {}

  // Since the beginning, with all but pauses.
  [[nodiscard]] double seconds() const { return all_.seconds(); }
  [[nodiscard]] double seconds_left() const {
    const std::lock_guard lock(mutex_);
    return limit_ - (making_since_.value_or(all_.seconds()) - made_seconds_);
  }
  // In which something has been made; what is being made now counts.
  [[nodiscard]] double seconds_making() const {
    const std::lock_guard lock(mutex_);
    return made_seconds_ + (making_since_ ? all_.seconds() - *making_since_ : 0);
  }
  [[nodiscard]] bool is_making() const {
    const std::lock_guard lock(mutex_);
    return making_since_.has_value();
  }
  void begin_making() {
    const std::lock_guard lock(mutex_);
    making_since_ = all_.seconds();
  }
  void end_making() {
    const std::lock_guard lock(mutex_);
    made_seconds_ += all_.seconds() - *making_since_;
    making_since_.reset();
  }

  // That is being made as long as this exists.
  class Making {
   public:
    explicit Making(CountedTime& time) : time_(time) { time_.begin_making(); }
    ~Making() { time_.end_making(); }
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;

   private:
    CountedTime& time_;
  };

 private:
  const double limit_;
  Stop all_;
  mutable std::mutex mutex_;
  std::optional<double> making_since_;
  double made_seconds_ = 0;
};

// One position. References are kept.
class AnyPositionRun {
 public:
  AnyPositionRun(AnyPositionTools& tools, const Solver& solver, std::span<const State> starts,
                 const AnyPositionLimits& limits, const SolveHooks& hooks,
                 const EngineCaller& caller)
      : tools_(tools),
        starts_(starts),
        limits_(limits),
        hooks_(hooks),
        caller_(caller),
        time_(limits.seconds, hooks.pause.get()),
        proof_(solver, starts, limits.shorter_than - 1, proof_hooks()),
        teller_(start_thread([this](const std::stop_token& over) { tell_now_and_then(over); })) {}

  AnyPositionResult run() {
    wait_for_proof(std::clamp(limits_.seconds * kProofPart, kLeastProofSeconds, kMostProofSeconds));
    if (!is_over()) {
      is_held_ = true;
      proof_.hold(true);
      improve();
      is_held_ = false;
      proof_.hold(is_paused());
    }
    if (!is_over() && !enough()) wait_for_proof(time_.seconds_left());
    proof_.end();
    teller_.request_stop();
    teller_.join();
    if (!best_ && proof_.fault()) std::rethrow_exception(proof_.fault());
    // That there is none may be for what stood in the way.
    if (!best_ && fault_ && !proof_.has_answer() && caller_.note) caller_.note(*fault_);
    return finished();
  }

 private:
  AnyProof::Hooks proof_hooks() {
    AnyProof::Hooks hooks;
    hooks.solution = [this](const Solution& solution) { tell(solution, {}); };
    hooks.length = [this](const SearchedLength& length) {
      if (!hooks_.length) return;
      const std::lock_guard lock(telling_);
      hooks_.length(length);
    };
    hooks.ended = [this] { end_improving_.request_stop(); };
    if (hooks_.warning) {
      hooks.warning = [this](std::string_view text) {
        const std::lock_guard lock(telling_);
        hooks_.warning(text);
      };
    }
    return hooks;
  }

  [[nodiscard]] bool is_paused() const { return hooks_.pause && hooks_.pause->paused(); }

  // Nothing that is left to do would change the answer.
  [[nodiscard]] bool is_over() const { return hooks_.stop.stop_requested() || proof_.has_answer(); }

  void wait_for_proof(double seconds) {
    constexpr double kLook = 0.05;
    const double until = time_.seconds() + seconds;
    while (!hooks_.stop.stop_requested() && !proof_.ended()) {
      const double left = until - time_.seconds();
      if (left <= 0) return;
      proof_.wait(std::min(left, kLook));
    }
  }

  // Solved as well as was asked for, or as well as can be.
  [[nodiscard]] bool enough() {
    const std::lock_guard lock(telling_);
    return best_ && length_of(*best_) <= std::max(limits_.target, proved());
  }

  // Every solution is at least so long.
  [[nodiscard]] int proved() const { return std::max<int>(proof_.proved(), proved_by_phases_); }

  [[nodiscard]] static int length_of(const Solution& solution) {
    return static_cast<int>(solution.moves.size());
  }

  // Each by itself: what one cannot do may be done by the others.
  void improve() {
    const std::stop_callback on_stop(hooks_.stop, [&] { end_improving_.request_stop(); });
    for (const auto part :
         {&AnyPositionRun::find_words, &AnyPositionRun::walk_phases, &AnyPositionRun::shorten}) {
      if (enough() || end_improving_.stop_requested()) break;
      try {
        (this->*part)();
      } catch (const Error& error) {
        const bool is_stop = end_improving_.stop_requested();
        if (!is_stop && !fault_) fault_ = error.what();
      }
    }
    set_stage("");
  }

  // A first solution, of whichever of the positions has the shortest.
  void find_words() {
    set_stage("looking for a first one");
    std::shared_ptr<const WordSolver> words;
    {
      const CountedTime::Making making(time_);
      words = tools_.words(end_improving_.get_token());
    }
    if (!words) return;
    for (std::size_t s = 0; s < starts_.size() && s < kMostStarts; ++s) {
      std::optional<std::vector<int>> moves = words->solve(starts_[s], end_improving_.get_token());
      if (moves) tell({s, std::move(*moves)}, {});
    }
  }

  void walk_phases() {
    std::shared_ptr<const PhaseEngine> phases;
    {
      set_stage("phases are prepared");
      const CountedTime::Making making(time_);
      EngineCaller caller = caller_;
      caller.stop = end_improving_.get_token();
      caller.progress = [&](const ProgressEvent& event) {
        set_stage(fmt::format("{} {} of {}", event.what, event.done, event.total));
      };
      phases = tools_.phases(caller, limits_.preparing_seconds - time_.seconds_making());
    }
    if (!phases) return;
    set_stage("");
    PhaseLimits limits;
    limits.seconds = time_.seconds_left() * (can_shorten() ? 1 - kShorteningPart : 1);
    limits.target = std::max(limits_.target, proof_.proved());
    {
      const std::lock_guard lock(telling_);
      limits.shorter_than = std::min(limits_.shorter_than, limits.shorter_than);
      if (best_) limits.shorter_than = std::min(limits.shorter_than, length_of(*best_));
    }
    PhaseHooks hooks;
    hooks.stop = end_improving_.get_token();
    hooks.pause = hooks_.pause;
    hooks.solution = [&](const Solution& solution, const std::vector<int>& lengths) {
      tell(solution, lengths);
      // What is left of the proof is worth more than what phases may still find.
      const std::optional<double> proof = proof_.seconds_to(length_of(solution));
      if (proof && *proof * kProofGuess < time_.seconds_left()) end_improving_.request_stop();
    };
    hooks.proved = [&](int least) {
      proved_by_phases_ = std::max<int>(proved_by_phases_, least);
      tell_progress();
    };
    phase_nodes_ = phases->solve(starts_, limits, hooks).nodes;
  }

  // Rules may forbid what a window is replaced by.
  [[nodiscard]] bool can_shorten() const { return tools_.definition().illegal().empty(); }

  // Windows of the solution that have a shorter way.
  void shorten() {
    if (!best_ || best_->moves.size() > kMostToShorten) return;
    if (!can_shorten()) return;
    const PuzzleDefinition& definition = tools_.definition();
    set_stage("shortening");
    ShortenOptions options;
    options.seconds = std::max(kLeastShorteningSeconds, time_.seconds_left());
    options.memory_bytes = std::uint64_t{256} << 20U;
    options.threads = tools_.threads();
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
    {
      const std::lock_guard lock(telling_);
      const int shorter_than = best_ ? length_of(*best_) : limits_.shorter_than;
      if (length_of(solution) >= shorter_than) return;
      best_ = std::move(solution);
      phases_ = std::move(phases);
      if (hooks_.solution) hooks_.solution(*best_);
    }
    tell_progress();
  }

  void set_stage(std::string stage) {
    {
      const std::lock_guard lock(telling_);
      stage_ = std::move(stage);
    }
    tell_progress();
  }

  void tell_progress() {
    if (!hooks_.progress) return;
    const std::lock_guard lock(telling_);
    const double left = time_.seconds_left();
    std::string detail =
        best_ || limits_.shorter_than < AnyPositionLimits::kAnySolutionLength
            ? fmt::format("{}, at least {}",
                          moves_text(best_ ? length_of(*best_) : limits_.shorter_than - 1),
                          proved())
            : fmt::format("at least {}", moves_text(proved()));
    if (!stage_.empty()) detail += "; " + stage_;
    const double made = time_.seconds_making();
    if (time_.is_making() && made >= kWorthSaying)
      detail += fmt::format(" ({:.0f} s, not counted)", made);
    if (left <= -kWorthSaying) detail += fmt::format("; {:.0f} s over the time", -left);
    const auto thousandths = [](double seconds) {
      return static_cast<std::uint64_t>(std::max(0.0, seconds) * 1000);
    };
    const std::uint64_t done = thousandths(time_.seconds());
    // It is not done before it is.
    hooks_.progress({"solving", done, std::max(done + 1, done + thousandths(left)), detail});
  }

  void tell_now_and_then(const std::stop_token& over) {
    std::unique_lock lock(waiting_);
    for (;;) {
      (void)changed_.wait_for(lock, over, kTellEvery, [] { return false; });
      if (over.stop_requested()) return;
      proof_.hold(is_held_ || is_paused());
      if (!is_paused()) tell_progress();
    }
  }

  AnyPositionResult finished() {
    AnyPositionResult out;
    out.result.proved = proved();
    out.result.nodes = proof_.nodes() + phase_nodes_;
    out.result.seconds = time_.seconds();
    if (best_) {
      // A length that was searched to its end may be the one that the solution has.
      out.result.optimal = length_of(*best_) <= out.result.proved;
      out.result.proved = std::min(out.result.proved, length_of(*best_));
      out.result.end = SolveResult::End::found;
      out.result.solutions.push_back(std::move(*best_));
      out.phases = std::move(phases_);
      return out;
    }
    out.result.end = proof_.ended() == SolveResult::End::none ? SolveResult::End::none
                     : hooks_.stop.stop_requested()           ? SolveResult::End::stopped
                                                              : SolveResult::End::time;
    return out;
  }

  AnyPositionTools& tools_;
  std::span<const State> starts_;
  const AnyPositionLimits& limits_;
  const SolveHooks& hooks_;
  const EngineCaller& caller_;
  CountedTime time_;
  std::stop_source end_improving_;
  std::atomic<bool> is_held_ = false;  // the proof, for the phases
  std::atomic<int> proved_by_phases_ = 0;
  std::uint64_t phase_nodes_ = 0;
  std::optional<std::string> fault_;
  std::mutex telling_;  // of the next ones, and of hooks
  std::optional<Solution> best_;
  std::vector<int> phases_;
  std::string stage_;  // what is being done beside the search that proves
  std::mutex waiting_;
  std::condition_variable_any changed_;
  // Last, since their threads use what stands before.
  AnyProof proof_;
  std::jthread teller_;
};

}  // namespace

AnyPositionResult solve_any_position(AnyPositionTools& tools, const Solver& solver,
                                     std::span<const State> starts, const AnyPositionLimits& limits,
                                     const SolveHooks& hooks, const EngineCaller& caller) {
  return AnyPositionRun(tools, solver, starts, limits, hooks, caller).run();
}

}  // namespace gyre
