// Scrambles of any puzzle for who asks: of the 3x3x3 by its own engine, in the form that
// competitions use; of an event in its form; of all others as ScrambleMaker decides.
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

// Solves a cube in at most 20 moves, or gives nothing when stopped. Any thread may call it. For one
// cube the answer is the same as long as the tables are: with the small ones, a seed means the same
// scrambles everywhere.
using CubeScrambling = std::function<std::optional<std::vector<cube3::FaceTurn>>(
    const cube3::Cube& cube, const std::stop_token& stop)>;

[[nodiscard]] std::optional<std::vector<cube3::FaceTurn>> solve_within_god_number(
    const Cube3Solver& solver, const cube3::Cube& cube, const std::stop_token& stop);
// make: the solver, when it is first needed.
[[nodiscard]] CubeScrambling cube_scrambling(std::function<Cube3Solver()> make);

// The same for those who know the cube by its definition: indices into `moves`, which must be all
// in the half-turn metric. Keeps a reference to the conversion.
[[nodiscard]] ScrambleSolver scrambling_moves(CubeScrambling cube,
                                              const cube3::Conversion& conversion,
                                              const MoveSet& moves);

// Nothing for "any": as the puzzle allows.
[[nodiscard]] std::optional<ScrambleKind> parse_scramble_kind(std::string_view text);
// "any", "random-state", "random-move".
[[nodiscard]] const std::vector<std::string>& scramble_kinds();

// Whether competitions have a form for its scrambles.
[[nodiscard]] bool has_competition_form(const AskedPuzzle& puzzle);

// How many scrambles an attempt takes: of the event 333mbf as many as it has cubes.
[[nodiscard]] int scrambles_of_attempt(const AskedPuzzle& puzzle);

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

// What is said when somebody stopped it before there was a scramble.
[[noreturn]] void throw_scrambling_stopped();

// Throws Error for what does not go together with positions instead of sequences.
void refuse_beside_positions(const AskedPuzzle& puzzle, const ScrambleWish& wish);

// Whether they are scrambles of the 3x3x3 by its own engine, which take no tables of the maker's.
[[nodiscard]] bool is_cube_scrambling(const AskedPuzzle& puzzle, const ScrambleWish& wish);

// cube: for the 3x3x3. The puzzle must outlive the maker. Throws Error.
[[nodiscard]] ScrambleMaker make_scrambles(const AskedPuzzle& puzzle, const ScrambleWish& wish,
                                           CubeScrambling cube);

}  // namespace gyre
