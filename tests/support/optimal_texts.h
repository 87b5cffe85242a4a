// Solutions as texts, for tests that compare lists of them.
#pragma once

#include "cube3/optimal/tasks.h"

#include <gyre/cube3/cube.h>
#include <gyre/cube3/optimal.h>

#include <string>
#include <vector>

namespace gyre::cube3 {

using Texts = std::vector<std::string>;

inline Texts texts(const OptimalResult& result) {
  Texts all;
  for (const OptimalSolution& solution : result.solutions) all.push_back(solution.text());
  return all;
}

inline std::string text(const MoveSequence& moves) {
  std::vector<FaceTurn> turns;
  for (const MoveIndex move : moves) turns.push_back(FaceTurn::from_index(move));
  return to_string(turns);
}

inline Texts texts(const std::vector<MoveSequence>& sequences) {
  Texts all;
  for (const MoveSequence& moves : sequences) all.push_back(text(moves));
  return all;
}

}  // namespace gyre::cube3
