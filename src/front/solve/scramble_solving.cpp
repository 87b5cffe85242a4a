#include "front/solve/scramble_solving.h"

#include "front/solve/any_position.h"
#include "general/sequences/shorten.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace gyre {
namespace {

// A time that was too short for any solution is extended to so many times that, and to so much at
// least, before words are taken.
constexpr double kPatience = 30;
constexpr double kLeastPatience = 30;
// Longer words take longer to shorten than anybody waits.
constexpr std::size_t kMostWordToShorten = 20'000;
constexpr std::uint64_t kShortenerBytes = std::uint64_t{256} << 20U;

// From any thread.
class AnyScrambling {
 public:
  AnyScrambling(std::shared_ptr<EngineSource> engines, const PuzzleDefinition& definition,
                const MoveSet& moves, const AnyScramblingOptions& options)
      : engines_(std::move(engines)),
        tools_(*engines_, definition, moves),
        seconds_(options.seconds),
        holds_tables_(options.holds_tables) {}

  // Whether there is a chain of phases that gives short scrambles, whose tables are made then; or
  // words. Throw Error if
  // stopped.
  [[nodiscard]] bool has_phases(const EngineCaller& caller) {
    std::shared_ptr<const PhaseEngine> phases;
    try {
      phases = make_phases(caller);
    } catch (const Error&) {
      // A chain that does not fit the memory is as good as none.
      if (caller.stop.stop_requested()) throw;
    }
    has_phases_ = phases && phases->can_solve();
    if (holds_tables_) phases_ = phases;
    return has_phases_;
  }
  [[nodiscard]] bool has_words(const std::stop_token& stop) {
    return tools_.words(stop) != nullptr;
  }

  [[nodiscard]] std::optional<std::vector<int>> solve(const State& position,
                                                      const std::stop_token& stop) {
    if (has_phases_) {
      if (auto moves = solve_along_phases(position, stop)) return moves;
    }
    if (stop.stop_requested()) return std::nullopt;
    return solve_by_words(position, stop);
  }

 private:
  [[nodiscard]] std::shared_ptr<const PhaseEngine> make_phases(const EngineCaller& caller) {
    return engines_->phases({tools_.definition(), tools_.moves(), 1, true}, caller);
  }

  [[nodiscard]] std::optional<std::vector<int>> solve_along_phases(const State& position,
                                                                   const std::stop_token& stop) {
    const std::shared_ptr<const PhaseEngine> phases =
        phases_ ? phases_ : make_phases({stop, {}, {}, {}});
    const std::array<State, 1> positions{position};
    PhaseHooks hooks;
    hooks.stop = stop;
    PhaseLimits limits;
    limits.seconds = seconds_;
    PhaseResult result = phases->solve(positions, limits, hooks);
    if (!result.best && !stop.stop_requested()) {
      limits.seconds = std::max(kLeastPatience, kPatience * seconds_);
      limits.target = kMaxSolutionLength;  // the first is good enough
      result = phases->solve(positions, limits, hooks);
    }
    if (!result.best || stop.stop_requested()) return std::nullopt;
    return std::move(result.best->moves);
  }

  [[nodiscard]] std::optional<std::vector<int>> solve_by_words(const State& position,
                                                               const std::stop_token& stop) {
    const std::shared_ptr<const WordSolver> words = tools_.words(stop);
    if (stop.stop_requested()) return std::nullopt;
    std::optional<std::vector<int>> moves;
    if (words) moves = words->solve(position, stop);
    if (!moves) {
      throw Error(
          fmt::format("no sequence was found for a position of {}", tools_.definition().name()));
    }
    // Rules may forbid what a window is replaced by.
    if (moves->size() > kMostWordToShorten || !tools_.definition().illegal().empty()) return moves;
    ShortenOptions options;
    options.seconds = seconds_;
    options.memory_bytes = std::min(kShortenerBytes, engines_->search_bytes());
    options.threads = engines_->threads();
    const auto held =
        engines_->hold_memory(options.memory_bytes, "shortening a scramble", {stop, {}, {}, {}});
    const SequenceShortener shortener(tools_.definition(), tools_.moves(), options);
    std::vector<int> shorter = shortener.shorten(*moves, stop);
    if (stop.stop_requested()) return std::nullopt;
    return solves(position, shorter) ? shorter : *moves;
  }

  [[nodiscard]] bool solves(State position, const std::vector<int>& moves) const {
    for (const int move : moves) {
      position =
          compose(tools_.definition().orbits(), position, tools_.moves().moves()[move].action);
    }
    return position == tools_.definition().solved();
  }

  std::shared_ptr<EngineSource> engines_;
  AnyPositionTools tools_;
  double seconds_;
  bool holds_tables_;
  bool has_phases_ = false;
  std::shared_ptr<const PhaseEngine> phases_;  // if they are held
};

}  // namespace

ScrambleSolverFinder any_scrambling(std::shared_ptr<EngineSource> engines, EngineCaller caller,
                                    const AnyScramblingOptions& options) {
  return [engines = std::move(engines), caller = std::move(caller), options](
             const PuzzleDefinition& definition, const MoveSet& moves,
             bool at_any_length) -> ScrambleSolver {
    const auto scrambling = std::make_shared<AnyScrambling>(engines, definition, moves, options);
    if (!scrambling->has_phases(caller) && !(at_any_length && scrambling->has_words(caller.stop))) {
      return {};
    }
    return [scrambling](const State& position, const std::stop_token& stop) {
      return scrambling->solve(position, stop);
    };
  };
}

}  // namespace gyre
