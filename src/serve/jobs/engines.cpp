#include "serve/jobs/engines.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/memory.h"
#include "cube3/tables/tables.h"

#include <algorithm>

namespace gyre::serve {
namespace {

// For a table that nobody asked for by name: made in seconds, and good for most positions.
constexpr std::uint64_t kModestBytes = std::uint64_t{1} << 30U;
// What the small tables and the searches of the two-phase engine take, roundly.
constexpr std::uint64_t kSmallTablesBytes = std::uint64_t{16} << 20U;

std::uint64_t bytes_with(const TableRecipe& recipe) {
  return recipe.key.payload_bytes + cube3::kOptimalWorkingBytes;
}

}  // namespace

TableOptions table_options(const EngineCaller& caller, int threads) {
  TableOptions options;
  options.work.stop = caller.stop;
  options.work.progress = caller.progress;
  options.work.threads = threads;
  if (caller.note) {
    options.warning = [note = caller.note](std::string_view text) { note(std::string(text)); };
  }
  return options;
}

Engines::Engines(MemoryBudget& memory, std::filesystem::path tables, int threads)
    : memory_(memory),
      store_(std::make_unique<const TableStore>(std::move(tables))),
      threads_(threads) {
  memory_.set_reclaim([this] { return give_up_idle(); });
}

std::uint64_t Engines::search_bytes() const noexcept {
  constexpr std::uint64_t kMost = std::uint64_t{4} << 30U;
  return std::min(memory_.limit_bytes() / 4, kMost);
}

std::uint64_t Engines::bytes_of(const void* engine) const {
  const std::lock_guard lock(mutex_);
  for (const Entry& entry : entries_) {
    if (entry.engine.get() == engine) return entry.memory.bytes();
  }
  return 0;
}

bool Engines::give_up_idle(bool all) {
  std::list<Entry> given_up;  // destroyed without the lock
  {
    const std::lock_guard lock(mutex_);
    for (auto entry = entries_.end(); entry != entries_.begin();) {
      --entry;
      // Only we hold it, and it is handed out under the lock only.
      if (entry->engine == nullptr || entry->engine.use_count() > 1) continue;
      const auto next = std::next(entry);
      given_up.splice(given_up.end(), entries_, entry);
      if (!all) break;
      entry = next;
    }
  }
  return !given_up.empty();
}

bool Engines::uses_table(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.table == name && (entry.engine == nullptr || entry.engine.use_count() > 1);
  });
}

template <class Engine>
std::shared_ptr<const Engine> Engines::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto same = [&](const Entry& entry) { return entry.key == key; };
  const auto entry = std::find_if(entries_.begin(), entries_.end(), same);
  if (entry == entries_.end() || entry->engine == nullptr) return nullptr;
  entries_.splice(entries_.begin(), entries_, entry);
  return std::static_pointer_cast<const Engine>(entry->engine);
}

template <class Engine>
std::shared_ptr<const Engine> Engines::find_or_make(const std::string& key, std::uint64_t bytes,
                                                    const std::string& what,
                                                    const EngineCaller& caller,
                                                    const std::function<Made()>& make) {
  std::list<Entry>::iterator mine;
  {
    std::unique_lock lock(mutex_);
    for (;;) {
      const auto same = [&](const Entry& entry) { return entry.key == key; };
      const auto entry = std::find_if(entries_.begin(), entries_.end(), same);
      if (entry == entries_.end()) break;
      if (entry->engine != nullptr) {
        entries_.splice(entries_.begin(), entries_, entry);
        return std::static_pointer_cast<const Engine>(entry->engine);
      }
      // Somebody makes it: wait. If that is stopped, the next one tries.
      (void)changed_.wait(lock, caller.stop, [&] {
        const auto now = std::find_if(entries_.begin(), entries_.end(), same);
        return now == entries_.end() || now->engine != nullptr;
      });
      if (caller.stop.stop_requested()) throw Error("stopped while waiting for tables");
    }
    mine = entries_.insert(entries_.begin(), Entry{key, nullptr, "", {}});
  }
  try {
    const auto waiting = [&] {
      if (caller.note) {
        caller.note(fmt::format("waiting for {} of memory that other jobs use", size_text(bytes)));
      }
    };
    MemoryBudget::Share share = memory_.take(bytes, what, caller.stop, waiting);
    Made made = make();
    share.shrink_to(made.bytes);
    const std::lock_guard lock(mutex_);
    mine->engine = std::move(made.engine);
    mine->table = std::move(made.table);
    mine->memory = std::move(share);
    changed_.notify_all();
    return std::static_pointer_cast<const Engine>(mine->engine);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    entries_.erase(mine);
    changed_.notify_all();
    throw;
  }
}

std::shared_ptr<const Cube3Solver> Engines::two_phase(Metric metric, const EngineCaller& caller) {
  return two_phase_within(metric, memory_.limit_bytes() / 2, caller);
}

