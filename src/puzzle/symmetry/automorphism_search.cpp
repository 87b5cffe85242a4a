#include "puzzle/symmetry/automorphism_search.h"

#include "base/arithmetic.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace gyre {
namespace {

constexpr ColourGraph::Colour kSingled = 0x7000;

}  // namespace

AutomorphismSearch::AutomorphismSearch(AutomorphismProblem problem, std::uint64_t max_work)
    : problem_(std::move(problem)),
      max_work_(max_work),
      index_(problem_.definition->orbits()),
      active_(index_.size(), false) {
  const PuzzleDefinition& definition = *problem_.definition;
  const OrbitList& orbits = definition.orbits();
  first_orbit_ = index_.size();
  first_identity_ = first_orbit_ + orbits.size();
  int next = first_identity_;
  for (int k = 0; k < orbits.size(); ++k) {
    const std::uint8_t* identity = definition.solved().bytes.data() + orbits.perm_offset(k);
    for (int slot = 0; slot < orbits[k].pieces; ++slot) {
      identity_vertex_.push_back(next + identity[slot]);
    }
    next += definition.identities(k);
  }
  first_unit_ = next;
  first_normalised_ = first_unit_ + 2 * static_cast<int>(problem_.units.size());
  vertices_ = first_normalised_ + static_cast<int>(problem_.normalised.size());
  for (std::size_t u = 0; u < problem_.units.size(); ++u) {
    inverse_units_.push_back(invert(orbits, problem_.units[u]));
    involution_.push_back(inverse_units_[u] == problem_.units[u]);
    const int plus = first_unit_ + 2 * static_cast<int>(u);
    add_arcs(problem_.units[u], plus, involution_[u] ? plus : plus + 1);
    graph_.add_partners(plus, plus + 1);
  }
  for (std::size_t r = 0; r < problem_.normalised.size(); ++r) {
    add_arcs(problem_.normalised[r], first_normalised_ + static_cast<int>(r), -1);
  }
  for (int slot = 0; slot < index_.size(); ++slot) {
    graph_.add_slot(slot, first_orbit_ + index_.orbit(slot), identity_vertex_[slot]);
  }
  graph_.connect(vertices_);
  build_levels();
}

void AutomorphismSearch::add_arcs(const State& action, int plus, int minus) {
  const OrbitList& orbits = problem_.definition->orbits();
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const int first = index_.first(k);
    const std::uint8_t* perm = action.bytes.data() + orbits.perm_offset(k);
    std::vector<bool> seen(n, false);
    for (int start = 0; start < n; ++start) {
      if (seen[start]) continue;
      int length = 0;
      int twist = 0;
      for (int slot = start; !seen[slot]; slot = perm[slot]) {
        seen[slot] = true;
        ++length;
        twist += perm[n + slot];
      }
      const int kind = std::gcd(twist % o, o);
      if (length == 1 && kind == o) continue;
      const Colour label =
          ColourGraph::mix(8, static_cast<Colour>(length), static_cast<Colour>(kind));
      int slot = start;
      do {
        graph_.add_arc({plus, minus, first + perm[slot], first + slot, label});
        active_[first + slot] = true;
        slot = perm[slot];
      } while (slot != start);
    }
  }
}

