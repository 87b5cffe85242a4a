#include "puzzle/symmetry/automorphism_search.h"

#include "base/arithmetic.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace gyre {
namespace {

using Colour = std::uint64_t;

constexpr Colour mix(Colour role, Colour a, Colour b) noexcept {
  return mix_bits(role + a * 0x9e3779b97f4a7c15U + mix_bits(b + 0x632be59bd9b4e019U));
}

// Roles of a neighbour; any distinct numbers.
constexpr Colour kOut = 0x1000;
constexpr Colour kIn = 0x2000;
constexpr Colour kMoves = 0x3000;
constexpr Colour kMember = 0x4000;
constexpr Colour kAlike = 0x5000;
constexpr Colour kPartner = 0x6000;
constexpr Colour kSingled = 0x7000;

}  // namespace

AutomorphismSearch::AutomorphismSearch(AutomorphismProblem problem, std::uint64_t max_work)
    : problem_(std::move(problem)),
      work_left_(max_work),
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
  }
  for (std::size_t r = 0; r < problem_.normalised.size(); ++r) {
    add_arcs(problem_.normalised[r], first_normalised_ + static_cast<int>(r), -1);
  }
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
      const Colour label = mix(kMoves, static_cast<Colour>(length), static_cast<Colour>(kind));
      int slot = start;
      do {
        arcs_.push_back({plus, minus, first + perm[slot], first + slot, label});
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
    colours[slot] = mix(1, ori == kWildOrientation ? 1 : 0, active_[slot] ? 1 : 0);
  }
  for (const IllegalRule& rule : definition.illegal()) {
    colours[index_.first(rule.orbit) + rule.slot] += mix(2, rule.identities.size(), 0);
  }
  for (int k = 0; k < orbits.size(); ++k) {
    colours[first_orbit_ + k] = mix(3, orbits[k].pieces, orbits[k].orientations);
  }
  for (int vertex = first_identity_; vertex < first_unit_; ++vertex) {
    colours[vertex] = mix(4, alike[vertex], 0);
  }
  for (std::size_t u = 0; u < problem_.units.size(); ++u) {
    const int plus = first_unit_ + 2 * static_cast<int>(u);
    // A reversing automorphism takes pluses to minuses: the two sides colour them crosswise.
    const Colour flip = problem_.reverse && !involution_[u] ? (reversed ? 2 : 1) : 0;
    const Colour kind = involution_[u] ? 1 : 2;
    colours[plus] = mix(5, kind, flip);
    colours[plus + 1] = involution_[u] ? mix(5, 3, 0) : mix(5, kind, flip == 0 ? 0 : 3 - flip);
  }
  for (int vertex = first_normalised_; vertex < vertices_; ++vertex) colours[vertex] = mix(6, 0, 0);
  return colours;
}

void AutomorphismSearch::refine_once(const Colours& old, Colours& next) {
  next.assign(old.size(), 0);
  for (const Arc& arc : arcs_) {
    const Colour from = old[arc.from] + arc.label;
    const Colour to = old[arc.to] + arc.label;
    next[arc.plus] += mix(kMoves, from, to);
    next[arc.from] += mix(kOut, old[arc.plus], to);
    next[arc.to] += mix(kIn, old[arc.plus], from);
    if (arc.minus >= 0 && arc.minus != arc.plus) {
      next[arc.minus] += mix(kMoves, to, from);
      next[arc.to] += mix(kOut, old[arc.minus], from);
      next[arc.from] += mix(kIn, old[arc.minus], to);
    }
  }
  for (int slot = 0; slot < index_.size(); ++slot) {
    const int orbit = first_orbit_ + index_.orbit(slot);
    const int identity = identity_vertex_[slot];
    next[slot] += mix(kMember, old[orbit], old[identity]);
    next[orbit] += mix(kMember, old[slot], 0);
    next[identity] += mix(kAlike, old[slot], 0);
  }
  for (std::size_t u = 0; u < problem_.units.size(); ++u) {
    const int plus = first_unit_ + 2 * static_cast<int>(u);
    next[plus] += mix(kPartner, old[plus + 1], 0);
    next[plus + 1] += mix(kPartner, old[plus], 0);
  }
  for (std::size_t v = 0; v < old.size(); ++v) next[v] = mix_bits(next[v] + mix_bits(old[v]));
  const std::uint64_t cost = arcs_.size() + old.size();
  if (cost > work_left_) {
    exhausted_ = true;
    work_left_ = 0;
  } else {
    work_left_ -= cost;
  }
}

int AutomorphismSearch::refine(Colours& colours) {
  const auto distinct = [](Colours list) {
    std::sort(list.begin(), list.end());
    return std::unique(list.begin(), list.end()) - list.begin();
  };
  Colours next;
  int rounds = 0;
  for (auto before = distinct(colours);;) {
    refine_once(colours, next);
    std::swap(colours, next);
    ++rounds;
    const auto after = distinct(colours);
    if (after == before) return rounds;
    before = after;
  }
}

