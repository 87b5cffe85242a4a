// Puzzles small enough to enumerate, for tests that compare with brute force; and random ones.
#pragma once

#include <gyre/puzzle/definition.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace gyre::test {

// A move given as the permutation and orientations of each orbit in turn.
inline State make_action(const std::vector<Orbit>& orbits,
                         const std::vector<std::pair<std::vector<int>, std::vector<int>>>& blocks) {
  State state;
  for (std::size_t k = 0; k < orbits.size(); ++k) {
    for (const int value : blocks[k].first) state.bytes.push_back(static_cast<std::uint8_t>(value));
    for (const int value : blocks[k].second)
      state.bytes.push_back(static_cast<std::uint8_t>(value));
  }
  return state;
}

// A proper random move of these orbits.
inline State random_action(const std::vector<Orbit>& orbits, std::mt19937_64& rng) {
  State state;
  for (const Orbit& orbit : orbits) {
    std::vector<std::uint8_t> perm(orbit.pieces);
    for (int i = 0; i < orbit.pieces; ++i) perm[i] = static_cast<std::uint8_t>(i);
    for (int i = orbit.pieces - 1; i > 0; --i) std::swap(perm[i], perm[rng() % (i + 1)]);
    state.bytes.insert(state.bytes.end(), perm.begin(), perm.end());
    for (int i = 0; i < orbit.pieces; ++i) {
      state.bytes.push_back(static_cast<std::uint8_t>(rng() % orbit.orientations));
    }
  }
  return state;
}

// The 3x3x3 by its six face turns, written out by hand and shared with nothing: corners
// URF UFL ULB UBR DFR DLF DBL DRB, edges UR UF UL UB DR DF DL DB FR FL BL BR.
inline PuzzleDefinition hand_made_cube() {
  PuzzleDefinition::Parts parts;
  parts.name = "hand-made";
  parts.orbits = {{"CORNERS", 8, 3}, {"EDGES", 12, 2}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  const auto add = [&](const std::string& name, const std::vector<int>& cp,
                       const std::vector<int>& co, const std::vector<int>& ep,
                       const std::vector<int>& eo) {
    parts.moves.push_back({name, make_action(parts.orbits, {{cp, co}, {ep, eo}})});
  };
  const std::vector<int> c0(8, 0);
  const std::vector<int> e0(12, 0);
  add("U", {3, 0, 1, 2, 4, 5, 6, 7}, c0, {3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11}, e0);
  add("F", {1, 5, 2, 3, 0, 4, 6, 7}, {1, 2, 0, 0, 2, 1, 0, 0},
      {0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11}, {0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0});
  add("R", {4, 1, 2, 0, 7, 5, 6, 3}, {2, 0, 0, 1, 1, 0, 0, 2},
      {8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0}, e0);
  add("D", {0, 1, 2, 3, 5, 6, 7, 4}, c0, {0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11}, e0);
  add("B", {0, 1, 3, 7, 4, 5, 2, 6}, {0, 0, 1, 2, 0, 0, 2, 1},
      {0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7}, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1});
  add("L", {0, 2, 6, 3, 4, 1, 5, 7}, {0, 1, 2, 0, 0, 2, 1, 0},
      {0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11}, e0);
  return PuzzleDefinition(std::move(parts));
}

}  // namespace gyre::test
