#include "general/phases/phase_solver.h"

#include "base/seconds.h"
#include "base/threads.h"
#include "general/phases/phase_beam.h"
#include "general/phases/phase_near.h"
#include "general/phases/phase_search.h"
#include "general/phases/phase_walk.h"
#include "general/phases/phase_words.h"
#include "puzzle/symmetry/symmetry.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>

#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <unordered_set>

namespace gyre {
namespace {

using Clock = std::chrono::steady_clock;

// The first pass keeps one partial solution of each phase and takes about so long.
constexpr double kFirstPassSeconds = 0.05;
constexpr double kPassGrowth = 2.0;
constexpr std::size_t kWidthGrowth = 4;
constexpr std::size_t kMostWidth = 200'000;
// So many times more ends than are kept are looked at, so that there is a choice.
constexpr std::size_t kChoice = 8;

// So many tables as large as can be a phase may have.
constexpr std::uint64_t kTablesOfAPhase = 4;

// Of a phase that a table does not see, 10 to this many arrangements can be searched in full.
constexpr double kMostBlindness = 5.5;
// In the first passes, which are to be soon over, beams take what is more than this.
constexpr double kQuickBlindness = 4.2;
constexpr std::size_t kQuickWidth = 16;
constexpr int kFurtherCosts = 1;
// Of so much that no table sees a beam can put right everything at once.
constexpr double kBlindnessOfBeam = 8;
// So many positions near the goal of a beam are known, and so many near those of its parts.
constexpr std::size_t kNearPositions = 4'000'000;
constexpr std::size_t kNearPart = 1'000'000;
// A search that finds nothing is given up after so many times the time of its phase, or so long.
constexpr double kPatience = 4;
constexpr double kLeastPatience = 1;

// A partial solution: a position and how it came about.
struct Partial {
  State position;
  PhaseValues values;
  int cost = 0;
  int bound = 0;  // of the next phase
  int sum = 0;
  std::int32_t before = -1;  // index in the level before
  std::vector<int> word;     // moves of the set, of this phase
};

// How a start was looked at.
struct View {
  std::size_t start = 0;
  int element = 0;
  bool inverse = false;
};

// How much of a phase no table sees, a decimal logarithm.
double blindness(const PhaseSpace& space, double log_index) {
  double log_seen = 0;
  for (const PhaseSpace::Table& table : space.tables()) {
    log_seen = std::max(log_seen, std::log10(static_cast<double>(table.reached)));
  }
  return log_index - log_seen;
}

std::uint64_t hash_of(const State& state) {
  return XXH3_64bits(state.bytes.data(), state.bytes.size());
}

}  // namespace

struct PhaseSolver::Data {
  struct Phase {
    PhaseSpace space;
    std::optional<PuzzleGroup> group;  // of the moves that are left; none if that is solved
    // Where it is searched by beams: what is near to the goal of each.
    std::vector<std::shared_ptr<const PhaseNear>> near;
    // Whether it can be searched in full, too.
    bool is_searched = true;
    // How the rest comes right where a beam finds no end; those to be tried first come first.
    std::vector<std::shared_ptr<const PhaseWords>> words;
  };

  Data(const PuzzleDefinition& puzzle, const MoveSet& set, PhasePlan chain,
       const PhaseSolverOptions& wish)
      : definition(puzzle),
        moves(set),
        plan(std::move(chain)),
        options(wish),
        symmetry(puzzle, set) {
    const std::vector<std::uint64_t> needs = least_bytes();
    std::uint64_t later = std::accumulate(needs.begin(), needs.end(), std::uint64_t{0});
    std::uint64_t used = 0;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      PhaseMoves phase_moves(definition, moves, plan.steps[i].units);
      const PhaseMoves left_moves(definition, moves, units_after(i));
      PhaseSpaceOptions space_options;
      later -= needs[i];
      // What later phases cannot do without is kept for them, but half of what is left at most:
      // that they need so much is an estimate.
      const std::uint64_t rest = options.memory_bytes - std::min(options.memory_bytes, used);
      const std::uint64_t free = std::max(rest / 2, rest - std::min(rest, later));
      const std::uint64_t spare = free - std::min(free, needs[i]);
      space_options.memory_bytes = free;
      space_options.most_entries = std::min(options.most_entries, spare / kTablesOfAPhase);
      space_options.threads = options.threads;
      space_options.stop = options.stop;
      Phase phase{PhaseSpace(definition, std::move(phase_moves), left_moves, space_options),
                  std::nullopt,
                  {},
                  true,
                  {}};
      if (i + 1 < plan.steps.size()) {
        phase.group.emplace(definition, left_moves.generators(), options.stop);
      }
      used += phase.space.bytes();
      phases.push_back(std::move(phase));
      if (options.progress) options.progress({"tables of phases", i + 1, plan.steps.size()});
    }
    make_near();
    choose_views();
  }

