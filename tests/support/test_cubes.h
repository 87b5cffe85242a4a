// The 2x2x2 and 3x3x3 written out by hand, so that tests of src/puzzle need neither readers nor
// geometry. Corners and edges in the usual order (URF UFL ULB UBR DFR DLF DBL DRB; UR UF UL UB DR
// DF DL DB FR FL BL BR).
#pragma once

#include <gyre/puzzle/definition.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace gyre::test {

struct CubeAction {
  std::string name;
  std::vector<int> corners;
  std::vector<int> twists;
  std::vector<int> edges;
  std::vector<int> flips;
};

inline State joined(const std::vector<std::vector<int>>& rows) {
  State state;
  for (const auto& row : rows) state.bytes.insert(state.bytes.end(), row.begin(), row.end());
  return state;
}

inline const std::vector<CubeAction>& cube_moves() {
  static const std::vector<CubeAction> moves{{"U",
                                              {3, 0, 1, 2, 4, 5, 6, 7},
                                              {0, 0, 0, 0, 0, 0, 0, 0},
                                              {3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11},
                                              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
                                             {"F",
                                              {1, 5, 2, 3, 0, 4, 6, 7},
                                              {1, 2, 0, 0, 2, 1, 0, 0},
                                              {0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11},
                                              {0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0}},
                                             {"R",
                                              {4, 1, 2, 0, 7, 5, 6, 3},
                                              {2, 0, 0, 1, 1, 0, 0, 2},
                                              {8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0},
                                              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
                                             {"D",
                                              {0, 1, 2, 3, 5, 6, 7, 4},
                                              {0, 0, 0, 0, 0, 0, 0, 0},
                                              {0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11},
                                              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
                                             {"B",
                                              {0, 1, 3, 7, 4, 5, 2, 6},
                                              {0, 0, 1, 2, 0, 0, 2, 1},
                                              {0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7},
                                              {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1}},
                                             {"L",
                                              {0, 2, 6, 3, 4, 1, 5, 7},
                                              {0, 1, 2, 0, 0, 2, 1, 0},
                                              {0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11},
                                              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}};
  return moves;
}

inline const std::vector<CubeAction>& cube_rotations() {
  static const std::vector<CubeAction> rotations{{"Uv",
                                                  {3, 0, 1, 2, 7, 4, 5, 6},
                                                  {0, 0, 0, 0, 0, 0, 0, 0},
                                                  {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10},
                                                  {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}},
                                                 {"URFv",
                                                  {0, 4, 5, 1, 3, 7, 6, 2},
                                                  {1, 2, 1, 2, 2, 1, 2, 1},
                                                  {1, 8, 5, 9, 3, 11, 7, 10, 0, 4, 6, 2},
                                                  {1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1}}};
  return rotations;
}

inline PuzzleDefinition::Parts cube_parts(bool with_edges) {
  PuzzleDefinition::Parts parts;
  parts.name = std::string(with_edges ? "3x3x3" : "2x2x2");
  parts.orbits.push_back({"CORNERS", 8, 3});
  if (with_edges) parts.orbits.push_back({"EDGES", 12, 2});
  const auto action = [&](const CubeAction& a) {
    return with_edges ? joined({a.corners, a.twists, a.edges, a.flips})
                      : joined({a.corners, a.twists});
  };
  for (const CubeAction& a : cube_moves()) parts.moves.push_back({a.name, action(a), 0});
  for (const CubeAction& a : cube_rotations()) parts.rotations.push_back({a.name, action(a), 0});
  parts.solved = identity_state(OrbitList(parts.orbits));
  return parts;
}

inline PuzzleDefinition cube3() {
  return PuzzleDefinition(cube_parts(true));
}

inline PuzzleDefinition cube2() {
  return PuzzleDefinition(cube_parts(false));
}

}  // namespace gyre::test