AutomorphismSearch::Colours AutomorphismSearch::initial_colours(bool reversed) const {
  const PuzzleDefinition& definition = *problem_.definition;
  const OrbitList& orbits = definition.orbits();
  Colours colours(vertices_);
  std::vector<Colour> alike(vertices_, 0);
  for (const int vertex : identity_vertex_) ++alike[vertex];
  for (int slot = 0; slot < index_.size(); ++slot) {
    const int k = index_.orbit(slot);
    const std::uint8_t ori =
        definition.solved().bytes[orbits.ori_offset(k) + slot - index_.first(k)];
    colours[slot] = ColourGraph::mix(1, ori == kWildOrientation ? 1 : 0, active_[slot] ? 1 : 0);
  }
  for (const IllegalRule& rule : definition.illegal()) {
    colours[index_.first(rule.orbit) + rule.slot] += ColourGraph::mix(2, rule.identities.size(), 0);
  }
  for (int k = 0; k < orbits.size(); ++k) {
    colours[first_orbit_ + k] = ColourGraph::mix(3, orbits[k].pieces, orbits[k].orientations);
    if (problem_.keep_orbits) colours[first_orbit_ + k] += ColourGraph::mix(7, k, 0);
  }
  for (int vertex = first_identity_; vertex < first_unit_; ++vertex) {
    colours[vertex] = ColourGraph::mix(4, alike[vertex], 0);
  }
  for (std::size_t u = 0; u < problem_.units.size(); ++u) {
    const int plus = first_unit_ + 2 * static_cast<int>(u);
    // A reversing automorphism takes pluses to minuses: the two sides colour them crosswise.
    const Colour flip = problem_.reverse && !involution_[u] ? (reversed ? 2 : 1) : 0;
    const Colour kind = involution_[u] ? 1 : 2;
    colours[plus] = ColourGraph::mix(5, kind, flip);
    colours[plus + 1] = involution_[u] ? ColourGraph::mix(5, 3, 0)
                                       : ColourGraph::mix(5, kind, flip == 0 ? 0 : 3 - flip);
  }
  for (int vertex = first_normalised_; vertex < vertices_; ++vertex)
    colours[vertex] = ColourGraph::mix(6, 0, 0);
  return colours;
}

void AutomorphismSearch::spend() {
  if (graph_.work() > max_work_ || problem_.stop.stop_requested()) exhausted_ = true;
}

int AutomorphismSearch::choose_vertex(const Colours& colours) const {
  Colours sorted = colours;
  std::sort(sorted.begin(), sorted.end());
  const auto cell = [&](int vertex) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), colours[vertex]);
    return last - first;
  };
  int best = -1;
  std::pair<int, std::ptrdiff_t> best_rank;
  const auto consider = [&](int vertex, int moved) {
    const std::ptrdiff_t size = cell(vertex);
    const std::pair rank(-moved, size);
    if (size > 1 && (best < 0 || rank < best_rank)) {
      best = vertex;
      best_rank = rank;
    }
  };
  // Units first: the image of a unit tells more than that of a slot, and most that of a unit which
  // moves many slots. What tells little would only multiply the ways that fail later.
  for (int vertex = first_unit_; vertex < first_normalised_; ++vertex) {
    consider(vertex, graph_.relations(vertex));
  }
  if (best >= 0) return best;
  for (int slot = 0; slot < index_.size(); ++slot) {
    if (active_[slot]) consider(slot, 0);
  }
  return best;
}

void AutomorphismSearch::build_levels() {
  Level level;
  level.colours = initial_colours(false);
  std::vector<int> changed = all_vertices();
  for (;;) {
    level.steps = graph_.refine(level.colours, changed);
    spend();
    level.vertex = choose_vertex(level.colours);
    levels_.push_back(level);
    if (level.vertex < 0 || exhausted_) return;
    level.colours[level.vertex] = ColourGraph::mix(kSingled, level.colours[level.vertex], 0);
    changed = {level.vertex};
  }
}

