// Cubes for the tests of src/cube3.
#pragma once

#include "support/test_cubes.h"

#include <gyre/cube3/cube.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>
#include "cube3/core/conversion.h"
#include "cube3/core/symmetry.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace gyre::cube3 {

// Without the library's hand in it: the State of the definition in test_cubes.h, whose numbering is
// that of Cube.
inline State plain_state(const Cube& cube) {
  State state;
  const auto push = [&](int value) { state.bytes.push_back(static_cast<std::uint8_t>(value)); };
  for (int i = 0; i < kCorners; ++i) push(cube.corner_perm(i));
  for (int i = 0; i < kCorners; ++i) push(cube.corner_ori(i));
  for (int i = 0; i < kEdges; ++i) push(cube.edge_perm(i));
  for (int i = 0; i < kEdges; ++i) push(cube.edge_ori(i));
  return state;
}

inline std::vector<FaceTurn> random_moves(std::mt19937_64& random, int length) {
  std::vector<FaceTurn> moves;
  while (static_cast<int>(moves.size()) < length) {
    const FaceTurn move = FaceTurn::from_index(static_cast<int>(random() % kMoves));
    if (moves.empty() || moves.back().face % 3 != move.face % 3) moves.push_back(move);
  }
  return moves;
}

inline Alg to_alg(const PuzzleDefinition& definition, const std::vector<FaceTurn>& moves) {
  return parse_alg(to_string(moves), &definition.names());
}

inline Cube cube_of(const std::string& text) {
  static const PuzzleDefinition definition = test::cube3();
  return Conversion(definition).to_cube(apply(definition, parse_alg(text, &definition.names())));
}

// The first, in the order of Cubes, of all that are the same but for symmetry.
inline Cube least_conjugate(const Cube& cube) {
  Cube least = cube;
  for (int s = 1; s < kSymmetries; ++s) least = std::min(least, conjugate(cube, s));
  return least;
}

// All positions by their distance from the solved one, each layer sorted: by brute force, with
// nothing but compose.
inline std::vector<std::vector<Cube>> layers(int depth, Metric metric) {
  std::vector<std::vector<Cube>> found = {{Cube{}}};
  const std::vector<Cube> none;
  while (static_cast<int>(found.size()) <= depth) {
    const std::vector<Cube>& last = found.back();
    const std::vector<Cube>& before = found.size() > 1 ? found[found.size() - 2] : none;
    std::vector<Cube> next;
    for (const Cube& cube : last) {
      for (int move = 0; move < kMoves; ++move) {
        if (metric == Metric::qtm && move % 3 == 1) continue;
        next.push_back(compose(cube, action(FaceTurn::from_index(move))));
      }
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    // Neighbours of a layer lie in it or in one of the two beside it.
    for (const std::vector<Cube>* old : {&last, &before}) {
      std::vector<Cube> fresh;
      std::set_difference(next.begin(), next.end(), old->begin(), old->end(),
                          std::back_inserter(fresh));
      next = std::move(fresh);
    }
    found.push_back(std::move(next));
  }
  return found;
}

inline std::vector<std::size_t> sizes(const std::vector<std::vector<Cube>>& found) {
  std::vector<std::size_t> counts;
  for (const std::vector<Cube>& layer : found) counts.push_back(layer.size());
  return counts;
}

}  // namespace gyre::cube3
