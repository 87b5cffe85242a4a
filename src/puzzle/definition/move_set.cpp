#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>

#include "puzzle/definition/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace gyre {
namespace {

// A single move written as in a sequence, and the moves and rotations that it stands for; these are
// empty if it is none.
struct Written {
  MoveToken token;
  std::vector<MoveToken> parts;
};

Written read_written(const PuzzleDefinition& definition, const std::string& item) {
  try {
    const std::vector<MoveToken> moves = expand(parse_alg(item, &definition.names()), 1);
    if (moves.size() == 1) return {moves[0], base_moves(definition, moves[0])};
  } catch (const Error&) {
    // Several moves, or none of this puzzle.
  }
  return {};
}

// What a selection means: base moves of the definition, and others that it names.
class Chooser {
 public:
  explicit Chooser(const PuzzleDefinition& definition)
      : definition_(definition), bases_(definition.moves()) {}

  // In the order of the definition's own list, whatever the order in which they were named.
  void add_others(const std::vector<std::string>& items) {
    std::map<std::pair<std::size_t, std::string>, MoveToken> others;
    for (const std::string& item : items) {
      if (find_literal(item)) continue;
      const Written written = read_written(definition_, item);
      if (!is_move_of_its_own(written)) continue;
      MoveToken unit = written.token;
      unit.amount = 1;
      const std::string name = print(unit);
      others.emplace(std::pair(derived_index(name), name), unit);
    }
    for (const auto& [key, unit] : others) {
      const std::string& name = key.second;
      State action = action_of(definition_, unit);
      if (find_power(action)) continue;
      const std::int64_t order = state_order(definition_.orbits(), action);
      if (order > kMaxMoveOrder) {
        throw Error(fmt::format("'{}' has order {}; at most {} is possible for a move", name, order,
                                kMaxMoveOrder));
      }
      bases_.push_back({name, std::move(action), static_cast<int>(order)});
    }
  }

  [[nodiscard]] Choice choose(const std::string& item) const {
    if (const std::optional<Choice> literal = find_literal(item)) return *literal;
    const Written written = read_written(definition_, item);
    if (written.parts.empty()) {
      throw Error(fmt::format("'{}' is no move of {} (moves that can be chosen: {})", item,
                              definition_.name(), definition_.names().listed_names()));
    }
    if (const int base = find_base(written.parts[0].family);
        written.parts.size() == 1 && base >= 0) {
      return {base, written.parts[0].amount};
    }
    if (is_move_of_its_own(written)) {
      if (const auto power = find_power(action_of(definition_, written.token))) return *power;
      return {0, 0};  // it does nothing
    }
    throw Error(
        fmt::format("'{}' is read in sequences of {}, but is not one of the moves that are "
                    "searched and can be chosen: {}",
                    item, definition_.name(), definition_.names().listed_names()));
  }

  [[nodiscard]] std::vector<BaseMove> take_bases() { return std::move(bases_); }

 private:
  [[nodiscard]] int find_base(std::string_view name) const {
    const auto place = std::find_if(bases_.begin(), bases_.end(),
                                    [&](const BaseMove& move) { return move.name == name; });
    return place == bases_.end() ? -1 : static_cast<int>(place - bases_.begin());
  }

  // The longest name whose rest is an amount: digits, then an optional prime.
  [[nodiscard]] std::optional<Choice> find_literal(const std::string& item) const {
    if (const int base = find_base(item); base >= 0) return Choice{base, 1};
    for (std::size_t length = item.size() - 1; length > 0; --length) {
      const int base = find_base(std::string_view(item).substr(0, length));
      if (base < 0) continue;
      std::string_view rest = std::string_view(item).substr(length);
      bool negative = false;
      if (rest.back() == '\'') {
        negative = true;
        rest.remove_suffix(1);
      }
      if (rest.size() > 6 ||
          !std::all_of(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        continue;
      }
      const std::int64_t amount = rest.empty() ? 1 : std::stol(std::string(rest));
      return Choice{base, negative ? -amount : amount};
    }
    return std::nullopt;
  }

  // Several moves in one. Not with a rotation: what it turns need not be in the state (M, and the
  // centres of the 3x3x3). Nor where rules hold: they might block a part of it.
  [[nodiscard]] bool is_move_of_its_own(const Written& written) const {
    return written.parts.size() > 1 && definition_.illegal().empty() &&
           std::all_of(written.parts.begin(), written.parts.end(),
                       [&](const MoveToken& part) { return find_base(part.family) >= 0; });
  }

  [[nodiscard]] std::size_t derived_index(const std::string& name) const {
    const std::vector<DerivedMove>& derived = definition_.derived();
    return static_cast<std::size_t>(
        std::find_if(derived.begin(), derived.end(),
                     [&](const DerivedMove& move) { return move.name == name; }) -
        derived.begin());
  }

  // The base move of which this is a power: 3R is 2L' on the 4x4x4.
  [[nodiscard]] std::optional<Choice> find_power(const State& action) const {
    for (int base = 0; base < static_cast<int>(bases_.size()); ++base) {
      State power = bases_[base].action;
      for (int amount = 1; amount < bases_[base].order; ++amount) {
        if (power == action) return Choice{base, amount};
        power = compose(definition_.orbits(), power, bases_[base].action);
      }
    }
    return std::nullopt;
  }

  const PuzzleDefinition& definition_;
  std::vector<BaseMove> bases_;
};

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
  const std::vector<std::string> items = selection_words(selection);
  Chooser chooser(definition);
  chooser.add_others(items);
  // The unit chosen for each base move; 0: not chosen. Choosing R2 and R3 allows their multiples:
  // all that gcd(2, 3) reaches.
  std::vector<Choice> choices;
  for (const std::string& item : items) choices.push_back(chooser.choose(item));
  bases_ = chooser.take_bases();
  std::vector<std::int64_t> units(bases_.size(), items.empty() ? 1 : 0);
  for (const Choice& choice : choices) {
    const std::int64_t unit = std::gcd(choice.amount, std::int64_t{bases_[choice.base].order});
    units[choice.base] = std::gcd(units[choice.base], unit);
  }
  for (std::size_t base = 0; base < units.size(); ++base) {
    const BaseMove& move = bases_[base];
    const std::int64_t order = units[base] == 0 ? 1 : move.order / units[base];
    if (order == 1) continue;
    classes_.push_back({power_name(move.name, units[base]), static_cast<int>(base),
                        static_cast<int>(units[base]), static_cast<int>(order)});
  }
  if (classes_.empty()) {
    if (items.empty()) throw Error(fmt::format("the moves of {} do nothing", definition.name()));
    throw Error(fmt::format("the chosen moves '{}' do nothing; choose among those of {}: {}",
                            selection, definition.name(), definition.names().listed_names()));
  }
  build(definition);
}

void MoveSet::build(const PuzzleDefinition& definition) {
  const OrbitList& orbits = definition.orbits();
  for (int c = 0; c < static_cast<int>(classes_.size()); ++c) {
    const MoveClass& cls = classes_[c];
    const BaseMove& base = bases_[cls.base];
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