std::vector<int> AutomorphismSearch::all_vertices() const {
  std::vector<int> all(vertices_);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

bool AutomorphismSearch::single_out(int level, const Colours& right, int image, Colours& next) {
  const Level& left = levels_[level + 1];
  next = right;
  next[image] = ColourGraph::mix(kSingled, next[image], 0);
  const Colour sum = graph_.repeat(left.steps, next, {image});
  spend();
  return sum == left.steps.sum;
}

std::vector<int> AutomorphismSearch::candidates(int level, const Colours& right) const {
  const Level& left = levels_[level];
  std::vector<int> list;
  for (int vertex = 0; vertex < vertices_; ++vertex) {
    if (right[vertex] == left.colours[left.vertex]) list.push_back(vertex);
  }
  return list;
}

bool AutomorphismSearch::descend(int level, const Colours& right,
                                 const std::function<bool(const Found&)>& accept) {
  if (exhausted_) return false;
  if (levels_[level].vertex < 0) {
    const std::optional<Found> found = read_off(right);
    if (found && accept(*found)) return true;
    if (failures_left_ > 0) --failures_left_;
    return false;
  }
  Colours next;
  for (const int image : candidates(level, right)) {
    if (single_out(level, right, image, next) && descend(level + 1, next, accept)) return true;
    if (exhausted_ || failures_left_ == 0) return false;
  }
  return false;
}

bool AutomorphismSearch::map_slots(const std::vector<int>& image, const Colours& right,
                                   Symmetry& s) const {
  const OrbitList& orbits = problem_.definition->orbits();
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    OrbitSymmetry& part = s.orbits[k];
    part.target = -1;
    for (int slot = 0; slot < n; ++slot) {
      if (image[index_.first(k) + slot] >= 0) {
        part.target = index_.orbit(image[index_.first(k) + slot]);
      }
    }
    if (part.target < 0) part.target = k;  // no generator touches it
    if (!(orbits[part.target].pieces == n &&
          orbits[part.target].orientations == orbits[k].orientations)) {
      return false;
    }
    const int first = index_.first(part.target);
    for (int slot = 0; slot < n; ++slot) {
      if (!active_[index_.first(k) + slot]) continue;
      const int to = image[index_.first(k) + slot] - first;
      if (to < 0 || to >= n) return false;
      part.slot[slot] = static_cast<std::uint8_t>(to);
    }
    const std::vector<IdleSlots> from = idle_slots(k, levels_.back().colours);
    const std::vector<IdleSlots> to = idle_slots(part.target, right);
    if (from.size() != to.size()) return false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i].slots.size() != to[i].slots.size()) return false;
      for (std::size_t j = 0; j < from[i].slots.size(); ++j) {
        part.slot[from[i].slots[j]] = static_cast<std::uint8_t>(to[i].slots[j]);
      }
    }
  }
  return true;
}

// Slots that no generator touches are never singled out. Those that hold pieces that look alike
// stay together, whatever becomes of the piece; in order where that leaves a choice.
std::vector<AutomorphismSearch::IdleSlots> AutomorphismSearch::idle_slots(
    int orbit, const Colours& colours) const {
  std::vector<IdleSlots> sets;
  const int first = index_.first(orbit);
  for (int slot = 0; slot < problem_.definition->orbits()[orbit].pieces; ++slot) {
    if (active_[first + slot]) continue;
    const Colour colour = colours[first + slot];
    const int identity = identity_vertex_[first + slot];
    const auto same = std::find_if(sets.begin(), sets.end(), [&](const IdleSlots& set) {
      return set.colour == colour && set.identity == identity;
    });
    if (same == sets.end()) {
      sets.push_back({colour, identity, {slot}});
    } else {
      same->slots.push_back(slot);
    }
  }
  std::stable_sort(sets.begin(), sets.end(),
                   [](const IdleSlots& a, const IdleSlots& b) { return a.colour < b.colour; });
  return sets;
}

