// The numbering of coset classes: each class once, the first members in order.
#include "cube3/tables/phase1_coset.h"

#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>
#include "base/random.h"
#include "cube3/core/symmetry.h"

#include <gtest/gtest.h>

#include <tuple>

namespace gyre::cube3 {
namespace {

Coset coset_of(const CosetClass& found) {
  return Coset::of(coset_representative(found));
}

TEST(CosetClasses, CountsOfAllRows) {
  std::uint64_t index = 0;
  std::uint64_t cosets = 0;
  while (index < kCosetClassCount) {
    const CosetClass here = coset_class(index);
    // 2,048 in one row: all flips, so the row has no symmetry, and each class has 16 cosets.
    if (here.flip == 0 && index + Flip::kSize <= kCosetClassCount) {
      const CosetClass last = coset_class(index + Flip::kSize - 1);
      if (last.twist == here.twist && last.slice == here.slice) {
        ASSERT_EQ(last.flip, Flip::kSize - 1);
        ASSERT_EQ(here.cosets, 16);
        ASSERT_EQ(last.cosets, 16);
        index += Flip::kSize;
        cosets += std::uint64_t{16} * Flip::kSize;
        continue;
      }
    }
    cosets += static_cast<std::uint64_t>(here.cosets);
    ++index;
  }
  EXPECT_EQ(index, 138'639'780U);
  EXPECT_EQ(cosets, 2'217'093'120U);
}

TEST(CosetClasses, FirstIsHItselfAndLastIsTheLast) {
  const CosetClass first = coset_class(0);
  EXPECT_EQ(std::tie(first.twist, first.flip, first.slice), std::make_tuple(0, 0, 0));
  EXPECT_EQ(first.cosets, 1);
  EXPECT_EQ(coset_representative(first), Cube{});
  EXPECT_EQ(coset_class_of(coset_representative(coset_class(kCosetClassCount - 1))).index,
            kCosetClassCount - 1);
}

TEST(CosetClasses, RoundTripsInOrder) {
  const CosetSymmetries symmetries;
  Rng random(7);
  std::vector<std::uint64_t> indices;
  for (int i = 0; i < 20'000; ++i) indices.push_back(random_below(random, kCosetClassCount));
  for (std::uint64_t i = 0; i < 5'000; ++i) indices.push_back(i);  // where symmetries are many
  for (const std::uint64_t index : indices) {
    const CosetClass found = coset_class(index);
    ASSERT_EQ(found.index, index);
    const Cube representative = coset_representative(found);
    ASSERT_EQ(why_impossible(representative), "");
    const Coset coset = Coset::of(representative);
    ASSERT_EQ(std::make_tuple(coset.twist, coset.flip, coset.slice),
              std::make_tuple(found.twist, found.flip, found.slice));
    ASSERT_EQ(symmetries.canonical(coset), coset) << index;
    ASSERT_EQ(found.cosets * symmetries.count_symmetries(coset), kAxisSymmetries);
    ASSERT_EQ(coset_class_of(representative).index, index);
    if (index + 1 == kCosetClassCount) continue;
    const Coset next = coset_of(coset_class(index + 1));
    ASSERT_LT(std::tie(coset.twist, coset.slice, coset.flip),
              std::tie(next.twist, next.slice, next.flip));
  }
}

TEST(CosetClasses, TheSameForAllConjugatesAndForTheWholeCoset) {
  Rng random(11);
  for (int round = 0; round < 1'000; ++round) {
    const Cube cube = random_cube(random);
    const CosetClass found = coset_class_of(cube);
    for (int s = 0; s < kAxisSymmetries; ++s) {
      ASSERT_EQ(coset_class_of(conjugate(cube, s)).index, found.index);
    }
    // Left factors from H stay in the coset.
    const Cube within = compose(action({0, 1}), compose(action({1, 2}), cube));
    ASSERT_EQ(Coset::of(within), Coset::of(cube));
    ASSERT_EQ(coset_class_of(within).index, found.index);
  }
}

TEST(CosetClasses, WhatDoesNotExist) {
  EXPECT_THROW((void)coset_class(kCosetClassCount), Error);
  Cube twisted;
  twisted.set_corner(0, 0, 1);
  EXPECT_THROW((void)coset_class_of(twisted), Error);
}

}  // namespace
}  // namespace gyre::cube3
