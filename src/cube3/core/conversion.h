// Between cube3::Cube and the States of a definition. How a definition numbers its pieces and
// counts their orientations is not assumed: it is derived from what its moves do. Whether that
// succeeds is also the test of whether a definition is the 3x3x3.
#pragma once

#include <gyre/cube3/cube.h>
#include <gyre/puzzle/definition.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gyre::cube3 {

// The six moves are named U F R D B L, in any order, and act as on the cube on one orbit of 8
// pieces with 3 orientations and one of 12 with 2, whose pieces are all different. Other orbits
// (centres) may exist if no move changes what they look like. There are no rules of bandaging.
[[nodiscard]] bool is_cube3(const PuzzleDefinition& definition);

class Conversion {
 public:
  // Throws Error saying why the definition is not a 3x3x3.
  explicit Conversion(const PuzzleDefinition& definition);

  // `position` has passed PuzzleDefinition::check_position. Throws Error if pieces that no move
  // changes are not as in the solved state. The cube may be impossible: see why_impossible.
  [[nodiscard]] Cube to_cube(const State& position) const;
  [[nodiscard]] State to_state(const Cube& cube) const;

 private:
  // This is one orbit. A sticker is slot * orientations + orientation.
  struct Half {
    int offset = 0;  // of the orbit in a State
    int pieces = 0;
    int orientations = 0;
    std::vector<std::uint8_t> to_definition;  // by sticker of the cube
    std::vector<std::uint8_t> to_cube;        // by sticker of the definition
    std::vector<std::uint8_t> home;           // by identity: its slot when solved
  };

  Half make_half(const PuzzleDefinition& definition, int orbit) const;
  std::vector<std::uint8_t> read_half(const Half& half, const State& position) const;
  void write_half(const Half& half, const std::vector<std::uint8_t>& bytes, State& position) const;

  std::string puzzle_;
  OrbitList orbits_;
  State solved_;
  Half corners_;
  Half edges_;
};

}  // namespace gyre::cube3
