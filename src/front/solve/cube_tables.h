// Which tables of the 3x3x3 there are, and which of them a solver takes. Decides by the memory
// there is and by what is stored; says beforehand, in words, what making one takes.
#pragma once

#include "front/solve/engine_source.h"

#include <gyre/cube3/optimal.h>
#include <gyre/cube3/solver.h>
#include <gyre/table/store.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gyre {

// All tables that have a name, of every metric and engine.
[[nodiscard]] std::vector<TableRecipe> known_tables();
// The one of this name. Throws Error that lists what there is.
[[nodiscard]] TableRecipe find_table(const std::string& name);
// For who finds no table of this name among those.
[[nodiscard]] std::string no_table(const std::string& name, const std::vector<std::string>& names);

// A table that could be stored, a file that is, or both.
struct ListedTable {
  std::optional<TableRecipe> recipe;  // none: another command makes it, or nobody uses it now
  std::optional<StoredTable> file;    // none: not stored. Sound if its `fault` is empty

  [[nodiscard]] bool is_sound() const { return file && file->fault.empty(); }
};

// All known tables with their files, then the other files of the folder. Those that this version
// would make otherwise have that as their fault.
[[nodiscard]] std::vector<ListedTable> list_tables(const TableStore& store);

// "making a table of 37 MB in FOLDER: about 24 s on two cores, 1.4 GB of memory".
[[nodiscard]] std::string making_sentence(const TableStore& store, const TableRecipe& recipe);

struct CubeTableWish {
  // What may be taken. Of the optimal tables: the best that fits is made if it is not stored. If
  // nobody said (none, or neither `memory_given` nor `build`): the best that is stored and takes no
  // more than `modest_bytes`, or else one of up to a gigabyte is made.
  std::optional<std::uint64_t> memory_bytes;
  bool memory_given = true;        // false: memory_bytes is only what is usual
  std::uint64_t modest_bytes = 0;  // 0: half of the memory that is available
  // Of optimal solving, for solutions; none: what the table leaves of memory_bytes.
  std::optional<std::uint64_t> solution_bytes;
  bool build = false;      // make the big tables that are not stored
  bool verify = true;      // check the checksums
  bool copy = false;       // two-phase: into huge pages, for many cubes
  bool stored = true;      // false: two-phase with the small tables, whatever is stored
  bool smallest = false;   // optimal: the smallest of the family, whatever is stored
  int threads = 0;         // 0: all
  std::string limit_name;  // whose limit memory_bytes is: "--memory 10M allows"
};

// What an optimal table takes when it is used, with the search.
[[nodiscard]] std::uint64_t optimal_bytes(const TableRecipe& recipe);

// The best table of the family that fits. Throws Error if none does: `whose` says whose limit it
// is, "--memory 10M allows".
[[nodiscard]] TableRecipe best_optimal_table(Metric metric, std::uint64_t memory_bytes,
                                             const std::string& whose);
// The table that the wish leads to. Throws Error if none fits.
[[nodiscard]] TableRecipe choose_optimal_table(Metric metric, const TableStore& store,
                                               const CubeTableWish& wish);

struct MadeOptimalSolver {
  OptimalSolver solver;
  bool made = false;         // the table was not stored
  double build_seconds = 0;  // to make it, if so
};

// Makes a solver with this table of the family, which is made if it is not stored.
[[nodiscard]] MadeOptimalSolver make_optimal_solver(Metric metric, const TableStore& store,
                                                    const TableRecipe& table,
                                                    const CubeTableWish& wish,
                                                    const EngineCaller& caller);

// The big tables of two phases, if they are there.
struct BigTableFacts {
  std::vector<std::string> names;
  std::uint64_t bytes = 0;
  bool stored = false;  // all of them
};
[[nodiscard]] BigTableFacts big_tables(Metric metric, const TableStore& store);

// With the big tables where they are stored (or are to be made) and fit the memory, otherwise with
// the small ones. Throws Error if they cannot be had.
[[nodiscard]] Cube3Solver make_two_phase_solver(Metric metric, const TableStore& store,
                                                const CubeTableWish& wish,
                                                const EngineCaller& caller);

}  // namespace gyre
