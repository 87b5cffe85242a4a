// Random definitions and positions for property tests: small and large orbits, look-alike pieces,
// gaps in the numbers, wildcards, rotations, aliases, illegal rules.
#pragma once

#include <gyre/base/error.h>
#include <gyre/puzzle/definition.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace gyre {

class RandomPuzzle {
 public:
  explicit RandomPuzzle(std::uint64_t seed) : random_(seed) {}

  // Uniform in least..most.
  int number(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random_);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }

  PuzzleDefinition definition() {
    parts_ = {};
    parts_.name = fmt::format("random{}", number(0, 999));
    const int orbit_count = number(1, 4);
    for (int k = 0; k < orbit_count; ++k) {
      const int pieces = chance(10) ? number(20, 255) : number(1, 8);
      const int orientations = chance(10) ? number(6, 127) : number(1, 4);
      parts_.orbits.push_back({fmt::format("ORBIT{}", k), pieces, orientations});
    }
    orbits_ = OrbitList(parts_.orbits);
    make_solved();
    const int move_count = number(1, 4);
    for (int i = 0; i < move_count; ++i) {
      parts_.moves.push_back({std::string(1, static_cast<char>('A' + i)), action(), 0});
    }
    const int rotation_count = number(0, 2);
    for (int i = 0; i < rotation_count; ++i) {
      parts_.rotations.push_back({std::string(1, static_cast<char>('A' + i)) + "v", action(), 0});
    }
    if (chance(50)) {
      parts_.derived.push_back({"again", "A'", invert(orbits_, parts_.moves[0].action)});
    }
    if (chance(50)) {
      parts_.derived.push_back({"twice", "(A A)", power(orbits_, parts_.moves[0].action, 2)});
    }
    if (chance(30)) make_illegal();
    return PuzzleDefinition(parts_);
  }

  // Pieces moved about and turned, with no regard to what moves can reach.
  State position(const PuzzleDefinition& definition) {
    const OrbitList& orbits = definition.orbits();
    State state = definition.solved();
    for (int k = 0; k < orbits.size(); ++k) {
      const int n = orbits[k].pieces;
      std::uint8_t* perm = state.bytes.data() + orbits.perm_offset(k);
      for (int slot = n - 1; slot > 0; --slot) {
        const int other = number(0, slot);
        std::swap(perm[slot], perm[other]);
        std::swap(perm[n + slot], perm[n + other]);
      }
      for (int slot = 0; slot < n; ++slot) {
        if (perm[n + slot] == kWildOrientation) continue;
        perm[n + slot] = static_cast<std::uint8_t>(number(0, orbits[k].orientations - 1));
      }
    }
    return state;
  }

 private:
  void make_solved() {
    parts_.solved = identity_state(orbits_);
    parts_.labels.resize(orbits_.size());
    for (int k = 0; k < orbits_.size(); ++k) {
      const int n = orbits_[k].pieces;
      std::uint8_t* perm = parts_.solved.bytes.data() + orbits_.perm_offset(k);
      int identities = n;
      if (chance(40)) {
        identities = number(1, n);
        for (int slot = 0; slot < n; ++slot) {
          perm[slot] =
              static_cast<std::uint8_t>(slot < identities ? slot : number(0, identities - 1));
        }
      }
      if (chance(40)) std::shuffle(perm, perm + n, random_);
      std::vector<bool> wild(identities, false);
      if (chance(30)) {
        for (int i = 0; i < identities; ++i) wild[i] = chance(50);
      }
      const bool turned = chance(20);
      for (int slot = 0; slot < n; ++slot) {
        if (wild[perm[slot]]) {
          perm[n + slot] = kWildOrientation;
        } else if (turned) {
          perm[n + slot] = static_cast<std::uint8_t>(number(0, orbits_[k].orientations - 1));
        }
      }
      if (chance(30)) {
        std::vector<std::uint8_t> labels(kMaxPieces);
        std::iota(labels.begin(), labels.end(), std::uint8_t{0});
        std::shuffle(labels.begin(), labels.end(), random_);
        labels.resize(identities);
        std::sort(labels.begin(), labels.end());
        parts_.labels[k] = labels;
      }
    }
  }

  // A few short cycles with twists, so that the order stays small.
  State action() {
    State state = identity_state(orbits_);
    for (int k = 0; k < orbits_.size(); ++k) {
      const int n = orbits_[k].pieces;
      std::uint8_t* perm = state.bytes.data() + orbits_.perm_offset(k);
      std::vector<int> slots(n);
      std::iota(slots.begin(), slots.end(), 0);
      std::shuffle(slots.begin(), slots.end(), random_);
      const int length = std::min(n, number(1, 4));
      for (int i = 0; i < length; ++i) {
        perm[slots[i]] = static_cast<std::uint8_t>(slots[(i + 1) % length]);
        // Twists of 0 and of one unit: the order is at most the orientations times the length.
        if (orbits_[k].orientations <= 4) {
          perm[n + slots[i]] = static_cast<std::uint8_t>(number(0, orbits_[k].orientations - 1));
        }
      }
    }
    return state;
  }

  void make_illegal() {
    const int count = number(1, 3);
    for (int i = 0; i < count; ++i) {
      IllegalRule rule;
      rule.orbit = number(0, orbits_.size() - 1);
      const int n = orbits_[rule.orbit].pieces;
      rule.slot = number(0, n - 1);
      const std::uint8_t* perm = parts_.solved.bytes.data() + orbits_.perm_offset(rule.orbit);
      for (int slot = 0; slot < n; ++slot) {
        if (perm[slot] != perm[rule.slot] && chance(30)) rule.identities.push_back(perm[slot]);
      }
      if (!rule.identities.empty()) parts_.illegal.push_back(rule);
    }
  }

  std::mt19937_64 random_;
  PuzzleDefinition::Parts parts_;
  OrbitList orbits_;
};

}  // namespace gyre
