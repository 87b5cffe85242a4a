#include "cube_solving.h"

#include "cube_tables.h"

#include "cube3/core/held.h"
#include "front/puzzle/scrambling.h"

#include <memory>
#include <utility>

namespace gyre::cli {

CubeSolving cube_solving(const CommonOptions& options, const PuzzleDefinition& definition,
                         const MoveSet& moves, bool stored, const std::stop_token& stop) {
  const auto make = [options, stored, stop] {
    CubeTables wish;
    wish.stored = stored;
    return make_cube_solver(options, wish, stop);
  };
  auto holding = std::make_shared<const cube3::Holding>(definition);
  CubeSolving solving = scrambling_moves(cube_scrambling(make), holding->conversion(), moves);
  return [holding, solving = std::move(solving)](const State& state, const std::stop_token& now) {
    return solving(state, now);
  };
}

}  // namespace gyre::cli
