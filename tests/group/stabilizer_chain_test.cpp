// Stabiliser chains against known orders, brute-force closures and GAP.
#include "group/stabilizer_chain.h"
#include <gyre/base/error.h>

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/random.h"
#include "support/gap_oracle.h"

namespace gyre {
namespace {

Permutation cycles(int degree, const std::vector<std::vector<int>>& list) {
  Permutation p = identity_permutation(degree);
  for (const std::vector<int>& cycle : list) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      p[static_cast<std::size_t>(cycle[i])] =
          static_cast<std::uint16_t>(cycle[(i + 1) % cycle.size()]);
    }
  }
  return p;
}

Permutation long_cycle(int degree, int first = 0) {
  std::vector<int> cycle;
  for (int i = first; i < degree; ++i) cycle.push_back(i);
  return cycles(degree, {cycle});
}

BigInt factorial(int n) {
  BigInt result = 1;
  for (int i = 2; i <= n; ++i) result *= i;
  return result;
}

std::set<Permutation> closure(int degree, const std::vector<Permutation>& generators) {
  std::set<Permutation> all = {identity_permutation(degree)};
  std::vector<Permutation> queue(all.begin(), all.end());
  while (!queue.empty()) {
    const Permutation p = queue.back();
    queue.pop_back();
    for (const Permutation& g : generators) {
      Permutation next = compose(p, g);
      if (all.insert(next).second) queue.push_back(std::move(next));
    }
  }
  return all;
}

std::vector<Permutation> mathieu11() {
  return {long_cycle(11), cycles(11, {{2, 6, 10, 7}, {3, 9, 4, 5}})};
}
std::vector<Permutation> mathieu12() {
  return {cycles(12, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}),
          cycles(12, {{2, 6, 10, 7}, {3, 9, 4, 5}}),
          cycles(12, {{0, 11}, {1, 10}, {2, 5}, {3, 7}, {4, 8}, {6, 9}})};
}
// Conway's description on the projective line over the field of 23 elements (23 is infinity):
// x + 1, -1/x, and x^3/9 on squares, 9x^3 on the others.
std::vector<Permutation> mathieu24() {
  constexpr int kPrime = 23;
  const auto power_of = [](int x, int exponent) {
    int result = 1;
    for (int i = 0; i < exponent; ++i) result = result * x % kPrime;
    return result;
  };
  Permutation shift = identity_permutation(kPrime + 1);
  Permutation turn = shift;
  Permutation cube = shift;
  for (int x = 0; x < kPrime; ++x) {
    shift[x] = static_cast<std::uint16_t>((x + 1) % kPrime);
    turn[x] =
        static_cast<std::uint16_t>(x == 0 ? kPrime : (kPrime - power_of(x, kPrime - 2)) % kPrime);
    const bool square = x == 0 || power_of(x, (kPrime - 1) / 2) == 1;
    cube[x] = static_cast<std::uint16_t>(power_of(x, 3) * (square ? power_of(9, kPrime - 2) : 9) %
                                         kPrime);
  }
  turn[kPrime] = 0;
  return {shift, turn, cube};
}

TEST(StabilizerChain, TrivialGroups) {
  EXPECT_EQ(StabilizerChain(5, {}).order(), 1);
  EXPECT_EQ(StabilizerChain(0, {}).order(), 1);
  const StabilizerChain chain(5, {identity_permutation(5)});
  EXPECT_EQ(chain.order(), 1);
  EXPECT_TRUE(chain.contains(identity_permutation(5)));
  EXPECT_FALSE(chain.contains(long_cycle(5)));
  EXPECT_FALSE(chain.contains(identity_permutation(4)));
}

TEST(StabilizerChain, BadGeneratorsAreRefused) {
  EXPECT_THROW(StabilizerChain(3, {Permutation{0, 0, 1}}), Error);
  EXPECT_THROW(StabilizerChain(3, {Permutation{0, 1}}), Error);
}

TEST(StabilizerChain, SymmetricAndAlternating) {
  for (const int n : {2, 3, 4, 5, 8, 13, 24, 60}) {
    EXPECT_EQ(StabilizerChain(n, {long_cycle(n), cycles(n, {{0, 1}})}).order(), factorial(n));
  }
  for (const int n : {3, 4, 5, 8, 13, 24, 61}) {
    const Permutation rotation = n % 2 == 1 ? long_cycle(n) : long_cycle(n, 1);
    const StabilizerChain chain(n, {cycles(n, {{0, 1, 2}}), rotation});
    EXPECT_EQ(chain.order(), factorial(n) / 2);
    EXPECT_FALSE(chain.contains(cycles(n, {{0, 1}})));
  }
}

