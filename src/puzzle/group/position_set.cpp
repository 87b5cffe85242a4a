// Counting. Let Y be the actions that leave the solved position as it looks: permutations of
// look-alike pieces and twists of wild ones. There are |G| / |G and Y| positions. In a full
// component, of the sign and the twist sum Y reaches either nothing but 0 or all values. So signs
// and sums that Y can change are invisible: they are left out of the quotient, and what is left of
// G there acts on a colouring, whose stabiliser is counted.
#include "puzzle/group/position_set.h"

#include "base/arithmetic.h"
#include "base/stop.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace gyre {
PieceClasses classes_of(const ComponentSplit& split, int c, const State& position) {
  const Component& component = split[c];
  const std::uint8_t* identity =
      position.bytes.data() + split.orbits().perm_offset(component.orbit);
  const std::uint8_t* ori = position.bytes.data() + split.orbits().ori_offset(component.orbit);
  PieceClasses classes;
  for (int place = 0; place < component.size(); ++place) {
    const int slot = component.slots[place];
    const int fixed = ori[slot] == kWildOrientation
                          ? kWildClass
                          : modulo(ori[slot] - component.gauge[place], component.step);
    classes[{identity[slot], fixed}].push_back(place);
  }
  return classes;
}

namespace {

// A minute of searching, roughly; a node costs about as much as the chain has points.
constexpr std::uint64_t kNodePointLimit = 300'000'000;
constexpr std::size_t kMaxEnumerated = 3'000'000;
constexpr std::size_t kMaxReasons = 4;

Likeness likeness_of(const ComponentSplit& split, const State& solved) {
  Likeness likeness;
  for (int c = 0; c < split.size(); ++c) {
    bool free_sign = false;
    bool free_sum = false;
    likeness.classes.push_back(classes_of(split, c, solved));
    for (const auto& [key, places] : likeness.classes.back()) {
      if (places.size() > 1) free_sign = true;
      if (key.second == kWildClass) free_sum = true;
    }
    likeness.free_sign.push_back(free_sign);
    likeness.free_sum.push_back(free_sum);
  }
  return likeness;
}

std::vector<QuotientPart> visible_parts(const ActionGroup& group, const Likeness& likeness) {
  std::vector<QuotientPart> wanted;
  for (int c = 0; c < group.split().size(); ++c) {
    wanted.push_back(group.layout()[c]);
    if (likeness.free_sign[c]) wanted[c].sign = -1;
    if (likeness.free_sum[c]) wanted[c].sum = -1;
  }
  return wanted;
}

// How many positions of a full component share one visible sign and sum.
BigInt full_factor(const Component& component, const Likeness& likeness, int c) {
  BigInt count = kernel_order(component);
  if (likeness.free_sign[c]) count *= 2;
  if (likeness.free_sum[c]) count *= component.orientations;
  for (const auto& [key, places] : likeness.classes[c]) {
    for (std::size_t i = 1; i <= places.size(); ++i) {
      count /= i;
      if (key.second == kWildClass) count /= component.orientations;
    }
  }
  return count;
}

[[noreturn]] void too_long(const PuzzleDefinition& definition) {
  throw Error(fmt::format(
      "{} has pieces that look alike and moves that tie them to others; that cannot be counted in "
      "reasonable time (--distinguish-all tells all pieces apart)",
      definition.name()));
}

}  // namespace

PositionSet::PositionSet(const PuzzleDefinition& definition, const ActionGroup& group,
                         const std::stop_token& stop)
    : definition_(definition),
      group_(group),
      likeness_(likeness_of(group.split(), definition.solved())),
      layout_(group.split(), visible_parts(group, likeness_)),
      own_chain_(layout_.degree() == group.layout().degree()
                     ? nullptr
                     : std::make_unique<StabilizerChain>(
                           layout_.degree(), layout_.images(group.split(), group.actions()),
                           ChainOptions{.stop = stop})),
      chain_(own_chain_ ? *own_chain_ : group.quotient()) {
  color_points();
}

