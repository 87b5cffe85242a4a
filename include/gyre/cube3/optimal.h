// Shortest solutions of the 3x3x3, proved: iterative deepening with lower bounds from one large
// table, chosen from a family by the memory that may be used. docs/optimal.md tells how.
//
// One OptimalSolver serves any number of positions at once. Its own threads do the work: several
// positions have a thread each, and a thread that has none left helps with the others, so a single
// hard position has all of them.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/progress.h>
#include <gyre/cube3/cube.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace GYRE_API gyre {

namespace cube3 {

// The tables that an OptimalSolver can use, the smallest first; each is better than those before.
[[nodiscard]] std::vector<TableRecipe> optimal_recipes(Metric metric);
// What is taken of `memory_bytes` beside the table: for the search, and for what it looks up to
// find its way into the table.
constexpr std::uint64_t kOptimalWorkingBytes = std::uint64_t{48} << 20U;

struct OptimalOptions {
  Metric metric = Metric::htm;
  // The best table that fits is taken.
  std::uint64_t memory_bytes = std::uint64_t{1} << 30U;
  // What the solutions of all positions may take together: a search that finds more fails with an
  // Error. None: what the table leaves, but an eighth of memory_bytes at least.
  std::optional<std::uint64_t> solution_bytes = std::nullopt;
  // Where tables are kept; none: the table is made anew and lives in memory only.
  const TableStore* store = nullptr;
  // Make the best table that fits if it is not stored. Otherwise the best of those that are stored
  // and fit is taken, and if there is none, the smallest is made.
  bool build = false;
  int threads = 0;  // 0: all
  // The table always stands in private memory, in huge pages where the system has them.
  TableOptions table;
};

// Solutions are not looked for beyond this length.
constexpr int kLongestOptimal = 30;

struct OptimalLimits {
  // Longer solutions do not count.
  int max_length = kLongestOptimal;
  // How many different solutions are wanted, the shortest first; those of one length come in the
  // order of their moves as FaceTurn::index() counts. So what is found depends on the position
  // alone.
  std::uint64_t number = 1;
  // All solutions of the least length are wanted instead.
  bool all_shortest = false;
  // Time counts from when the first thread begins with it: waiting for others does not count.
  std::optional<double> seconds = std::nullopt;
};

struct OptimalSolution {
  // Solves the position as it stands in space. Of turns of opposite faces in a row the one that
  // comes first in kFaceNames stands first: sequences that differ only in that count as one.
  std::vector<FaceTurn> moves;
  int length = 0;  // in the solver's metric

  // "R U2 F'".
  [[nodiscard]] std::string text() const { return to_string(moves); }
};

// One length that was searched: completely, or until all solutions that were wanted were sure.
struct OptimalLength {
  int length = 0;
  std::uint64_t solutions = 0;  // that are listed
  std::uint64_t nodes = 0;      // positions whose successors were looked at
  std::uint64_t probes = 0;     // words read from the table
  double seconds = 0;
};

struct OptimalResult {
  // found: as many as were asked for. none: there are no more up to the greatest length.
  enum class End { found, none, time, stopped };

  std::vector<OptimalSolution> solutions;  // the shortest first
  End end = End::none;
  // Every solution that is not listed is at least so long.
  int proved = 0;
  // The lengths are in ascending order. One that was left unfinished, for time or when stopped, is
  // not listed.
  std::vector<OptimalLength> lengths;
  std::uint64_t nodes = 0;
  std::uint64_t probes = 0;
  double seconds = 0;

  [[nodiscard]] bool found() const noexcept { return !solutions.empty(); }
};

// All may be empty. They are called from any thread, for one position one call at a time.
struct OptimalHooks {
  std::function<void(const OptimalLength&)> length;
  ProgressCallback progress;  // of the length being searched
  std::stop_token stop;
  // A pause comes between parts of a length, each of milliseconds; time limits stand still in it,
  // and the threads turn to other positions.
  std::shared_ptr<PauseSwitch> pause;
};

class OptimalScheduler;

}  // namespace cube3

// Must not be moved or destroyed while somebody waits for an answer; one that was moved from may be
// destroyed or assigned to. Hooks must not call solve.
class OptimalSolver {
 public:
  // Throws Error if no table fits or can be had.
  explicit OptimalSolver(const cube3::OptimalOptions& options);
  ~OptimalSolver();
  OptimalSolver(OptimalSolver&&) noexcept;
  OptimalSolver& operator=(OptimalSolver&&) noexcept;

  // Waits for the answer; any number of threads may ask at once. Throws Error with the reason if
  // face turns cannot solve the cube. What is returned has been replayed.
  [[nodiscard]] cube3::OptimalResult solve(const cube3::Cube& cube,
                                           const cube3::OptimalLimits& limits = {},
                                           const cube3::OptimalHooks& hooks = {}) const;

  [[nodiscard]] Metric metric() const noexcept;
  [[nodiscard]] int threads() const noexcept;
  // The name of its table, "cube3-optimal-...", and the bytes of it that are read at random.
  [[nodiscard]] const std::string& table_name() const noexcept;
  [[nodiscard]] std::span<const std::byte> table_bytes() const noexcept;
  [[nodiscard]] bool huge_pages() const noexcept;

 private:
  std::unique_ptr<cube3::OptimalScheduler> scheduler_;
};

}  // namespace gyre