TEST(StabilizerChain, MathieuAndDihedral) {
  EXPECT_EQ(StabilizerChain(11, mathieu11()).order(), 7920);
  EXPECT_EQ(StabilizerChain(12, mathieu12()).order(), 95'040);
  EXPECT_EQ(StabilizerChain(24, mathieu24()).order(), 244'823'040);
  for (const int n : {3, 8, 50}) {
    Permutation flip(n);
    for (int i = 0; i < n; ++i) flip[i] = static_cast<std::uint16_t>(n - 1 - i);
    EXPECT_EQ(StabilizerChain(n, {long_cycle(n), flip}).order(), 2 * n);
  }
}

TEST(StabilizerChain, TheSeedDoesNotChangeTheAnswer) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    ChainOptions options;
    options.seed = seed;
    EXPECT_EQ(StabilizerChain(24, mathieu24(), options).order(), 244'823'040);
  }
}

TEST(StabilizerChain, StabilisersOfAPrescribedBase) {
  ChainOptions options;
  options.base_prefix = {23, 5, 0, 11, 7};
  const StabilizerChain chain(24, mathieu24(), options);
  // M24 is 5-fold transitive; the stabilisers of its points are M23, M22, M21 and so on.
  EXPECT_EQ(chain.stabilizer_order(1), 10'200'960);
  EXPECT_EQ(chain.stabilizer_order(2), 443'520);
  EXPECT_EQ(chain.stabilizer_order(3), 20'160);
  EXPECT_EQ(chain.stabilizer_order(4), 960);
  EXPECT_EQ(chain.stabilizer_order(5), 48);
  EXPECT_EQ(chain.base()[0], 23);
  EXPECT_EQ(chain.orbit_sizes()[0], 24);
  // Trivial orbits in the prefix stay in their place.
  options.base_prefix = {4, 0};
  const StabilizerChain small(5, {cycles(5, {{0, 1}, {2, 3}})}, options);
  EXPECT_EQ(small.orbit_sizes(), (std::vector<int>{1, 2}));
  EXPECT_EQ(small.stabilizer_order(1), 2);
  EXPECT_EQ(small.stabilizer_order(2), 1);
}

TEST(StabilizerChain, AnOrderBoundSavesOnlyTheVerification) {
  ChainOptions options;
  options.order_bound = factorial(30);
  EXPECT_EQ(StabilizerChain(30, {long_cycle(30), cycles(30, {{0, 1}})}, options).order(),
            factorial(30));
  // A bound that is not reached changes nothing.
  EXPECT_EQ(StabilizerChain(30, {cycles(30, {{0, 1}}), cycles(30, {{1, 2}})}, options).order(), 6);
}

TEST(StabilizerChain, ElementsOfADihedralGroupComeEquallyOften) {
  const StabilizerChain chain(6, {long_cycle(6), cycles(6, {{1, 5}, {2, 4}})});
  ASSERT_EQ(chain.order(), 12);
  Rng rng(3);
  std::map<Permutation, int> seen;
  for (int i = 0; i < 12'000; ++i) ++seen[chain.random_element(rng)];
  ASSERT_EQ(seen.size(), 12U);
  double chi_square = 0;
  for (const auto& [p, count] : seen) chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
  EXPECT_LT(chi_square, 31.26);  // 11 degrees of freedom, one in a thousand
}

TEST(StabilizerChain, DeepTreesOfLargeDegreeAgree) {
  // 1,100 points: representatives are products here. S_30 in a product with a cycle on the rest.
  const int degree = 1'100;
  Permutation rotation = identity_permutation(degree);
  for (int i = 100; i < degree; ++i)
    rotation[i] = static_cast<std::uint16_t>(100 + (i - 99) % 1000);
  std::vector<int> first;
  for (int i = 0; i < 30; ++i) first.push_back(i);
  const StabilizerChain chain(degree,
                              {cycles(degree, {first}), cycles(degree, {{0, 1}}), rotation});
  EXPECT_EQ(chain.order(), factorial(30) * 1000);
  Rng rng(8);
  EXPECT_TRUE(chain.contains(chain.random_element(rng)));
  EXPECT_FALSE(chain.contains(cycles(degree, {{100, 101}})));
}

std::vector<Permutation> random_generators(int degree, Rng& rng) {
  std::vector<Permutation> generators;
  const int count = 1 + static_cast<int>(random_below(rng, 3));
  for (int g = 0; g < count; ++g) {
    // Random powers make small and imprimitive groups likelier than all of S_n.
    const Permutation base = random_permutation(degree, rng);
    generators.push_back(base);
    for (std::uint64_t more = random_below(rng, 6); more > 0; --more) {
      generators.back() = compose(generators.back(), base);
    }
  }
  return generators;
}

TEST(StabilizerChain, EqualsTheClosure) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Rng rng(seed);
    const int degree = 1 + static_cast<int>(seed % 7);
    const std::vector<Permutation> generators = random_generators(degree, rng);
    const StabilizerChain chain(degree, generators);
    const std::set<Permutation> all = closure(degree, generators);
    ASSERT_EQ(chain.order(), all.size());
    for (int i = 0; i < 30; ++i) {
      const Permutation p = random_permutation(degree, rng);
      ASSERT_EQ(chain.contains(p), all.contains(p));
      ASSERT_TRUE(all.contains(chain.random_element(rng)));
    }
  }
}

TEST(StabilizerChain, ColourSearchesEqualTheClosure) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Rng rng(seed);
    const int degree = 1 + static_cast<int>(seed % 7);
    const std::vector<Permutation> generators = random_generators(degree, rng);
    const StabilizerChain chain(degree, generators);
    const std::set<Permutation> all = closure(degree, generators);
    std::vector<std::uint32_t> colors(degree);
    for (auto& color : colors) color = static_cast<std::uint32_t>(random_below(rng, 3));
    std::size_t kept = 0;
    std::set<std::vector<std::uint32_t>> reached;
    for (const Permutation& p : all) {
      std::vector<std::uint32_t> image(degree);
      for (int x = 0; x < degree; ++x) image[p[x]] = colors[x];
      if (image == colors) ++kept;
      reached.insert(image);
    }
    ASSERT_EQ(chain.color_stabilizer_order(colors, 1'000'000), BigInt(kept));
    for (int i = 0; i < 20; ++i) {
      std::vector<std::uint32_t> image(degree);
      const Permutation p = random_permutation(degree, rng);
      for (int x = 0; x < degree; ++x) image[p[x]] = colors[x];
      Permutation element;
      const StabilizerChain::Found found = chain.find_recoloring(colors, image, 1'000'000, element);
      ASSERT_TRUE(found == (reached.contains(image) ? StabilizerChain::Found::yes
                                                    : StabilizerChain::Found::no));
      if (found != StabilizerChain::Found::yes) continue;
      ASSERT_TRUE(all.contains(element));
      for (int x = 0; x < degree; ++x) ASSERT_EQ(image[element[x]], colors[x]);
    }
  }
}