// Signs and sums get a colour for each point; a place gets one for its class and, unless wild, for
// the orientation measured from the solved one.
void PositionSet::color_points() {
  colors_.resize(layout_.degree());
  std::iota(colors_.begin(), colors_.end(), 0U);
  auto next = static_cast<std::uint32_t>(layout_.degree());
  for (int c = 0; c < group_.split().size(); ++c) {
    const Component& component = group_.split()[c];
    const int first = layout_[c].pieces;
    if (first < 0) continue;
    const int o = component.orientations;
    const std::uint8_t* ori =
        definition_.solved().bytes.data() + definition_.orbits().ori_offset(component.orbit);
    for (const auto& [key, places] : likeness_.classes[c]) {
      const bool wild = key.second == kWildClass;
      for (const int place : places) {
        const int solved = wild ? 0
                                : modulo(ori[component.slots[place]] - component.gauge[place],
                                         o * component.step) /
                                      component.step;
        for (int t = 0; t < o; ++t) {
          colors_[first + place * o + t] =
              next + static_cast<std::uint32_t>(wild ? 0 : modulo(t - solved, o));
        }
      }
      next += static_cast<std::uint32_t>(wild ? 1 : o);
      if (places.size() > 1 || (wild && o > 1)) all_distinct_ = false;
    }
  }
}

std::uint64_t PositionSet::node_limit() const noexcept {
  return kNodePointLimit / static_cast<std::uint64_t>(std::max(layout_.degree(), 1));
}

BigInt PositionSet::count() const {
  BigInt count = chain_.order();
  if (!all_distinct_) {
    const std::optional<BigInt> alike = chain_.color_stabilizer_order(colors_, node_limit());
    if (!alike) return count_by_enumeration();
    count /= *alike;
  }
  for (int c = 0; c < group_.split().size(); ++c) {
    if (group_.full(c)) count *= full_factor(group_.split()[c], likeness_, c);
  }
  return count;
}

BigInt PositionSet::count_by_enumeration() const {
  const auto key = [](const State& state) {
    return std::string(state.bytes.begin(), state.bytes.end());
  };
  std::unordered_set<std::string> seen = {key(definition_.solved())};
  std::vector<State> queue = {definition_.solved()};
  State next;
  while (!queue.empty()) {
    const State state = std::move(queue.back());
    queue.pop_back();
    for (const State& action : group_.actions()) {
      compose_into(definition_.orbits(), state, action, next);
      if (!seen.insert(key(next)).second) continue;
      if (seen.size() > kMaxEnumerated) too_long(definition_);
      queue.push_back(next);
    }
  }
  return seen.size();
}

std::string PositionSet::component_name(int c) const {
  const Component& component = group_.split()[c];
  const Orbit& orbit = definition_.orbits()[component.orbit];
  if (component.size() == orbit.pieces) return orbit.name;
  std::string slots;
  for (const int slot : component.slots) slots += fmt::format(" {}", slot + 1);
  return fmt::format("{} (slots{})", orbit.name, slots);
}

bool PositionSet::find_action(const State& position, State& action, Membership& result) const {
  const ComponentSplit& split = group_.split();
  action = identity_state(definition_.orbits());
  LocalAction local;
  for (int c = 0; c < split.size(); ++c) {
    const Component& component = split[c];
    const int all = definition_.orbits()[component.orbit].orientations;
    const int ori = definition_.orbits().ori_offset(component.orbit);
    PieceClasses home = likeness_.classes[c];
    local.source.assign(component.size(), 0);
    local.twist.assign(component.size(), 0);
    for (const auto& [key, places] : classes_of(split, c, position)) {
      const auto found = home.find(key);
      const std::size_t have = found == home.end() ? 0 : found->second.size();
      if (places.size() > have) {
        const int slot = component.slots[places[have]];
        const bool other_turn =
            std::any_of(home.begin(), home.end(),
                        [&, id = key.first](const auto& entry) { return entry.first.first == id; });
        result.reasons.push_back(fmt::format(
            "piece {} of {} can never {} slot {}{} with these moves",
            definition_.label(component.orbit, key.first) + 1,
            definition_.orbits()[component.orbit].name, other_turn ? "stand in" : "reach", slot + 1,
            other_turn ? " like that" : ""));
        continue;
      }
      for (std::size_t i = 0; i < places.size(); ++i) {
        const int to = places[i];
        const int from = found->second[i];
        local.source[to] = from;
        if (key.second == kWildClass) continue;
        const int turned =
            position.bytes[ori + component.slots[to]] - component.gauge[to] -
            (definition_.solved().bytes[ori + component.slots[from]] - component.gauge[from]);
        local.twist[to] = modulo(turned, all) / component.step;
      }
    }
    if (result.reasons.empty()) split.write(c, local, action);
  }
  if (result.reasons.size() > kMaxReasons) result.reasons.resize(kMaxReasons);
  return result.reasons.empty();
}

