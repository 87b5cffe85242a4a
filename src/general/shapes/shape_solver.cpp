#include "general/shapes/shape_solver.h"

#include "base/seconds.h"
#include "base/stop.h"
#include "general/shapes/shape_beam.h"
#include "search/driver.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace gyre {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kFirstWidth = 1024;
constexpr std::size_t kWiderBy = 4;
constexpr std::size_t kWidest = 300'000;
// A beam goes on for so many times the lower bound, and some; then it has lost its way.
constexpr int kBeamLengths = 4;
constexpr int kBeamMoves = 20;
// What is near the solved position; of a small memory a part.
constexpr std::size_t kNearPositions = 1'000'000;
constexpr std::uint64_t kNearPart = 64;
// Until two lengths have been searched, each is thought to take so many times longer.
constexpr double kUsualGrowth = 4;
// The length that has a solution ends when that is found, on average halfway.
constexpr double kEarly = 0.5;
// Until there is a solution, beams have so much of the time, and half of what comes after.
constexpr double kFirstShare = 0.3;
// Lengths that took less say nothing about the next.
constexpr double kLeastTelling = 0.001;

}  // namespace

ShapeSolver::ShapeSolver(const PuzzleDefinition& definition, const MoveSet& moves,
                         const ShapeSpaceOptions& options)
    : threads_(options.threads),
      space_(std::make_unique<const ShapeSpace>(definition, moves, options)),
      follow_(*space_),
      near_(*space_, std::min<std::size_t>(kNearPositions, options.memory_bytes / kNearPart),
            options.stop) {}

// How many sequences end in each shape and state, length after length.
double ShapeSolver::expected(double log_positions) const {
  const ShapeMoves& moves = space_->moves();
  const auto states = static_cast<std::size_t>(follow_.states());
  constexpr std::size_t kMostCounts = 10'000'000;
  constexpr int kMostLength = 1'000;
  if (moves.shapes() * states > kMostCounts) return 0;
  std::vector<double> now(moves.shapes() * states, 0);
  now[ShapeFollow::kStart] = 1;
  double before = 0;
  for (int length = 1; length <= kMostLength; ++length) {
    std::vector<double> then(now.size(), 0);
    double sum = 0;
    for (std::size_t shape = 0; shape < moves.shapes(); ++shape) {
      for (std::size_t e = moves.first_edge(shape); e < moves.first_edge(shape + 1); ++e) {
        for (std::size_t state = 0; state < states; ++state) {
          const double count = now[shape * states + state];
          const int next = follow_.after(static_cast<int>(state), moves.edges()[e].move);
          if (count == 0 || next < 0) continue;
          then[moves.edges()[e].to * states + static_cast<std::size_t>(next)] += count;
          sum += count;
        }
      }
    }
    const double log_sum = std::log10(sum);
    if (sum == 0 || log_sum <= before) return 0;
    if (log_sum >= log_positions) {
      return length - (log_sum - log_positions) / (log_sum - before);
    }
    before = log_sum;
    now = std::move(then);
  }
  return 0;
}

class ShapeSolver::Run {
 public:
  Run(const ShapeSolver& solver, std::span<const State> positions, const PhaseLimits& limits,
      const PhaseHooks& hooks)
      : space_(*solver.space_),
        positions_(positions),
        limits_(limits),
        hooks_(hooks),
        stop_(hooks.stop, limits.seconds, hooks.pause.get()),
        starts_(shape_starts(space_, solver.follow_, positions)),
        search_(space_, solver.follow_, starts_, solver.threads_),
        driver_(search_, solver.threads_, stop_, events_),
        beam_(space_, solver.near_, starts_, solver.threads_, stop_) {}

  PhaseResult run() {
    if (starts_.empty()) return {};
    int least = kMaxSolutionLength;
    for (const ShapeStart& start : starts_) {
      least = std::min(least, start.length() + space_.bound(start.values));
    }
    const int most_beam = kBeamLengths * least + kBeamMoves;
    prove(least);
    double searched = 0;
    double beamed = 0;
    std::size_t width = kFirstWidth;
    while (!is_over()) {
      const auto begun = Clock::now();
      const double share = kFirstShare * limits_.seconds.value_or(0);
      const bool needs_any = !result_.best && beamed <= std::max(searched, share);
      if (width <= kWidest && (needs_any || is_too_long())) {
        if (auto solution = beam_.search(width, std::min(most_beam, most_length())))
          take(std::move(*solution));
        width *= kWiderBy;
        ++result_.passes;
        beam_seconds_ = seconds_since(begun);
        beamed += beam_seconds_;
      } else {
        search_length();
        searched += seconds_since(begun);
      }
    }
    result_.nodes += beam_.nodes();
    return std::move(result_);
  }

 private:
  // Only solutions of so many moves are of use.
  [[nodiscard]] int most_length() const {
    const int most = std::min(limits_.shorter_than - 1, kMaxSolutionLength);
    return result_.best ? std::min(most, static_cast<int>(result_.best->moves.size()) - 1) : most;
  }
  [[nodiscard]] bool is_over() {
    return most_length() < std::max(limits_.target, result_.proved) || stop_.look_after_pause();
  }
  // Whether the next length would not end in time and a wider beam would, as far as one can tell.
  [[nodiscard]] bool is_too_long() const {
    const std::optional<double> left = stop_.seconds_left();
    return left && kEarly * last_seconds_ * growth_ > *left && beam_seconds_ * kWiderBy < *left;
  }

  void search_length() {
    auto [length, found] = driver_.search(result_.proved, 1);
    result_.nodes += length.nodes;
    if (!found.empty()) take(std::move(found[0]));
    if (!length.complete) return;
    if (last_seconds_ > kLeastTelling) growth_ = length.seconds / last_seconds_;
    last_seconds_ = length.seconds;
    if (found.empty()) prove(result_.proved + 1);
  }

  void prove(int least) {
    result_.proved = least;
    if (hooks_.proved) hooks_.proved(least);
  }

  void take(Solution solution) {
    if (static_cast<int>(solution.moves.size()) > most_length()) return;
    State state = positions_[solution.start];
    bool was_legal = space_.definition().legal(state);
    for (const int move : solution.moves) {
      state = compose(space_.definition().orbits(), state, space_.move_set().moves()[move].action);
      const bool is_legal = space_.definition().legal(state);
      if (was_legal && !is_legal) throw std::logic_error("a solution breaks a rule");
      was_legal = is_legal;
    }
    if (state != space_.definition().solved()) {
      throw std::logic_error("a solution by shapes failed its replay");
    }
    result_.phases = {static_cast<int>(solution.moves.size())};
    result_.best = std::move(solution);
    if (hooks_.solution) hooks_.solution(*result_.best, result_.phases);
  }

  const ShapeSpace& space_;
  std::span<const State> positions_;
  const PhaseLimits& limits_;
  const PhaseHooks& hooks_;
  Stop stop_;
  std::vector<ShapeStart> starts_;
  ShapeSearch search_;
  Driver<ShapeSearch>::Events events_;
  Driver<ShapeSearch> driver_;
  ShapeBeam beam_;
  PhaseResult result_;
  double last_seconds_ = 0;
  double beam_seconds_ = 0;  // of the last one
  double growth_ = kUsualGrowth;
};

PhaseResult ShapeSolver::solve(std::span<const State> positions, const PhaseLimits& limits,
                               const PhaseHooks& hooks) const {
  return Run(*this, positions, limits, hooks).run();
}

}  // namespace gyre