  // A beam puts right all at once, or, where the tables together see too little, what one table
  // more sees than those before.
  void make_near() {
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t i = 0; i < phases.size(); ++i) {
      const std::size_t tables = phases[i].space.tables().size();
      const double blind = blindness(phases[i].space, plan.steps[i].log_index);
      if (blind < kQuickBlindness) continue;
      phases[i].is_searched = blind < kMostBlindness;
      phases[i].near.resize(blind < kBlindnessOfBeam ? 1 : tables);
      for (std::size_t n = 0; n < phases[i].near.size(); ++n) all.emplace_back(i, n);
    }
    parallel_for(all.size(), options.threads, [&](std::size_t index) {
      const auto [i, n] = all[index];
      const PhaseSpace& space = phases[i].space;
      const std::size_t tables = space.tables().size() - (phases[i].near.size() - 1 - n);
      phases[i].near[n] = std::make_shared<const PhaseNear>(
          space, tables, tables == space.tables().size() ? kNearPositions : kNearPart,
          options.stop);
    });
    parallel_for(phases.size(), options.threads, [&](std::size_t i) {
      if (phases[i].near.empty()) return;
      const PhaseSpace& space = phases[i].space;
      std::vector<WordsGoal> goals = {WordsGoal::components};
      if (PhaseWords::has_arrangements(definition, space.view())) {
        goals.push_back(WordsGoal::arrangement);
      }
      for (const WordsGoal goal : goals) {
        try {
          phases[i].words.push_back(
              std::make_shared<const PhaseWords>(definition, space, goal, options.stop));
        } catch (const Error&) {
          throw_if_stopped(options.stop, "preparing phases");
        }
      }
    });
  }

  [[nodiscard]] PhaseUnits units_after(std::size_t step) const {
    if (step + 1 < plan.steps.size()) return plan.steps[step + 1].units;
    return PhaseUnits(moves.classes().size(), 0);
  }

  // By phase: what its coordinates take, each with a table of its own.
  [[nodiscard]] std::vector<std::uint64_t> least_bytes() const {
    std::vector<std::uint64_t> bytes;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      const PhaseMoves here(definition, moves, plan.steps[i].units);
      const PhaseMoves left(definition, moves, units_after(i));
      bytes.push_back(
          PhaseSpace::least_bytes(PhaseView(definition, MovesKeep(definition, here.generators()),
                                            MovesKeep(definition, left.generators())),
                                  here.size()));
    }
    return bytes;
  }

  // Symmetries that take the chain to different ones.
  void choose_views() {
    std::set<std::vector<std::pair<int, int>>> seen;
    for (int element = 0; element < symmetry.size(); ++element) {
      std::vector<std::pair<int, int>> image;
      for (std::size_t i = 0; i < phases.size(); ++i) {
        std::vector<std::pair<int, int>> images;
        const PhaseMoves& phase_moves = phases[i].space.moves();
        for (int m = 0; m < phase_moves.size(); ++m) {
          if (phase_moves[m].word.size() != 1) continue;
          images.emplace_back(static_cast<int>(i),
                              symmetry.move_image(element, phase_moves[m].word[0]));
        }
        std::sort(images.begin(), images.end());
        image.insert(image.end(), images.begin(), images.end());
      }
      if (seen.insert(std::move(image)).second) elements.push_back(element);
    }
  }

  const PuzzleDefinition& definition;
  const MoveSet& moves;
  PhasePlan plan;
  PhaseSolverOptions options;
  SymmetryGroup symmetry;
  std::vector<int> elements;
  std::vector<Phase> phases;
};

