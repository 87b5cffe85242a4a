#include "front/solve/own_engines.h"

#include "front/solve/phase_plans.h"

#include <utility>

namespace gyre {

const std::vector<std::string>& keep_tables_words() {
  static const std::vector<std::string> words = {"auto", "yes", "no"};
  return words;
}

OwnEngines::OwnEngines(OwnEngineOptions options) : options_(std::move(options)) {
  if (options_.keep_tables == "no") options_.store = TableStore({});
}

CubeTableWish OwnEngines::table_wish() const {
  CubeTableWish wish;
  wish.memory_bytes = options_.memory_bytes;
  wish.memory_given = options_.memory_given;
  wish.build = options_.build;
  wish.verify = options_.verify;
  wish.copy = options_.copy;
  wish.threads = options_.threads;
  wish.limit_name = options_.limit_name;
  return wish;
}

std::shared_ptr<const Cube3Solver> OwnEngines::two_phase(Metric metric,
                                                         const EngineCaller& caller) {
  return std::make_shared<const Cube3Solver>(
      make_two_phase_solver(metric, options_.store, table_wish(), caller));
}

std::shared_ptr<const OptimalSolver> OwnEngines::optimal(Metric metric,
                                                         const EngineCaller& caller) {
  const CubeTableWish wish = table_wish();
  const TableRecipe table = choose_optimal_table(metric, options_.store, wish);
  return std::make_shared<const OptimalSolver>(
      make_optimal_solver(metric, options_.store, table, wish, caller).solver);
}

std::shared_ptr<const GeneralEngine> OwnEngines::general(const GeneralWish& wish,
                                                         const EngineCaller& caller) {
  SolverOptions options;
  options.memory_bytes = options_.memory_bytes;
  options.threads = options_.threads;
  options.expected_positions = wish.expected_positions;
  options.table_depth = wish.table_depth;
  options.symmetry = wish.symmetry;
  options.canon_depth = wish.canon_depth;
  options.store_all = options_.keep_tables == "yes";
  options.store = std::make_shared<const TableStore>(options_.store);
  options.stop = caller.stop;
  return std::make_shared<const GeneralEngine>(wish.definition, wish.moves, wish.goals, options);
}

std::shared_ptr<const PhaseEngine> OwnEngines::phases(const PhaseWish& wish,
                                                      const EngineCaller& caller) {
  PhaseSolverOptions options;
  // The other half is for the search that proves.
  options.memory_bytes = options_.memory_bytes / 2 / static_cast<std::uint64_t>(wish.sharing);
  options.threads = options_.threads;
  options.progress = caller.progress;
  options.stop = caller.stop;
  PlanWish plan;
  plan.store = &options_.store;
  plan.anew = options_.plans_anew;
  if (options_.keep_tables == "yes") plan.least_stored_seconds = 0;
  plan.threads = options_.threads;
  plan.without_words = wish.without_words;
  return make_phase_engine(wish.definition, wish.moves, plan, options, caller);
}

}  // namespace gyre
