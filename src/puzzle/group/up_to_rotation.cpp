// Let X be the positions that the moves reach and H the rotations r that map the moves to
// themselves and solved into X. A position solved g turned by r is (solved r)(r^-1 g r), so H acts
// on X, and by Burnside's lemma X has as many classes as a rotation of H leaves positions alone on
// average.
//
// A position is left alone by r if along each cycle of r all slots show the same identity. Where
// pieces are all different that is never so unless r is the identity, and the classes all have the
// size of H.
#include "puzzle/group/up_to_rotation.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

namespace gyre {
namespace {

std::string key(const State& state) {
  return {state.bytes.begin(), state.bytes.end()};
}

// A rotation as an action of the definition and of the puzzle with all pieces.
struct Turn {
  State action;
  State seen;
};

std::vector<Turn> all_turns(const PuzzleDefinition& definition, const PuzzleDefinition& seen) {
  std::vector<Turn> generators;
  for (const BaseMove& rotation : definition.rotations()) {
    for (const BaseMove& other : seen.rotations()) {
      if (other.name == rotation.name) generators.push_back({rotation.action, other.action});
    }
  }
  std::vector<Turn> turns = {{identity_state(definition.orbits()), identity_state(seen.orbits())}};
  std::unordered_set<std::string> known = {key(turns[0].action) + key(turns[0].seen)};
  for (std::size_t i = 0; i < turns.size(); ++i) {
    for (const Turn& generator : generators) {
      Turn next{compose(definition.orbits(), turns[i].action, generator.action),
                compose(seen.orbits(), turns[i].seen, generator.seen)};
      if (known.insert(key(next.action) + key(next.seen)).second) turns.push_back(std::move(next));
    }
  }
  return turns;
}

// The moves of a class are powers of its first one, and go where it goes.
bool maps_moves_to_moves(const OrbitList& orbits, const MoveSet& moves, const State& turn,
                         const std::unordered_set<std::string>& actions) {
  const State back = invert(orbits, turn);
  return std::all_of(moves.moves().begin(), moves.moves().end(), [&](const Move& move) {
    return move.amount != 1 ||
           actions.contains(key(compose(orbits, compose(orbits, back, move.action), turn)));
  });
}

// Bytes of a state that no move changes, wherever it starts from.
std::vector<int> untouched_bytes(const PuzzleDefinition& seen) {
  const OrbitList& orbits = seen.orbits();
  std::vector<int> bytes;
  for (int k = 0; k < orbits.size(); ++k) {
    for (int slot = 0; slot < orbits[k].pieces; ++slot) {
      const int perm = orbits.perm_offset(k) + slot;
      const int ori = orbits.ori_offset(k) + slot;
      const bool moved =
          std::any_of(seen.moves().begin(), seen.moves().end(), [&](const BaseMove& move) {
            return move.action.bytes[perm] != slot || move.action.bytes[ori] != 0;
          });
      if (!moved) bytes.insert(bytes.end(), {perm, ori});
    }
  }
  return bytes;
}

// Cycles of one length; on the twisted ones a piece comes back in another orientation.
struct CycleKind {
  int length = 0;
  bool twisted = false;