namespace {

// One call of PhaseSolver. References are kept.
template <class Data>
class PhaseRun {
 public:
  PhaseRun(const Data& data, std::span<const State> positions, const PhaseLimits& limits,
           const PhaseHooks& hooks)
      : data_(data),
        positions_(positions),
        limits_(limits),
        hooks_(hooks),
        stop_(hooks.stop, limits.seconds, hooks.pause.get()),
        shorter_than_(limits.shorter_than) {}

  PhaseResult run() {
    make_starts();
    std::size_t width = 1;
    double seconds = kFirstPassSeconds;
    while (!stop_.look() && shorter_than_ > limits_.target) {
      const bool complete = pass(width, seconds);
      ++result_.passes;
      // Nothing was left out: no other pass finds more.
      if (complete || starts_.empty()) break;
      width = std::min(kMostWidth, width * kWidthGrowth);
      seconds *= kPassGrowth;
    }
    return result_;
  }

 private:
  void make_starts() {
    for (std::size_t s = 0; s < positions_.size(); ++s) {
      for (const int element : data_.elements) {
        for (const bool inverse : {false, true}) {
          if (inverse && !data_.symmetry.inversion()) continue;
          State position = data_.symmetry.conjugate_position(element, positions_[s]);
          if (inverse) position = data_.symmetry.invert_position(position);
          Partial start;
          start.before = static_cast<std::int32_t>(views_.size());
          if (!place(0, std::move(position), start)) continue;
          views_.push_back({s, element, inverse});
          starts_.push_back(std::move(start));
        }
      }
    }
  }

  // Fills in what the tables of a phase say of a position; false if it cannot be solved there.
  bool place(std::size_t phase, State position, Partial& partial) const {
    partial.position = std::move(position);
    if (phase == data_.phases.size()) return partial.position == data_.definition.solved();
    const PhaseSpace& space = data_.phases[phase].space;
    if (!space.rank(partial.position, partial.values)) return false;
    const PhaseSpace::Bound bound = space.bound(partial.values);
    partial.bound = bound.cost;
    partial.sum = bound.sum;
    return bound.cost < PhaseSpace::kFar;
  }

  // True if it was searched without leaving anything out.
  bool pass(std::size_t width, double seconds) {
    levels_.assign(1, starts_);
    for (std::size_t phase = 0; phase < data_.phases.size(); ++phase) {
      std::vector<Partial> ends =
          extend(phase, levels_.back(), width, seconds / data_.phases.size());
      if (ends.empty()) return false;
      levels_.push_back(std::move(ends));
    }
    tell(levels_.back()[0]);
    return false;
  }

  static bool before(const Partial& a, const Partial& b) {
    if (a.cost + a.bound != b.cost + b.bound) return a.cost + a.bound < b.cost + b.bound;
    return a.sum < b.sum;
  }

  // The best ends of a phase, from the best of those before.
  std::vector<Partial> extend(std::size_t phase, const std::vector<Partial>& from,
                              std::size_t width, double seconds) {
    const std::size_t wanted = phase + 1 == data_.phases.size() ? 1 : width;
    const auto& here = data_.phases[phase];
    const bool by_beam = !here.near.empty() && (!here.is_searched || width <= kQuickWidth);
    std::vector<Partial> ends = by_beam ? follow_beam(phase, from, wanted, width)
                                        : search_all(phase, from, wanted, seconds);
    result_.nodes = nodes_;
    std::sort(ends.begin(), ends.end(), before);
    if (ends.size() > wanted) ends.resize(wanted);
    return ends;
  }

  std::vector<Partial> follow_beam(std::size_t phase, const std::vector<Partial>& from,
                                   std::size_t wanted, std::size_t width) {
    std::vector<BeamPlace> places;
    for (std::size_t i = 0; i < from.size(); ++i) {
      places.push_back({i, from[i].values, from[i].cost, {}, 0});
    }
    std::vector<Partial> ends;
    std::unordered_set<std::uint64_t> seen;
    const std::size_t most = wanted == 1 ? 1 : wanted * kChoice;
    const auto& here = data_.phases[phase];
    PhaseWalkOptions options;
    options.expected = data_.plan.steps[phase].expected;
    options.can_end_otherwise = !here.words.empty();
    options.threads = data_.options.threads;
    PhaseWalk walk(here.space, here.near, options, stop_);
    const std::vector<BeamPlace> nearest = walk.search(
        std::move(places), width, shorter_than_, wanted == 1 ? 0 : kFurtherCosts,
        [&](const BeamPlace& place, const std::vector<int>& found, int total) {
          std::vector<int> moves = place.moves;
          moves.insert(moves.end(), found.begin(), found.end());
          std::optional<Partial> end = make_end(phase, from[place.from], moves);
          if (!end) return PhaseBeam::Answer::refused;
          end->before = static_cast<std::int32_t>(place.from);
          end->cost = total;
          if (seen.insert(hash_of(end->position)).second) ends.push_back(std::move(*end));
          return ends.size() < most ? PhaseBeam::Answer::taken : PhaseBeam::Answer::enough;
        });
    nodes_ += walk.nodes();
    return ends.empty() ? end_by_words(phase, from, nearest) : ends;
  }

