#include "front/solve/cube_tables.h"

#include "base/memory.h"
#include "base/seconds.h"
#include "cube3/tables/tables.h"
#include "front/solve/words.h"

#include <gyre/base/error.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace gyre {
namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20U;
// For a table that nobody asked for: made in seconds, and good for most positions.
constexpr std::uint64_t kModestBytes = 1024 * kMebi;

bool is_stored(const TableStore& store, const TableRecipe& recipe) {
  return !store.folder().empty() && store.holds(recipe.key);
}

// What a search with its table leaves, and a little in any case.
std::uint64_t room_for_solutions(std::uint64_t memory_bytes, std::uint64_t taken) {
  constexpr std::uint64_t kShare = 8;
  const std::uint64_t left = memory_bytes > taken ? memory_bytes - taken : 0;
  return std::max(left, memory_bytes / kShare);
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{} MB", (bytes + 999'999) / 1'000'000);
}

// Says beforehand what making the big tables takes, or that they do not fit.
void announce_big_tables(Metric metric, const TableStore& store, const CubeTableWish& wish,
                         const EngineCaller& caller) {
  std::uint64_t all = 0;
  std::uint64_t missing = 0;
  std::uint64_t working = 0;
  double seconds = 0;
  for (const TableRecipe& recipe : cube3::two_phase_recipes(metric)) {
    all += recipe.key.payload_bytes;
    if (store.holds(recipe.key)) continue;
    missing += recipe.key.payload_bytes;
    working = std::max(working, recipe.working_bytes);
    seconds += recipe.rough_seconds;
  }
  if (wish.memory_bytes && all > *wish.memory_bytes) {
    throw Error(
        fmt::format("the big tables take {}, more than {}", megabytes(all), wish.limit_name));
  }
  if (missing > 0 && caller.note) {
    caller.note(fmt::format("making tables of {} in {}: {}, {} of memory", megabytes(missing),
                            store.folder().string(), about_time(seconds),
                            megabytes(missing + working)));
  }
}

void announce_optimal(const TableStore& store, const TableRecipe& recipe,
                      const EngineCaller& caller) {
  if (caller.note) caller.note(making_sentence(store, recipe));
}