bool AutomorphismSearch::solve_orientations(const std::vector<const State*>& actions,
                                            const std::vector<const State*>& images,
                                            Symmetry& s) const {
  const PuzzleDefinition& definition = *problem_.definition;
  const OrbitList& orbits = definition.orbits();
  struct Step {
    int to = 0;
    int unit = 0;  // offset[to] = offset[from] + unit * multiplier + rest
    int rest = 0;
  };
  for (int k = 0; k < orbits.size(); ++k) {
    OrbitSymmetry& part = s.orbits[k];
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    part.multiplier = 1;
    part.offset.assign(n, 0);
    if (o == 1) continue;
    std::vector<std::vector<Step>> steps(n);
    const auto link = [&](int from, int to, int unit, int rest) {
      steps[from].push_back({to, unit, rest});
      steps[to].push_back({from, -unit, -rest});
    };
    for (std::size_t g = 0; g < actions.size(); ++g) {
      const std::uint8_t* perm = actions[g]->bytes.data() + orbits.perm_offset(k);
      const std::uint8_t* image = images[g]->bytes.data() + orbits.perm_offset(part.target);
      for (int slot = 0; slot < n; ++slot) {
        link(perm[slot], slot, -perm[n + slot], image[n + part.slot[slot]]);
      }
    }
    const std::uint8_t* here = definition.solved().bytes.data() + orbits.perm_offset(k);
    const std::uint8_t* there = definition.solved().bytes.data() + orbits.perm_offset(part.target);
    std::array<int, kMaxPieces + 1> holder{};
    holder.fill(-1);
    for (int slot = 0; slot < n; ++slot) {
      if (here[n + slot] == kWildOrientation) continue;
      if (there[n + part.slot[slot]] == kWildOrientation) return false;
      int& other = holder[here[slot]];
      if (other >= 0) {
        link(other, slot, here[n + other] - here[n + slot],
             there[n + part.slot[slot]] - there[n + part.slot[other]]);
      }
      other = slot;
    }
    const auto try_multiplier = [&](int multiplier) {
      std::vector<int> offset(n, -1);
      std::vector<int> stack;
      for (int base = 0; base < n; ++base) {
        if (offset[base] >= 0) continue;
        offset[base] = 0;
        stack.push_back(base);
        while (!stack.empty()) {
          const int from = stack.back();
          stack.pop_back();
          for (const Step& step : steps[from]) {
            const int value = modulo(offset[from] + step.unit * multiplier + step.rest, o);
            if (offset[step.to] < 0) {
              offset[step.to] = value;
              stack.push_back(step.to);
            } else if (offset[step.to] != value) {
              return false;
            }
          }
        }
      }
      part.multiplier = multiplier;
      for (int slot = 0; slot < n; ++slot)
        part.offset[slot] = static_cast<std::uint8_t>(offset[slot]);
      return true;
    };
    bool solved = try_multiplier(1) || try_multiplier(o - 1);
    for (int multiplier = 2; !solved && multiplier < o - 1; ++multiplier) {
      solved = std::gcd(multiplier, o) == 1 && try_multiplier(multiplier);
    }
    if (!solved) return false;
  }
  return true;
}

std::optional<AutomorphismSearch::Found> AutomorphismSearch::read_off(const Colours& right) const {
  const PuzzleDefinition& definition = *problem_.definition;
  const OrbitList& orbits = definition.orbits();
  std::vector<std::pair<Colour, int>> places;
  for (int vertex = 0; vertex < vertices_; ++vertex) places.emplace_back(right[vertex], vertex);
  std::sort(places.begin(), places.end());
  Found found;
  found.image.assign(vertices_, -1);
  for (int vertex = 0; vertex < vertices_; ++vertex) {
    const Colour colour = levels_.back().colours[vertex];
    const auto place = std::lower_bound(places.begin(), places.end(), std::pair(colour, 0));
    if (place == places.end() || place->first != colour) return std::nullopt;
    if (place + 1 == places.end() || (place + 1)->first != colour) {
      found.image[vertex] = place->second;
    }
  }
  found.symmetry = identity_symmetry(orbits);
  if (!map_slots(found.image, right, found.symmetry)) return std::nullopt;
  std::vector<const State*> actions;
  std::vector<const State*> images;
  for (std::size_t u = 0; u < problem_.units.size(); ++u) {
    const int image = found.image[first_unit_ + 2 * static_cast<int>(u)] - first_unit_;
    if (image < 0 || image >= first_normalised_ - first_unit_) return std::nullopt;
    actions.push_back(&problem_.units[u]);
    images.push_back(image % 2 == 0 ? &problem_.units[image / 2] : &inverse_units_[image / 2]);
  }
  for (std::size_t r = 0; r < problem_.normalised.size(); ++r) {
    const int image = found.image[first_normalised_ + static_cast<int>(r)] - first_normalised_;
    if (image < 0) return std::nullopt;
    actions.push_back(&problem_.normalised[r]);
    images.push_back(&problem_.normalised[image]);
  }
  if (!solve_orientations(actions, images, found.symmetry)) return std::nullopt;
  for (std::size_t g = 0; g < actions.size(); ++g) {
    if (conjugate(orbits, found.symmetry, *actions[g]) != *images[g]) return std::nullopt;
  }
  if (!fit_to_positions(definition, found.symmetry)) return std::nullopt;
  return found;
}

