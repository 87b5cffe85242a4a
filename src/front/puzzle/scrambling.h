// Scrambles of any puzzle for who asks: of the 3x3x3 by its own engine, in the form that
// competitions use; of all others as ScrambleMaker decides.
#pragma once

#include "front/puzzle/asked_puzzle.h"
#include "front/puzzle/spelling.h"
#include "front/puzzle/values.h"

#include <gyre/cube3/cube.h>
#include <gyre/cube3/solver.h>
#include <gyre/general/scramble_maker.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// Solves a cube in at most 20 moves, or gives nothing when stopped. From any thread. For one cube
// always the same as long as the tables are: with the small ones, a seed means the same scrambles
// everywhere.
using CubeScrambling = std::function<std::optional<std::vector<cube3::FaceTurn>>(
    const cube3::Cube& cube, const std::stop_token& stop)>;

[[nodiscard]] std::optional<std::vector<cube3::FaceTurn>> solve_within_god_number(
    const Cube3Solver& solver, const cube3::Cube& cube, const std::stop_token& stop);
// make: the solver, when it is first needed.
[[nodiscard]] CubeScrambling cube_scrambling(std::function<Cube3Solver()> make);

// The same for those who know the cube by its definition: indices into `moves`, which must be all
// in the half-turn metric. Keeps a reference to the conversion.
[[nodiscard]] std::function<std::optional<std::vector<int>>(const State&, const std::stop_token&)>
scrambling_moves(CubeScrambling cube, const cube3::Conversion& conversion, const MoveSet& moves);

// A new one each time if nothing was given.
[[nodiscard]] std::uint64_t random_seed();
constexpr Range<std::uint64_t> kSeedRange{0, std::numeric_limits<std::uint64_t>::max()};
// Nothing if the text is no seed.
[[nodiscard]] std::optional<std::uint64_t> parse_seed(std::string_view text);

struct ScrambleWish {
  Metric metric = kUsualMetric;
  std::string moves;           // as MoveSet takes them; empty: all
  ScrambleMakerOptions maker;  // its `solver` is filled in
  std::string otherwise;       // what else could be asked for, "or take --positions"
  Spelling spelling;
};

// cube: for the 3x3x3. The puzzle must outlive the maker. Throws Error.
[[nodiscard]] ScrambleMaker make_scrambles(const AskedPuzzle& puzzle, const ScrambleWish& wish,
                                           CubeScrambling cube);

}  // namespace gyre
