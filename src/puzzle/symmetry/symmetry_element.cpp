#include "puzzle/symmetry/symmetry_element.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace gyre {

SlotIndex::SlotIndex(const OrbitList& orbits) {
  for (int k = 0; k < orbits.size(); ++k) {
    first_.push_back(size());
    orbit_.insert(orbit_.end(), orbits[k].pieces, k);
  }
}

SlotBlocks::SlotBlocks(const OrbitList& orbits, const State& solved,
                       const std::vector<const State*>& actions)
    : index_(orbits), base_(index_.size()) {
  std::iota(base_.begin(), base_.end(), 0);
  const auto find = [&](int slot) {
    while (base_[slot] != slot) slot = base_[slot] = base_[base_[slot]];
    return slot;
  };
  const auto join = [&](int a, int b) {
    a = find(a);
    b = find(b);
    base_[std::max(a, b)] = std::min(a, b);
  };
  for (int k = 0; k < orbits.size(); ++k) {
    const int first = index_.first(k);
    const int n = orbits[k].pieces;
    for (const State* action : actions) {
      const std::uint8_t* perm = action->bytes.data() + orbits.perm_offset(k);
      for (int slot = 0; slot < n; ++slot) join(first + slot, first + perm[slot]);
    }
    const std::uint8_t* identity = solved.bytes.data() + orbits.perm_offset(k);
    std::vector<int> holder(kMaxPieces + 1, -1);
    for (int slot = 0; slot < n; ++slot) {
      if (identity[n + slot] == kWildOrientation) continue;
      int& other = holder[identity[slot]];
      if (other >= 0) join(first + slot, first + other);
      other = slot;
    }
  }
  for (int slot = 0; slot < index_.size(); ++slot) base_[slot] = find(slot);
}

Symmetry identity_symmetry(const OrbitList& orbits) {
  return symmetry_of_rotation(orbits, identity_state(orbits));
}

Symmetry symmetry_of_rotation(const OrbitList& orbits, const State& rotation) {
  Symmetry s;
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const std::uint8_t* perm = rotation.bytes.data() + orbits.perm_offset(k);
    OrbitSymmetry part;
    part.target = k;
    part.slot.resize(n);
    part.offset.resize(n);
    for (int slot = 0; slot < n; ++slot) {
      part.slot[perm[slot]] = static_cast<std::uint8_t>(slot);
      part.offset[perm[slot]] = perm[n + slot];
    }
    s.orbits.push_back(std::move(part));
  }
  return s;
}

Symmetry multiply(const OrbitList& orbits, const Symmetry& a, const Symmetry& b) {
  Symmetry product;
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const OrbitSymmetry& first = a.orbits[k];
    const OrbitSymmetry& second = b.orbits[first.target];
    OrbitSymmetry part;
    part.target = second.target;
    part.multiplier = o == 1 ? 1 : first.multiplier * second.multiplier % o;
    part.slot.resize(n);
    part.offset.resize(n);
    for (int slot = 0; slot < n; ++slot) {
      part.slot[slot] = second.slot[first.slot[slot]];
      part.offset[slot] = static_cast<std::uint8_t>(
          (second.multiplier * first.offset[slot] + second.offset[first.slot[slot]]) % o);
    }
    product.orbits.push_back(std::move(part));
  }
  return product;
}

namespace {

bool keeps_rules(const PuzzleDefinition& definition, const Symmetry& s) {
  std::set<std::tuple<int, int, int>> banned;
  for (const IllegalRule& rule : definition.illegal()) {
    for (const int identity : rule.identities) banned.emplace(rule.orbit, rule.slot, identity);
  }
  return std::all_of(banned.begin(), banned.end(), [&](const auto& rule) {
    const auto [orbit, slot, identity] = rule;
    const OrbitSymmetry& part = s.orbits[orbit];
    return banned.contains({part.target, part.slot[slot], part.identity[identity]});
  });
}

}  // namespace