  bool operator<(const CycleKind& other) const noexcept {
    return std::tie(length, twisted) < std::tie(other.length, other.twisted);
  }
};
using CycleCounts = std::map<CycleKind, int>;

// No value if the turn leads out of the slots.
std::optional<CycleCounts> cycles_of(const OrbitList& orbits, const State& turn, int orbit,
                                     const std::vector<int>& slots) {
  CycleCounts counts;
  std::vector<char> todo(orbits[orbit].pieces, 0);
  for (const int slot : slots) todo[slot] = 1;
  for (const int first : slots) {
    if (todo[first] != 1) continue;
    CycleKind kind;
    int twist = 0;
    int slot = first;
    do {
      if (todo[slot] != 1) return std::nullopt;
      todo[slot] = 2;
      ++kind.length;
      twist += turn.bytes[orbits.ori_offset(orbit) + slot];
      slot = turn.bytes[orbits.perm_offset(orbit) + slot];
    } while (slot != first);
    kind.twisted = twist % orbits[orbit].orientations != 0;
    ++counts[kind];
  }
  return counts;
}

// What stands in a set of slots: how often each identity, and whether its orientation shows.
struct Content {
  int count = 0;
  bool oriented = false;
};

std::vector<Content> content_of(const PuzzleDefinition& definition, int orbit,
                                const std::vector<int>& slots) {
  const OrbitList& orbits = definition.orbits();
  std::map<int, Content> content;
  for (const int slot : slots) {
    Content& item = content[definition.solved().bytes[orbits.perm_offset(orbit) + slot]];
    ++item.count;
    item.oriented = orbits[orbit].orientations > 1 &&
                    definition.solved().bytes[orbits.ori_offset(orbit) + slot] != kWildOrientation;
  }
  std::vector<Content> list;
  for (const auto& [identity, item] : content) list.push_back(item);
  return list;
}

BigInt choose(int n, int k) {
  BigInt result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

// In how many ways whole cycles can be given to the identities, each as many slots as it has
// pieces; orientations are not counted. Identity by identity; `ways` is by the cycles still free.
BigInt arrangements(const CycleCounts& cycles, const std::vector<Content>& content) {
  std::map<CycleCounts, BigInt> ways = {{cycles, 1}};
  for (const Content& item : content) {
    std::map<CycleCounts, BigInt> next;
    for (const auto& [free, before] : ways) {
      // Kind by kind: the slots still to fill, the cycles left, and the ways so far.
      std::vector<std::tuple<int, CycleCounts, BigInt>> partial = {{item.count, free, before}};
      for (const auto& [kind, available] : free) {
        if (item.oriented && kind.twisted) continue;
        std::vector<std::tuple<int, CycleCounts, BigInt>> further;
        for (const auto& [left, rest, count] : partial) {
          for (int take = 0; take <= available && take * kind.length <= left; ++take) {
            CycleCounts fewer = rest;
            fewer[kind] -= take;
            further.emplace_back(left - take * kind.length, std::move(fewer),
                                 count * choose(available, take));
          }
        }
        partial = std::move(further);
      }
      for (const auto& [left, rest, count] : partial) {
        if (left == 0) next[rest] += count;
      }
    }
    ways = std::move(next);
  }
  BigInt total = 0;
  for (const auto& [free, count] : ways) total += count;
  return total;
}

// Positions of the group that a turn leaves alone.
std::optional<BigInt> unchanged_positions(const PuzzleDefinition& definition,
                                          const PuzzleGroup& group, const State& turn) {
  const OrbitList& orbits = definition.orbits();
  for (int k = 0; k < orbits.size(); ++k) {
    std::vector<int> slots(orbits[k].pieces);
    for (int slot = 0; slot < orbits[k].pieces; ++slot) slots[slot] = slot;
    if (arrangements(*cycles_of(orbits, turn, k, slots), content_of(definition, k, slots)) == 0) {
      return 0;
    }
  }
  BigInt total = 1;
  bool known = true;
  for (const GroupComponent& component : group.components()) {
    const std::optional<CycleCounts> cycles =
        cycles_of(orbits, turn, component.orbit, component.slots);
    if (!cycles) return std::nullopt;
    const std::vector<Content> content = content_of(definition, component.orbit, component.slots);
    total *= arrangements(*cycles, content);
    if (total == 0) return total;
    // Every arrangement of a full component with look-alikes and without orientations is reached,
    // whatever the others do: an exchange of two that look alike makes its sign invisible.
    bool alike = false;
    bool oriented = false;
    for (const Content& item : content) {
      alike = alike || item.count > 1;
      oriented = oriented || (item.oriented && component.orientations > 1);
    }
    const bool at_will = component.full && alike && !oriented;
    if (component.slots.size() > 1 && !at_will) known = false;
    if (component.slots.size() == 1 && component.orientations > 1) known = false;
  }
  if (!known) return std::nullopt;
  return total;
}

}  // namespace

UpToRotation count_up_to_rotation(const PuzzleDefinition& definition, const MoveSet& moves,
                                  const PuzzleGroup& group, const PuzzleDefinition& seen) {
  const OrbitList& orbits = definition.orbits();
  std::unordered_set<std::string> actions;
  for (const Move& move : moves.moves()) actions.insert(key(move.action));
  const std::vector<int> untouched = untouched_bytes(seen);
  UpToRotation result{0, BigInt(0)};
  BigInt unchanged = 0;
  for (const Turn& turn : all_turns(definition, seen)) {
    if (result.rotations == 0) {  // the identity
      result.rotations = 1;
      unchanged = group.states();
      continue;
    }
    const State turned = compose(seen.orbits(), seen.solved(), turn.seen);
    const bool still = std::all_of(untouched.begin(), untouched.end(), [&](int byte) {
      return turned.bytes[byte] == seen.solved().bytes[byte];
    });
    if (!still || !maps_moves_to_moves(orbits, moves, turn.action, actions)) continue;
    const State position = compose(orbits, definition.solved(), turn.action);
    if (!definition.illegal().empty()) {
      result.states.reset();
      continue;
    }
    if (!group.contains(position).solvable) continue;
    ++result.rotations;
    if (!result.states) continue;
    if (const auto fixed = unchanged_positions(definition, group, turn.action)) {
      unchanged += *fixed;
    } else {
      result.states.reset();
    }
  }
  if (result.states) result.states = unchanged / result.rotations;
  return result;
}

}  // namespace gyre
