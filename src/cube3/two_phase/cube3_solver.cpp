#include "cube3/two_phase/engine.h"

#include <gyre/base/error.h>
#include <gyre/cube3/solver.h>

#include <fmt/format.h>

namespace gyre {

Cube3Solver::Cube3Solver() : Cube3Solver(cube3::TwoPhaseOptions{}) {}
Cube3Solver::Cube3Solver(const cube3::TwoPhaseOptions& options)
    : search_(std::make_unique<const cube3::TwoPhase>(options)) {}
Cube3Solver::~Cube3Solver() = default;
Cube3Solver::Cube3Solver(Cube3Solver&&) noexcept = default;
Cube3Solver& Cube3Solver::operator=(Cube3Solver&&) noexcept = default;

cube3::TwoPhaseSolution Cube3Solver::solve(const cube3::Cube& cube,
                                           const cube3::TwoPhaseLimits& limits,
                                           const cube3::SolutionCallback& improved,
                                           const std::stop_token& stop) const {
  require_possible(cube);
  return std::move(search_->run(cube, 1, limits, improved, stop).front());
}

std::vector<cube3::TwoPhaseSolution> Cube3Solver::solve_several(const cube3::Cube& cube, int count,
                                                                const cube3::TwoPhaseLimits& limits,
                                                                const std::stop_token& stop) const {
  if (count < 1) {
    throw Error(fmt::format("{} solutions were asked for (expected 1 or more)", count));
  }
  require_possible(cube);
  return search_->run(cube, count, limits, {}, stop);
}

int cube3::easy_length(Metric metric) noexcept {
  return facts_of(metric).easy_length;
}

Metric Cube3Solver::metric() const noexcept {
  return search_->tables().metric();
}

bool Cube3Solver::uses_big_tables() const noexcept {
  return search_->tables().big() != nullptr;
}

std::size_t Cube3Solver::table_bytes() const noexcept {
  return search_->tables().bytes();
}

}  // namespace gyre
