#include "puzzle/definition/name_clash.h"

#include <gyre/puzzle/move_set.h>

#include <fmt/format.h>

#include <unordered_map>
#include <vector>

namespace gyre {
namespace {

// Whether power_name(base, amount) is the name of a power of a move of this order.
bool is_power(std::int64_t amount, int order) {
  return amount > 0 ? amount <= order / 2 : -amount <= (order - 1) / 2;
}

// A name split into a base move and the amount that power_name would write behind it.
struct PowerSplit {
  const BaseMove* base = nullptr;
  std::int64_t amount = 1;
};

using BaseIndex = std::unordered_map<std::string, const BaseMove*>;

// All ways to read `name` as a base move and an amount other than 1. Amounts have at most five
// digits, since no order exceeds kMaxMoveOrder.
std::vector<PowerSplit> power_splits(const std::string& name, const BaseIndex& bases) {
  std::vector<PowerSplit> splits;
  const auto add = [&](std::size_t length, std::int64_t amount) {
    const auto place = bases.find(name.substr(0, length));
    if (place != bases.end()) splits.push_back({place->second, amount});
  };
  const bool prime = name.back() == '\'';
  const std::size_t end = name.size() - (prime ? 1 : 0);
  if (prime) add(end, -1);
  std::int64_t size = 0;
  std::int64_t unit = 1;
  for (std::size_t begin = end; begin-- > 1 && unit <= kMaxMoveOrder; unit *= 10) {
    const char c = name[begin];
    if (c < '0' || c > '9') break;
    size += unit * (c - '0');
    // power_name writes neither leading zeros nor 1.
    if (c != '0' && size != 1) add(begin, prime ? -size : size);
  }
  return splits;
}

// The first power of b that is also named as a power of another move: A and A1 both make A12, if
// their orders reach that far.
std::optional<NameClash> find_power_clash(const BaseMove& b, const BaseIndex& bases) {
  for (const PowerSplit& split : power_splits(b.name, bases)) {
    if (split.amount < 0) continue;
    constexpr std::int64_t kFirst = 2;
    // Larger powers of b have larger numbers as powers of the other: one look is enough.
    const std::int64_t both = split.amount * 10 + kFirst;
    if (!is_power(kFirst, b.order) || !is_power(both, split.base->order)) continue;
    return NameClash{power_name(b.name, kFirst), "a power of " + split.base->name,
                     "a power of " + b.name, b.name};
  }
  return std::nullopt;
}

}  // namespace

std::string NameClash::message() const {
  return fmt::format("the name {} has two meanings: {} and {}", name, first, second);
}

std::optional<NameClash> find_name_clash(const PuzzleDefinition::Parts& parts) {
  std::unordered_map<std::string, std::string> meaning;
  std::vector<std::string> names;
  BaseIndex bases;
  std::optional<NameClash> clash;
  const auto add = [&](const std::string& name, const std::string& owner) {
    const auto [place, is_new] = meaning.emplace(name, owner);
    if (!is_new && !clash) clash = NameClash{name, place->second, owner, name};
    names.push_back(name);
  };
  for (const auto* list : {&parts.moves, &parts.rotations}) {
    for (const BaseMove& move : *list) {
      add(move.name, "move " + move.name);
      bases.emplace(move.name, &move);
    }
  }
  for (const DerivedMove& move : parts.derived) add(move.name, "derived move " + move.name);
  if (clash) return clash;
  for (const std::string& name : names) {
    for (const PowerSplit& split : power_splits(name, bases)) {
      if (!is_power(split.amount, split.base->order)) continue;
      return NameClash{name, "a power of " + split.base->name, meaning.at(name), name};
    }
  }
  for (const auto* list : {&parts.moves, &parts.rotations}) {
    for (const BaseMove& move : *list) {
      if (auto found = find_power_clash(move, bases)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace gyre
