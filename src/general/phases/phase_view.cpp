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
  return log;
}

PhaseView::PhaseView(const PuzzleDefinition& definition, const ComponentSplit& split,
                     const ComponentSplit& goal) {
  std::vector<OrbitView> views;
  for (int orbit = 0; orbit < definition.orbits().size(); ++orbit) {
    views.push_back(view_orbit(definition, goal, orbit));
  }
  for (int c = 0; c < split.size(); ++c) {
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
    }
  }
}

}  // namespace gyre
