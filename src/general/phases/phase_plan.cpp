#include "general/phases/phase_plan.h"

#include "base/stop.h"
#include "base/threads.h"
#include "general/phases/phase_space.h"
#include "general/phases/phase_view.h"
#include "puzzle/group/components.h"
#include "puzzle/symmetry/symmetry.h"

#include <gyre/puzzle/puzzle_group.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <set>

namespace gyre {
namespace {

constexpr double kMostCandidates = 20'000;
// A phase takes so much longer than the logarithm says.
constexpr double kPhaseOverhead = 0.5;
// A search with a table for all but 10 to this many arrangements is easy; what is beyond costs
// time, and so choice.
constexpr double kEasyBlindness = 4.5;
constexpr double kBlindnessOverhead = 1.5;
// Where words end what a beam cannot, so many times the moves that it takes to put right ten times
// as many arrangements: words are long, and longer where few moves are left.
constexpr double kBlindnessByWords = 5;
// Of 10 to this many arrangements that the moves left keep apart, the view may not know: then ends
// are asked whether they are in the group.
constexpr double kMostHidden = 2.2;
constexpr double kSolved = 1e-6;
constexpr double kLeastBranching = 1.2;

double log10_of(const BigInt& number) {
  const std::string digits = number.str();
  return std::log10(std::stod("0." + digits.substr(0, 15))) + static_cast<double>(digits.size());
}

// Classes that are chosen alike.
using Partition = std::vector<std::vector<int>>;

double choices_of(const MoveSet& moves, const Partition& partition) {
  double count = 1;
  for (const std::vector<int>& block : partition) {
    count *= static_cast<double>(unit_choices(moves, block[0]).size());
  }
  return count;
}

// The orbits of two symmetries on the classes.
Partition orbits_of(const MoveSet& moves, const SymmetryGroup& group, int a, int b) {
  const auto classes = static_cast<int>(moves.classes().size());
  std::vector<int> first_move(static_cast<std::size_t>(classes), -1);
  for (int m = 0; m < moves.size(); ++m) {
    int& first = first_move[moves.moves()[m].move_class];
    if (first < 0) first = m;
  }
  std::vector<int> block_of(static_cast<std::size_t>(classes), -1);
  Partition partition;
  for (int start = 0; start < classes; ++start) {
    if (block_of[start] >= 0) continue;
    std::vector<int> block = {start};
    block_of[start] = static_cast<int>(partition.size());
    for (std::size_t at = 0; at < block.size(); ++at) {
      for (const int element : {a, b}) {
        const int image =
            moves.moves()[group.move_image(element, first_move[block[at]])].move_class;
        if (block_of[image] >= 0) continue;
        block_of[image] = static_cast<int>(partition.size());
        block.push_back(image);
      }
    }
    std::sort(block.begin(), block.end());
    partition.push_back(std::move(block));
  }
  return partition;
}

// Every class for itself where that is not too much; otherwise those that a pair of symmetries
// takes to each other are chosen alike: few at a time, and of these as finely as can be.
std::vector<Partition> partitions_of(const PuzzleDefinition& definition, const MoveSet& moves,
                                     const std::stop_token& stop) {
  Partition apart;
  for (int c = 0; c < static_cast<int>(moves.classes().size()); ++c) apart.push_back({c});
  if (choices_of(moves, apart) <= kMostCandidates) return {apart};
  const SymmetryGroup group(definition, moves, symmetry_options(SymmetryUse::all, stop));
  std::map<std::pair<std::size_t, double>, std::set<Partition>> by_size;
  const int elements = std::min(group.size(), 120);
  for (int a = 0; a < elements; ++a) {
    for (int b = a; b < elements; ++b) {
      Partition partition = orbits_of(moves, group, a, b);
      const double choices = choices_of(moves, partition);
      std::size_t largest = 0;
      for (const std::vector<int>& block : partition) largest = std::max(largest, block.size());
      if (choices <= kMostCandidates) by_size[{largest, -choices}].insert(std::move(partition));
    }
  }
  std::vector<Partition> best;
  double all = 0;
  for (const auto& [size, partitions] : by_size) {
    for (const Partition& partition : partitions) {
      all -= size.second;
      if (all > kMostCandidates) return best;
      best.push_back(partition);
    }
  }
  return best;
}

struct Candidate {
  PhaseUnits units;
  double log_states = 0;
  double branching = 1;
  double moves_of_log = 0;  // how many moves it takes to put right ten times as many arrangements
  int moves = 0;
  std::shared_ptr<const MovesKeep> keep;
};

class PlanFinder {
 public:
  PlanFinder(const PuzzleDefinition& definition, const MoveSet& moves,
             const PhasePlanOptions& options)
      : definition_(definition), moves_(moves), options_(options) {}

  std::optional<PhasePlan> find() {
    make_candidates();
    if (candidates_.empty()) return std::nullopt;
    for (const double most : {options_.most_log_index, options_.most_log_index_with_words}) {
      most_log_index_ = most;
      if (std::optional<PhasePlan> plan = find_within()) return plan;
    }
    return std::nullopt;
  }

