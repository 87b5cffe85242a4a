// What somebody who wants positions solved asks for: the puzzle, the goal, the limits, the wishes.
// The command line, the server and the C interface fill it in; which engine answers is decided
// here, and what does not go together is refused here, with one sentence for all.
#pragma once

#include "front/puzzle/asked_puzzle.h"
#include "front/puzzle/spelling.h"
#include "front/puzzle/values.h"
#include "puzzle/canonical/canonical.h"

#include <gyre/puzzle/symmetry_use.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

enum class SolveEngine { two_phase, optimal, general, phases, beam };

// "two-phase", "optimal", "general", "phases", "beam".
[[nodiscard]] std::string_view to_string(SolveEngine engine) noexcept;

// What can be wished for: auto, cube3 (one of the 3x3x3's own), two-phase, optimal (the shortest,
// proved: the 3x3x3's own engine where it can, else the general one), general (likewise, always
// that one), phases (a short one of any position within the time).
[[nodiscard]] const std::vector<std::string>& engine_words();
// Of symmetries: "all", "rotations", "none".
[[nodiscard]] const std::vector<std::string>& symmetry_words();

// What the numbers of a question may be.
constexpr Range<int> kNumberRange{1, 1'000'000};
constexpr Range<double> kSecondsRange{0, 1e9};
constexpr Range<int> kLengthRange{0, 1'000};  // greater lengths are no limit
// Words for a large cube are thousands of moves long.
constexpr Range<int> kTargetRange{0, 1'000'000};
constexpr Range<int> kTableDepthRange{0, 200};
constexpr Range<int> kBeamRange{1, 1'000'000'000};
constexpr Range<int> kCanonDepthRange{0, kMaxCanonDepth};

struct SolveQuestion {
  std::shared_ptr<const AskedPuzzle> puzzle;
  Metric metric = kUsualMetric;
  std::string moves;  // as MoveSet takes them; empty: all

  std::vector<std::string> goals;  // in any form; empty: solved; several: the nearest
  bool any_hold = false;           // the puzzle may end up turned as a whole in any way
  // Moves: whatever they alone could solve is solved. Empty: nothing else is.
  std::string into_subgroup;

  std::string engine = "auto";  // of engine_words()
  bool optimal = false;         // the shortest, proved
  int number = 1;               // so many different solutions
  bool all = false;             // all solutions of the least length
  std::optional<double> seconds;
  int target = 0;            // stop improving at so many moves
  bool all_shorter = false;  // each that is shorter than all before is told
  int min_length = 0;
  std::optional<int> max_length;
  std::optional<std::uint64_t> random_order;
  int beam = 0;  // a beam search with so many positions; 0: none
  int table_depth = 0;
  SymmetryUse symmetry = SymmetryUse::all;  // that the general engine uses
  int canon_depth = 0;                      // SolverOptions::canon_depth
  std::string checkpoint;                   // a file: the search goes on from there
  // The 3x3x3's stored tables: make those that are missing; believe them without a check.
  bool build = false;
  bool no_verify = false;
  // Where the shortest is to be proved by a table of the 3x3x3's own: near positions are solved
  // without, and it is made only for one that is not near.
  bool easy_first = false;
  bool inverse = false;  // a sequence that makes the position instead

  Spelling spelling;
};

// Throws Error for what cannot be, or does not go together.
[[nodiscard]] SolveEngine choose_engine(const SolveQuestion& question);

}  // namespace gyre
