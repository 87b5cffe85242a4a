#include "general/phases/phase_moves.h"

#include <cmath>
#include <cstdlib>

namespace gyre {
namespace {

// The moves of a class that make a power of its unit, by amount from 0 to order - 1; empty where
// the set makes none.
std::vector<std::vector<int>> words_of_powers(const MoveSet& moves, int move_class) {
  const int order = moves.classes()[move_class].order;
  std::vector<std::vector<int>> words(static_cast<std::size_t>(order));
  std::vector<char> known(static_cast<std::size_t>(order), 0);
  known[0] = 1;
  std::vector<int> queue = {0};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (int m = 0; m < moves.size(); ++m) {
      const Move& move = moves.moves()[m];
      if (move.move_class != move_class) continue;
      const int amount = ((queue[at] + move.amount) % order + order) % order;
      if (known[amount] != 0) continue;
      known[amount] = 1;
      words[amount] = words[queue[at]];
      words[amount].push_back(m);
      queue.push_back(amount);
    }
  }
  return words;
}

}  // namespace

PhaseMoves::PhaseMoves(const PuzzleDefinition& definition, const MoveSet& moves,
                       const PhaseUnits& units) {
  for (int c = 0; c < static_cast<int>(moves.classes().size()); ++c) {
    if (units[c] == 0) continue;
    const int order = moves.classes()[c].order;
    const std::vector<std::vector<int>> words = words_of_powers(moves, c);
    for (int amount = units[c]; amount < order; amount += units[c]) {
      PhaseMove move;
      move.word = words[amount];
      move.cost = static_cast<int>(move.word.size());
      move.move_class = c;
      move.action = identity_state(definition.orbits());
      for (const int m : move.word) {
        move.action = compose(definition.orbits(), move.action, moves.moves()[m].action);
      }
      if (amount == units[c]) generators_.push_back(move.action);
      moves_.push_back(std::move(move));
    }
  }
  follows_.assign(moves_.size() * moves_.size(), 1);
  for (std::size_t last = 0; last < moves_.size(); ++last) {
    for (std::size_t next = 0; next < moves_.size(); ++next) {
      const int a = moves_[last].move_class;
      const int b = moves_[next].move_class;
      if (a == b || (b < a && moves.commutes(a, b))) follows_[last * moves_.size() + next] = 0;
    }
  }
}

double PhaseMoves::branching() const {
  // Sequences of growing cost by their last move; the ratio settles soon.
  constexpr int kCosts = 24;
  std::vector<std::vector<double>> count(kCosts + 1, std::vector<double>(moves_.size(), 0));
  double before = 0;
  double now = 0;
  for (int cost = 1; cost <= kCosts; ++cost) {
    before = now;
    now = 0;
    for (std::size_t m = 0; m < moves_.size(); ++m) {
      const int rest = cost - moves_[m].cost;
      if (rest < 0) continue;
      double ways = rest == 0 ? 1 : 0;
      for (std::size_t last = 0; rest > 0 && last < moves_.size(); ++last) {
        if (follows_[last * moves_.size() + m] != 0) ways += count[rest][last];
      }
      count[cost][m] = ways;
      now += ways;
    }
  }
  return before > 0 && now > before ? now / before : 1;
}

PhaseUnits all_units(const MoveSet& moves) {
  return PhaseUnits(moves.classes().size(), 1);
}

std::vector<int> unit_choices(const MoveSet& moves, int move_class) {
  const int order = moves.classes()[move_class].order;
  std::vector<int> choices;
  for (int unit = 1; unit < order; ++unit) {
    if (order % unit == 0) choices.push_back(unit);
  }
  choices.push_back(0);
  return choices;
}

bool is_within(const PhaseUnits& narrow, const PhaseUnits& wide) noexcept {
  for (std::size_t c = 0; c < narrow.size(); ++c) {
    if (narrow[c] == 0) continue;
    if (wide[c] == 0 || narrow[c] % wide[c] != 0) return false;
  }
  return true;
}

std::string units_text(const MoveSet& moves, const PhaseUnits& units) {
  std::string text;
  for (std::size_t c = 0; c < units.size(); ++c) {
    if (units[c] == 0) continue;
    const MoveClass& move_class = moves.classes()[c];
    if (!text.empty()) text += ' ';
    text += power_name(moves.base_moves()[move_class.base].name,
                       static_cast<std::int64_t>(move_class.unit) * units[c]);
  }
  return text;
}

}  // namespace gyre
