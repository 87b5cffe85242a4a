// CommutingMoves: puzzles all of whose moves commute, like the clock. A search through orders of
// moves would never end there; but how far each move is turned follows slot by slot, from orbits
// of single points, without any search. The sequence is not the shortest.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace gyre {

class CommutingMoves {
 public:
  // All moves commute, every position is one action (no piece looks like another or is wild), and
  // no rule makes positions illegal.
  [[nodiscard]] static bool fits(const PuzzleDefinition& definition, const MoveSet& moves);

  // The moves must fit.
  CommutingMoves(const PuzzleDefinition& definition, const MoveSet& moves);

  // How far each class of the move set is turned, 0 .. order-1 units, to make the position of the
  // solved one. Nothing if the moves do not reach it. Moves that can be done without are 0, the
  // later ones first.
  [[nodiscard]] std::optional<std::vector<int>> amounts(const State& position) const;

 private:
  // An action and the turns that make it.
  struct Generator {
    State action;
    std::vector<std::int64_t> amounts;  // by class, modulo its order
  };
  // An action whose powers 0 .. order-1 carry the base point to places where the earlier ones do
  // not.
  struct Pivot {
    Generator generator;
    std::int64_t order = 1;
  };
  // What a slot holds tells how the pivots were turned; what generates the rest fixes it.
  struct Level {
    int orbit = 0;
    int slot = 0;
    std::vector<Pivot> pivots;
    // Slot and orientation as one number, to the amounts of the pivots in mixed radix.
    std::unordered_map<int, std::int64_t> places;
  };

  void build();
  [[nodiscard]] std::optional<Level> next_level(std::vector<Generator>& generators) const;
  // Where an action takes a point.
  [[nodiscard]] int image(const State& action, int orbit, int point) const;
  [[nodiscard]] Generator power_of(const Generator& generator, std::int64_t exponent) const;
  void multiply(Generator& product, const Generator& factor) const;
  // Undoes what the pivots do together.
  void turn_back(Generator& what, const std::vector<Pivot>& pivots, std::int64_t index) const;

  OrbitList orbits_;
  State identity_;
  State unsolved_;  // the inverse of the solved position
  std::vector<std::int64_t> orders_;
  std::vector<Generator> units_;
  std::vector<Level> levels_;
};

}  // namespace gyre
