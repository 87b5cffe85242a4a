#include "cube_solving.h"

#include "cube_tables.h"

#include <gyre/cube3/solver.h>
#include "cube3/core/held.h"
#include "cube3/core/metric_facts.h"

#include <limits>
#include <memory>
#include <mutex>

namespace gyre::cli {

CubeSolving cube_solving(const CommonOptions& options, const PuzzleDefinition& definition,
                         const MoveSet& moves, bool stored, const std::stop_token& stop) {
  struct Engine {
    std::once_flag made;
    std::optional<Cube3Solver> solver;
  };
  auto holding = std::make_shared<const cube3::Holding>(definition);
  auto engine = std::make_shared<Engine>();
  std::vector<int> index_of;
  for (int move = 0; move < cube3::kMoves; ++move) {
    const std::vector<cube3::FaceTurn> turn = {cube3::FaceTurn::from_index(move)};
    index_of.push_back(moves.find(cube3::to_string(turn)));
  }
  return
      [options, stored, stop, holding, engine, index_of](
          const State& state, const std::stop_token& stop_now) -> std::optional<std::vector<int>> {
        std::call_once(engine->made, [&] {
          CubeTables wish;
          wish.stored = stored;
          engine->solver.emplace(make_cube_solver(options, wish, stop));
        });
        const int length = cube3::facts_of(engine->solver->metric()).god_number;
        // Only the length ends the search.
        cube3::TwoPhaseLimits limits;
        limits.target_length = length;
        limits.max_length = length;
        limits.seconds = std::numeric_limits<double>::infinity();
        const cube3::Cube cube = holding->conversion().to_cube(state);
        const cube3::TwoPhaseSolution solution = engine->solver->solve(cube, limits, {}, stop_now);
        if (!solution.found) return std::nullopt;
        std::vector<int> found;
        for (const cube3::FaceTurn& turn : solution.moves) found.push_back(index_of[turn.index()]);
        return found;
      };
}

}  // namespace gyre::cli