  // From where a beam came nearest, words for the rest.
  std::vector<Partial> end_by_words(std::size_t phase, const std::vector<Partial>& from,
                                    const std::vector<BeamPlace>& places) {
    std::vector<Partial> ends;
    std::mutex mutex;
    parallel_for(places.size(), data_.options.threads, [&](std::size_t i) {
      if (stop_.look()) return;
      const BeamPlace& place = places[i];
      std::optional<Partial> end = end_by_words(phase, from[place.from], place.cost, place.moves);
      if (!end) return;
      end->before = static_cast<std::int32_t>(place.from);
      const std::lock_guard lock(mutex);
      ends.push_back(std::move(*end));
    });
    // In an order that does not depend on the threads.
    std::sort(ends.begin(), ends.end(), [](const Partial& a, const Partial& b) {
      if (a.cost != b.cost) return a.cost < b.cost;
      return a.position < b.position;
    });
    return ends;
  }

  // moves: of the phase, after which words begin; cost: of all up to there.
  std::optional<Partial> end_by_words(std::size_t phase, const Partial& from, int cost,
                                      std::vector<int> moves) const {
    const auto& here = data_.phases[phase];
    State position = from.position;
    for (const int m : moves) {
      position = compose(data_.definition.orbits(), position, here.space.moves()[m].action);
    }
    for (const auto& words : here.words) {
      for (const std::vector<int>& rest : words->ways(position, stop_.token())) {
        int total = cost;
        for (const int m : rest) total += here.space.moves()[m].cost;
        if (total >= shorter_than_) break;
        std::vector<int> all = moves;
        all.insert(all.end(), rest.begin(), rest.end());
        std::optional<Partial> end = make_end(phase, from, all);
        if (!end) continue;
        end->cost = total;
        return end;
      }
    }
    return std::nullopt;
  }

  std::vector<Partial> search_all(std::size_t phase, const std::vector<Partial>& from,
                                  std::size_t wanted, double seconds) {
    std::vector<Partial> ends;
    std::unordered_set<std::uint64_t> seen;
    std::mutex mutex;
    const Clock::time_point begun = Clock::now();
    int total = std::numeric_limits<int>::max();
    for (const Partial& partial : from) total = std::min(total, partial.cost + partial.bound);
    const std::size_t most = wanted == 1 ? 1 : wanted * kChoice;
    for (; total < shorter_than_; ++total) {
      const double patience = std::max(kLeastPatience, kPatience * seconds) - seconds_since(begun);
      if (ends.empty() && patience <= 0) break;
      Stop part(stop_.token(),
                ends.empty() ? std::min(stop_.seconds_left().value_or(patience), patience)
                             : stop_.seconds_left(),
                hooks_.pause.get());
      std::atomic<bool> enough = false;
      parallel_for(from.size(), data_.options.threads, [&](std::size_t i) {
        const Partial& partial = from[i];
        if (enough || part.stopped() || partial.cost + partial.bound > total) return;
        PhaseSearch search(data_.phases[phase].space, part);
        search.search(partial.values, total - partial.cost, [&](const std::vector<int>& found) {
          std::optional<Partial> end = make_end(phase, partial, found);
          if (!end) return true;
          end->before = static_cast<std::int32_t>(i);
          end->cost = total;
          const std::lock_guard lock(mutex);
          if (seen.insert(hash_of(end->position)).second) ends.push_back(std::move(*end));
          if (ends.size() >= most || (!ends.empty() && seconds_since(begun) > seconds)) {
            enough = true;
            part.stop();
          }
          return !enough;
        });
        nodes_ += search.nodes();
      });
      if (stop_.look() && (ends.empty() || phase + 1 < data_.phases.size())) return {};
      if (ends.size() >= wanted) break;
      if (!ends.empty() && seconds_since(begun) > seconds) break;
    }
    return ends;
  }

