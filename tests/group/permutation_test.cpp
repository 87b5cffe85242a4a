// Permutations and their ranks: the group laws on random permutations, and every coordinate
// one-to-one and in order over whole small domains.
#include "group/permutation.h"
#include <gyre/base/error.h>
#include "group/ranking.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>

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
  const Permutation p = permutation_from_cycles(3, {{0, 1}});
  const Permutation q = permutation_from_cycles(3, {{1, 2}});
  EXPECT_EQ(compose(p, q), (Permutation{2, 0, 1}));
  EXPECT_EQ(permutation_from_cycles(5, {{0, 2, 4}}), (Permutation{2, 1, 4, 3, 0}));
}

TEST(Permutation, CyclesWithAPointTwiceAreRefused) {
  EXPECT_THROW((void)permutation_from_cycles(4, {{0, 1}, {1, 2}}), Error);
  EXPECT_THROW((void)permutation_from_cycles(4, {{0, 4}}), Error);
}

TEST(Permutation, KnownTypes) {
  const Permutation p = permutation_from_cycles(10, {{0, 1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(cycle_type(p), (std::vector<int>{4, 3, 1, 1, 1}));
  EXPECT_EQ(permutation_order(p), 12);
  EXPECT_EQ(parity(p), 1);
  EXPECT_TRUE(is_permutation(p));
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
  RC_ASSERT(parity(compose(a, b)) == (parity(a) ^ parity(b)));
  RC_ASSERT(cycle_type(compose(compose(inverse(b), a), b)) == cycle_type(a));
  RC_ASSERT(power(a, 5) == compose(a, power(a, 4)));
  RC_ASSERT(power(a, -3) == inverse(power(a, 3)));
  RC_ASSERT(is_identity(power(a, static_cast<std::int64_t>(permutation_order(a)))));
}

TEST(Ranking, PermutationsOfSixInLexicographicOrder) {
  const PermutationCoordinate coordinate(6);
  ASSERT_EQ(coordinate.size(), 720U);
  Permutation p = identity_permutation(6);
  for (std::uint64_t rank = 0; rank < 720; ++rank) {
    ASSERT_EQ(coordinate.rank(p), rank);
    ASSERT_EQ(coordinate.unrank(rank), p);
    ASSERT_EQ(rank_permutation(p), rank);
    ASSERT_EQ(unrank_permutation(6, rank), p);
    ASSERT_EQ(std::next_permutation(p.begin(), p.end()), rank != 719);
  }
}

TEST(Ranking, PermutationsOfTwentyReachTheEndsOf64Bits) {
  const PermutationCoordinate coordinate(20);
  EXPECT_EQ(coordinate.size(), 2'432'902'008'176'640'000U);
  Permutation last = identity_permutation(20);
  std::reverse(last.begin(), last.end());
  EXPECT_EQ(coordinate.rank(last), coordinate.size() - 1);
  EXPECT_EQ(coordinate.unrank(coordinate.size() - 1), last);
  EXPECT_THROW(PermutationCoordinate(21), Error);
}

RC_GTEST_PROP(RankingProperty, LongPermutationsComeBack, ()) {
  const Permutation p = draw(*rc::gen::inRange(0, 60));
  RC_ASSERT(unrank_permutation(static_cast<int>(p.size()), rank_permutation(p)) == p);
}

TEST(Ranking, CombinationsInOrderOfTheirMasks) {
  for (int n = 0; n <= 12; ++n) {
    for (int k = 0; k <= n; ++k) {
      const CombinationCoordinate coordinate(n, k);
      std::uint64_t rank = 0;
      for (std::uint64_t mask = 0; mask < (std::uint64_t{1} << n); ++mask) {
        if (std::popcount(mask) != k) continue;
        ASSERT_EQ(coordinate.rank(mask), rank);
        ASSERT_EQ(coordinate.unrank(rank), mask);
        ++rank;
      }
      ASSERT_EQ(rank, coordinate.size());
    }
  }
  const CombinationCoordinate widest(64, 32);
  EXPECT_EQ(widest.size(), 1'832'624'140'942'590'534U);
  EXPECT_EQ(widest.unrank(widest.size() - 1), 0xFFFFFFFF00000000U);
  EXPECT_EQ(widest.rank(0xFFFFFFFF00000000U), widest.size() - 1);
  EXPECT_THROW(CombinationCoordinate(65, 2), Error);
}

TEST(Ranking, MultisetsInLexicographicOrder) {
  for (const std::vector<int>& counts :
       {std::vector<int>{3, 2, 2}, {1, 1, 1, 1}, {0, 4, 0, 3}, {5}, {}, {2, 0, 1}}) {
    const MultisetCoordinate coordinate(counts);
    std::vector<std::uint8_t> arrangement;
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
      arrangement.insert(arrangement.end(), counts[kind], static_cast<std::uint8_t>(kind));
    }
    std::uint64_t rank = 0;
    do {
      ASSERT_EQ(coordinate.rank(arrangement), rank);
      ASSERT_EQ(coordinate.unrank(rank), arrangement);
      ++rank;
    } while (std::next_permutation(arrangement.begin(), arrangement.end()));
    ASSERT_EQ(rank, coordinate.size());
  }
}

TEST(Ranking, MultisetsNearTheEndOf64Bits) {
  const MultisetCoordinate coordinate({4, 4, 4, 4, 4, 4});
  EXPECT_EQ(coordinate.size(), 3'246'670'537'110'000U);
  const std::vector<std::uint8_t> last = coordinate.unrank(coordinate.size() - 1);
  EXPECT_TRUE(std::is_sorted(last.rbegin(), last.rend()));
  EXPECT_EQ(coordinate.rank(last), coordinate.size() - 1);
  const MultisetCoordinate large({2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1});
  EXPECT_GT(large.size(), std::numeric_limits<std::uint64_t>::max() / 400);
  const std::vector<std::uint8_t> end = large.unrank(large.size() - 1);
  EXPECT_EQ(large.rank(end), large.size() - 1);
  EXPECT_THROW(MultisetCoordinate(std::vector<int>(30, 1)), Error);
}

}  // namespace
}  // namespace gyre
