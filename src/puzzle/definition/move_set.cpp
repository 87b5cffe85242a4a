#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/move_set.h>

#include "puzzle/definition/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gyre {
namespace {

Choice resolve_choice(const PuzzleDefinition& definition, const std::string& word) {
  if (const auto choice = find_choice(definition, word)) return *choice;
  if (written_parts(definition, word).empty()) {
    throw Error(fmt::format("'{}' is no move of {} (moves that can be chosen: {})", word,
                            definition.name(), definition.names().listed_names()));
  }
  throw Error(
      fmt::format("'{}' is read in sequences of {}, but is not one of the moves that are "
                  "searched and can be chosen: {}",
                  word, definition.name(), definition.names().listed_names()));
}

}  // namespace

std::string power_name(const std::string& base, std::int64_t amount) {
  std::string name = base;
  const std::int64_t size = amount < 0 ? -amount : amount;
  if (size != 1) name += std::to_string(size);
  if (amount < 0) name += '\'';
  return name;
}

std::int64_t reduce_amount(std::int64_t amount, std::int64_t order) noexcept {
  amount %= order;
  if (amount < 0) amount += order;
  return 2 * amount > order ? amount - order : amount;
}

MoveSet::MoveSet(const PuzzleDefinition& definition, Metric metric)
    : MoveSet(definition, metric, "") {}

MoveSet::MoveSet(const PuzzleDefinition& definition, Metric metric, std::string_view selection)
    : metric_(metric) {
  // The unit chosen for each base move; 0: not chosen. Choosing R2 and R3 allows their multiples:
  // all that gcd(2, 3) reaches.
  std::vector<std::int64_t> units(definition.moves().size(), 0);
  bool any = false;
  for (const std::string& word : selection_words(selection)) {
    const Choice choice = resolve_choice(definition, word);
    const std::int64_t order = definition.moves()[choice.base].order;
    const std::int64_t unit = std::gcd(choice.amount, order);
    units[choice.base] = std::gcd(units[choice.base], unit);
    any = true;
  }
  if (!any) std::fill(units.begin(), units.end(), 1);
  for (std::size_t base = 0; base < units.size(); ++base) {
    const BaseMove& move = definition.moves()[base];
    const std::int64_t order = units[base] == 0 ? 1 : move.order / units[base];
    if (order == 1) continue;
    classes_.push_back({power_name(move.name, units[base]), static_cast<int>(base),
                        static_cast<int>(units[base]), static_cast<int>(order)});
  }
  if (classes_.empty()) {
    if (!any) throw Error(fmt::format("the moves of {} do nothing", definition.name()));
    throw Error(fmt::format("the chosen moves '{}' do nothing; choose among those of {}: {}",
                            selection, definition.name(), definition.names().listed_names()));
  }
  build(definition);
}

void MoveSet::build(const PuzzleDefinition& definition) {
  const OrbitList& orbits = definition.orbits();
  for (int c = 0; c < static_cast<int>(classes_.size()); ++c) {
    const MoveClass& cls = classes_[c];
    const BaseMove& base = definition.moves()[cls.base];
    const State unit = power(orbits, base.action, cls.unit);
    const int first = size();
    State action = unit;
    for (int turns = 1; turns < cls.order; ++turns) {
      const auto amount = static_cast<int>(reduce_amount(turns, cls.order));
      if (power_weight(metric_, amount) == 1) {
        const std::int64_t whole = reduce_amount(std::int64_t{turns} * cls.unit, base.order);
        moves_.push_back({power_name(base.name, whole), c, amount, 0, action});
      }
      action = compose(orbits, action, unit);
    }
    // Amounts run 1, 2, ..., -2, -1, so the inverse stands mirrored in the class.
    for (int i = first; i < size(); ++i) moves_[i].inverse = first + size() - 1 - i;
  }
  // Two classes commute exactly when their units do: powers of commuting elements commute.
  const auto count = static_cast<int>(classes_.size());
  commutes_.assign(static_cast<std::size_t>(count) * count, 0);
  std::vector<const State*> units(count, nullptr);
  for (const Move& move : moves_) {
    if (move.amount == 1) units[move.move_class] = &move.action;
  }
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b <= a; ++b) {
      const char same = commute(orbits, *units[a], *units[b]) ? 1 : 0;
      commutes_[static_cast<std::size_t>(a) * count + b] = same;
      commutes_[static_cast<std::size_t>(b) * count + a] = same;
    }
  }
}

int MoveSet::find(std::string_view name) const noexcept {
  for (int i = 0; i < size(); ++i) {
    if (moves_[i].name == name) return i;
  }
  return -1;
}

}  // namespace gyre
