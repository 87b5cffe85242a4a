#include "cube3/two_phase.h"
#include "cube3/two_phase_tables.h"

#include <gyre/base/error.h>
#include <gyre/cube3/solver.h>

#include <fmt/format.h>

namespace gyre {

Cube3Solver::Cube3Solver() : Cube3Solver(cube3::SolverOptions{}) {}
Cube3Solver::Cube3Solver(const cube3::SolverOptions& /*options*/)
    : tables_(std::make_unique<const cube3::TwoPhaseTables>()) {}
Cube3Solver::~Cube3Solver() = default;
Cube3Solver::Cube3Solver(Cube3Solver&&) noexcept = default;
Cube3Solver& Cube3Solver::operator=(Cube3Solver&&) noexcept = default;

cube3::Solution Cube3Solver::solve(const cube3::Cube& cube, const cube3::SolveLimits& limits,
                                   const cube3::SolutionCallback& improved,
                                   const std::stop_token& stop) const {
  const std::string reason = cube3::why_impossible(cube);
  if (!reason.empty()) throw Error(fmt::format("face turns cannot solve this cube: {}", reason));
  return cube3::TwoPhase(tables_->small, cube, limits, improved, stop).run();
}

std::vector<cube3::Solution> Cube3Solver::solve_several(const cube3::Cube& cube, int /*count*/,
                                                        const cube3::SolveLimits& limits,
                                                        const std::stop_token& stop) const {
  return {solve(cube, limits, {}, stop)};
}

Metric Cube3Solver::metric() const noexcept {
  return Metric::htm;
}

bool Cube3Solver::uses_big_tables() const noexcept {
  return false;
}

std::size_t Cube3Solver::table_bytes() const noexcept {
  return tables_->small.bytes();
}

}  // namespace gyre
