// What a phase is asked for in the tests, found by looking at all positions.
#pragma once

#include "general/phases/phase_moves.h"

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/state.h>

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gyre {

inline std::string key_of(const State& state) {
  return {state.bytes.begin(), state.bytes.end()};
}

// By position: the cost of leading it to one of `goals` with the moves.
inline std::unordered_map<std::string, int> distances_to(const PuzzleDefinition& definition,
                                                         const std::vector<State>& goals,
                                                         const PhaseMoves& moves) {
  std::unordered_map<std::string, int> distance;
  std::vector<std::vector<State>> layers(1, goals);
  for (const State& goal : goals) distance.emplace(key_of(goal), 0);
  for (std::size_t depth = 0; depth < layers.size(); ++depth) {
    const std::vector<State> layer = layers[depth];
    for (const State& state : layer) {
      if (distance.at(key_of(state)) != static_cast<int>(depth)) continue;
      for (int m = 0; m < moves.size(); ++m) {
        State next = compose(definition.orbits(), state, moves[m].action);
        const std::size_t cost = depth + static_cast<std::size_t>(moves[m].cost);
        const auto [at, is_new] = distance.emplace(key_of(next), static_cast<int>(cost));
        if (!is_new && at->second <= static_cast<int>(cost)) continue;
        at->second = static_cast<int>(cost);
        if (layers.size() <= cost) layers.resize(cost + 1);
        layers[cost].push_back(std::move(next));
      }
    }
  }
  return distance;
}

inline std::vector<State> positions_of(const PuzzleDefinition& definition,
                                       const PhaseMoves& moves) {
  std::vector<State> all = {definition.solved()};
  std::unordered_map<std::string, int> seen = {{key_of(all[0]), 0}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (int m = 0; m < moves.size(); ++m) {
      State next = compose(definition.orbits(), all[i], moves[m].action);
      if (seen.emplace(key_of(next), 0).second) all.push_back(std::move(next));
    }
  }
  return all;
}

}  // namespace gyre
