#include "cube3/two_phase.h"

#include <gyre/base/error.h>
#include <gyre/cube3/solver.h>

#include <fmt/format.h>

namespace gyre {

Cube3Solver::Cube3Solver() : tables_(std::make_unique<const cube3::SmallTables>()) {}
Cube3Solver::~Cube3Solver() = default;
Cube3Solver::Cube3Solver(Cube3Solver&&) noexcept = default;
Cube3Solver& Cube3Solver::operator=(Cube3Solver&&) noexcept = default;

cube3::Solution Cube3Solver::solve(const cube3::Cube& cube, const cube3::SolveLimits& limits,
                                   const cube3::SolutionCallback& improved,
                                   const std::stop_token& stop) const {
  const std::string reason = cube3::why_impossible(cube);
  if (!reason.empty()) throw Error(fmt::format("face turns cannot solve this cube: {}", reason));
  return cube3::TwoPhase(*tables_, cube, limits, improved, stop).run();
}

std::size_t Cube3Solver::table_bytes() const noexcept {
  return tables_->bytes();
}

}  // namespace gyre
