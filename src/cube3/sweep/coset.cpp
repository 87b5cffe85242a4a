// One coset of a sweep, with the real solvers. sweep.cpp knows none of them.
#include <gyre/cube3/coset.h>
#include "cube3/core/notation.h"
#include "cube3/sweep/sweep.h"

namespace gyre::cube3 {
namespace {

// Positions that resisted are kept for whoever looks into them; there are hardly ever any.
constexpr std::size_t kKeptUnsolved = 100;

CosetPlan plan_of(const SweepTask& task, bool gpu) {
  if (!task.within) return plan_counts(task.depth, task.search_depth, false);
  return plan_proof(task.metric, task.depth, task.search_depth, gpu);
}

std::vector<std::string> unsolved_of(const CosetSolver& solver, const CosetProof& proof) {
  std::vector<std::string> unsolved;
  if (proof.left) {
    for (const UnsolvedPosition& position : proof.left->remaining) {
      unsolved.push_back(write_facelets(position.position));
    }
  } else if (proof.beyond) {
    // All that is left is farther than the bound, and none was tried.
    solver.for_each_left([&](const Cube& cube) {
      unsolved.push_back(write_facelets(cube));
      return unsolved.size() < kKeptUnsolved;
    });
  }
  return unsolved;
}

}  // namespace

std::optional<SweepRow> sweep_coset(CosetSolver& solver, LeftSolver& left, const SweepTask& task,
                                    const SweepItem& item, const CosetHooks& hooks) {
  SweepRow row;
  row.position = item.position;
  row.coset = item.coset;
  CosetProofRequest request;
  request.representative = coset_representative(item.coset);
  request.plan = plan_of(task, solver.uses_gpu());
  request.keep = kKeptUnsolved;
  row.representative = write_facelets(request.representative);
  const CosetProof proof = solve_coset(solver, left, request, hooks);
  if (proof.stopped) return std::nullopt;
  for (const CosetDepth& depth : proof.result.depths) row.positions.push_back(depth.positions);
  row.exact_depth = proof.result.exact_depth();
  row.left = proof.result.left();
  row.solved = proof.left ? proof.left->solved : 0;
  row.unsolved = unsolved_of(solver, proof);
  row.solve_seconds = proof.left ? proof.left->seconds : 0;
  row.seconds = proof.seconds;
  return row;
}

}  // namespace gyre::cube3
