// Projections: lower bounds from single parts of a position. A coordinate (coordinate.h: a
// component's permutation, its orientations, or both) is small enough that the number of moves each
// of its values needs is known exactly; a position needs at least as many as each of its
// coordinates.
//
// A search carries the values along, one lookup a move, and cuts off what is too far before it
// hashes anything. Worth it where a part alone is farther from solved than the tables reach.
#pragma once

#include "general/shared/coordinate.h"

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <vector>

namespace gyre {

class Projections {
 public:
  // Makes an empty list.
  Projections() = default;
  // Those of which a value taken at random needs more than `depth` moves often enough, within so
  // much memory.
  Projections(const PuzzleDefinition& definition, const MoveSet& moves, int depth,
              std::uint64_t memory_bytes);

  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  // The values of a position, one for each projection.
  [[nodiscard]] std::vector<std::uint32_t> values(const State& position) const;
  // Writes the values after a move; returns whether all may be within `moves` of solved. If not,
  // what is written is not complete.
  bool step(const std::uint32_t* from, int move, int moves, std::uint32_t* to) const noexcept {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      to[i] = items_[i].coordinate.move(from[i], move);
      if (items_[i].distance[to[i]] > moves) return false;
    }
    return true;
  }

 private:
  struct Item {
    Coordinate coordinate;
    std::vector<std::uint8_t> distance;
  };

  std::vector<Item> items_;
  std::uint64_t bytes_ = 0;
};

}  // namespace gyre