int AutomorphismSearch::choose_vertex(const Colours& colours) const {
  Colours sorted = colours;
  std::sort(sorted.begin(), sorted.end());
  const auto cell = [&](int vertex) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), colours[vertex]);
    return last - first;
  };
  int best = -1;
  std::ptrdiff_t best_size = 0;
  const auto consider = [&](int vertex) {
    const std::ptrdiff_t size = cell(vertex);
    if (size > 1 && (best < 0 || size < best_size)) {
      best = vertex;
      best_size = size;
    }
  };
  // Units first: the image of a unit tells more than that of a slot.
  for (int vertex = first_unit_; vertex < first_normalised_; ++vertex) consider(vertex);
  if (best >= 0) return best;
  for (int slot = 0; slot < index_.size(); ++slot) {
    if (active_[slot]) consider(slot);
  }
  return best;
}

void AutomorphismSearch::build_levels() {
  Level level;
  level.colours = initial_colours(false);
  for (;;) {
    level.rounds = refine(level.colours);
    level.sorted = level.colours;
    std::sort(level.sorted.begin(), level.sorted.end());
    level.vertex = choose_vertex(level.colours);
    levels_.push_back(level);
    if (level.vertex < 0 || exhausted_) return;
    level.colours[level.vertex] = mix(kSingled, level.colours[level.vertex], 0);
  }
}

bool AutomorphismSearch::single_out(int level, const Colours& right, int image, Colours& next) {
  const Level& left = levels_[level + 1];
  Colours scratch = right;
  scratch[image] = mix(kSingled, scratch[image], 0);
  for (int round = 0; round < left.rounds; ++round) {
    refine_once(scratch, next);
    std::swap(scratch, next);
  }
  next = scratch;
  std::sort(scratch.begin(), scratch.end());
  return scratch == left.sorted;
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
    return found && accept(*found);
  }
  Colours next;
  for (const int image : candidates(level, right)) {
    if (single_out(level, right, image, next) && descend(level + 1, next, accept)) return true;
    if (exhausted_) return false;
  }
  return false;
}

bool AutomorphismSearch::map_slots(const std::vector<int>& image, Symmetry& s) const {
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
    // Slots that no generator touches go to such slots, in order.
    int idle = 0;
    for (int slot = 0; slot < n; ++slot) {
      int to = image[index_.first(k) + slot] - first;
      if (image[index_.first(k) + slot] < 0) {
        while (idle < n && active_[first + idle]) ++idle;
        to = idle++;
      }
      if (to < 0 || to >= n) return false;
      part.slot[slot] = static_cast<std::uint8_t>(to);
    }
  }
  return true;
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
  if (!map_slots(found.image, found.symmetry)) return std::nullopt;
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
  Colours next;
  for (int round = 0; round < levels_[0].rounds; ++round) {
    refine_once(right, next);
    std::swap(right, next);
  }
  Colours sorted = right;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != levels_[0].sorted) return std::nullopt;
  std::optional<Symmetry> result;
  descend(0, right, [&](const Found& found) {
    if (!accept(found.symmetry)) return false;
    result = found.symmetry;
    return true;
  });
  return result;
}

std::vector<Symmetry> AutomorphismSearch::generators(std::uint64_t max_elements) {
  std::vector<Symmetry> result;
  std::vector<std::vector<int>> maps;
  std::uint64_t order = 1;
  // From the deepest level upwards, as in Schreier-Sims: all automorphisms found so far fix the
  // vertices singled out above, so the orbit of this level's vertex under them needs no search.
  for (int level = static_cast<int>(levels_.size()) - 2; level >= 0 && !exhausted_; --level) {
    const Colours& right = levels_[level].colours;
    const int vertex = levels_[level].vertex;
    const auto orbit_of_vertex = [&] {
      std::vector<bool> seen(vertices_, false);
      std::vector<int> orbit{vertex};
      seen[vertex] = true;
      for (std::size_t i = 0; i < orbit.size(); ++i) {
        for (const auto& map : maps) {
          const int to = map[orbit[i]];
          if (seen[to]) continue;
          seen[to] = true;
          orbit.push_back(to);
        }
      }
      return orbit;
    };
    const std::size_t before = result.size();
    std::vector<int> orbit = orbit_of_vertex();
    Colours next;
    for (const int image : candidates(level, right)) {
      if (std::find(orbit.begin(), orbit.end(), image) != orbit.end()) continue;
      if (!single_out(level, right, image, next)) continue;
      const bool found = descend(level + 1, next, [&](const Found& automorphism) {
        result.push_back(automorphism.symmetry);
        maps.push_back(automorphism.image);
        return true;
      });
      if (found) orbit = orbit_of_vertex();
      if (exhausted_) return result;
    }
    if (order * orbit.size() > max_elements) {
      exhausted_ = true;
      result.resize(before);
      return result;
    }
    order *= orbit.size();
  }
  return result;
}

}  // namespace gyre
