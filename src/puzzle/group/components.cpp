#include "puzzle/group/components.h"

#include "base/arithmetic.h"

#include <numeric>

namespace gyre {
ComponentSplit::ComponentSplit(const OrbitList& orbits, const std::vector<State>& actions)
    : orbits_(orbits) {
  for (int k = 0; k < orbits_.size(); ++k) {
    where_.emplace_back(orbits_[k].pieces);
    find_components(k, actions);
  }
  for (Component& component : components_) set_gauge(component, actions);
}

void ComponentSplit::find_components(int orbit, const std::vector<State>& actions) {
  const int offset = orbits_.perm_offset(orbit);
  for (int start = 0; start < orbits_[orbit].pieces; ++start) {
    if (where_[orbit][start].component >= 0) continue;
    // Following one direction is enough: permutations return to where they started.
    std::vector<int> queue = {start};
    where_[orbit][start].component = size();
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const State& action : actions) {
        const int next = action.bytes[offset + queue[i]];
        if (where_[orbit][next].component >= 0) continue;
        where_[orbit][next].component = size();
        queue.push_back(next);
      }
    }
    Component component;
    component.orbit = orbit;
    for (int slot = start; slot < orbits_[orbit].pieces; ++slot) {
      if (where_[orbit][slot].component != size()) continue;
      where_[orbit][slot].place = component.size();
      component.slots.push_back(slot);
    }
    components_.push_back(std::move(component));
  }
}

void ComponentSplit::set_gauge(Component& component, const std::vector<State>& actions) const {
  const int all = orbits_[component.orbit].orientations;
  const int perm = orbits_.perm_offset(component.orbit);
  const int ori = orbits_.ori_offset(component.orbit);
  component.gauge.assign(component.size(), -1);
  component.gauge[0] = 0;
  std::vector<int> queue = {0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int slot = component.slots[queue[i]];
    for (const State& action : actions) {
      const int source = where_[component.orbit][action.bytes[perm + slot]].place;
      if (component.gauge[source] >= 0) continue;
      component.gauge[source] = modulo(component.gauge[queue[i]] - action.bytes[ori + slot], all);
      queue.push_back(source);
    }
  }
  int step = all;
  for (const State& action : actions) {
    for (int place = 0; place < component.size(); ++place) {
      const int slot = component.slots[place];
      const int source = where_[component.orbit][action.bytes[perm + slot]].place;
      step = std::gcd(
          step,
          modulo(action.bytes[ori + slot] - component.gauge[place] + component.gauge[source], all));
    }
  }
  component.step = step;
  component.orientations = all / step;
}

bool ComponentSplit::localize(int c, const State& action, LocalAction& local) const {
  const Component& component = components_[c];
  const int all = orbits_[component.orbit].orientations;
  const std::uint8_t* perm = action.bytes.data() + orbits_.perm_offset(component.orbit);
  const std::uint8_t* ori = action.bytes.data() + orbits_.ori_offset(component.orbit);
  local.source.resize(component.size());
  local.twist.resize(component.size());
  for (int place = 0; place < component.size(); ++place) {
    const int slot = component.slots[place];
    const Where& from = where_[component.orbit][perm[slot]];
    if (from.component != c) return false;
    local.source[place] = from.place;
    const int twist = modulo(ori[slot] - component.gauge[place] + component.gauge[from.place], all);
    if (twist % component.step != 0) return false;
    local.twist[place] = twist / component.step;
  }
  return true;
}

void ComponentSplit::write(int c, const LocalAction& local, State& action) const {
  const Component& component = components_[c];
  const int all = orbits_[component.orbit].orientations;
  std::uint8_t* perm = action.bytes.data() + orbits_.perm_offset(component.orbit);
  std::uint8_t* ori = action.bytes.data() + orbits_.ori_offset(component.orbit);
  for (int place = 0; place < component.size(); ++place) {
    const int slot = component.slots[place];
    const int source = local.source[place];
    perm[slot] = static_cast<std::uint8_t>(component.slots[source]);
    ori[slot] = static_cast<std::uint8_t>(modulo(
        local.twist[place] * component.step + component.gauge[place] - component.gauge[source],
        all));
  }
}

int sign_of(const LocalAction& local) {
  int odd = 0;
  std::vector<bool> seen(local.source.size(), false);
  for (std::size_t start = 0; start < local.source.size(); ++start) {
    if (seen[start]) continue;
    odd ^= 1;
    for (std::size_t place = start; !seen[place]; place = local.source[place]) {
      seen[place] = true;
      odd ^= 1;
    }
  }
  return odd;
}

int twist_sum(const Component& component, const LocalAction& local) {
  return std::accumulate(local.twist.begin(), local.twist.end(), 0) % component.orientations;
}

}  // namespace gyre
