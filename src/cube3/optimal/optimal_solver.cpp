#include "cube3/optimal/engine.h"
#include "cube3/optimal/scheduler.h"

#include <gyre/cube3/optimal.h>

namespace gyre {

OptimalSolver::OptimalSolver(const cube3::OptimalOptions& options)
    : scheduler_(std::make_unique<cube3::OptimalScheduler>(cube3::make_optimal_engine(options),
                                                           options.threads)) {}
OptimalSolver::~OptimalSolver() = default;
OptimalSolver::OptimalSolver(OptimalSolver&&) noexcept = default;
OptimalSolver& OptimalSolver::operator=(OptimalSolver&&) noexcept = default;

cube3::OptimalResult OptimalSolver::solve(const cube3::Cube& cube,
                                          const cube3::OptimalLimits& limits,
                                          const cube3::OptimalHooks& hooks) const {
  return scheduler_->solve(cube, limits, hooks);
}

Metric OptimalSolver::metric() const noexcept {
  return scheduler_->engine().kernel->metric();
}

int OptimalSolver::threads() const noexcept {
  return scheduler_->threads();
}

const std::string& OptimalSolver::table_name() const noexcept {
  return scheduler_->engine().table_name;
}

std::span<const std::byte> OptimalSolver::table_bytes() const noexcept {
  return scheduler_->engine().table.payload();
}

bool OptimalSolver::huge_pages() const noexcept {
  return scheduler_->engine().table.huge_pages();
}

}  // namespace gyre
