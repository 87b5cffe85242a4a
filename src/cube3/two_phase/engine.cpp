#include "cube3/two_phase/engine.h"

#include "cube3/two_phase/search.h"

#include "base/cpu.h"
#include "base/threads.h"

#include <algorithm>
#include <stdexcept>

namespace gyre::cube3 {
namespace {

// Every way of writing turns of opposite faces in a row as one, and half turns as such.
std::vector<FaceTurn> normal_form(const std::vector<FaceTurn>& moves) {
  std::vector<FaceTurn> out;
  for (const FaceTurn move : moves) {
    auto at = out.end();
    while (at != out.begin() && std::prev(at)->face % 3 == move.face % 3) --at;
    const auto same = std::find_if(at, out.end(), [&](FaceTurn m) { return m.face == move.face; });
    if (same == out.end()) {
      const auto after =
          std::find_if(at, out.end(), [&](FaceTurn m) { return m.face > move.face; });
      out.insert(after, move);
    } else if (const int turns = (same->turns + move.turns) % 4; turns == 0) {
      out.erase(same);
    } else {
      same->turns = static_cast<std::uint8_t>(turns);
    }
  }
  return out;
}

}  // namespace

Solve::Solve(Metric metric, const Cube& cube, int count, int phase2_limit,
             const TwoPhaseLimits& limits, const SolutionCallback& improved,
             const std::stop_token& stop)
    : metric_(metric),
      cube_(cube),
      count_(count),
      limits_(limits),
      improved_(improved),
      longest_(std::min(limits.max_length, kMaxLength)),
      phase2_limit_(phase2_limit),
      stop_(stop, std::nullopt, limits.pause.get()) {
  const MetricFacts& facts = facts_of(metric);
  const int first =
      limits.target_length >= facts.safe_target ? limits.target_length : facts.first_length;
  allowed_ = std::min(longest_, first);
  for (const bool inverse : {false, true}) {
    View view;
    view.cube = inverse ? invert(cube) : cube;
    view.inverse = inverse;
    for (view.rotations = 0; view.rotations < 3; ++view.rotations) {
      // Symmetric positions look the same from several sides.
      const bool seen = std::any_of(views_.begin(), views_.end(),
                                    [&](const View& other) { return other.cube == view.cube; });
      if (!seen) views_.push_back(view);
      view.cube = rotate_urf(view.cube);
    }
  }
  set_shares(1);
}

void Solve::look(std::uint64_t more_nodes) {
  nodes_.fetch_add(more_nodes, std::memory_order_relaxed);
  (void)stop_.look_after_pause();
  if (stop_.seconds() < limits_.seconds) return;
  const int easy = facts_of(metric_).easy_length;
  const std::lock_guard lock(mutex_);
  if (!found_.empty() || limits_.max_length < easy) {
    stop();
  } else {
    // Now anything will do.
    if (!late_) phase2_limit_ = std::min(phase2_limit_ + 1, kMaxPhase2);
    late_ = true;
    allowed_ = longest_;
  }
}

void Solve::record(const View& view, const std::uint8_t* moves, int count) {
  TwoPhaseSolution solution;
  for (int i = 0; i < count; ++i) solution.moves.push_back(FaceTurn::from_index(moves[i]));
  if (view.inverse) {
    std::reverse(solution.moves.begin(), solution.moves.end());
    for (FaceTurn& move : solution.moves) move = move.inverse();
  }
  for (int turn = view.rotations; turn < 3 && turn != 0; ++turn) {
    for (FaceTurn& move : solution.moves) move = rotate_urf(move);
  }
  solution.moves = normal_form(solution.moves);
  solution.length = length_of(metric_, solution.moves);
  solution.found = true;
  if (replay(cube_, solution.moves) != Cube{}) {
    throw std::logic_error("the two-phase search made a sequence that does not solve");
  }
  const std::lock_guard lock(mutex_);
  // Another thread may have been faster, and views meet the same solution.
  if (solution.length > allowed_ || stopped()) return;
  if (wants_several() && !texts_.insert(solution.text()).second) return;
  solution.seconds = stop_.seconds();
  solution.nodes = nodes_;
  const bool shorter = found_.empty() || solution.length < shortest_;
  keep(solution);
  if (static_cast<int>(found_.size()) == count_) {
    allowed_ = std::min(allowed_.load(), found_.back().length - 1);
    if (found_.back().length <= limits_.target_length) stop();
  }
  if (shorter && improved_) improved_(solution);
}

// found_ is in order only once it is full: until then nobody asks for its worst.
void Solve::keep(const TwoPhaseSolution& solution) {
  const auto shorter = [](const TwoPhaseSolution& a, const TwoPhaseSolution& b) {
    return a.length < b.length;
  };
  shortest_ = found_.empty() ? solution.length : std::min(shortest_, solution.length);
  if (static_cast<int>(found_.size()) < count_) {
    found_.push_back(solution);
    if (static_cast<int>(found_.size()) == count_) {
      std::stable_sort(found_.begin(), found_.end(), shorter);
    }
    return;
  }
  found_.insert(std::upper_bound(found_.begin(), found_.end(), solution, shorter), solution);
  found_.pop_back();
}

void Solve::proved(int share, int length) {
  const std::lock_guard lock(mutex_);
  if (!late_) proved_[share] = length;
}

std::vector<TwoPhaseSolution> Solve::solutions() {
  const int proved = *std::min_element(proved_.begin(), proved_.end());
  std::vector<TwoPhaseSolution> out = std::move(found_);
  std::stable_sort(
      out.begin(), out.end(),
      [](const TwoPhaseSolution& a, const TwoPhaseSolution& b) { return a.length < b.length; });
  const double seconds = stop_.seconds();
  for (TwoPhaseSolution& solution : out) {
    solution.optimal = solution.length == out.front().length && solution.length <= proved;
    solution.seconds = seconds;
    solution.nodes = nodes_;
  }
  if (out.empty()) {
    TwoPhaseSolution none;
    none.optimal = proved > longest_;
    none.seconds = seconds;
    none.nodes = nodes_;
    out.push_back(none);
  }
  return out;
}

void SearchMemoryDeleter::operator()(SearchMemory* memory) const noexcept {
  delete memory;
}

void run_search_portable(const TwoPhaseTables& tables, const SearchConstants& constants,
                         SearchMemory& memory, Solve& solve, int share, int shares) {
  run_search<PortableSlots>(tables, constants, memory, solve, share, shares);
}

TwoPhase::TwoPhase(const TwoPhaseOptions& options)
    : tables_(options), constants_(std::make_unique<const SearchConstants>(options.metric)) {}
TwoPhase::~TwoPhase() = default;

SearchMemoryPointer TwoPhase::take_memory() const {
  const std::lock_guard lock(mutex_);
  if (memory_.empty()) return SearchMemoryPointer(new SearchMemory);
  SearchMemoryPointer memory = std::move(memory_.back());
  memory_.pop_back();
  return memory;
}

void TwoPhase::search(Solve& solve, int share, int shares) const {
  SearchMemoryPointer memory = take_memory();
  const auto run = cpu_level() == CpuLevel::portable ? run_search_portable : run_search_avx2;
  try {
    run(tables_, *constants_, *memory, solve, share, shares);
  } catch (...) {
    // A callback that throws ends the others too.
    solve.stop();
    throw;
  }
  const std::lock_guard lock(mutex_);
  memory_.push_back(std::move(memory));
}

int TwoPhase::phase2_limit(int target) const noexcept {
  // With pair tables long second phases are dear, and a longer first phase soon finds as much;
  // unless one solution of 21 moves is enough (docs/performance.md).
  if (tables_.big() != nullptr) return kMaxPhase2;
  const MetricFacts& facts = facts_of(tables_.metric());
  return target > facts.safe_target ? facts.long_phase2 : facts.short_phase2;
}

std::vector<TwoPhaseSolution> TwoPhase::run(const Cube& cube, int count,
                                            const TwoPhaseLimits& limits,
                                            const SolutionCallback& improved,
                                            const std::stop_token& stop) const {
  return run(cube, count, phase2_limit(limits.target_length), limits, improved, stop);
}

std::vector<TwoPhaseSolution> TwoPhase::run(const Cube& cube, int count, int phase2_limit,
                                            const TwoPhaseLimits& limits,
                                            const SolutionCallback& improved,
                                            const std::stop_token& stop) const {
  Solve solve(tables_.metric(), cube, count, phase2_limit, limits, improved, stop);
  const int shares = std::min(thread_count(limits.threads), kMaxThreads);
  solve.set_shares(shares);
  if (shares == 1) {
    search(solve, 0, 1);
  } else {
    parallel_for(shares, shares,
                 [&](std::size_t share) { search(solve, static_cast<int>(share), shares); });
  }
  return solve.solutions();
}

}  // namespace gyre::cube3
