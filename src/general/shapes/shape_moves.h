// The moves of a puzzle with Illegal rules, shape by shape. The rules see the shape of a position
// only (ShapeGraph), so which moves are legal, and where they lead, is a list for each shape.
//
// Pieces that the loops of the solved shape take to each other's slots make a component. At each
// shape a component has as many slots as it has pieces; in ascending order they are its places.
// What a move does to the places of a component is one of few local moves: on the square-1 a turn
// of a layer moves its pieces round by so many, whatever they are and wherever there are gaps.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include "puzzle/group/shape_graph.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace gyre {

class ShapeMoves {
 public:
  // A legal move from one shape to another.
  struct Edge {
    std::uint32_t to = 0;
    std::uint16_t move = 0;  // index into the MoveSet
  };
  // Place a gets what was at place source[a], turned by twist[a].
  struct LocalMove {
    std::vector<std::uint8_t> source;
    std::vector<std::uint8_t> twist;
  };
  struct Component {
    int orbit = 0;
    std::size_t places = 0;
    int orientations = 1;
    std::vector<std::uint8_t> slots;  // shape after shape, the places' slots
    std::vector<LocalMove> moves;     // the different ones; the first does nothing
  };

  // Throws Error if there are more than max_shapes, or if it is stopped.
  ShapeMoves(const PuzzleDefinition& definition, const MoveSet& moves, std::size_t max_shapes,
             const std::stop_token& stop = {});

  [[nodiscard]] std::size_t shapes() const noexcept { return first_.size() - 1; }
  // No value if legal moves do not reach the position's shape. The solved one is 0.
  [[nodiscard]] std::optional<std::size_t> shape_of(const State& position) const {
    return graph_.find(position);
  }
  // Those from a shape are [first_edge(shape), first_edge(shape + 1)).
  [[nodiscard]] std::size_t first_edge(std::size_t shape) const noexcept { return first_[shape]; }
  [[nodiscard]] std::span<const Edge> edges() const noexcept { return edges_; }
  // The edge that goes back.
  [[nodiscard]] std::size_t reverse(std::size_t edge) const noexcept { return reverse_[edge]; }
  // Without those that say nothing: single slots without orientations, and pieces that others
  // take along with them.
  [[nodiscard]] const std::vector<Component>& components() const noexcept { return components_; }
  // What an edge does to each component: an index into its moves.
  [[nodiscard]] const std::uint32_t* locals(std::size_t edge) const noexcept {
    return locals_.data() + edge * components_.size();
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  void place_components(const PuzzleDefinition& definition, const std::stop_token& stop);
  void find_locals(const OrbitList& orbits, const MoveSet& moves, const std::stop_token& stop);

  ShapeGraph graph_;
  std::vector<std::size_t> first_ = {0};
  std::vector<Edge> edges_;
  std::vector<std::size_t> reverse_;
  std::vector<Component> components_;
  std::vector<std::uint32_t> locals_;
};

}  // namespace gyre