  std::optional<Partial> make_end(std::size_t phase, const Partial& from,
                                  const std::vector<int>& found) const {
    Partial end;
    State position = from.position;
    const auto& here = data_.phases[phase];
    for (const int m : found) {
      const PhaseMove& move = here.space.moves()[m];
      position = compose(data_.definition.orbits(), position, move.action);
      end.word.insert(end.word.end(), move.word.begin(), move.word.end());
    }
    if (!place(phase + 1, std::move(position), end)) return std::nullopt;
    if (here.group && !here.group->contains(end.position).solvable) return std::nullopt;
    return end;
  }

  void tell(const Partial& end) {
    std::vector<int> moves;
    std::vector<int> lengths;
    const Partial* at = &end;
    std::size_t level = levels_.size() - 1;
    std::vector<const Partial*> path;
    while (level > 0) {
      path.push_back(at);
      at = &levels_[level - 1][static_cast<std::size_t>(at->before)];
      --level;
    }
    std::reverse(path.begin(), path.end());
    for (const Partial* part : path) {
      moves.insert(moves.end(), part->word.begin(), part->word.end());
      lengths.push_back(static_cast<int>(part->word.size()));
    }
    const View& view = views_[static_cast<std::size_t>(at->before)];
    if (view.inverse) {
      std::reverse(moves.begin(), moves.end());
      for (int& m : moves) m = data_.moves.moves()[m].inverse;
    }
    const int back = data_.symmetry.inverse(view.element);
    for (int& m : moves) m = data_.symmetry.move_image(back, m);
    State position = positions_[view.start];
    for (const int m : moves) {
      position = compose(data_.definition.orbits(), position, data_.moves.moves()[m].action);
    }
    if (position != data_.definition.solved()) {
      throw std::logic_error("a solution along phases does not solve the position");
    }
    shorter_than_ = static_cast<int>(moves.size());
    result_.best = Solution{view.start, std::move(moves)};
    result_.phases = std::move(lengths);
    if (hooks_.solution) hooks_.solution(*result_.best, result_.phases);
  }

  const Data& data_;
  std::span<const State> positions_;
  const PhaseLimits& limits_;
  const PhaseHooks& hooks_;
  Stop stop_;
  int shorter_than_;
  std::vector<View> views_;
  std::vector<Partial> starts_;
  std::vector<std::vector<Partial>> levels_;
  std::atomic<std::uint64_t> nodes_ = 0;
  PhaseResult result_;
};

}  // namespace

PhaseSolver::PhaseSolver(const PuzzleDefinition& definition, const MoveSet& moves, PhasePlan plan,
                         const PhaseSolverOptions& options)
    : data_(std::make_unique<Data>(definition, moves, std::move(plan), options)) {}

PhaseSolver::~PhaseSolver() = default;
PhaseSolver::PhaseSolver(PhaseSolver&&) noexcept = default;
PhaseSolver& PhaseSolver::operator=(PhaseSolver&&) noexcept = default;

const PhasePlan& PhaseSolver::plan() const noexcept {
  return data_->plan;
}

const PhaseSpace& PhaseSolver::space(int phase) const noexcept {
  return data_->phases[static_cast<std::size_t>(phase)].space;
}

bool PhaseSolver::is_complete(int phase) const noexcept {
  constexpr double kRounding = 1e-3;
  const std::vector<PhaseSpace::Table>& tables = space(phase).tables();
  const double log_index = data_->plan.steps[static_cast<std::size_t>(phase)].log_index;
  return tables.size() == 1 &&
         std::abs(std::log10(static_cast<double>(tables[0].reached)) - log_index) < kRounding;
}

std::uint64_t PhaseSolver::bytes() const noexcept {
  std::uint64_t bytes = 0;
  for (const Data::Phase& phase : data_->phases) bytes += phase.space.bytes();
  return bytes;
}

PhaseResult PhaseSolver::solve(std::span<const State> positions, const PhaseLimits& limits,
                               const PhaseHooks& hooks) const {
  return PhaseRun(*data_, positions, limits, hooks).run();
}

}  // namespace gyre
