// The slots of each orbit, split into those that the moves connect, with orientations measured so
// that they are as few as possible.
//
// In a component, each slot gets a gauge: the orientation that a piece has when it is brought there
// from the first slot along a fixed path. Measured against the gauge, moves turn pieces only by
// multiples of `step`; orientations / step effective orientations remain. What an action does in a
// component is then an element of the wreath product of the effective orientations with the
// symmetric group of the places.
#pragma once

#include <gyre/puzzle/state.h>

#include <vector>

namespace gyre {

struct Component {
  int orbit = 0;
  std::vector<int> slots;  // ascending; "place" is an index into this
  int orientations = 1;    // effective ones
  int step = 1;
  std::vector<int> gauge;  // by place, modulo the orientations of the orbit

  [[nodiscard]] int size() const noexcept { return static_cast<int>(slots.size()); }
};

// Place a gets what was at place source[a], turned by twist[a] effective orientations.
struct LocalAction {
  std::vector<int> source;
  std::vector<int> twist;
};

class ComponentSplit {
 public:
  ComponentSplit(const OrbitList& orbits, const std::vector<State>& actions);

  [[nodiscard]] const OrbitList& orbits() const noexcept { return orbits_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(components_.size()); }
  [[nodiscard]] const Component& operator[](int c) const noexcept { return components_[c]; }
  [[nodiscard]] int component_of(int orbit, int slot) const noexcept {
    return where_[orbit][slot].component;
  }

  // False if the action takes a piece out of the component or turns one by no multiple of the step.
  [[nodiscard]] bool localize(int c, const State& action, LocalAction& local) const;
  // Writes a local action into the slots of its component.
  void write(int c, const LocalAction& local, State& action) const;

 private:
  struct Where {
    int component = -1;
    int place = -1;
  };
  void find_components(int orbit, const std::vector<State>& actions);
  void set_gauge(Component& component, const std::vector<State>& actions) const;

  OrbitList orbits_;
  std::vector<Component> components_;
  std::vector<std::vector<Where>> where_;  // by orbit and slot
};

// 0: even, 1: odd.
[[nodiscard]] int sign_of(const LocalAction& local);
// Modulo the effective orientations.
[[nodiscard]] int twist_sum(const Component& component, const LocalAction& local);

}  // namespace gyre