TEST(StabilizerChain, ColourSearchesStopAtTheirLimit) {
  const StabilizerChain chain(24, mathieu24());
  std::vector<std::uint32_t> colors(24, 0);
  for (int i = 0; i < 12; ++i) colors[i] = 1;
  EXPECT_FALSE(chain.color_stabilizer_order(colors, 3).has_value());
  Permutation element;
  EXPECT_EQ(chain.find_recoloring(colors, colors, 0, element), StabilizerChain::Found::limit);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(chain.find_recoloring(colors, colors, 10'000'000, element, stop.get_token()),
            StabilizerChain::Found::limit);
  EXPECT_TRUE(chain.color_stabilizer_order(colors, 10'000'000).has_value());
}

TEST(StabilizerChain, CanBeStopped) {
  std::stop_source stop;
  EXPECT_EQ(StabilizerChain(24, mathieu24(), {.stop = stop.get_token()}).order(), 244'823'040);
  stop.request_stop();
  EXPECT_THROW(StabilizerChain(24, mathieu24(), {.stop = stop.get_token()}), Error);
}

TEST(StabilizerChain, OrdersEqualThoseOfGap) {
  Rng rng(11);
  std::vector<std::vector<Permutation>> groups;
  std::vector<BigInt> orders;
  for (int trial = 0; trial < 12; ++trial) {
    const int degree = 10 + static_cast<int>(random_below(rng, 30));
    groups.push_back(random_generators(degree, rng));
    orders.push_back(StabilizerChain(degree, groups.back()).order());
  }
  const auto judged = gap_orders(groups);
  if (!judged) GTEST_SKIP() << "GAP is not installed";
  EXPECT_EQ(orders, *judged);
}

}  // namespace
}  // namespace gyre
