// A whole coset: searched and spread as its plan says, and what is left solved one by one.
#include "base/seconds.h"

#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>

#include <algorithm>
#include <chrono>

namespace gyre::cube3 {
namespace {

CosetRequest search_of(const CosetProofRequest& request) {
  CosetRequest search;
  search.representative = request.representative;
  search.depth = request.plan.depth;
  search.search_depth = request.plan.search_depth;
  search.last_share = request.plan.last_share;
  search.checksums = request.checksums;
  return search;
}

Cube first_left(const CosetSolver& solver) {
  Cube first;
  solver.for_each_left([&](const Cube& cube) {
    first = cube;
    return false;
  });
  return first;
}

// What becomes of the positions that no depth reached.
void finish_left(const CosetSolver& solver, LeftSolver& left, const CosetProofRequest& request,
                 const CosetHooks& hooks, CosetProof& proof) {
  const int exact = proof.result.exact_depth();
  if (request.plan.within && exact >= *request.plan.within) {
    // Everything within the bound was searched, so that nothing need be solved to know this.
    proof.beyond = UnsolvedPosition{first_left(solver), true, std::nullopt};
    return;
  }
  if (!request.plan.within && !request.plan.solve_left) return;
  LeftLimits limits;
  // What a complete search has not reached is farther than that.
  limits.within = std::max(proof.result.depths.back().depth, exact + 1);
  limits.ends_beyond = request.plan.within.has_value();
  limits.keep = request.keep;
  proof.left =
      left.solve([&](const std::function<bool(const Cube&)>& take) { solver.for_each_left(take); },
                 proof.result.left(), limits, hooks);
  proof.stopped = proof.left->stopped;
  if (!limits.ends_beyond) return;
  const auto& remaining = proof.left->remaining;
  const auto far =
      std::find_if(remaining.begin(), remaining.end(),
                   [](const UnsolvedPosition& unsolved) { return unsolved.distance.has_value(); });
  if (far != remaining.end()) proof.beyond = *far;
}

}  // namespace

std::optional<int> CosetProof::proved_within() const {
  if (stopped) return std::nullopt;
  int bound = 0;
  for (const CosetDepth& done : result.depths) {
    if (done.positions != 0) bound = done.depth;
  }
  if (result.left() == 0) return bound;
  if (!left || left->solved != result.left()) return std::nullopt;
  return std::max(bound, left->lengths.rbegin()->first);
}

CosetProof solve_coset(CosetSolver& solver, LeftSolver& left, const CosetProofRequest& request,
                       const CosetHooks& hooks) {
  if (solver.metric() != left.metric()) {
    throw Error("the coset and the positions that are left must be solved in the same metric");
  }
  const auto begun = std::chrono::steady_clock::now();
  CosetProof proof;
  proof.metric = solver.metric();
  proof.representative = request.representative;
  proof.plan = request.plan;
  proof.result = solver.solve(search_of(request), hooks.depth, hooks.progress, hooks.stop);
  proof.stopped = proof.result.stopped;
  if (!proof.stopped && hooks.searched) {
    hooks.searched(proof.result);
    proof.stopped = hooks.stop.stop_requested();
  }
  if (!proof.stopped && proof.result.left() != 0) {
    finish_left(solver, left, request, hooks, proof);
  }
  proof.seconds = seconds_since(begun);
  return proof;
}

CosetProof prove_within(CosetSolver& solver, LeftSolver& left, const Cube& representative,
                        int within, const CosetHooks& hooks, bool checksums) {
  CosetProofRequest request;
  request.representative = representative;
  request.plan = plan_proof(solver.metric(), within, std::nullopt, solver.uses_gpu());
  request.checksums = checksums;
  return solve_coset(solver, left, request, hooks);
}

}  // namespace gyre::cube3