 private:
  std::optional<PhasePlan> find_within() {
    const std::size_t count = candidates_.size();
    std::vector<double> best(count, std::numeric_limits<double>::infinity());
    std::vector<int> from(count, -1);
    best[0] = 0;
    for (std::size_t a = 0; a < count; ++a) {
      throw_if_stopped(options_.stop, "finding a plan");
      if (std::isinf(best[a])) continue;
      for (std::size_t b = a + 1; b < count; ++b) {
        if (best[a] + step_length(candidates_[a], candidates_[b]) >= best[b]) continue;
        const std::optional<double> length = length_of(candidates_[a], candidates_[b]);
        if (!length || best[a] + *length >= best[b]) continue;
        best[b] = best[a] + *length;
        from[b] = static_cast<int>(a);
      }
    }
    if (candidates_.back().log_states > kSolved || std::isinf(best.back())) return std::nullopt;
    std::vector<int> chain;
    for (int at = from.back(); at >= 0; at = from[at]) chain.push_back(at);
    std::reverse(chain.begin(), chain.end());
    PhasePlan plan;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const Candidate& here = candidates_[chain[i]];
      const Candidate& next = i + 1 < chain.size() ? candidates_[chain[i + 1]] : candidates_.back();
      plan.steps.push_back({here.units, here.log_states, here.log_states - next.log_states,
                            length_of(here, next).value_or(0)});
    }
    return plan;
  }

  void make_candidates() {
    std::set<PhaseUnits> seen;
    for (const Partition& partition : partitions_of(definition_, moves_, options_.stop)) {
      PhaseUnits units(moves_.classes().size(), 0);
      choose(partition, 0, units, seen);
    }
    if (seen.empty()) return;
    std::vector<PhaseUnits> all(seen.begin(), seen.end());
    candidates_.resize(all.size());
    parallel_for(all.size(), options_.threads, [&](std::size_t i) {
      throw_if_stopped(options_.stop, "finding a plan");
      const PhaseMoves phase_moves(definition_, moves_, all[i]);
      const PuzzleGroup group(definition_, phase_moves.generators(), options_.stop);
      const double branching = phase_moves.branching();
      candidates_[i] = {all[i],
                        log10_of(group.states()),
                        branching,
                        1 / std::log10(std::max(branching, kLeastBranching)),
                        phase_moves.size(),
                        nullptr};
    });
    // Of sets that reach as much, the one with the most moves comes first.
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) {
                       if (std::abs(a.log_states - b.log_states) > kSolved) {
                         return a.log_states > b.log_states;
                       }
                       return a.branching > b.branching;
                     });
    leave_out_narrower();
    parallel_for(candidates_.size(), options_.threads, [&](std::size_t i) {
      const PhaseMoves phase_moves(definition_, moves_, candidates_[i].units);
      candidates_[i].keep =
          std::make_shared<const MovesKeep>(definition_, phase_moves.generators());
    });
    // All moves are the start, and the set without any, of which there is one, the end.
    const PhaseUnits start = all_units(moves_);
    const auto first = std::find_if(candidates_.begin(), candidates_.end(),
                                    [&](const Candidate& c) { return c.units == start; });
    std::rotate(candidates_.begin(), first, first + 1);
    const auto last = std::find_if(candidates_.begin(), candidates_.end(), [](const Candidate& c) {
      return std::all_of(c.units.begin(), c.units.end(), [](int unit) { return unit == 0; });
    });
    std::rotate(last, last + 1, candidates_.end());
  }

  // A set that reaches as much as a wider one has no use: what the wider one's other moves do, its
  // own moves do too.
  void leave_out_narrower() {
    std::vector<Candidate> kept;
    std::size_t same = 0;  // the first of those kept that reach as much
    for (Candidate& candidate : candidates_) {
      while (same < kept.size() && kept[same].log_states - candidate.log_states > kSolved) ++same;
      const bool is_narrower =
          std::any_of(kept.begin() + static_cast<std::ptrdiff_t>(same), kept.end(),
                      [&](const Candidate& one) { return is_within(candidate.units, one.units); });
      if (!is_narrower) kept.push_back(std::move(candidate));
    }
    candidates_ = std::move(kept);
  }

  void choose(const Partition& partition, std::size_t block, PhaseUnits& units,
              std::set<PhaseUnits>& seen) const {
    if (block == partition.size()) {
      seen.insert(units);
      return;
    }
    for (const int unit : unit_choices(moves_, partition[block][0])) {
      for (const int c : partition[block]) units[c] = unit;
      choose(partition, block + 1, units, seen);
    }
  }

  static double step_length(const Candidate& a, const Candidate& b) {
    const double index = a.log_states - b.log_states;
    return index * a.moves_of_log + kPhaseOverhead;
  }

  // How many moves a step takes; none if it cannot be taken.
  std::optional<double> length_of(const Candidate& a, const Candidate& b) const {
    const double index = a.log_states - b.log_states;
    if (index < kSolved || index > most_log_index_ || !is_within(b.units, a.units)) {
      return std::nullopt;
    }
    const PhaseView view(definition_, *a.keep, *b.keep);
    if (index - view.log_size() > kMostHidden) return std::nullopt;
    const std::optional<double> log_table = PhaseSpace::log_of_table(view, a.moves, {});
    if (!log_table) return std::nullopt;
    const double blind = std::max(0.0, index - *log_table - kEasyBlindness);
    const bool by_words = most_log_index_ > options_.most_log_index;
    return step_length(a, b) +
           blind * (by_words ? kBlindnessByWords * a.moves_of_log : kBlindnessOverhead);
  }

  const PuzzleDefinition& definition_;
  const MoveSet& moves_;
  const PhasePlanOptions& options_;
  double most_log_index_ = 0;
  std::vector<Candidate> candidates_;
};

}  // namespace

double PhasePlan::expected() const noexcept {
  return std::accumulate(steps.begin(), steps.end(), 0.0,
                         [](double sum, const PhaseStep& step) { return sum + step.expected; });
}

bool PhasePlan::needs_words() const noexcept {
  return std::any_of(steps.begin(), steps.end(),
                     [](const PhaseStep& step) { return step.log_index > kMostLogIndex; });
}

std::optional<PhasePlan> find_phase_plan(const PuzzleDefinition& definition, const MoveSet& moves,
                                         const PhasePlanOptions& options) {
  return PlanFinder(definition, moves, options).find();
}

}  // namespace gyre