std::shared_ptr<const Cube3Solver> Engines::small_two_phase(Metric metric,
                                                            const EngineCaller& caller) {
  return two_phase_within(metric, 0, caller);
}

std::shared_ptr<const Cube3Solver> Engines::two_phase_within(Metric metric, std::uint64_t big_bytes,
                                                             const EngineCaller& caller) {
  const std::string key =
      fmt::format("two-phase {} {}", to_string(metric), big_bytes == 0 ? "small" : "");
  // Before anything is asked of the disk: quick solves come here thousands of times a second.
  if (auto made = find<Cube3Solver>(key)) return made;
  std::uint64_t bytes = 0;
  bool stored = big_bytes != 0 && !store_->folder().empty();
  std::string table;
  for (const TableRecipe& recipe : cube3::two_phase_recipes(metric)) {
    bytes += recipe.key.payload_bytes;
    stored = stored && store_->holds(recipe.key);
    table = recipe.key.name;
  }
  const bool big = stored && bytes <= big_bytes;
  return find_or_make<Cube3Solver>(
      key, (big ? bytes : 0) + kSmallTablesBytes, "two-phase solving", caller, [&] {
        cube3::TwoPhaseOptions options;
        options.metric = metric;
        options.store = big ? store_.get() : nullptr;
        options.memory_bytes = bytes;
        options.table = table_options(caller, threads_);
        auto solver = std::make_shared<const Cube3Solver>(options);
        const std::uint64_t taken = (solver->uses_big_tables() ? bytes : 0) + kSmallTablesBytes;
        return Made{solver, solver->uses_big_tables() ? table : "", taken};
      });
}

std::shared_ptr<const OptimalSolver> Engines::optimal(Metric metric, const EngineCaller& caller) {
  const std::string key = fmt::format("optimal {}", to_string(metric));
  // Of what is stored the best that leaves something for others; of what is not, a modest one.
  const std::uint64_t limit = memory_.limit_bytes() / 4 * 3;
  const auto is_stored = [&](const TableRecipe& recipe) {
    return !store_->folder().empty() && store_->holds(recipe.key);
  };
  const std::vector<TableRecipe> recipes = cube3::optimal_recipes(metric);
  const TableRecipe* best = nullptr;
  for (const TableRecipe& recipe : recipes) {
    if (bytes_with(recipe) > limit) break;
    if (is_stored(recipe)) best = &recipe;
  }
  for (const TableRecipe& recipe : recipes) {
    const bool is_modest = bytes_with(recipe) <= std::min(limit, kModestBytes);
    if (is_modest && (best == nullptr || !is_stored(*best))) best = &recipe;
  }
  if (best == nullptr) best = &recipes.front();
  const std::uint64_t bytes = bytes_with(*best);
  return find_or_make<OptimalSolver>(key, bytes, "optimal solving", caller, [&] {
    if (caller.note && !is_stored(*best)) {
      caller.note(fmt::format("making a table of {}: about {:.0f} s on two cores",
                              size_text(best->key.payload_bytes), best->rough_seconds));
    }
    cube3::OptimalOptions options;
    options.metric = metric;
    options.memory_bytes = bytes;  // so it is the best that fits
    options.store = store_->folder().empty() ? nullptr : store_.get();
    options.build = true;
    options.threads = threads_;
    options.table = table_options(caller, threads_);
    auto solver = std::make_shared<const OptimalSolver>(options);
    std::string table = solver->table_name();
    return Made{std::move(solver), std::move(table), bytes};
  });
}

std::shared_ptr<const GeneralEngine> Engines::general(const PuzzleDefinition& definition,
                                                      const MoveSet& moves,
                                                      const std::vector<State>& goals,
                                                      const EngineCaller& caller, int table_depth) {
  std::string key = fmt::format("general {} {} {}", to_hex(definition.digest()),
                                to_string(moves.metric()), table_depth);
  for (const Move& move : moves.moves()) key += " " + move.name;
  for (const State& goal : goals) key.append(" ").append(goal.bytes.begin(), goal.bytes.end());
  const std::uint64_t bytes = search_bytes();
  return find_or_make<GeneralEngine>(key, bytes, "solving", caller, [&] {
    SolverOptions options;
    options.memory_bytes = bytes;
    options.threads = threads_;
    options.table_depth = table_depth;
    options.stop = caller.stop;
    // What takes long to make is kept where the command line keeps it.
    if (!store_->folder().empty()) options.store = std::make_shared<const TableStore>(*store_);
    auto engine = std::make_shared<const GeneralEngine>(definition, moves, goals, options);
    const std::uint64_t most = std::min(bytes, engine->solving.plan().most_bytes);
    return Made{std::move(engine), "", most};
  });
}

}  // namespace gyre::serve
