// Finding algorithms: sequences that move few pieces, that leave all but some pieces alone, or that
// make a given case. By trying all sequences of a length, by repeating short ones, and by
// commutators and conjugates of short ones. docs/find.md says what is found in which order, and
// how the score is made up.
//
// Sequences that are images of each other under the puzzle's symmetries (mirrors included), or
// inverse to each other, or differ only by the order of commuting turns, are one algorithm; of
// those that fit the goal the one with the best score is given.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/base/api.h>
#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/symmetry_use.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace GYRE_API gyre {

enum class FindMethod { plain, repeat, commutator, conjugate };

[[nodiscard]] std::string_view to_string(FindMethod method) noexcept;
// Throws Error naming the methods.
[[nodiscard]] FindMethod find_method(std::string_view name);
[[nodiscard]] const std::vector<FindMethod>& find_methods();

// The slots that a word for some pieces names, in the order of the orbits: the name of an orbit, or
// of a move, which stands for the slots that it changes. Throws Error naming what there is.
[[nodiscard]] std::vector<bool> slots_of(const PuzzleDefinition& definition,
                                         const std::string& word);

struct FoundAlg {
  Alg alg;               // in the htm moves of the set, turns merged
  std::string form;      // "[R U R', D]", "(R U)5"; empty if found by plain search
  Alg before;            // with a class of free turns: that before, ...
  Alg after;             // ... and after the algorithm the goal is met
  State position;        // that `before alg after` makes of the solved one
  int length = 0;        // of alg, in the metric
  int score_tenths = 0;  // how uncomfortable it is to turn
  int pieces = 0;        // out of place in `position`
  FindMethod method = FindMethod::plain;
};

struct FindOptions {
  // What is looked for. At least one of these three; `target` excludes the others.
  std::optional<int> pieces;              // at most so many are out of place, at least one
  std::optional<std::vector<bool>> only;  // by slot: only these may be out of place
  std::optional<State> target;            // exactly this is made
  // Turns of this class before and after the algorithm are free; empty: none.
  std::string free_class;

  std::vector<FindMethod> methods = find_methods();
  std::optional<int> max_length;
  std::optional<std::uint64_t> number;      // so many, then stop
  SymmetryUse symmetry = SymmetryUse::all;  // that make two sequences one algorithm
  bool one_for_each_effect = false;         // the best of those that do the same up to symmetry
  bool at_once = false;                     // give each as it is found, not ranked
  std::optional<double> seconds;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  int threads = 0;  // 0: all

  // It is called from any thread, one call at a time. Without at_once algorithms are ranked by
  // length and score within each step of the search (a length of the plain search, commutators of
  // two lengths, ...).
  std::function<void(const FoundAlg&)> found;
  ProgressCallback progress;
  std::stop_token stop;
};

// What a sequence does before anything is repeated: how often it must be done to do nothing.
struct FoundOrder {
  Alg alg;            // in the htm moves of the set
  int length = 0;     // in the metric
  std::string order;  // in digits; may be any number
};

struct OrderOptions {
  // Sequences of this order; without it, the first of each order that was not met before.
  std::optional<std::uint64_t> order;
  std::optional<int> max_length;
  std::optional<std::uint64_t> number;  // so many, then stop
  std::optional<double> seconds;
  SymmetryUse symmetry = SymmetryUse::all;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  int threads = 0;  // 0: all
  // Called length after length; in one length the orders ascend, or the sequences do.
  std::function<void(const FoundOrder&)> found;
  ProgressCallback progress;
  std::stop_token stop;
};

struct FindResult {
  // found: as many as were asked for. all: nothing is left to try within the lengths.
  enum class End { found, all, time, memory, stopped };

  End end = End::all;
  std::uint64_t found = 0;
  int complete_length = 0;  // all algorithms up to this length have been given
  int symmetries = 1;       // that make two sequences one algorithm, inversion counted
};

// Every algorithm has been replayed in the plain form before it is given. Throws Error if the goal
// is none or cannot be met: a target that is no position, a class that does not exist, free turns
// that move pieces between those that `only` names and the others.
[[nodiscard]] FindResult find_algs(const PuzzleDefinition& definition, const MoveSet& moves,
                                   const FindOptions& options);

// The shortest sequences of an order, or of each: all pieces told apart, as gyre alg order does. Of
// sequences that are images of each other, inverse to each other or begin elsewhere in the same
// cycle of moves one is given, and none that a shorter one with the same order makes by such a
// change. A sequence that the Illegal rules block at the solved position is left out.
[[nodiscard]] FindResult find_orders(const PuzzleDefinition& definition, const MoveSet& moves,
                                     const OrderOptions& options);

// The score of a sequence in tenths, as docs/find.md explains it. The moves are those of an htm
// move set of the definition.
[[nodiscard]] int comfort_score(const PuzzleDefinition& definition, const MoveSet& moves,
                                const std::vector<int>& sequence);

}  // namespace gyre
