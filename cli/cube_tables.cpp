#include "cube_tables.h"

#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <unistd.h>
#include "cube3/tables/tables.h"

#include <algorithm>

namespace gyre::cli {
namespace {

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{} MB", (bytes + 999'999) / 1'000'000);
}

// Says beforehand what making the tables takes, or that they do not fit.
void announce_build(const CommonOptions& options, const TableStore& store) {
  std::uint64_t all = 0;
  std::uint64_t missing = 0;
  std::uint64_t working = 0;
  double seconds = 0;
  for (const TableRecipe& recipe : cube3::two_phase_recipes(options.metric())) {
    all += recipe.key.payload_bytes;
    if (store.holds(recipe.key)) continue;
    missing += recipe.key.payload_bytes;
    working = std::max(working, recipe.working_bytes);
    seconds += recipe.rough_seconds;
  }
  if (all > options.memory_bytes()) {
    throw Error(fmt::format("--build: the tables take {}, more than --memory {} allows",
                            megabytes(all), options.memory));
  }
  if (missing > 0 && !options.quiet) {
    note(fmt::format("making tables of {} in {}: about {:.0f} s on two cores, {} of memory",
                     megabytes(missing), store.folder().string(), seconds,
                     megabytes(missing + working)));
  }
}

}  // namespace

Cube3Solver make_cube_solver(const CommonOptions& options, const CubeTables& wish,
                             const std::stop_token& stop) {
  cube3::TwoPhaseOptions wanted;
  wanted.metric = options.metric();
  wanted.table.work.threads = options.threads;
  if (!wish.stored) return Cube3Solver(wanted);
  const TableStore store = options.store();
  if (wish.build) announce_build(options, store);
  wanted.store = &store;
  wanted.build = wish.build;
  wanted.memory_bytes = options.memory_bytes();
  wanted.table.verify = wish.verify;
  wanted.table.memory = wish.copy ? TableMemory::private_ : TableMemory::shared;
  wanted.table.work.progress = progress_callback(options);
  wanted.table.work.stop = stop;
  wanted.table.warning = [&](std::string_view text) { note(fmt::format("gyre: {}", text)); };
  Cube3Solver solver(wanted);
  if (wish.hint) hint_at_tables(options, solver);
  return solver;
}

void hint_at_tables(const CommonOptions& options, const Cube3Solver& solver) {
  if (solver.uses_big_tables() || options.quiet || options.json || isatty(STDERR_FILENO) == 0) {
    return;
  }
  note(
      "gyre table build two-phase makes solutions shorter: it stores tables that solve uses "
      "from then on");
}

}  // namespace gyre::cli
