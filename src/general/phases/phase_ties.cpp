#include "general/phases/phase_ties.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace gyre {
namespace {

// A place, with the turn of a piece there or without.
struct Point {
  int slot = 0;
  int turn = 0;
};

// Where the piece of a point is after an action.
class PointMap {
 public:
  PointMap(const OrbitList& orbits, int orbit, const State& action, bool turns)
      : orientations_(orbits[orbit].orientations), turns_(turns) {
    const std::uint8_t* perm = action.bytes.data() + orbits.perm_offset(orbit);
    const std::uint8_t* ori = action.bytes.data() + orbits.ori_offset(orbit);
    to_.resize(static_cast<std::size_t>(orbits[orbit].pieces));
    turn_.resize(to_.size());
    for (int slot = 0; slot < orbits[orbit].pieces; ++slot) {
      to_[perm[slot]] = slot;
      turn_[perm[slot]] = ori[slot];
    }
  }
  [[nodiscard]] Point operator()(Point from) const {
    return {to_[from.slot], turns_ ? (from.turn + turn_[from.slot]) % orientations_ : 0};
  }

 private:
  int orientations_;
  bool turns_;
  std::vector<int> to_;
  std::vector<int> turn_;
};

// By place of `from`: the point of `to` that goes with it, if the first place's is to_start. None
// if something that leaves the place where it is takes the point elsewhere. With turns_of_from, a
// place in each turn is a place of its own, and only whether there is such a map is of interest.
std::optional<std::vector<Point>> partners(const ComponentSplit& split,
                                           const std::vector<State>& actions, int from, int to,
                                           int to_start, bool turns_of_from, bool turns) {
  const OrbitList& orbits = split.orbits();
  const Component& a = split[from];
  const int turned = turns_of_from ? orbits[a.orbit].orientations : 1;
  const auto pieces = static_cast<std::size_t>(orbits[a.orbit].pieces);
  std::vector<std::pair<PointMap, PointMap>> maps;
  maps.reserve(actions.size());
  for (const State& action : actions) {
    maps.emplace_back(PointMap(orbits, a.orbit, action, turns_of_from),
                      PointMap(orbits, split[to].orbit, action, turns));
  }
  std::vector<Point> found(pieces * static_cast<std::size_t>(turned), Point{-1, 0});
  const auto index = [&](Point p) {
    return static_cast<std::size_t>(p.slot) * static_cast<std::size_t>(turned) +
           static_cast<std::size_t>(p.turn);
  };
  std::vector<Point> queue = {{a.slots[0], 0}};
  found[index(queue[0])] = {to_start, 0};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const auto& [map_a, map_b] : maps) {
      const Point next = map_a(queue[at]);
      const Point partner = map_b(found[index(queue[at])]);
      Point& known = found[index(next)];
      if (known.slot < 0) {
        known = partner;
        queue.push_back(next);
      } else if (known.slot != partner.slot || known.turn != partner.turn) {
        return std::nullopt;
      }
    }
  }
  return found;
}

bool all_different(const PuzzleDefinition& definition, const Component& component) {
  const int offset = definition.orbits().perm_offset(component.orbit);
  std::vector<char> seen(static_cast<std::size_t>(definition.identities(component.orbit)), 0);
  for (const int slot : component.slots) {
    if (std::exchange(seen[definition.solved().bytes[offset + slot]], 1) != 0) return false;
  }
  const std::uint8_t* ori =
      definition.solved().bytes.data() + definition.orbits().ori_offset(component.orbit);
  return std::none_of(component.slots.begin(), component.slots.end(),
                      [&](int slot) { return ori[slot] == kWildOrientation; });
}

}  // namespace

PieceTies::PieceTies(const PuzzleDefinition& definition, const ComponentSplit& split,
                     const std::vector<State>& actions) {
  const OrbitList& orbits = definition.orbits();
  int points = 0;
  for (int orbit = 0; orbit < orbits.size(); ++orbit) {
    first_point_.push_back(points);
    points += orbits[orbit].pieces;
  }
  parent_.resize(static_cast<std::size_t>(points));
  std::iota(parent_.begin(), parent_.end(), 0);
  different_.resize(static_cast<std::size_t>(split.size()));
  for (int c = 0; c < split.size(); ++c) {
    different_[c] = split[c].size() > 1 && all_different(definition, split[c]) ? 1 : 0;
  }
  // Ties of turns say more, so they come first.
  for (const bool turns : {true, false}) {
    for (int from = 0; from < split.size(); ++from) {
      for (int to = 0; to < split.size(); ++to) {
        const Component& a = split[from];
        const Component& b = split[to];
        if (different_[from] == 0 || different_[to] == 0 || a.size() % b.size() != 0) continue;
        for (const int start : b.slots) {
          if (are_beside(a.orbit, a.slots[0], b.orbit, start)) continue;
          const auto found = partners(split, actions, from, to, start, false, turns);
          if (!found) continue;
          PieceTie tie;
          tie.from = from;
          tie.to = to;
          tie.ties_turns = turns;
          for (const int slot : a.slots) {
            tie.slot.push_back((*found)[slot].slot);
            tie.turn.push_back((*found)[slot].turn);
            join(a.orbit, slot, b.orbit, tie.slot.back());
          }
          ties_.push_back(std::move(tie));
        }
      }
    }
  }
  find_implied(definition, split, actions);
}

void PieceTies::find_implied(const PuzzleDefinition& definition, const ComponentSplit& split,
                             const std::vector<State>& actions) {
  implied_.assign(static_cast<std::size_t>(split.size()), 0);
  std::vector<int> order(static_cast<std::size_t>(split.size()));
  std::iota(order.begin(), order.end(), 0);
  // The smallest are kept: they have the fewest arrangements.
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return split[a].size() < split[b].size(); });
  for (const int to : order) {
    if (different_[to] == 0) continue;
    for (const int from : order) {
      if (from == to || different_[from] == 0 || implied_[from] != 0 || implied_[to] != 0) continue;
      const int points = split[from].size() * definition.orbits()[split[from].orbit].orientations;
      if (points % split[to].size() != 0) continue;
      const bool is_beside =
          std::any_of(split[to].slots.begin(), split[to].slots.end(), [&](int slot) {
            return are_beside(split[from].orbit, split[from].slots[0], split[to].orbit, slot) &&
                   partners(split, actions, from, to, slot, true, split[to].orientations > 1);
          });
      if (is_beside) implied_[to] = 1;
    }
  }
}

int PieceTies::find(int point) const {
  while (parent_[point] != point) point = parent_[point];
  return point;
}

void PieceTies::join(int orbit, int slot, int other_orbit, int other_slot) {
  parent_[find(point(orbit, slot))] = find(point(other_orbit, other_slot));
}

bool PieceTies::are_beside(int orbit, int slot, int other_orbit, int other_slot) const {
  return find(point(orbit, slot)) == find(point(other_orbit, other_slot));
}

}  // namespace gyre
