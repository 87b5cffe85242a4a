// Short solutions of any position along a chain of phases. Not one partial solution is kept from
// phase to phase but many, chosen by what the tables of the next phase say of them; the position
// is looked at through every symmetry of the puzzle that the chain does not have, and from behind
// (its inverse) where that can be. Passes with more and more partial solutions find shorter and
// shorter ones, until the time is over.
#pragma once

#include "general/phases/phase_plan.h"
#include "general/phases/phase_space.h"
#include "general/shared/phase_limits.h"

#include <gyre/base/progress.h>
#include <gyre/general/solver.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace gyre {

struct PhaseSolverOptions {
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  std::uint64_t most_entries = 100'000'000;  // of one table
  int threads = 0;
  ProgressCallback progress;  // while tables are made
  std::stop_token stop;       // likewise
};

class PhaseSolver {
 public:
  // Makes the tables. Throws Error if stopped, or if the plan does not fit the memory. Keeps
  // references to the definition and the moves.
  PhaseSolver(const PuzzleDefinition& definition, const MoveSet& moves, PhasePlan plan,
              const PhaseSolverOptions& options);
  ~PhaseSolver();
  PhaseSolver(PhaseSolver&&) noexcept;
  PhaseSolver& operator=(PhaseSolver&&) noexcept;

  [[nodiscard]] const PhasePlan& plan() const noexcept;
  [[nodiscard]] const PhaseSpace& space(int phase) const noexcept;
  // Whether the view of a phase is all that the moves left afterwards keep.
  [[nodiscard]] bool is_complete(int phase) const noexcept;
  [[nodiscard]] std::uint64_t bytes() const noexcept;

  // A solution of whichever of the positions comes out shortest. Each has been replayed. A position
  // that cannot be solved has none; ask first.
  [[nodiscard]] PhaseResult solve(std::span<const State> positions, const PhaseLimits& limits,
                                  const PhaseHooks& hooks = {}) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace gyre