void PositionSet::check_sums(const std::vector<LocalAction>& locals, Membership& result) const {
  const ComponentSplit& split = group_.split();
  LocalAction local;
  for (int c = 0; c < split.size(); ++c) {
    if (split[c].orientations == 1 || likeness_.free_sum[c]) continue;
    int unit = split[c].orientations;
    for (const State& action : group_.actions()) {
      (void)split.localize(c, action, local);
      unit = std::gcd(unit, twist_sum(split[c], local));
    }
    const int sum = twist_sum(split[c], locals[c]);
    if (sum % unit == 0) continue;
    const int modulus = unit * split[c].step;
    result.reasons.push_back(fmt::format("the orientation sum of {} is {}, must be 0 modulo {}",
                                         component_name(c), sum * split[c].step % modulus,
                                         modulus));
  }
}

// Over the field of two elements: the signs of the moves span a space; each vector orthogonal to it
// is a rule that every reachable position keeps.
void PositionSet::check_signs(const std::vector<LocalAction>& locals, Membership& result) const {
  const ComponentSplit& split = group_.split();
  std::vector<int> seen;  // components whose sign can be seen
  for (int c = 0; c < split.size(); ++c) {
    if (split[c].size() > 1 && !likeness_.free_sign[c]) seen.push_back(c);
  }
  std::vector<std::vector<char>> rows;  // reduced echelon form
  std::vector<std::size_t> pivots;
  LocalAction local;
  const auto add_to = [](std::vector<char>& row, const std::vector<char>& other) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<char>(row[i] ^ other[i]);
  };
  for (const State& action : group_.actions()) {
    std::vector<char> row;
    for (const int c : seen) {
      (void)split.localize(c, action, local);
      row.push_back(static_cast<char>(sign_of(local)));
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (row[pivots[r]] != 0) add_to(row, rows[r]);
    }
    const auto pivot = static_cast<std::size_t>(std::find(row.begin(), row.end(), 1) - row.begin());
    if (pivot == row.size()) continue;
    for (std::vector<char>& other : rows) {
      if (other[pivot] != 0) add_to(other, row);
    }
    rows.push_back(std::move(row));
    pivots.push_back(pivot);
  }
  for (std::size_t free = 0; free < seen.size(); ++free) {
    if (std::find(pivots.begin(), pivots.end(), free) != pivots.end()) continue;
    std::vector<std::string> names;
    int odd = 0;
    const auto take = [&](std::size_t column) {
      names.push_back(component_name(seen[column]));
      odd ^= sign_of(locals[seen[column]]);
    };
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (rows[r][free] != 0) take(pivots[r]);
    }
    take(free);
    if (odd == 0) continue;
    std::string list = names[0];
    for (std::size_t i = 1; i < names.size(); ++i) {
      list += (i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    result.reasons.push_back(
        names.size() == 1 ? fmt::format("parity: the permutation of {} must be even", list)
        : names.size() == 2
            ? fmt::format("parity: the permutations of {} must be both even or both odd", list)
            : fmt::format("parity: of the permutations of {} an even number must be odd", list));
  }
}

std::optional<Permutation> PositionSet::element_like(const Permutation& image,
                                                     const std::stop_token& stop) const {
  if (all_distinct_) {
    if (!chain_.contains(image)) return std::nullopt;
    return image;
  }
  std::vector<std::uint32_t> wanted(colors_.size());
  for (std::size_t x = 0; x < image.size(); ++x) wanted[image[x]] = colors_[x];
  Permutation element;
  const auto found = chain_.find_recoloring(colors_, wanted, node_limit(), element, stop);
  throw_if_stopped(stop, "looking for moves that lead to the position");
  if (found == StabilizerChain::Found::limit) too_long(definition_);
  if (found == StabilizerChain::Found::no) return std::nullopt;
  return element;
}

std::optional<Permutation> PositionSet::visible_element(const State& position,
                                                        const std::stop_token& stop) const {
  Membership reasons;
  State action;
  if (!find_action(position, action, reasons)) return std::nullopt;
  return element_like(*layout_.image(group_.split(), action), stop);
}

Membership PositionSet::membership(const State& position, const std::stop_token& stop) const {
  Membership result;
  State action;
  if (!find_action(position, action, result)) return result;
  std::vector<LocalAction> locals(group_.split().size());
  for (int c = 0; c < group_.split().size(); ++c) {
    (void)group_.split().localize(c, action, locals[c]);
  }
  check_sums(locals, result);
  check_signs(locals, result);
  if (!result.reasons.empty()) {
    if (result.reasons.size() > kMaxReasons) result.reasons.resize(kMaxReasons);
    return result;
  }
  result.solvable = element_like(*layout_.image(group_.split(), action), stop).has_value();
  if (!result.solvable) {
    result.reasons.emplace_back("it is not in the group that these moves generate");
  }
  return result;
}

}  // namespace gyre
