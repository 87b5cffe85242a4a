#include "table_names.h"

#include <gyre/cube3/optimal.h>
#include "cube3/tables/tables.h"

namespace gyre::cli {

std::vector<TableRecipe> known_tables() {
  std::vector<TableRecipe> known = cube3::table_recipes();
  for (const Metric metric : metrics()) {
    for (TableRecipe& recipe : cube3::optimal_recipes(metric)) known.push_back(std::move(recipe));
  }
  return known;
}

}  // namespace gyre::cli
