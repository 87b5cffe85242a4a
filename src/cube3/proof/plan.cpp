// How far a coset is searched before it is spread, and when what is left is worth solving.
#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include "cube3/core/metric_facts.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre::cube3 {
namespace {

void check_planned(const char* what, int depth) {
  if (depth >= 0 && depth <= kLongestCoset) return;
  throw Error(fmt::format("a {} of {} moves makes no sense (expected 0 to {})", what, depth,
                          kLongestCoset));
}

}  // namespace

double usual_last_share(bool gpu) noexcept {
  // On a processor the last depth takes longer than all else together, and a part of it leaves so
  // few positions that solving them one by one takes less. A GPU is through with it sooner.
  return gpu ? 1 : 0.1;
}

CosetPlan plan_proof(Metric metric, int within, std::optional<int> search_depth, bool gpu) {
  check_planned("bound", within);
  if (search_depth) check_planned("search depth", *search_depth);
  CosetPlan plan;
  plan.depth = within;
  plan.within = within;
  plan.solve_left = true;
  if (search_depth) {
    plan.search_depth = std::min(*search_depth, within);
  } else if (within >= facts_of(metric).god_number) {
    // A bound that all positions meet leaves next to nothing after the usual depth.
    plan.search_depth = facts_of(metric).coset_search_depth;
    plan.last_share = usual_last_share(gpu);
  } else {
    plan.search_depth = within;
  }
  return plan;
}

CosetPlan plan_counts(std::optional<int> depth, std::optional<int> search_depth, bool solve_left) {
  CosetPlan plan;
  plan.depth = depth.value_or(kLongestCoset);
  check_planned("depth", plan.depth);
  if (search_depth) check_planned("search depth", *search_depth);
  plan.search_depth = std::min(search_depth.value_or(plan.depth), plan.depth);
  plan.solve_left = solve_left;
  return plan;
}

}  // namespace gyre::cube3
