#include <gtest/gtest.h>
#include <gyre/puzzle/state.h>
#include <rapidcheck/gtest.h>

#include "support/small_puzzles.h"

namespace gyre {
namespace {

std::vector<Orbit> random_orbits(std::mt19937_64& rng) {
  std::vector<Orbit> orbits;
  const int count = 1 + static_cast<int>(rng() % 4);
  for (int k = 0; k < count; ++k) {
    orbits.push_back({"O" + std::to_string(k), 1 + static_cast<int>(rng() % 20),
                      1 + static_cast<int>(rng() % 5)});
  }
  return orbits;
}

TEST(State, ComposesAsTheSpecificationSays) {
  const std::vector<Orbit> orbits{{"A", 3, 3}};
  const OrbitList list(orbits);
  const State a = test::make_action(orbits, {{{1, 2, 0}, {0, 1, 2}}});
  const State b = test::make_action(orbits, {{{2, 0, 1}, {1, 1, 2}}});
  // perm[i] = a.perm[b.perm[i]], ori[i] = a.ori[b.perm[i]] + b.ori[i] mod 3.
  EXPECT_EQ(compose(list, a, b), test::make_action(orbits, {{{0, 1, 2}, {0, 1, 0}}}));
}

TEST(State, WildOrientationsStayWild) {
  const std::vector<Orbit> orbits{{"A", 2, 3}};
  const OrbitList list(orbits);
  const State solved{{0, 1, kWildOrientation, 0}};
  const State swap = test::make_action(orbits, {{{1, 0}, {1, 2}}});
  EXPECT_EQ(compose(list, solved, swap), (State{{1, 0, 1, kWildOrientation}}));
}

RC_GTEST_PROP(State, IsAGroup, (std::uint64_t seed)) {
  std::mt19937_64 rng(seed);
  const std::vector<Orbit> orbits = random_orbits(rng);
  const OrbitList list(orbits);
  const State a = test::random_action(orbits, rng);
  const State b = test::random_action(orbits, rng);
  const State c = test::random_action(orbits, rng);
  const State one = identity_state(list);
  RC_ASSERT(compose(list, compose(list, a, b), c) == compose(list, a, compose(list, b, c)));
  RC_ASSERT(compose(list, a, invert(list, a)) == one);
  RC_ASSERT(compose(list, invert(list, a), a) == one);
  RC_ASSERT(compose(list, a, one) == a);
}

RC_GTEST_PROP(State, CommuteAsTheirProductsSay, (std::uint64_t seed)) {
  std::mt19937_64 rng(seed);
  std::vector<Orbit> orbits = random_orbits(rng);
  // Few pieces, so that many pairs commute.
  for (Orbit& orbit : orbits) orbit.pieces = 1 + orbit.pieces % 3;
  const OrbitList list(orbits);
  const State a = test::random_action(orbits, rng);
  const State b = test::random_action(orbits, rng);
  const bool same = compose(list, a, b) == compose(list, b, a);
  RC_CLASSIFY(same);
  RC_ASSERT(commute(list, a, b) == same);
  RC_ASSERT(commute(list, a, power(list, a, static_cast<std::int64_t>(rng() % 7))));
}

RC_GTEST_PROP(State, PowersAndOrdersAgreeWithRepetition, (std::uint64_t seed)) {
  std::mt19937_64 rng(seed);
  std::vector<Orbit> orbits = random_orbits(rng);
  orbits.resize(1);
  orbits[0].pieces = 1 + orbits[0].pieces % 8;
  const OrbitList list(orbits);
  const State a = test::random_action(orbits, rng);
  const State one = identity_state(list);
  State repeated = a;
  std::int64_t order = 1;
  for (; repeated != one; ++order) {
    RC_ASSERT(power(list, a, order) == repeated);
    repeated = compose(list, repeated, a);
  }
  RC_ASSERT(state_order(list, a) == order);
  RC_ASSERT(power(list, a, -1) == invert(list, a));
}

TEST(State, CountsPiecesOutOfPlace) {
  const PuzzleDefinition cube = test::hand_made_cube();
  EXPECT_EQ(pieces_out_of_place(cube.orbits(), cube.solved(), cube.moves()[0].action), 8);
  EXPECT_EQ(pieces_out_of_place(cube.orbits(), cube.solved(), cube.solved()), 0);
}

}  // namespace
}  // namespace gyre
