// The packed cube: against the hand-written definition, the laws of a group, one instruction set
// against the other, positions counted by brute force, impossible cubes and random ones.
#include "support/cube3_helpers.h"

#include "cube3/core/notation.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstring>

namespace gyre::cube3 {
namespace {

Cube cube_from(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return random_cube(random);
}

TEST(Cube3Cube, TurnsAreThoseOfTheHandWrittenDefinition) {
  const PuzzleDefinition definition = test::cube3();
  for (int index = 0; index < kMoves; ++index) {
    const FaceTurn move = FaceTurn::from_index(index);
    EXPECT_EQ(plain_state(action(move)), action_of(definition, to_alg(definition, {move})));
    EXPECT_EQ(turned({}, move), action(move));
    EXPECT_EQ(invert(action(move)), action(move.inverse()));
    EXPECT_EQ(rotate_urf(action(move)), action(rotate_urf(move)));
  }
}

TEST(Cube3Cube, ComposesAndInvertsAsStates) {
  const PuzzleDefinition definition = test::cube3();
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    const Cube a = random_cube(random);
    const Cube b = random_cube(random);
    EXPECT_EQ(plain_state(compose(a, b)),
              compose(definition.orbits(), plain_state(a), plain_state(b)));
    EXPECT_EQ(plain_state(invert(a)), invert(definition.orbits(), plain_state(a)));
    EXPECT_EQ(rotate_urf(rotate_urf(rotate_urf(a))), a);
    EXPECT_EQ(rotate_urf(compose(a, b)), compose(rotate_urf(a), rotate_urf(b)));
  }
}

RC_GTEST_PROP(Cube3Cube, IsAGroup, (std::uint64_t x, std::uint64_t y, std::uint64_t z)) {
  const Cube a = cube_from(x);
  const Cube b = cube_from(y);
  const Cube c = cube_from(z);
  RC_ASSERT(compose(compose(a, b), c) == compose(a, compose(b, c)));
  RC_ASSERT(compose(a, Cube{}) == a);
  RC_ASSERT(compose(Cube{}, a) == a);
  RC_ASSERT(compose(a, invert(a)) == Cube{});
  RC_ASSERT(compose(invert(a), a) == Cube{});
  RC_ASSERT(invert(compose(a, b)) == compose(invert(b), invert(a)));
  // Face turns lead from possible cubes to possible cubes.
  RC_ASSERT(why_impossible(compose(a, b)).empty());
  RC_ASSERT(why_impossible(invert(a)).empty());
}

RC_GTEST_PROP(Cube3Cube, MovesAreProducts, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const Cube start = random_cube(random);
  const std::vector<FaceTurn> moves = random_moves(random, 10);
  Cube cube = start;
  for (const FaceTurn move : moves) {
    RC_ASSERT(turned(turned(cube, move), move.inverse()) == cube);
    cube = turned(cube, move);
  }
  RC_ASSERT(replay(start, moves) == cube);
  RC_ASSERT(compose(start, replay({}, moves)) == cube);
}

TEST(Cube3Cube, IsPackedAndOrderedAsItsBytes) {
  EXPECT_EQ(sizeof(Cube), 32U);
  EXPECT_EQ(alignof(Cube), 32U);
  std::mt19937_64 random(2);
  for (int i = 0; i < 1'000; ++i) {
    const Cube a = random_cube(random);
    Cube b = random_cube(random);
    for (int slot = 0; slot < kEdges; ++slot) {
      EXPECT_EQ(a.edges[slot], a.edge_perm(slot) + 16 * a.edge_ori(slot));
    }
    for (int slot = 0; slot < kCorners; ++slot) {
      EXPECT_EQ(a.corners[slot], a.corner_perm(slot) + 16 * a.corner_ori(slot));
    }
    EXPECT_TRUE(std::equal(a.edges.begin() + kEdges, a.edges.end(), kSolvedLane.begin() + kEdges));
    EXPECT_TRUE(
        std::equal(a.corners.begin() + kCorners, a.corners.end(), kSolvedLane.begin() + kCorners));
    if (i % 2 == 0) b.edges = a.edges;
    const int order = std::memcmp(&a, &b, sizeof(Cube));
    EXPECT_EQ(a < b, order < 0);
    EXPECT_EQ(a == b, order == 0);
  }
}

TEST(Cube3Cube, MovesOfHChangeNoOrientation) {
  for (const std::string text : {"U", "U2", "U'", "D", "D2", "D'", "F2", "B2", "L2", "R2"}) {
    const Cube cube = cube_of(text);
    for (int slot = 0; slot < kEdges; ++slot) EXPECT_EQ(cube.edge_ori(slot), 0) << text;
    for (int slot = 0; slot < kCorners; ++slot) EXPECT_EQ(cube.corner_ori(slot), 0) << text;
  }
}

using Counts = std::vector<std::size_t>;

TEST(Cube3Cube, PositionsByDepthAreTheKnownCounts) {
  EXPECT_EQ(sizes(layers(5, Metric::htm)), (Counts{1, 18, 243, 3'240, 43'239, 574'908}));
  EXPECT_EQ(sizes(layers(6, Metric::qtm)), (Counts{1, 12, 114, 1'068, 10'011, 93'840, 878'880}));
}

TEST(Cube3CubeSlow, PositionsOneDepthFurther) {
  EXPECT_EQ(sizes(layers(6, Metric::htm)).back(), 7'618'438U);
  EXPECT_EQ(sizes(layers(7, Metric::qtm)).back(), 8'221'632U);
}

template <class Change>
std::string reason(const Change& change) {
  Cube cube;
  change(cube);
  return why_impossible(cube);
}

TEST(Cube3Cube, SaysWhyACubeIsImpossible) {
  EXPECT_EQ(why_impossible({}), "");
  EXPECT_EQ(reason([](Cube& c) { c.set_corner(3, 3, 1); }),
            "a corner is twisted clockwise: the twists of the corners add up to 1 modulo 3, and "
            "face turns keep 0");
  EXPECT_EQ(reason([](Cube& c) { c.set_corner(0, 0, 2); }),
            "a corner is twisted anticlockwise: the twists of the corners add up to 2 modulo 3, "
            "and face turns keep 0");
  EXPECT_EQ(reason([](Cube& c) { c.set_edge(11, 11, 1); }),
            "an edge is flipped: an odd number of edges is flipped, and face turns keep it even");
  EXPECT_EQ(reason([](Cube& c) { std::swap(c.edges[0], c.edges[7]); }),
            "two pieces are swapped, or the whole cube is turned by a quarter (x, y, z): the "
            "corners are permuted evenly and the edges oddly, and face turns keep both alike");
  EXPECT_EQ(reason([](Cube& c) { std::swap(c.corners[2], c.corners[3]); }),
            "two pieces are swapped, or the whole cube is turned by a quarter (x, y, z): the "
            "corners are permuted oddly and the edges evenly, and face turns keep both alike");
  EXPECT_EQ(reason([](Cube& c) { c.set_corner(0, 1, 0); }),
            "the corner UFL stands twice, at URF and UFL, and the corner URF is missing");
  EXPECT_EQ(reason([](Cube& c) { c.set_edge(4, 2, 1); }),
            "the edge UL stands twice, at UL and DR, and the edge DR is missing");
  EXPECT_EQ(reason([](Cube& c) { c.set_edge(0, 12, 0); }),
            "the edge at UR has number 12, and there are only 12");
  EXPECT_EQ(reason([](Cube& c) { c.set_corner(7, 15, 0); }),
            "the corner at DRB has number 15, and there are only 8");
  EXPECT_EQ(reason([](Cube& c) { c.set_corner(0, 0, 3); }),
            "the corner at URF has orientation 3, and there are only 3");
  EXPECT_EQ(reason([](Cube& c) { c.set_edge(0, 0, 2); }),
            "the edge at UR has orientation 2, and there are only 2");
}

TEST(Cube3Cube, NamesAllReasonsAtOnce) {
  const std::string all = reason([](Cube& c) {
    c.set_corner(0, 0, 1);
    c.set_edge(0, 0, 1);
    std::swap(c.edges[4], c.edges[5]);
  });
  for (const char* part : {"a corner is twisted", "; an edge is flipped", "; two pieces are"}) {
    EXPECT_NE(all.find(part), std::string::npos) << all;
  }
}

// Twelve classes of cubes that turns do not mix: each is told from the possible one.
RC_GTEST_PROP(Cube3Cube, KnowsWhatTurnsKeep, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const int twist = static_cast<int>(random() % 3);
  const int flip = static_cast<int>(random() % 2);
  const bool swap = random() % 2 != 0;
  Cube cube;
  cube.set_corner(5, 5, twist);
  cube.set_edge(9, 9, flip);
  if (swap) std::swap(cube.corners[0], cube.corners[4]);
  cube = compose(compose(random_cube(random), cube), random_cube(random));
  RC_ASSERT(twist_sum(cube) == twist);
  RC_ASSERT(flip_sum(cube) == flip);
  RC_ASSERT((has_odd_corners(cube) != has_odd_edges(cube)) == swap);
  const std::string why = why_impossible(cube);
  RC_ASSERT(why.empty() == (twist == 0 && flip == 0 && !swap));
  RC_ASSERT((why.find("twisted") != std::string::npos) == (twist != 0));
  RC_ASSERT((why.find("flipped") != std::string::npos) == (flip != 0));
  RC_ASSERT((why.find("swapped") != std::string::npos) == swap);
}

// Pearson's statistic of counts that should all be alike, in standard deviations from its mean.
double surprise(const std::vector<int>& counts, double expected) {
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  const auto freedom = static_cast<double>(counts.size() - 1);
  return (sum - freedom) / std::sqrt(2 * freedom);
}

TEST(Cube3Cube, RandomCubesAreSpreadEvenly) {
  std::mt19937_64 random(1);
  constexpr int kCubes = 57'600;
  std::array<std::vector<int>, kEdges> edges;
  std::array<std::vector<int>, kCorners> corners;
  std::array<std::vector<int>, kEdges> pairs;
  std::vector<int> parity(2);
  for (auto& counts : edges) counts.resize(24);
  for (auto& counts : corners) counts.resize(24);
  for (auto& counts : pairs) counts.resize(576);
  for (int i = 0; i < kCubes; ++i) {
    const Cube cube = random_cube(random);
    ASSERT_EQ(why_impossible(cube), "");
    const auto corner = [&](int slot) {
      return cube.corner_perm(slot) * 3 + cube.corner_ori(slot);
    };
    const auto edge = [&](int slot) { return cube.edge_perm(slot) * 2 + cube.edge_ori(slot); };
    for (int slot = 0; slot < kCorners; ++slot) ++corners[slot][corner(slot)];
    for (int slot = 0; slot < kEdges; ++slot) {
      ++edges[slot][edge(slot)];
      ++pairs[slot][edge(slot) * 24 + corner((slot + 3) % kCorners)];
    }
    ++parity[has_odd_corners(cube) ? 1 : 0];
  }
  // Five standard deviations: one seed in millions.
  for (const auto& counts : edges) EXPECT_LT(surprise(counts, kCubes / 24.0), 5);
  for (const auto& counts : corners) EXPECT_LT(surprise(counts, kCubes / 24.0), 5);
  for (const auto& counts : pairs) EXPECT_LT(surprise(counts, kCubes / 576.0), 5);
  EXPECT_LT(surprise(parity, kCubes / 2.0), 5);
}

TEST(Cube3Cube, RandomCubesAreTheSameEverywhere) {
  std::mt19937_64 random(12'345);
  Cube cube;
  for (int i = 0; i < 1'000; ++i) cube = random_cube(random);
  EXPECT_EQ(write_facelets(cube), "BFRLUDULFUFDLRUURLLFRUFUFRRRUBDDBLLFLBBRLFDBDBRDBBDUDF");
}

TEST(Cube3Cube, LanesEndAsTheyShould) {
  Cube cube;
  cube.edges[12] = 0;
  EXPECT_NE(why_impossible(cube), "");
  cube = {};
  cube.corners[8] = 9;
  EXPECT_NE(why_impossible(cube), "");
}

}  // namespace
}  // namespace gyre::cube3
