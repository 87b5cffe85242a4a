#include "general/shared/search_moves.h"

#include "base/random.h"

#include <gyre/base/error.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace gyre {
namespace {

// Slots that a class of moves changes, among those that have a rule.
std::set<std::pair<int, int>> ruled_slots(const PuzzleDefinition& definition, const MoveSet& moves,
                                          int move_class) {
  std::set<std::pair<int, int>> slots;
  const OrbitList& orbits = definition.orbits();
  for (const Move& move : moves.moves()) {
    if (move.move_class != move_class) continue;
    for (const IllegalRule& rule : definition.illegal()) {
      if (move.action.bytes[orbits.perm_offset(rule.orbit) + rule.slot] != rule.slot) {
        slots.emplace(rule.orbit, rule.slot);
      }
    }
  }
  return slots;
}

// Whether commuting moves may always be swapped: with rules, swapping must not lead through an
// illegal position. It does not where two commuting classes never change the same slot with a rule:
// what the first leaves in such a slot is then what both together leave there.
bool may_swap(const PuzzleDefinition& definition, const MoveSet& moves) {
  if (definition.illegal().empty()) return true;
  // A run of quarter turns goes the shorter way round, which may be the illegal one.
  if (counts_units(moves.metric())) return false;
  std::vector<std::set<std::pair<int, int>>> slots;
  for (std::size_t c = 0; c < moves.classes().size(); ++c) {
    slots.push_back(ruled_slots(definition, moves, static_cast<int>(c)));
  }
  for (std::size_t a = 0; a < slots.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (!moves.commutes(static_cast<int>(a), static_cast<int>(b))) continue;
      for (const auto& slot : slots[a]) {
        if (slots[b].count(slot) != 0) return false;
      }
    }
  }
  return true;
}

}  // namespace

SearchMoves::SearchMoves(const PuzzleDefinition& definition, const MoveSet& moves,
                         const StateKernel& kernel, std::optional<std::uint64_t> order,
                         const CanonicalOptions& canonical)
    : packed_(kernel.bytes()) {
  if (canonical.depth > 0 && !definition.illegal().empty()) {
    throw Error(
        "a canon depth is for puzzles without rules: of sequences with one effect some may be "
        "blocked");
  }
  if (moves.size() > 65'535) throw Error("a search can use at most 65,535 moves");
  std::vector<State> actions;
  for (const Move& move : moves.moves()) actions.push_back(move.action);
  packed_ = kernel.pack(actions);
  std::map<int, Rule> rules;
  for (const IllegalRule& rule : definition.illegal()) {
    const OrbitPlace& place = kernel.layout().places()[static_cast<std::size_t>(rule.orbit)];
    const int at = place.offset + rule.slot;
    Rule& mine = rules.try_emplace(at).first->second;
    mine.place = at;
    const unsigned mask = (1U << static_cast<unsigned>(place.window_bits)) - 1;
    for (unsigned byte = 0; byte < 256; ++byte) {
      const int identity = static_cast<int>(byte & mask) - (place.offset - place.window);
      if (std::find(rule.identities.begin(), rule.identities.end(), identity) !=
          rule.identities.end()) {
        mine.forbidden[byte] = 1;
      }
    }
  }
  for (const auto& [at, rule] : rules) rules_.push_back(rule);

  std::vector<int> rank(static_cast<std::size_t>(moves.size()));
  std::iota(rank.begin(), rank.end(), 0);
  if (order) {
    Rng rng(*order);
    for (std::size_t i = rank.size(); i > 1; --i) {
      std::swap(rank[i - 1], rank[random_below(rng, i)]);
    }
  }
  if (may_swap(definition, moves)) {
    take_automaton(CanonicalAutomaton(definition, moves, canonical), rank);
  } else {
    take_classes(moves, rank);
  }
}

void SearchMoves::add_state(const std::vector<std::pair<int, std::uint32_t>>& followers) {
  for (const auto& [move, next] : followers) {
    list_.push_back(static_cast<std::uint16_t>(move));
    pointers_.push_back(packed_[static_cast<std::size_t>(move)]);
    next_.push_back(next);
  }
  first_.push_back(list_.size());
}

void SearchMoves::take_automaton(const CanonicalAutomaton& automaton,
                                 const std::vector<int>& rank) {
  for (int state = 0; state < automaton.states(); ++state) {
    std::vector<std::pair<int, std::uint32_t>> followers;
    automaton.for_each_next(state, [&](int move, int next) {
      followers.emplace_back(move, static_cast<std::uint32_t>(next));
    });
    std::sort(followers.begin(), followers.end(),
              [&](const auto& a, const auto& b) { return rank[a.first] < rank[b.first]; });
    add_state(followers);
  }
}

// State 0 is before the first move, then one for each move. Any class but the last one may follow;
// where units are counted, any move that does not undo the last one.
void SearchMoves::take_classes(const MoveSet& moves, const std::vector<int>& rank) {
  for (int last = -1; last < moves.size(); ++last) {
    std::vector<std::pair<int, std::uint32_t>> followers;
    for (int move = 0; move < moves.size(); ++move) {
      const std::vector<Move>& all = moves.moves();
      const bool units = counts_units(moves.metric());
      if (last >= 0 &&
          (units ? all[last].inverse == move : all[move].move_class == all[last].move_class)) {
        continue;
      }
      followers.emplace_back(move, static_cast<std::uint32_t>(move + 1));
    }
    std::sort(followers.begin(), followers.end(),
              [&](const auto& a, const auto& b) { return rank[a.first] < rank[b.first]; });
    add_state(followers);
  }
}

std::vector<double> SearchMoves::sequences(int max_length) const {
  std::vector<double> out = {1};
  std::vector<double> now(first_.size() - 1);
  now[kStart] = 1;
  for (int length = 1; length <= max_length; ++length) {
    std::vector<double> then(now.size());
    for (std::size_t state = 0; state < now.size(); ++state) {
      if (now[state] == 0) continue;
      for (std::size_t i = first_[state]; i < first_[state + 1]; ++i) then[next_[i]] += now[state];
    }
    now = std::move(then);
    out.push_back(std::accumulate(now.begin(), now.end(), 0.0));
    // More of them do not become fewer.
    if (std::isinf(out.back())) {
      out.resize(static_cast<std::size_t>(max_length) + 1, out.back());
      break;
    }
  }
  return out;
}

}  // namespace gyre
