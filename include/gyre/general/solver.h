// Solver: optimal solutions of any puzzle that a definition describes. Iterative deepening guided
// by lower bounds that grow with the search, so that an easy position does not wait for a big
// table. One Solver serves many positions and many threads at once; what its tables learned for
// one position serves the next.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>
#include <gyre/puzzle/symmetry_use.h>
#include <gyre/table/store.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace GYRE_API gyre {

struct SolverOptions {
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  int threads = 0;  // of one solve; 0: all
  // About how many positions of the same kind will be solved: for many it pays to make bigger
  // tables sooner.
  double expected_positions = 1;
  // Tables are filled up to here before the first search, as far as memory allows.
  int table_depth = 0;
  // Bounds are the same for positions that are symmetric to each other; a table then holds one of
  // them.
  SymmetryUse symmetry = SymmetryUse::all;
  // Of sequences of up to so many moves, and one more, with the same effect one is looked at
  // (CanonicalOptions::depth). 0: of those that differ by the order of commuting moves. There is
  // less to look at, and fewer different solutions. Puzzles with Illegal rules allow none.
  int canon_depth = 0;
  // Where tables that take long are kept between runs; null: nowhere.
  std::shared_ptr<const TableStore> store;
  bool store_all = false;  // not only tables that took long
  // It ends the making of the solver, which a puzzle whose moves tie many pieces together can draw
  // out; then an Error is thrown.
  std::stop_token stop;
};

// Longer solutions are not looked for.
constexpr int kMaxSolutionLength = 1'000;

struct SolveLimits {
  int min_length = 0;
  int max_length = kMaxSolutionLength;
  // How many solutions are wanted, the shortest first.
  std::uint64_t number = 1;
  // All solutions of the least length are wanted instead (that is at least min_length).
  bool all_shortest = false;
  // Moves are tried in an order drawn from this seed, so that among equally short solutions another
  // may be found. Without a seed the result is the same for every number of threads.
  std::optional<std::uint64_t> random_order;
  std::optional<double> seconds;
};

// Moves that solve the position `start` of those that were given.
struct Solution {
  std::size_t start = 0;
  std::vector<int> moves;  // indices into the move set

  bool operator==(const Solution&) const = default;
};

// What became known when one length was searched completely.
struct SearchedLength {
  int length = 0;
  std::uint64_t nodes = 0;   // positions looked at, for this length
  double seconds = 0;        // for this length, with what the tables grew before it
  double least_seconds = 0;  // for the next one, as a range; 0 while too little is known
  double most_seconds = 0;
};

// A search that was stopped, so that it can go on in another process.
struct SearchCheckpoint {
  int length = 0;                         // that was being searched
  std::size_t tasks = 0;                  // parts that it has
  std::vector<std::uint64_t> tasks_done;  // a bit for each that need not be searched again
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<Solution> solutions;  // of the lengths before

  bool operator==(const SearchCheckpoint&) const = default;
};

// All may be empty. They are called from any thread, one call at a time.
struct SolveHooks {
  std::function<void(const Solution&)> solution;
  std::function<void(const SearchedLength&)> length;
  // It is called now and then (every few seconds), and when the search is stopped.
  std::function<void(const SearchCheckpoint&)> checkpoint;
  ProgressCallback progress;  // of tables and of the length being searched
  // A sentence for a person about the store: a damaged file, a folder that cannot be written.
  std::function<void(std::string_view)> warning;
  std::stop_token stop;
  std::shared_ptr<PauseSwitch> pause;
};

struct SolveResult {
  // found: as many as were asked for. none: there are no more up to the greatest length.
  enum class End { found, none, time, stopped };

  std::vector<Solution> solutions;  // the shortest first
  End end = End::none;
  bool optimal = false;  // no shorter solution than the first exists
  // Every solution that is not listed is at least so long (or shorter than min_length).
  int proved = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// What a solve uses, for a person to read beforehand.
struct SolverPlan {
  int symmetries = 1;     // that reduce the tables, mirrors included
  bool inverse = false;   // whether bounds of the inverse position are used too
  int canon_depth = 0;    // of the sequences that are looked at
  int table_depth = 0;    // all positions within so many moves are known now
  bool complete = false;  // and there are no others
  std::uint64_t table_bytes = 0;
  std::uint64_t most_bytes = 0;  // that tables and search will ever take
};

class Solver {
 public:
  // The goal is the definition's solved position (give a definition another with with_solved).
  Solver(const PuzzleDefinition& definition, const MoveSet& moves,
         const SolverOptions& options = {});

  [[nodiscard]] const PuzzleDefinition& definition() const noexcept;
  [[nodiscard]] const MoveSet& moves() const noexcept;
  [[nodiscard]] SolverPlan plan() const;
  // Whether the position can be solved, and if not, why.
  [[nodiscard]] Membership check(const State& position) const;

  // Throws Error if it is no position of the puzzle. A position that breaks the Illegal rules must
  // be put right by its first step of moves that commute. Searches for ever where there is no
  // solution and no limit, so ask check() first. Each solution has been replayed.
  [[nodiscard]] SolveResult solve(const State& position, const SolveLimits& limits = {},
                                  const SolveHooks& hooks = {},
                                  const SearchCheckpoint* resume = nullptr) const;
  // The same for whichever of several positions is nearest to solved: one position relative to
  // several goals.
  [[nodiscard]] SolveResult solve_any(std::span<const State> positions,
                                      const SolveLimits& limits = {}, const SolveHooks& hooks = {},
                                      const SearchCheckpoint* resume = nullptr) const;

 private:
  struct Data;
  std::shared_ptr<Data> data_;
};

}  // namespace gyre