std::optional<Symmetry> AutomorphismSearch::find(
    const std::function<bool(const Symmetry&)>& accept) {
  if (exhausted_) return std::nullopt;
  Colours right = initial_colours(true);
  if (graph_.repeat(levels_[0].steps, right, all_vertices()) != levels_[0].steps.sum) {
    return std::nullopt;
  }
  std::optional<Symmetry> result;
  descend(0, right, [&](const Found& found) {
    if (!accept(found.symmetry)) return false;
    result = found.symmetry;
    return true;
  });
  return result;
}

std::uint64_t AutomorphismSearch::extend(int level, std::vector<Found>& found) {
  const Colours& right = levels_[level].colours;
  const auto orbit_of_vertex = [&] {
    std::vector<bool> seen(vertices_, false);
    std::vector<int> orbit{levels_[level].vertex};
    seen[orbit.front()] = true;
    for (std::size_t i = 0; i < orbit.size(); ++i) {
      for (const Found& automorphism : found) {
        const int to = automorphism.image[orbit[i]];
        if (seen[to]) continue;
        seen[to] = true;
        orbit.push_back(to);
      }
    }
    return orbit;
  };
  // Where orientations forbid a map of the units, which colours do not see, all ways to exchange
  // parts that no unit tells apart fail one after the other.
  constexpr int kMostFailures = 50;
  std::vector<int> orbit = orbit_of_vertex();
  Colours next;
  bool gave_up = false;
  for (const int image : candidates(level, right)) {
    if (exhausted_) break;
    if (std::find(orbit.begin(), orbit.end(), image) != orbit.end()) continue;
    if (!single_out(level, right, image, next)) continue;
    failures_left_ = kMostFailures;
    const bool more = descend(level + 1, next, [&](const Found& automorphism) {
      found.push_back(automorphism);
      return true;
    });
    if (more) orbit = orbit_of_vertex();
    gave_up = gave_up || (!more && failures_left_ == 0);
  }
  failures_left_ = kNoLimit;
  gave_up_ = gave_up_ || gave_up;
  return orbit.size();
}

AutomorphismSearch::Generators AutomorphismSearch::generators(std::uint64_t max_elements) {
  // From the deepest level upwards, as in Schreier-Sims: all automorphisms found so far fix the
  // vertices singled out above, so the orbit of a level's vertex under them needs no search. Those
  // that keep the units do not move them, so the levels of units can do without.
  const int levels = static_cast<int>(levels_.size()) - 1;
  int unit_levels = 0;
  while (unit_levels < levels && levels_[unit_levels].vertex >= first_unit_) ++unit_levels;
  Generators result;
  const auto times = [&](std::uint64_t order, std::uint64_t places) {
    return places <= max_elements / order ? order * places : max_elements + 1;
  };
  std::vector<Found> moving;
  for (int level = unit_levels - 1; level >= 0 && !exhausted_; --level) {
    result.ways = times(result.ways, extend(level, moving));
  }
  // Of too many those first that move what was singled out first: units that are rare.
  if (result.ways > max_elements) std::reverse(moving.begin(), moving.end());
  std::vector<Found> keeping;
  std::uint64_t order = result.ways;
  for (int level = levels - 1; level >= unit_levels && order <= max_elements && !exhausted_;
       --level) {
    order = times(order, extend(level, keeping));
  }
  result.whole = order <= max_elements && !exhausted();
  for (Found& automorphism : moving) result.moving.push_back(std::move(automorphism.symmetry));
  if (!result.whole) return result;
  for (Found& automorphism : keeping) result.keeping.push_back(std::move(automorphism.symmetry));
  return result;
}

}  // namespace gyre