bool fit_to_positions(const PuzzleDefinition& definition, Symmetry& s) {
  const OrbitList& orbits = definition.orbits();
  for (int k = 0; k < orbits.size(); ++k) {
    OrbitSymmetry& part = s.orbits[k];
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const std::uint8_t* here = definition.solved().bytes.data() + orbits.perm_offset(k);
    const std::uint8_t* there = definition.solved().bytes.data() + orbits.perm_offset(part.target);
    const int identities = definition.identities(k);
    if (definition.identities(part.target) != identities) return false;
    part.identity.assign(identities, 0);
    part.shift.assign(identities, 0);
    std::vector<bool> known(identities, false);
    std::vector<bool> taken(identities, false);
    for (int slot = 0; slot < n; ++slot) {
      const int to = part.slot[slot];
      const int identity = here[slot];
      const bool wild = here[n + slot] == kWildOrientation;
      if (wild != (there[n + to] == kWildOrientation)) return false;
      const int shift =
          wild ? 0
               : ((there[n + to] - part.multiplier * here[n + slot] - part.offset[slot]) % o + o) %
                     o;
      if (!known[identity]) {
        if (taken[there[to]]) return false;
        known[identity] = taken[there[to]] = true;
        part.identity[identity] = there[to];
        part.shift[identity] = static_cast<std::uint8_t>(shift);
      } else if (part.identity[identity] != there[to] || part.shift[identity] != shift) {
        return false;
      }
    }
  }
  return keeps_rules(definition, s);
}

std::string symmetry_key(const OrbitList& orbits, const SlotBlocks& blocks, const Symmetry& s) {
  std::string key;
  for (int k = 0; k < orbits.size(); ++k) {
    const OrbitSymmetry& part = s.orbits[k];
    const int o = orbits[k].orientations;
    key += std::to_string(part.target) + ',' + std::to_string(part.multiplier) + ':';
    for (int slot = 0; slot < orbits[k].pieces; ++slot) {
      key += static_cast<char>(part.slot[slot]);
      key += static_cast<char>((part.offset[slot] + o - part.offset[blocks.base(k, slot)]) % o);
    }
  }
  return key;
}

State conjugate(const OrbitList& orbits, const Symmetry& s, const State& a) {
  State out;
  out.bytes.resize(a.bytes.size());
  for (int k = 0; k < orbits.size(); ++k) {
    const OrbitSymmetry& part = s.orbits[k];
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const std::uint8_t* from = a.bytes.data() + orbits.perm_offset(k);
    std::uint8_t* to = out.bytes.data() + orbits.perm_offset(part.target);
    for (int slot = 0; slot < n; ++slot) {
      to[part.slot[slot]] = part.slot[from[slot]];
      to[n + part.slot[slot]] = static_cast<std::uint8_t>(
          (part.multiplier * from[n + slot] + part.offset[slot] + o - part.offset[from[slot]]) % o);
    }
  }
  return out;
}

State conjugate_position(const OrbitList& orbits, const Symmetry& s, const State& position) {
  State out;
  out.bytes.resize(position.bytes.size());
  for (int k = 0; k < orbits.size(); ++k) {
    const OrbitSymmetry& part = s.orbits[k];
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const std::uint8_t* from = position.bytes.data() + orbits.perm_offset(k);
    std::uint8_t* to = out.bytes.data() + orbits.perm_offset(part.target);
    for (int slot = 0; slot < n; ++slot) {
      const int identity = from[slot];
      const int ori = from[n + slot];
      to[part.slot[slot]] = part.identity[identity];
      to[n + part.slot[slot]] = static_cast<std::uint8_t>(
          ori == kWildOrientation
              ? kWildOrientation
              : (part.multiplier * ori + part.offset[slot] + part.shift[identity]) % o);
    }
  }
  return out;
}

}  // namespace gyre
