#include "general/shapes/shape_moves.h"

#include "base/stop.h"

#include <gyre/base/error.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace gyre {
namespace {

constexpr std::string_view kWork = "finding what moves do to each shape";
// A tie between two components is looked for among so many loops at most; without one a table is
// made that says what another says.
constexpr std::size_t kMostLoops = 100'000;

std::vector<State> actions_of(const MoveSet& moves) {
  std::vector<State> actions;
  for (const Move& move : moves.moves()) actions.push_back(move.action);
  return actions;
}

// Sets that are joined two by two.
class Unions {
 public:
  explicit Unions(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  [[nodiscard]] std::size_t find(std::size_t a) {
    while (parent_[a] != a) {
      parent_[a] = parent_[parent_[a]];
      a = parent_[a];
    }
    return a;
  }
  void join(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

// Slots of the solved shape that loops connect.
struct SolvedComponent {
  int orbit = 0;
  std::vector<int> slots;
};

bool all_different(const PuzzleDefinition& definition, const SolvedComponent& component) {
  const int offset = definition.orbits().perm_offset(component.orbit);
  std::set<int> identities;
  for (const int slot : component.slots) {
    identities.insert(definition.solved().bytes[offset + slot]);
  }
  return identities.size() == component.slots.size();
}

// Whether the loops, wherever they take the pieces of `leader`, take those of the other along: then
// where these are follows.
bool follows(const OrbitList& orbits, const std::vector<const State*>& loops,
             const SolvedComponent& leader, const SolvedComponent& other) {
  if (leader.slots.size() < other.slots.size()) return false;
  const std::size_t width = other.slots.size();
  Unions pairs(leader.slots.size() * width);
  const auto index_of = [](const SolvedComponent& component, int slot) {
    const auto place = std::lower_bound(component.slots.begin(), component.slots.end(), slot);
    return static_cast<std::size_t>(place - component.slots.begin());
  };
  const int leader_offset = orbits.perm_offset(leader.orbit);
  const int other_offset = orbits.perm_offset(other.orbit);
  for (const State* loop : loops) {
    for (std::size_t a = 0; a < leader.slots.size(); ++a) {
      const std::size_t from = index_of(leader, loop->bytes[leader_offset + leader.slots[a]]);
      for (std::size_t b = 0; b < width; ++b) {
        const std::size_t with = index_of(other, loop->bytes[other_offset + other.slots[b]]);
        pairs.join(a * width + b, from * width + with);
      }
    }
  }
  // The smallest set of pairs: as many as the leader has pieces, if each has its own partner.
  std::map<std::size_t, std::size_t> sizes;
  for (std::size_t i = 0; i < leader.slots.size() * width; ++i) ++sizes[pairs.find(i)];
  return std::any_of(sizes.begin(), sizes.end(),
                     [&](const auto& set) { return set.second == leader.slots.size(); });
}

std::vector<SolvedComponent> solved_components(const PuzzleDefinition& definition,
                                               const ShapeGraph& graph,
                                               const std::stop_token& stop) {
  const OrbitList& orbits = definition.orbits();
  std::vector<Unions> unions;
  for (const Orbit& orbit : orbits) unions.emplace_back(static_cast<std::size_t>(orbit.pieces));
  std::set<std::string> known;
  std::vector<State> loops;
  graph.for_each_loop(
      [&](const State& loop, const ShapeGraph::Loop&) {
        for (int k = 0; k < orbits.size(); ++k) {
          for (int slot = 0; slot < orbits[k].pieces; ++slot) {
            unions[k].join(slot, loop.bytes[orbits.perm_offset(k) + slot]);
          }
        }
        if (known.size() < kMostLoops &&
            known.emplace(loop.bytes.begin(), loop.bytes.end()).second) {
          loops.push_back(loop);
        }
      },
      stop);
  std::vector<SolvedComponent> all;
  for (int k = 0; k < orbits.size(); ++k) {
    std::map<std::size_t, std::vector<int>> sets;
    for (int slot = 0; slot < orbits[k].pieces; ++slot) sets[unions[k].find(slot)].push_back(slot);
    for (auto& [first, slots] : sets) {
      if (slots.size() > 1 || orbits[k].orientations > 1) all.push_back({k, std::move(slots)});
    }
  }
  if (known.size() >= kMostLoops) return all;
  std::vector<const State*> loop_list;
  for (const State& loop : loops) loop_list.push_back(&loop);
  std::vector<SolvedComponent> leaders;
  for (SolvedComponent& component : all) {
    throw_if_stopped(stop, kWork);
    const bool is_led =
        orbits[component.orbit].orientations == 1 &&
        std::any_of(leaders.begin(), leaders.end(), [&](const auto& leader) {
          return all_different(definition, leader) && follows(orbits, loop_list, leader, component);
        });
    if (!is_led) leaders.push_back(std::move(component));
  }
  return leaders;
}

}  // namespace

ShapeMoves::ShapeMoves(const PuzzleDefinition& definition, const MoveSet& moves,
                       std::size_t max_shapes, const std::stop_token& stop)
    : graph_(definition, actions_of(moves), max_shapes, stop) {
  if (moves.size() > std::numeric_limits<std::uint16_t>::max()) {
    throw Error("too many moves for a search by shapes");
  }
  std::size_t from = 0;
  graph_.for_each_step(
      [&](const ShapeGraph::Loop& step) {
        while (from < step.from) {
          first_.push_back(edges_.size());
          ++from;
        }
        edges_.push_back(
            {static_cast<std::uint32_t>(step.to), static_cast<std::uint16_t>(step.step)});
      },
      stop);
  while (first_.size() <= graph_.size()) first_.push_back(edges_.size());
  reverse_.resize(edges_.size());
  for (std::size_t shape = 0; shape < shapes(); ++shape) {
    for (std::size_t e = first_[shape]; e < first_[shape + 1]; ++e) {
      const int back = moves.moves()[edges_[e].move].inverse;
      std::size_t r = first_[edges_[e].to];
      while (edges_[r].move != back) ++r;
      reverse_[e] = r;
    }
  }
  place_components(definition, stop);
  find_locals(definition.orbits(), moves, stop);
}

void ShapeMoves::place_components(const PuzzleDefinition& definition, const std::stop_token& stop) {
  const OrbitList& orbits = definition.orbits();
  const std::vector<SolvedComponent> solved = solved_components(definition, graph_, stop);
  std::vector<std::vector<int>> component_of(static_cast<std::size_t>(orbits.size()));
  for (int k = 0; k < orbits.size(); ++k) component_of[k].assign(orbits[k].pieces, -1);
  for (std::size_t c = 0; c < solved.size(); ++c) {
    for (const int slot : solved[c].slots) {
      component_of[solved[c].orbit][slot] = static_cast<int>(c);
    }
    components_.push_back(
        {solved[c].orbit, solved[c].slots.size(), orbits[solved[c].orbit].orientations, {}, {}});
  }
  for (std::size_t shape = 0; shape < shapes(); ++shape) {
    throw_if_stopped(stop, kWork);
    const State way = graph_.way_to(shape);
    for (int k = 0; k < orbits.size(); ++k) {
      for (int slot = 0; slot < orbits[k].pieces; ++slot) {
        const int c = component_of[k][way.bytes[orbits.perm_offset(k) + slot]];
        if (c >= 0) components_[c].slots.push_back(static_cast<std::uint8_t>(slot));
      }
    }
  }
}

void ShapeMoves::find_locals(const OrbitList& orbits, const MoveSet& moves,
                             const std::stop_token& stop) {
  locals_.resize(edges_.size() * components_.size());
  std::array<std::uint8_t, kMaxPieces> place_of{};
  for (std::size_t c = 0; c < components_.size(); ++c) {
    Component& component = components_[c];
    const std::size_t places = component.places;
    const int perm = orbits.perm_offset(component.orbit);
    const int ori = orbits.ori_offset(component.orbit);
    std::map<std::string, std::uint32_t> numbers;
    const auto number_of = [&](const LocalMove& local) {
      std::string key(local.source.begin(), local.source.end());
      key.append(local.twist.begin(), local.twist.end());
      const auto [at, is_new] =
          numbers.emplace(std::move(key), static_cast<std::uint32_t>(component.moves.size()));
      if (is_new) component.moves.push_back(local);
      return at->second;
    };
    LocalMove local{std::vector<std::uint8_t>(places), std::vector<std::uint8_t>(places, 0)};
    std::iota(local.source.begin(), local.source.end(), std::uint8_t{0});
    (void)number_of(local);
    for (std::size_t shape = 0; shape < shapes(); ++shape) {
      throw_if_stopped(stop, kWork);
      const std::uint8_t* from = component.slots.data() + shape * places;
      for (std::size_t a = 0; a < places; ++a) place_of[from[a]] = static_cast<std::uint8_t>(a);
      for (std::size_t e = first_[shape]; e < first_[shape + 1]; ++e) {
        const State& action = moves.moves()[edges_[e].move].action;
        const std::uint8_t* to = component.slots.data() + edges_[e].to * places;
        for (std::size_t a = 0; a < places; ++a) {
          local.source[a] = place_of[action.bytes[perm + to[a]]];
          local.twist[a] = action.bytes[ori + to[a]];
        }
        locals_[e * components_.size() + c] = number_of(local);
      }
    }
  }
}

std::uint64_t ShapeMoves::bytes() const noexcept {
  std::uint64_t bytes =
      edges_.size() * (sizeof(Edge) + sizeof(std::size_t)) + locals_.size() * sizeof(std::uint32_t);
  for (const Component& component : components_) bytes += component.slots.size();
  return bytes;
}

}  // namespace gyre
