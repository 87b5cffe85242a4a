#include "cube3/core/metric_facts.h"

#include <gtest/gtest.h>

#include "cube3/core/with_metric.h"

#include <set>

namespace gyre::cube3 {
namespace {

// Breadth first from solved, as far as a set of cubes is small: what is tabled begins with what is
// counted.
std::vector<std::uint64_t> counted(Metric metric, int depth) {
  std::set<Cube> seen = {Cube{}};
  std::vector<Cube> last = {Cube{}};
  std::vector<std::uint64_t> counts = {1};
  for (int i = 0; i < depth; ++i) {
    std::vector<Cube> next;
    for (const Cube& cube : last) {
      for (const int move : moves_of(metric)) {
        const Cube image = turned(cube, FaceTurn::from_index(move));
        if (seen.insert(image).second) next.push_back(image);
      }
    }
    counts.push_back(next.size());
    last = std::move(next);
  }
  return counts;
}

TEST(MetricFacts, PositionsAreCounted) {
  constexpr int kDepth = 4;
  for (const Metric metric : metrics()) {
    const auto known = facts_of(metric).positions.first(kDepth + 1);
    EXPECT_EQ(counted(metric, kDepth), std::vector<std::uint64_t>(known.begin(), known.end()));
  }
}

TEST(MetricFacts, LengthsGrow) {
  for (const Metric metric : metrics()) {
    const MetricFacts& facts = facts_of(metric);
    EXPECT_LT(facts.coset_search_depth, facts.god_number);
    EXPECT_LE(facts.god_number, facts.safe_target);
    EXPECT_LE(facts.safe_target, facts.good_length);
    EXPECT_LT(facts.good_length, facts.first_length);
    EXPECT_LT(facts.first_length, facts.easy_length);
    EXPECT_LE(facts.short_phase2, facts.long_phase2);
    // The growth is that of the last counts that are known.
    const auto& positions = facts.positions;
    EXPECT_NEAR(static_cast<double>(positions.back()) / static_cast<double>(*(positions.end() - 2)),
                facts.growth, 0.3);
  }
}

TEST(MetricFacts, FaceTurnsAreWeighed) {
  const std::vector<FaceTurn> moves = {{0, 1}, {1, 2}, {2, 3}};  // U F2 R'
  EXPECT_EQ(length_of(Metric::htm, moves), 3);
  EXPECT_EQ(length_of(Metric::qtm, moves), 4);
  EXPECT_EQ(moves_of(Metric::htm).size(), 18U);
  EXPECT_EQ(moves_of(Metric::qtm).size(), 12U);
}

TEST(MetricFacts, WithMetricHandsOutTheMetric) {
  for (const Metric metric : metrics()) {
    EXPECT_EQ(with_metric(metric, [](auto constant) { return Metric{constant.value}; }), metric);
  }
}

}  // namespace
}  // namespace gyre::cube3
