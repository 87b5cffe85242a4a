// Puzzles with Illegal rules: which moves are possible depends on the position, so that positions
// form no group. The rules only see the shape, that is, for each slot which of the identities that
// they cannot tell apart it holds. Legal moves between reachable shapes make a graph; the ways that
// lead from the solved shape back to it do form a group, and every reachable shape has as many
// positions as that group makes of the solved one.
#pragma once

#include <gyre/puzzle/definition.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace gyre {

class ShapeGraph {
 public:
  // steps: closed under inversion. Throws Error if more than max_shapes are reachable, or if it is
  // stopped.
  ShapeGraph(const PuzzleDefinition& definition, std::vector<State> steps, std::size_t max_shapes,
             const std::stop_token& stop = {});

  [[nodiscard]] std::size_t size() const noexcept { return origins_.size(); }
  // No value if legal moves do not reach the shape.
  [[nodiscard]] std::optional<std::size_t> find(const State& position) const;
  // A way from the solved shape to this one, as one action, and as indices of steps.
  [[nodiscard]] State way_to(std::size_t shape) const;
  [[nodiscard]] std::vector<std::uint32_t> steps_to(std::size_t shape) const;

  // A way from the solved shape to a shape, one step on, and back on the way to that shape.
  struct Loop {
    std::size_t from = 0;
    std::size_t step = 0;
    std::size_t to = 0;
  };
  [[nodiscard]] std::vector<std::uint32_t> steps_of(const Loop& loop) const;
  // Each legal step between two shapes, by shape and then by step. Throws Error if it is stopped.
  void for_each_step(const std::function<void(const Loop&)>& visit,
                     const std::stop_token& stop = {}) const;
  // Loops that generate all of them, short ones first as far as their first half decides that.
  // Throws Error if it is stopped.
  void for_each_loop(const std::function<void(const State&, const Loop&)>& visit,
                     const std::stop_token& stop = {}) const;

 private:
  struct Origin {
    std::uint32_t from = 0;
    std::uint32_t step = 0;
  };
  struct RuledOrbit {
    int orbit = 0;
    std::vector<std::uint8_t> kinds;           // by identity
    std::vector<std::vector<char>> forbidden;  // by slot and kind
  };

  [[nodiscard]] std::string shape_of(const State& position) const;
  // By number.
  [[nodiscard]] std::vector<const std::string*> shapes() const;
  [[nodiscard]] std::string moved(const std::string& shape, const State& step) const;
  [[nodiscard]] bool legal(const std::string& shape) const;

  OrbitList orbits_;
  std::vector<State> steps_;
  std::vector<std::size_t> inverse_;  // by step
  std::vector<RuledOrbit> ruled_;
  std::vector<Origin> origins_;  // by shape, breadth first; 0 is the solved one
  std::unordered_map<std::string, std::uint32_t> index_;
};

}  // namespace gyre
