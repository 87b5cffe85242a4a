// Permutations: the group laws on random ones.
#include "group/permutation.h"
#include <gyre/base/bigint.h>
#include "base/random.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace gyre {
namespace {

Permutation draw(int degree) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  return random_permutation(degree, rng);
}

TEST(Random, EveryValueOfASmallRangeComesAboutEquallyOften) {
  Rng rng(5);
  std::vector<int> seen(7, 0);
  for (int i = 0; i < 70'000; ++i) ++seen[random_below(rng, 7)];
  for (const int count : seen) EXPECT_NEAR(count, 10'000, 500);
}

TEST(Random, BigBoundsAreKeptAndAllBitsMove) {
  Rng rng(6);
  const BigInt bound = (BigInt(1) << 200) + 12345;
  BigInt all_or = 0;
  BigInt all_and = (BigInt(1) << 201) - 1;
  for (int i = 0; i < 500; ++i) {
    const BigInt value = random_below(rng, bound);
    ASSERT_LT(value, bound);
    all_or |= value;
    all_and &= value;
  }
  EXPECT_EQ(all_or, (BigInt(1) << 200) - 1);
  EXPECT_EQ(all_and, 0);
  EXPECT_EQ(random_below(rng, BigInt(1)), 0);
}

TEST(Permutation, ProductsGoLeftToRight) {
  const Permutation p = {1, 0, 2};
  const Permutation q = {0, 2, 1};
  EXPECT_EQ(compose(p, q), (Permutation{2, 0, 1}));
}

TEST(Permutation, HoldEachPointOnce) {
  EXPECT_TRUE(is_permutation({2, 0, 1}));
  EXPECT_FALSE(is_permutation({0, 0, 1}));
  EXPECT_FALSE(is_permutation({0, 3, 1}));
}

RC_GTEST_PROP(PermutationProperty, GroupLaws, ()) {
  const int n = *rc::gen::inRange(1, 40);
  const Permutation a = draw(n);
  const Permutation b = draw(n);
  const Permutation c = draw(n);
  RC_ASSERT(is_permutation(a));
  RC_ASSERT(compose(compose(a, b), c) == compose(a, compose(b, c)));
  RC_ASSERT(is_identity(compose(a, inverse(a))));
  RC_ASSERT(inverse(compose(a, b)) == compose(inverse(b), inverse(a)));
}

}  // namespace
}  // namespace gyre
