// One coset of a sweep, with the real solvers. Apart from coset_sweep.cpp, which knows none.
#include <gyre/cube3/coset_proof.h>
#include "cube3/core/notation.h"
#include "cube3/sweep/sweep.h"

namespace gyre::cube3 {
namespace {

// Positions that resisted are kept for whoever looks into them; there are hardly ever any.
constexpr std::size_t kKeptUnsolved = 100;

}  // namespace

std::optional<SweepRow> sweep_coset(CosetSolver& solver, const Cube3Solver& single,
                                    const SweepTask& task, const SweepItem& item,
                                    const ProgressCallback& progress, const std::stop_token& stop) {
  SweepRow row;
  row.position = item.position;
  row.coset = item.coset;
  const Cube representative = coset_representative(item.coset);
  row.representative = write_facelets(representative);
  CosetProof proof;
  if (task.within) {
    CosetProofRequest request;
    request.representative = representative;
    request.left.within = task.depth;
    request.left.threads = solver.threads();
    request.left.keep = kKeptUnsolved;
    request.search_depth = task.search_depth.value_or(-1);
    proof = prove_within(solver, single, request, {}, progress, stop);
  } else {
    CosetRequest request;
    request.representative = representative;
    request.depth = task.depth;
    request.search_depth = task.search_depth.value_or(task.depth);
    proof.result = solver.solve(request, {}, progress, stop);
  }
  if (proof.stopped()) return std::nullopt;
  for (const CosetDepth& depth : proof.result.depths) row.positions.push_back(depth.positions);
  row.exact_depth = proof.result.exact_depth();
  row.left = proof.result.left();
  row.solved = proof.left.solved;
  for (const UnsolvedPosition& unsolved : proof.left.remaining) {
    row.unsolved.push_back(write_facelets(unsolved.position));
  }
  row.solve_seconds = proof.left.seconds;
  row.seconds = proof.result.seconds + proof.left.seconds;
  return row;
}

}  // namespace gyre::cube3
