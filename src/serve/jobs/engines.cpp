#include "serve/jobs/engines.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "front/solve/cube_tables.h"
#include "front/solve/phase_plans.h"

#include <algorithm>

namespace gyre::serve {
namespace {

// What the small tables and the searches of the two-phase engine take, roundly.
constexpr std::uint64_t kSmallTablesBytes = std::uint64_t{16} << 20U;
// Of the memory for work, for solutions that optimal searches find.
constexpr std::uint64_t kSolutionShare = 16;

}  // namespace

Engines::Engines(MemoryBudget& memory, std::filesystem::path tables, int threads)
    : memory_(memory),
      store_(std::make_unique<const TableStore>(std::move(tables))),
      threads_(threads) {
  memory_.add_reclaim([this] { return give_up_idle(); });
}

std::uint64_t Engines::search_bytes() const noexcept {
  constexpr std::uint64_t kMost = std::uint64_t{4} << 30U;
  return std::min(memory_.work_bytes() / 4, kMost);
}

std::uint64_t Engines::most_bytes() const noexcept {
  return memory_.work_bytes() / 4 * 3;
}

std::shared_ptr<const void> Engines::hold_memory(std::uint64_t bytes, const std::string& what,
                                                 const EngineCaller& caller) {
  const auto waiting = [&] {
    if (caller.note) caller.note(waiting_sentence(bytes));
  };
  return std::make_shared<const MemoryBudget::Share>(
      memory_.take(bytes, what, caller.stop, waiting));
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
    const bool is_used = entry.engine == nullptr || entry.engine.use_count() > 1;
    return is_used && std::count(entry.tables.begin(), entry.tables.end(), name) > 0;
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
                                                    const std::vector<std::string>& tables,
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
    mine = entries_.insert(entries_.begin(), Entry{key, nullptr, tables, {}});
  }
  try {
    const auto waiting = [&] {
      if (caller.note) caller.note(waiting_sentence(bytes));
    };
    MemoryBudget::Share share = memory_.take(bytes, what, caller.stop, waiting);
    Made made = make();
    share.shrink_to(made.bytes);
    const std::lock_guard lock(mutex_);
    mine->engine = std::move(made.engine);
    mine->tables = std::move(made.tables);
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
  return two_phase_within(metric, memory_.work_bytes() / 2, caller);
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
  const BigTableFacts tables = big_tables(metric, *store_);
  const bool big = big_bytes != 0 && tables.stored && tables.bytes <= big_bytes;
  const auto make = [&] {
    CubeTableWish wish;
    wish.memory_bytes = tables.bytes;
    wish.stored = big;
    wish.threads = threads_;
    auto solver =
        std::make_shared<const Cube3Solver>(make_two_phase_solver(metric, *store_, wish, caller));
    if (!solver->uses_big_tables()) return Made{solver, {}, kSmallTablesBytes};
    return Made{solver, tables.names, tables.bytes + kSmallTablesBytes};
  };
  return find_or_make<Cube3Solver>(key, (big ? tables.bytes : 0) + kSmallTablesBytes,
                                   big ? tables.names : std::vector<std::string>{},
                                   "two-phase solving", caller, make);
}

std::shared_ptr<const OptimalSolver> Engines::optimal(Metric metric, const EngineCaller& caller) {
  const std::string key = fmt::format("optimal {}", to_string(metric));
  CubeTableWish wish;
  // Something is left for others.
  wish.modest_bytes = most_bytes();
  wish.limit_name = "three quarters of the memory that the server may take";
  wish.threads = threads_;
  wish.solution_bytes = memory_.work_bytes() / kSolutionShare;
  const TableRecipe table = choose_optimal_table(metric, *store_, wish);
  const std::uint64_t bytes = optimal_bytes(table) + *wish.solution_bytes;
  return find_or_make<OptimalSolver>(key, bytes, {table.key.name}, "optimal solving", caller, [&] {
    auto solver = std::make_shared<const OptimalSolver>(
        make_optimal_solver(metric, *store_, table, wish, caller).solver);
    return Made{solver, {solver->table_name()}, bytes};
  });
}

std::shared_ptr<const GeneralEngine> Engines::general(const GeneralWish& wish,
                                                      const EngineCaller& caller) {
  std::string key = fmt::format("general {} {} {} {} {}", to_hex(wish.definition.digest()),
                                to_string(wish.moves.metric()), wish.table_depth,
                                to_string(wish.symmetry), wish.canon_depth);
  for (const Move& move : wish.moves.moves()) key += " " + move.name;
  for (const State& goal : wish.goals) key.append(" ").append(goal.bytes.begin(), goal.bytes.end());
  if (!wish.is_shared) key += fmt::format(" alone {}", ++engines_alone_);
  const std::uint64_t bytes = std::clamp(wish.memory_bytes, search_bytes(), most_bytes());
  return find_or_make<GeneralEngine>(key, bytes, {}, "solving", caller, [&] {
    SolverOptions options;
    options.memory_bytes = bytes;
    options.threads = threads_;
    options.table_depth = wish.table_depth;
    options.symmetry = wish.symmetry;
    options.canon_depth = wish.canon_depth;
    options.expected_positions = wish.expected_positions;
    options.stop = caller.stop;
    // What takes long to make is kept where the command line keeps it.
    if (!store_->folder().empty()) options.store = std::make_shared<const TableStore>(*store_);
    auto engine =
        std::make_shared<const GeneralEngine>(wish.definition, wish.moves, wish.goals, options);
    const std::uint64_t most = std::min(bytes, engine->solving.plan().most_bytes);
    return Made{std::move(engine), {}, most};
  });
}

std::shared_ptr<const PhaseEngine> Engines::phases(const PhaseWish& wish,
                                                   const EngineCaller& caller) {
  std::string key =
      fmt::format("phases {} {}", to_hex(wish.definition.digest()), to_string(wish.moves.metric()));
  if (wish.without_words) key += " without words";
  for (const Move& move : wish.moves.moves()) key += " " + move.name;
  const std::uint64_t bytes = search_bytes() / static_cast<std::uint64_t>(wish.sharing);
  return find_or_make<PhaseEngine>(key, bytes, {}, "tables of phases", caller, [&] {
    PhaseSolverOptions options;
    options.memory_bytes = bytes;
    options.threads = threads_;
    options.progress = caller.progress;
    options.stop = caller.stop;
    PlanWish plan;
    plan.store = store_.get();
    plan.threads = threads_;
    plan.without_words = wish.without_words;
    auto engine = make_phase_engine(wish.definition, wish.moves, plan, options, caller);
    const std::uint64_t used = std::min(bytes, engine->bytes());
    return Made{std::move(engine), {}, used};
  });
}

}  // namespace gyre::serve
