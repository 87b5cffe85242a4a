#include "optimal_tables.h"

#include "cube_tables.h"

namespace gyre::cli {

MadeOptimalSolver make_optimal_solver(const CommonOptions& options, const OptimalTables& tables,
                                      const std::stop_token& stop) {
  CubeTableWish wish = table_wish(options);
  wish.build = tables.build;
  wish.verify = tables.verify;
  wish.smallest = tables.smallest;
  const TableStore store = options.store();
  const TableRecipe table = choose_optimal_table(options.metric(), store, wish);
  return gyre::make_optimal_solver(options.metric(), store, table, wish, caller_of(options, stop));
}

}  // namespace gyre::cli
