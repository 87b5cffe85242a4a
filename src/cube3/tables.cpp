#include <gyre/cube3/tables.h>

namespace gyre::cube3 {

std::vector<TableRecipe> two_phase_recipes(Metric /*metric*/) {
  return {};
}

std::vector<TableRecipe> table_recipes() {
  return two_phase_recipes(Metric::htm);
}

}  // namespace gyre::cube3