// A better table that would be used if it were not damaged is named before another takes its place.
void name_damaged_tables(Metric metric, const TableStore& store, const TableRecipe& taken,
                         const CubeTableWish& wish, const EngineCaller& caller) {
  if (!caller.warning || wish.smallest) return;
  for (const TableRecipe& recipe : cube3::optimal_recipes(metric)) {
    if (recipe.key.payload_bytes <= taken.key.payload_bytes) continue;
    if (wish.memory_bytes && optimal_bytes(recipe) > *wish.memory_bytes) continue;
    if (const auto fault = store.fault(recipe.key)) {
      caller.warning(fmt::format("{} {}; table {} takes its place",
                                 store.path_of(recipe.key).string(), *fault, taken.key.name));
    }
  }
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

TableOptions table_options(const EngineCaller& caller, int threads) {
  TableOptions options;
  options.work.stop = caller.stop;
  options.work.progress = caller.progress;
  options.work.threads = threads;
  if (caller.warning) {
    options.warning = [warn = caller.warning](std::string_view text) { warn(std::string(text)); };
  }
  return options;
}

std::vector<TableRecipe> known_tables() {
  std::vector<TableRecipe> out = cube3::table_recipes();
  for (const Metric metric : metrics()) {
    for (TableRecipe& recipe : cube3::optimal_recipes(metric)) out.push_back(std::move(recipe));
  }
  return out;
}

TableRecipe find_table(const std::string& name) {
  std::vector<std::string> names;
  for (TableRecipe& recipe : known_tables()) {
    if (recipe.key.name == name) return std::move(recipe);
    names.push_back(std::move(recipe.key.name));
  }
  throw Error(no_table(name, names));
}

std::string no_table(const std::string& name, const std::vector<std::string>& names) {
  return fmt::format("there is no table '{}' (tables: {})", name, fmt::join(names, " "));
}

std::vector<ListedTable> list_tables(const TableStore& store) {
  std::vector<StoredTable> files;
  if (!store.folder().empty()) files = store.list();
  std::vector<ListedTable> out;
  for (TableRecipe& recipe : known_tables()) {
    const auto own = std::find_if(files.begin(), files.end(), [&](const StoredTable& file) {
      return file.path == store.path_of(recipe.key);
    });
    ListedTable& listed = out.emplace_back();
    listed.recipe = std::move(recipe);
    if (own == files.end()) continue;
    listed.file = std::move(*own);
    files.erase(own);
  }
  const auto known = static_cast<std::ptrdiff_t>(out.size());
  for (StoredTable& file : files) {
    // A known name with another key is a table of another version.
    const bool is_known = std::any_of(out.begin(), out.begin() + known, [&](const auto& listed) {
      return listed.recipe->key.name == file.name;
    });
    if (is_known && file.fault.empty()) {
      file.fault = "holds a table that this version of gyre does not use";
    }
    out.emplace_back().file = std::move(file);
  }
  return out;
}

std::string making_sentence(const TableStore& store, const TableRecipe& recipe) {
  const std::string where =
      store.folder().empty() ? "" : fmt::format(" in {}", store.folder().string());
  return fmt::format("making a table of {}{}: {}, {} of memory",
                     size_text(recipe.key.payload_bytes), where, about_time(recipe.rough_seconds),
                     size_text(recipe.key.payload_bytes + recipe.working_bytes));
}

std::uint64_t optimal_bytes(const TableRecipe& recipe) {
  return recipe.key.payload_bytes + cube3::kOptimalWorkingBytes;
}

TableRecipe best_optimal_table(Metric metric, std::uint64_t memory_bytes,
                               const std::string& whose) {
  const std::vector<TableRecipe> recipes = cube3::optimal_recipes(metric);
  const auto fits = [&](const TableRecipe& recipe) {
    return optimal_bytes(recipe) <= memory_bytes;
  };
  const auto best = std::find_if(recipes.rbegin(), recipes.rend(), fits);
  if (best != recipes.rend()) return *best;
  throw Error(fmt::format(
      "optimal solving takes at least {} MiB of memory, for its smallest table and the search: "
      "more than {}",
      (optimal_bytes(recipes.front()) + kMebi - 1) / kMebi, whose));
}

TableRecipe choose_optimal_table(Metric metric, const TableStore& store,
                                 const CubeTableWish& wish) {
  if (wish.smallest) return cube3::optimal_recipes(metric).front();
  const bool is_asked = wish.memory_given || wish.build;
  if (wish.memory_bytes && is_asked) {
    return best_optimal_table(metric, *wish.memory_bytes, wish.limit_name);
  }
  // Others want to live too.
  const std::uint64_t limit =
      wish.modest_bytes != 0 ? wish.modest_bytes : available_memory_bytes() / 2;
  std::optional<TableRecipe> best;
  for (const TableRecipe& recipe : cube3::optimal_recipes(metric)) {
    if (optimal_bytes(recipe) <= limit && is_stored(store, recipe)) best = recipe;
  }
  if (best) return *best;
  return best_optimal_table(metric, std::min(limit, kModestBytes),
                            wish.limit_name.empty() || !is_asked
                                ? "half of the memory that is available; --memory allows more"
                                : wish.limit_name);
}

MadeOptimalSolver make_optimal_solver(Metric metric, const TableStore& store,
                                      const TableRecipe& table, const CubeTableWish& wish,
                                      const EngineCaller& caller) {
  name_damaged_tables(metric, store, table, wish, caller);
  const bool stored = is_stored(store, table);
  // What is wrong with a file is said first, by who opens it.
  const bool there = stored || store.fault(table.key).has_value();
  if (!there) announce_optimal(store, table, caller);
  cube3::OptimalOptions options;
  options.metric = metric;
  options.memory_bytes = optimal_bytes(table);  // so it is the best that fits
  options.solution_bytes = wish.solution_bytes;
  if (!options.solution_bytes && wish.memory_bytes) {
    options.solution_bytes = room_for_solutions(*wish.memory_bytes, options.memory_bytes);
  }
  options.store = &store;
  options.build = true;
  options.threads = wish.threads;
  options.table = table_options(caller, wish.threads);
  options.table.verify = wish.verify;
  options.table.warning = [&](std::string_view text) {
    if (caller.warning) caller.warning(std::string(text));
    // A stored table that gives cause for a warning was damaged, and is made anew.
    if (there) announce_optimal(store, table, caller);
  };
  const auto begun = std::chrono::steady_clock::now();
  OptimalSolver solver(options);
  const double passed = seconds_since(begun);
  if (stored) return {std::move(solver), false, 0};
  return {std::move(solver), true, seconds_in_file(store, table.key).value_or(passed)};
}

BigTableFacts big_tables(Metric metric, const TableStore& store) {
  BigTableFacts tables;
  tables.stored = true;
  for (const TableRecipe& recipe : cube3::two_phase_recipes(metric)) {
    tables.names.push_back(recipe.key.name);
    tables.bytes += recipe.key.payload_bytes;
    tables.stored = tables.stored && is_stored(store, recipe);
  }
  return tables;
}

Cube3Solver make_two_phase_solver(Metric metric, const TableStore& store, const CubeTableWish& wish,
                                  const EngineCaller& caller) {
  cube3::TwoPhaseOptions options;
  options.metric = metric;
  options.table = table_options(caller, wish.threads);
  if (!wish.stored) return Cube3Solver(options);
  if (wish.build) announce_big_tables(metric, store, wish, caller);
  options.store = &store;
  options.build = wish.build;
  if (wish.memory_bytes) options.memory_bytes = *wish.memory_bytes;
  options.table.verify = wish.verify;
  options.table.memory = wish.copy ? TableMemory::private_ : TableMemory::shared;
  return Cube3Solver(options);
}

}  // namespace gyre
