#include "general/sequences/cancel.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <fmt/ranges.h>
#include <algorithm>

namespace gyre {

// Turns in the matrix: enough for every puzzle whose turns have names that people type.
constexpr std::size_t kMaxMatrixTurns = 4'000;

Canceller::Canceller(const PuzzleDefinition& definition, const Vocabulary& vocabulary)
    : orbits_(definition.orbits()), vocabulary_(vocabulary) {
  for (const Unit& unit : vocabulary.units()) {
    const bool fits = turns_ + static_cast<std::size_t>(unit.order) <= kMaxMatrixTurns;
    first_turn_.push_back(fits ? static_cast<int>(turns_) : -1);
    if (fits) turns_ += static_cast<std::size_t>(unit.order);
  }
  commutes_ = std::make_unique<std::atomic<char>[]>(turns_ * turns_);
}

void Canceller::simplify(std::vector<Turn>& turns) const {
  while (pass(turns)) {
  }
}

// In place: turns[0, kept) is what is kept so far.
bool Canceller::pass(std::vector<Turn>& turns) const {
  std::size_t kept = 0;
  bool merged = false;
  for (std::size_t next = 0; next < turns.size(); ++next) {
    Turn turn = turns[next];
    const std::int64_t order = vocabulary_.units()[turn.unit].order;
    turn.amount = reduce_amount(turn.amount, order);
    if (turn.amount == 0) continue;
    std::size_t i = kept;
    while (i > 0 && turns[i - 1].unit != turn.unit && commute(turns[i - 1], turn)) --i;
    if (i == 0 || turns[i - 1].unit != turn.unit) {
      turns[kept++] = turn;
      continue;
    }
    merged = true;
    Turn& earlier = turns[i - 1];
    earlier.amount = reduce_amount(earlier.amount + turn.amount, order);
    if (earlier.amount == 0) {
      for (; i < kept; ++i) turns[i - 1] = turns[i];
      --kept;
    }
  }
  turns.resize(kept);
  return merged;
}

bool Canceller::commute(const Turn& a, const Turn& b) const {
  if (first_turn_[a.unit] < 0 || first_turn_[b.unit] < 0) return compute_commute(a, b);
  const auto index = [&](const Turn& turn) {
    const std::int64_t order = vocabulary_.units()[turn.unit].order;
    return static_cast<std::size_t>(first_turn_[turn.unit] +
                                    (turn.amount < 0 ? turn.amount + order : turn.amount));
  };
  std::atomic<char>& cell = commutes_[index(a) * turns_ + index(b)];
  char known = cell.load(std::memory_order_relaxed);
  if (known == 0) {
    known = compute_commute(a, b) ? 2 : 1;
    cell.store(known, std::memory_order_relaxed);
  }
  return known == 2;
}

bool Canceller::compute_commute(const Turn& a, const Turn& b) const {
  const State first = power(orbits_, vocabulary_.units()[a.unit].action, a.amount);
  const State second = power(orbits_, vocabulary_.units()[b.unit].action, b.amount);
  return gyre::commute(orbits_, first, second);
}

CanonicalOrder::CanonicalOrder(const Vocabulary& vocabulary, const MoveSet& moves)
    : vocabulary_(vocabulary), class_of_unit_(vocabulary.units().size(), -1) {
  const auto count = static_cast<int>(moves.classes().size());
  std::vector<std::string> class_names;
  for (int c = 0; c < count; ++c) {
    const MoveClass& cls = moves.classes()[c];
    for (std::size_t u = 0; u < class_of_unit_.size(); ++u) {
      const Unit& unit = vocabulary.units()[u];
      if (unit.kind == Unit::Kind::move && unit.base == cls.base) class_of_unit_[u] = c;
    }
    class_names.push_back(cls.name);
    units_.push_back(cls.unit);
    orders_.push_back(cls.order);
    for (int d = 0; d < count; ++d) commutes_.push_back(moves.commutes(c, d) ? 1 : 0);
    names_.emplace_back(cls.order);
  }
  for (const Move& move : moves.moves()) {
    const int order = orders_[move.move_class];
    names_[move.move_class][(move.amount + order) % order] = move.name + ' ';
  }
  // In the quarter-turn metric a longer turn is a run of unit turns.
  for (std::vector<std::string>& names : names_) {
    const auto order = static_cast<int>(names.size());
    for (int amount = 2; amount <= order - 2; ++amount) {
      if (!names[amount].empty()) continue;
      const int turns = 2 * amount <= order ? amount : order - amount;
      for (int i = 0; i < turns; ++i) names[amount] += names[2 * amount <= order ? 1 : order - 1];
    }
  }
  listing_ = fmt::format("{}", fmt::join(class_names, " "));
}

void CanonicalOrder::sort(const std::vector<Turn>& turns, std::vector<Entry>& entries) const {
  // From the last turn back, so that `entries` grows from the end of the sequence to its start.
  entries.clear();
  const std::size_t count = units_.size();
  for (auto i = turns.rbegin(); i != turns.rend(); ++i) {
    const Turn& turn = *i;
    const int cls = class_of_unit_[turn.unit];
    const std::int64_t order = vocabulary_.units()[turn.unit].order;
    const std::int64_t whole = reduce_amount(turn.amount, order);
    if (whole == 0) continue;
    if (cls < 0 || whole % units_[cls] != 0) {
      throw Error(fmt::format("'{}' is not among the chosen moves ({})", vocabulary_.name_of(turn),
                              listing_));
    }
    const auto amount = static_cast<int>((whole / units_[cls] + orders_[cls]) % orders_[cls]);
    // Everything from `free` on commutes with the turn. Entries are in canonical order already, and
    // stay so if the turn takes the place of the first lesser one of those.
    std::size_t free = entries.size();
    std::size_t place = free;
    bool merged = false;
    while (free > 0) {
      Entry& entry = entries[free - 1];
      if (entry.move_class == cls) {
        entry.amount = (entry.amount + amount) % orders_[cls];
        if (entry.amount == 0)
          entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(free - 1));
        merged = true;
        break;
      }
      if (commutes_[cls * count + entry.move_class] == 0) break;
      --free;
      if (entry.move_class < cls) place = free;
    }
    if (!merged) {
      entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(place), Entry{cls, amount});
    }
  }
  std::reverse(entries.begin(), entries.end());
}

void CanonicalOrder::write(const std::vector<Entry>& entries, std::string& out) const {
  for (const Entry& entry : entries) out += names_[entry.move_class][entry.amount];
}

}  // namespace gyre
