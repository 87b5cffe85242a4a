#include "optimal_tables.h"

#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/memory.h"
#include "base/seconds.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace gyre::cli {
namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20U;
// For a table that nobody asked for: made in seconds, and good for most positions.
constexpr std::uint64_t kModestBytes = 1024 * kMebi;

std::uint64_t bytes_with(const TableRecipe& recipe) {
  return recipe.key.payload_bytes + cube3::kOptimalWorkingBytes;
}

// Half of what there is: others want to live too.
std::uint64_t modest_limit() {
  return available_memory_bytes() / 2;
}

TableRecipe choose(const CommonOptions& options, const OptimalTables& wish,
                   const TableStore& store) {
  const Metric metric = options.metric();
  if (wish.smallest) return cube3::optimal_recipes(metric).front();
  if (options.memory_given || wish.build) {
    return best_optimal_table(metric, options.memory_bytes(),
                              fmt::format("--memory {} allows", options.memory));
  }
  const std::uint64_t limit = modest_limit();
  std::optional<TableRecipe> best;
  for (const TableRecipe& recipe : cube3::optimal_recipes(metric)) {
    if (bytes_with(recipe) <= limit && store.holds(recipe.key)) best = recipe;
  }
  if (best) return *best;
  return best_optimal_table(metric, std::min(limit, kModestBytes),
                            "half of the memory that is available; --memory allows more");
}

void announce(const TableStore& store, const TableRecipe& recipe) {
  const std::string where =
      store.folder().empty() ? "" : fmt::format(" in {}", store.folder().string());
  note(fmt::format("making a table of {}{}: about {:.0f} s on two cores, {} of memory",
                   size_text(recipe.key.payload_bytes), where, recipe.rough_seconds,
                   size_text(recipe.key.payload_bytes + recipe.working_bytes)));
}

// How long it took to make, without writing it.
std::optional<double> seconds_in_file(const TableStore& store, const TableKey& key) {
  if (store.folder().empty()) return std::nullopt;
  for (const StoredTable& file : store.list()) {
    if (file.path == store.path_of(key) && file.fault.empty()) return file.build_seconds;
  }
  return std::nullopt;
}

}  // namespace

TableRecipe best_optimal_table(Metric metric, std::uint64_t memory_bytes,
                               const std::string& whose) {
  const std::vector<TableRecipe> recipes = cube3::optimal_recipes(metric);
  const auto fits = [&](const TableRecipe& recipe) { return bytes_with(recipe) <= memory_bytes; };
  const auto best = std::find_if(recipes.rbegin(), recipes.rend(), fits);
  if (best != recipes.rend()) return *best;
  throw Error(fmt::format(
      "optimal solving takes at least {} MiB of memory, for its smallest table and the search: "
      "more than {}",
      (bytes_with(recipes.front()) + kMebi - 1) / kMebi, whose));
}

MadeOptimalSolver make_optimal_solver(const CommonOptions& options, const OptimalTables& wish,
                                      const std::stop_token& stop) {
  const TableStore store = options.store();
  const TableRecipe recipe = choose(options, wish, store);
  const bool stored = !store.folder().empty() && store.holds(recipe.key);
  if (!stored && !options.quiet) announce(store, recipe);
  cube3::OptimalOptions wanted;
  wanted.metric = options.metric();
  wanted.memory_bytes = bytes_with(recipe);  // so it is the best that fits
  wanted.store = &store;
  wanted.build = true;
  wanted.threads = options.threads;
  wanted.table.verify = wish.verify;
  wanted.table.work.threads = options.threads;
  wanted.table.work.progress = progress_callback(options);
  wanted.table.work.stop = stop;
  wanted.table.warning = [&](std::string_view text) {
    note(fmt::format("gyre: {}", text));
    // A stored table that gives cause for a warning was damaged, and is made anew.
    if (stored && !options.quiet) announce(store, recipe);
  };
  const auto begun = std::chrono::steady_clock::now();
  OptimalSolver solver(wanted);
  const double passed = seconds_since(begun);
  if (stored) return {std::move(solver), false, 0};
  return {std::move(solver), true, seconds_in_file(store, recipe.key).value_or(passed)};
}

}  // namespace gyre::cli
