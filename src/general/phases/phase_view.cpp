#include "general/phases/phase_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gyre {
namespace {

// Identities of an orbit that the goal's moves can exchange, by union of sets.
class Classes {
 public:
  explicit Classes(int identities) : parent_(static_cast<std::size_t>(identities)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int find(int a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  void join(int a, int b) { parent_[find(a)] = find(b); }

 private:
  std::vector<int> parent_;
};

// What is known of one orbit before it is cut into the components of the phase.
struct OrbitView {
  std::vector<int> class_of;  // by identity
  std::vector<int> modulus;   // by class
  std::vector<int> zero;      // by identity
  std::vector<int> gauge;     // by slot
};

OrbitView view_orbit(const PuzzleDefinition& definition, const ComponentSplit& goal, int orbit) {
  const Orbit& shape = definition.orbits()[orbit];
  const std::uint8_t* perm =
      definition.solved().bytes.data() + definition.orbits().perm_offset(orbit);
  const std::uint8_t* ori =
      definition.solved().bytes.data() + definition.orbits().ori_offset(orbit);
  const int identities = definition.identities(orbit);
  OrbitView view;
  view.gauge.assign(static_cast<std::size_t>(shape.pieces), 0);
  view.zero.assign(static_cast<std::size_t>(identities), 0);
  view.modulus.assign(static_cast<std::size_t>(identities), 0);
  Classes classes(identities);
  std::vector<int> step(static_cast<std::size_t>(shape.pieces), shape.orientations);
  for (int c = 0; c < goal.size(); ++c) {
    const Component& component = goal[c];
    if (component.orbit != orbit) continue;
    for (int place = 0; place < component.size(); ++place) {
      const int slot = component.slots[place];
      view.gauge[slot] = component.gauge[place];
      step[slot] = component.step;
      classes.join(perm[slot], perm[component.slots[0]]);
    }
  }
  std::vector<char> seen(static_cast<std::size_t>(identities), 0);
  view.class_of.resize(static_cast<std::size_t>(identities));
  for (int i = 0; i < identities; ++i) view.class_of[i] = classes.find(i);
  for (int slot = 0; slot < shape.pieces; ++slot) {
    const int identity = perm[slot];
    int& modulus = view.modulus[view.class_of[identity]];
    if (ori[slot] == kWildOrientation) {
      modulus = 1;
      continue;
    }
    const int zero = ori[slot] - view.gauge[slot];
    if (seen[identity] == 0) view.zero[identity] = zero;
    seen[identity] = 1;
    // 0 stands for no condition yet.
    modulus = std::gcd(modulus, std::gcd(step[slot], std::abs(zero - view.zero[identity])));
  }
  return view;
}

}  // namespace

double ViewPart::log_size() const {
  double log = 0;
  int all = 0;
  for (const int count : pieces) {
    for (int i = 1; i <= count; ++i) log += std::log10(++all) - std::log10(i);
  }
  double turns = 0;
  int least = 0;
  for (int c = 0; c < colours; ++c) {
    const int values = modulus[c] / std::gcd(modulus[c], step);
    turns += pieces[c] * std::log10(values);
    least = least == 0 ? values : std::min(least, values);
  }
  // Twists add up to something fixed on most puzzles.
  return log + std::max(0.0, turns - std::log10(std::max(least, 1)));
}

double PhaseView::log_size() const {
  double log = 0;
  for (const ViewPart& part : parts_) log += part.log_size();
  for (const ViewTie& tie : ties_) log += tie.log_size();
  return log;
}

double ViewTie::log_size() const {
  double log = 0;
  const auto count = static_cast<int>(homes.size());
  // Of pieces of one kind the first may be beside all others, the next beside what is left.
  for (int i = 1; i <= count; ++i) log += std::log10(is_within_itself ? 2 * i - 1 : i);
  if (turns) return log;
  // Of pieces that go to the same partner nothing else is known.
  std::vector<int> partners = partner_slots;
  std::sort(partners.begin(), partners.end());
  const auto different =
      static_cast<int>(std::unique(partners.begin(), partners.end()) - partners.begin());
  for (int i = 1; i <= count / different; ++i) log -= different * std::log10(i);
  return log;
}

double ViewTie::log_size_of(int pieces) const {
  double log = 0;
  const auto places = static_cast<int>(slots.size());
  const auto others = static_cast<int>(other_slots.size());
  for (int i = 0; i < pieces; ++i) {
    log += std::log10(places - i) - std::log10(i + 1);
    log += std::log10(std::max(1, others - (is_within_itself ? pieces : 0) - i));
    if (turns) log += std::log10(orientations);
  }
  return log;
}

PhaseView::PhaseView(const PuzzleDefinition& definition, const MovesKeep& here,
                     const MovesKeep& goal) {
  add_parts(definition, here, goal.split);
  add_ties(definition, here, goal);
}

void PhaseView::add_ties(const PuzzleDefinition& definition, const MovesKeep& here,
                         const MovesKeep& goal) {
  PieceTies known = here.ties;
  for (const PieceTie& tie : goal.ties.ties()) {
    const Component& from = goal.split[tie.from];
    const Component& to = goal.split[tie.to];
    if (known.are_beside(from.orbit, from.slots[0], to.orbit, tie.slot[0])) continue;
    ViewTie view;
    view.orbit = from.orbit;
    view.other_orbit = to.orbit;
    view.slots = here.split[here.split.component_of(from.orbit, from.slots[0])].slots;
    view.other_slots = here.split[here.split.component_of(to.orbit, tie.slot[0])].slots;
    view.turns = tie.ties_turns && definition.orbits()[to.orbit].orientations > 1;
    view.orientations = definition.orbits()[to.orbit].orientations;
    view.is_within_itself = tie.from == tie.to;
    for (int place = 0; place < from.size(); ++place) {
      const int home = from.slots[place];
      known.join(from.orbit, home, to.orbit, tie.slot[place]);
      // Where each of two is the other's partner, one of them says it.
      const auto other = std::find(view.homes.begin(), view.homes.end(), tie.slot[place]);
      if (view.is_within_itself && other != view.homes.end() &&
          view.partner_slots[other - view.homes.begin()] == home) {
        continue;
      }
      view.homes.push_back(home);
      view.partner_slots.push_back(tie.slot[place]);
      view.partner_turns.push_back(view.turns ? tie.turn[place] : 0);
    }
    ties_.push_back(std::move(view));
  }
}

void PhaseView::add_parts(const PuzzleDefinition& definition, const MovesKeep& here,
                          const ComponentSplit& goal) {
  const ComponentSplit& split = here.split;
  std::vector<OrbitView> views;
  for (int orbit = 0; orbit < definition.orbits().size(); ++orbit) {
    views.push_back(view_orbit(definition, goal, orbit));
  }
  for (int c = 0; c < split.size(); ++c) {
    if (here.ties.is_implied(c)) continue;
    const Component& component = split[c];
    const OrbitView& view = views[component.orbit];
    const int offset = definition.orbits().perm_offset(component.orbit);
    ViewPart part;
    part.orbit = component.orbit;
    part.slots = component.slots;
    part.step = component.step;
    part.colour.assign(view.class_of.size(), -1);
    part.zero = view.zero;
    std::vector<int> colour_of_class(view.class_of.size(), -1);
    for (const int slot : component.slots) {
      part.gauge.push_back(view.gauge[slot]);
      const int kind = view.class_of[definition.solved().bytes[offset + slot]];
      if (colour_of_class[kind] < 0) {
        colour_of_class[kind] = part.colours++;
        part.pieces.push_back(0);
        part.modulus.push_back(view.modulus[kind]);
      }
      ++part.pieces[colour_of_class[kind]];
    }
    for (std::size_t i = 0; i < view.class_of.size(); ++i) {
      part.colour[i] = static_cast<std::int16_t>(colour_of_class[view.class_of[i]]);
    }
    const bool turns = std::any_of(part.modulus.begin(), part.modulus.end(), [&](int modulus) {
      return modulus / std::gcd(modulus, part.step) > 1;
    });
    if (component.size() * component.orientations > 1 && (part.colours > 1 || turns)) {
      parts_.push_back(std::move(part));
    } else if (component.size() > 1) {
      plain_parts_.push_back(std::move(part));
    }
  }
}

}  // namespace gyre
