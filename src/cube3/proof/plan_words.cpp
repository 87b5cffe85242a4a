#include "cube3/proof/plan_words.h"

#include "base/text.h"
#include "base/threads.h"
#include "cube3/core/metric_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gyre::cube3 {
namespace {

// On two cores of 2023 and on an H200: searching the usual depth, and one pass of spreading.
constexpr double kCpuSearchSeconds = 14;
constexpr double kCpuSpreadSeconds = 1;
constexpr double kGpuSearchSeconds = 0.15;
constexpr double kGpuSpreadSeconds = 0.015;

}  // namespace

double rough_seconds(const CosetPlan& plan, Metric metric, bool gpu, int threads) {
  const MetricFacts& facts = facts_of(metric);
  const double growth = facts.growth;
  // Beyond, next to no position is new.
  const int deepest = facts.god_number - 1;
  const double cores = 2.0 / thread_count(threads);
  const double search = gpu ? kGpuSearchSeconds : kCpuSearchSeconds * cores;
  const double spread = gpu ? kGpuSpreadSeconds : kCpuSpreadSeconds * cores;
  const int usual = facts.coset_search_depth;
  const int steps = std::min(plan.search_depth, deepest) - usual;
  // While few positions are new, spreading takes no time.
  const int passes = std::max(0, std::min(plan.depth, deepest + 1) - (usual - 2));
  return passes * spread + search * std::pow(growth, steps) * (plan.last_share + 1 / (growth - 1));
}

std::string sentence_beyond(const CosetProof& proof, const CompactCubes& cubes) {
  if (!proof.beyond) return "";
  const std::string position = cubes.write(proof.beyond->position);
  if (proof.beyond->distance) {
    return fmt::format("{} needs {} moves, more than {}", position, *proof.beyond->distance,
                       *proof.plan.within);
  }
  const std::uint64_t count = proof.result.left();
  return fmt::format("{} position{} more than {} moves; one of them is {}", grouped(count),
                     count == 1 ? " needs" : "s need", *proof.plan.within, position);
}

}  // namespace gyre::cube3
