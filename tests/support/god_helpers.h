// Counting positions in the simplest way there is, for comparison with the fast ones.
#pragma once

#include <gyre/general/god.h>

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

namespace gyre::test {

using Counts = std::vector<std::uint64_t>;

// No symmetry, no packing: a set of all positions seen. No layer is begun once `budget` moves have
// been tried.
inline Counts count_naively(const PuzzleDefinition& definition, const MoveSet& moves,
                            const State& start, int max_depth,
                            std::uint64_t budget = ~std::uint64_t{0}) {
  const auto key = [](const State& state) {
    return std::string(state.bytes.begin(), state.bytes.end());
  };
  std::unordered_set<std::string> seen{key(start)};
  std::vector<State> layer{start};
  Counts counts{1};
  std::uint64_t tried = 0;
  State next;
  while (static_cast<int>(counts.size()) <= max_depth &&
         tried + layer.size() * moves.size() <= budget) {
    std::vector<State> further;
    for (const State& state : layer) {
      for (const Move& move : moves.moves()) {
        ++tried;
        compose_into(definition.orbits(), state, move.action, next);
        if (definition.legal(next) && seen.insert(key(next)).second) further.push_back(next);
      }
    }
    if (further.empty()) break;
    counts.push_back(further.size());
    layer = std::move(further);
  }
  return counts;
}

inline Counts positions(const GodResult& result) {
  Counts counts;
  for (const GodLayer& layer : result.layers) counts.push_back(layer.positions);
  return counts;
}

inline Counts classes(const GodResult& result) {
  Counts counts;
  for (const GodLayer& layer : result.layers) counts.push_back(layer.classes);
  return counts;
}

inline GodOptions with_method(GodMethod method) {
  GodOptions options;
  options.method = method;
  return options;
}

}  // namespace gyre::test
