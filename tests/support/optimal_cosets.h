// What the tables of optimal solving are compared with: all arrangements of edges one after
// another, and distances of cosets by a plain search with nothing but turned().
#pragma once

#include "cube3/optimal_table/corners.h"
#include "cube3/optimal_table/edges.h"

#include <fmt/format.h>
#include <gyre/cube3/cube.h>
#include <gyre/puzzle/move_set.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace gyre::cube3 {

// All kinds; pairs are told apart by orders only.
constexpr std::array<EdgeShape, 8> kEdgeShapes = {
    EdgeShape{1, false}, EdgeShape{6, false}, EdgeShape{24, false},     EdgeShape{1, true},
    EdgeShape{6, true},  EdgeShape{24, true}, EdgeShape{6, true, true}, EdgeShape{24, true, true}};

inline std::string name_of(const EdgeShape& shape) {
  return fmt::format("{} orders{}{}", shape.orders, shape.flips ? " with flips" : "",
                     shape.pairs ? " and pairs" : "");
}

inline Cube turned_times(const Cube& start, int up, int down) {
  Cube cube = start;
  for (int i = 0; i < up; ++i) cube = turned(cube, FaceTurn{0, 1});
  for (int i = 0; i < down; ++i) cube = turned(cube, FaceTurn{3, 1});
  return cube;
}

template <class Visit>
void for_all_arrangements(const EdgeShape& shape, const Visit& visit) {
  constexpr unsigned kMasks = 1U << kEdges;
  for (unsigned middle = 0; middle < kMasks; ++middle) {
    if (std::popcount(middle) != kMiddleEdges) continue;
    for (unsigned flips = 0; flips < (shape.flips ? kMasks : 1); ++flips) {
      if ((flips & middle) != 0) continue;
      for (int order = 0; order < shape.orders; ++order) {
        for (unsigned pair = 0; pair < static_cast<unsigned>(shape.pair_values()); ++pair) {
          visit(EdgeArrangement{middle, flips, order, pair});
        }
      }
    }
  }
}

// One cube for each coset within so many moves, by distance.
class PlainCosets {
 public:
  PlainCosets(Metric metric, const EdgeShape& shape, int radius)
      : shape_(shape), orders_(shape.orders), layers_{{Cube{}}} {
    depths_.emplace(key(Cube{}), 0);
    for (int depth = 1; depth <= radius; ++depth) {
      std::vector<Cube> next;
      for (const Cube& cube : layers_.back()) {
        for (int move = 0; move < kMoves; ++move) {
          if (metric == Metric::qtm && move % 3 == 1) continue;
          const Cube neighbour = turned(cube, FaceTurn::from_index(move));
          if (depths_.emplace(key(neighbour), depth).second) next.push_back(neighbour);
        }
      }
      layers_.push_back(std::move(next));
    }
  }

  [[nodiscard]] const std::vector<std::vector<Cube>>& layers() const noexcept { return layers_; }
  // One more than the radius if it is farther.
  [[nodiscard]] int distance(const Cube& cube) const {
    const auto found = depths_.find(key(cube));
    return found == depths_.end() ? static_cast<int>(layers_.size()) : found->second;
  }

 private:
  [[nodiscard]] std::uint64_t key(const Cube& cube) const {
    const EdgeArrangement edges = arrangement_of(cube, shape_, orders_);
    return static_cast<std::uint64_t>(TopCorners::rank(cube)) << 32U |
           std::uint64_t{edges.middle} << 20U | std::uint64_t{edges.flips} << 8U |
           static_cast<std::uint64_t>(edges.order) << 1U | edges.pair;
  }

  EdgeShape shape_;
  MiddleOrders orders_;
  std::vector<std::vector<Cube>> layers_;
  std::unordered_map<std::uint64_t, int> depths_;
};

}  // namespace gyre::cube3
