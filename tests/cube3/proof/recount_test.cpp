// The plain search that certificates are held against, and the positions that are tried first.
#include "cube3/proof/recount.h"
#include "cube3/core/symmetry.h"
#include "cube3/proof/sample.h"
#include "cube3/tables/phase1_coset.h"
#include "support/coset_reference.h"

#include <gtest/gtest.h>

#include <set>

namespace gyre::cube3 {
namespace {

Cube after(std::initializer_list<FaceTurn> turns) {
  Cube cube;
  for (const FaceTurn turn : turns) cube = turned(cube, turn);
  return cube;
}

const Cube kNearSolved = after({{2, 1}, {1, 3}, {0, 1}});

// All positions within some moves, by breadth first search, as far as they are in a coset.
std::vector<std::uint64_t> counted_by_layers(const Cube& representative, Metric metric, int depth) {
  std::set<Cube> seen{Cube{}};
  std::vector<Cube> layer{Cube{}};
  std::vector<std::uint64_t> counts;
  const Coset coset = Coset::of(representative);
  for (int now = 0; now <= depth; ++now) {
    std::uint64_t inside = 0;
    std::vector<Cube> next;
    for (const Cube& cube : layer) {
      inside += Coset::of(cube) == coset ? 1 : 0;
      for (int move = 0; now < depth && move < kMoves; ++move) {
        if (metric == Metric::qtm && move % 3 == 1) continue;
        const Cube child = turned(cube, FaceTurn::from_index(move));
        if (seen.insert(child).second) next.push_back(child);
      }
    }
    counts.push_back(inside);
    layer = std::move(next);
  }
  return counts;
}

TEST(CosetRecount, AgreesWithLayers) {
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    for (const Cube& cube : {Cube{}, kNearSolved}) {
      RecountLimits limits;
      limits.depth = 4;
      const std::vector<std::uint64_t> should = counted_by_layers(cube, metric, limits.depth);
      const std::vector<CosetDepth> depths = recount_depths(cube, metric, limits);
      ASSERT_EQ(depths.size(), should.size());
      std::uint64_t reached = 0;
      for (std::size_t depth = 0; depth < should.size(); ++depth) {
        EXPECT_EQ(depths[depth].positions, should[depth]);
        EXPECT_EQ(depths[depth].reached, reached += should[depth]);
        EXPECT_EQ(depths[depth].checksum == 0, reached == 0);
        EXPECT_TRUE(depths[depth].searched);
      }
    }
  }
}

TEST(CosetRecount, EndsWithItsNodesAndWhenStopped) {
  RecountLimits limits;
  limits.nodes = 100'000;
  const std::size_t few = recount_depths({}, Metric::htm, limits).size();
  EXPECT_GT(few, 3U);
  limits.nodes = 3'000'000;
  EXPECT_GT(recount_depths({}, Metric::htm, limits).size(), few);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(recount_depths({}, Metric::htm, limits, stop.get_token()).empty());
}

TEST(CosetSamples, SymmetricPositionsAreOfTheCosetAndSymmetric) {
  for (const Cube& cube : {Cube{}, kNearSolved}) {
    const std::vector<Cube> positions = symmetric_positions(cube, 60, 3);
    EXPECT_EQ(positions.front(), cube);
    EXPECT_EQ(std::set<Cube>(positions.begin(), positions.end()).size(), positions.size());
    for (std::size_t i = 1; i < positions.size(); ++i) {
      EXPECT_EQ(why_impossible(positions[i]), "");
      EXPECT_EQ(Coset::of(positions[i]), Coset::of(cube));
      EXPECT_GT(symmetries_of(positions[i]).size(), 1U);
    }
  }
  EXPECT_EQ(symmetric_positions(Cube{}, 60, 3).size(), 60U);
}

}  // namespace
}  // namespace gyre::cube3
