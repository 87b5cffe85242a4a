// Where the bits of a coset stand, and spreading them, against the moves themselves.
#include "cube3/coset/layout.h"
#include "cube3/coset/spread.h"
#include "cube3/tables/move_tables.h"

#include "base/huge_pages.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>

namespace gyre::cube3 {
namespace {

const CosetLayout& layout() {
  static const CosetLayout made;
  return made;
}

CosetPlace random_place(std::mt19937_64& random) {
  return {static_cast<std::uint32_t>(random() % kCosetPages),
          static_cast<std::uint32_t>(random() % kPageBits)};
}

TEST(CosetLayout, HasAPlaceForEveryElement) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20'000; ++i) {
    const CosetPlace place = random_place(random);
    const Cube element = layout().element(place);
    ASSERT_EQ(why_impossible(element), "");
    ASSERT_EQ(Twist::rank(element), 0);
    ASSERT_EQ(Flip::rank(element), 0);
    ASSERT_EQ(SliceSlots::rank(element), 0);
    ASSERT_EQ(layout().place(element), place);
  }
}

// All places of one row: with that, and pages and blocks being numbered by ranks, no two are alike.
TEST(CosetLayout, PlacesOfARowAreDistinct) {
  std::set<Cube> elements;
  for (std::uint32_t bit = 0; bit < kRowBytes * 8; ++bit) {
    elements.insert(layout().element({4'711, bit}));
  }
  EXPECT_EQ(elements.size(), kRowBytes * 8);
}

TEST(CosetLayout, TurnsOfUAndDKeepThePlaceInAPage) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 1'000; ++i) {
    const CosetPlace place = random_place(random);
    const Cube element = layout().element(place);
    for (const std::uint8_t face : {std::uint8_t{0}, std::uint8_t{3}}) {
      const CosetPlace next = layout().place(turned(element, {face, 1}));
      EXPECT_EQ(next.bit, place.bit);
      EXPECT_EQ(next.page / kGroupPages, place.page / kGroupPages);
    }
  }
}

TEST(CosetLayout, HalfTurnsMovePlacesAsTheyMoveElements) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 2'000; ++i) {
    const CosetPlace place = random_place(random);
    for (int t = 0; t < kHalfTurns; ++t) {
      const Cube image = turned(layout().element(place), FaceTurn::from_index(kHalfTurnMoves[t]));
      ASSERT_EQ(layout().half_turned(place, t), layout().place(image));
    }
  }
}

TEST(CosetLayout, SideSetsAreClosed) {
  std::set<std::uint32_t> all;
  for (int set = 0; set < kSideSets; ++set) {
    const std::set<std::uint32_t> pages(layout().side_set(set),
                                        layout().side_set(set) + kSidePages);
    ASSERT_EQ(pages.size(), kSidePages);
    for (const std::uint32_t page : pages) {
      for (int t = 0; t < kHalfTurns; ++t)
        ASSERT_TRUE(pages.contains(layout().source_page(page, t)));
    }
    all.insert(pages.begin(), pages.end());
  }
  EXPECT_EQ(all.size(), kCosetPages);
}

class CosetSpread : public testing::TestWithParam<CpuLevel> {
 protected:
  void SetUp() override {
    if (GetParam() > cpu_level()) GTEST_SKIP() << "this processor has no " << to_string(GetParam());
  }

  const SpreadTables tables_{layout()};
  const SpreadKernel kernel_ = spread_kernel(GetParam());
};

// Only pages that are touched take memory.
TEST_P(CosetSpread, HalfTurnsMoveBitsAsTheyMoveElements) {
  std::mt19937_64 random(9);
  HugeBuffer bitmap(kCosetBytes + kSpreadSlack);
  HugeBuffer pages(3 * kPageBytes);
  auto* bits = reinterpret_cast<std::uint8_t*>(bitmap.bytes().data());
  auto* to = reinterpret_cast<std::uint8_t*>(pages.bytes().data());
  std::uint8_t* own = to + kPageBytes;
  for (int round = 0; round < 4; ++round) {
    const auto page = static_cast<std::uint32_t>(random() % kCosetPages);
    std::set<std::uint32_t> expected;
    for (int t = 0; t < kHalfTurns; ++t) {
      const std::uint32_t source = layout().source_page(page, t);
      for (int i = 0; i < 300; ++i) {
        const CosetPlace place = {source, static_cast<std::uint32_t>(random() % kPageBits)};
        bits[place.page * kPageBytes + place.bit / 8] |=
            static_cast<std::uint8_t>(1U << (place.bit % 8));
      }
      // Pages may be the source of several turns.
      for (std::uint32_t bit = 0; bit < kPageBits; ++bit) {
        if ((bits[source * kPageBytes + bit / 8] >> (bit % 8) & 1U) == 0) continue;
        const Cube element = layout().element({source, bit});
        const CosetPlace image =
            layout().place(turned(element, FaceTurn::from_index(kHalfTurnMoves[t])));
        ASSERT_EQ(image.page, page);
        expected.insert(image.bit);
      }
    }
    const auto mine = static_cast<std::uint32_t>(random() % kPageBits);
    own[mine / 8] = static_cast<std::uint8_t>(1U << (mine % 8));
    expected.insert(mine);
    kernel_.half_turns(tables_, bits, own, page, to, round % 2 == 0);
    own[mine / 8] = 0;
    std::set<std::uint32_t> found;
    for (std::uint32_t bit = 0; bit < kPageBits; ++bit) {
      if ((to[bit / 8] >> (bit % 8) & 1U) != 0) found.insert(bit);
    }
    EXPECT_EQ(found, expected);
  }
}

TEST_P(CosetSpread, TurnsMoveBitsAsTheyMoveElements) {
  std::mt19937_64 random(10);
  for (const bool half : {false, true}) {
    HugeBuffer from(kGroupBytes);
    HugeBuffer to(kGroupBytes);
    auto* in = reinterpret_cast<std::uint8_t*>(from.bytes().data());
    auto* out = reinterpret_cast<std::uint8_t*>(to.bytes().data());
    constexpr std::uint32_t kGroup = 100;
    std::set<std::pair<std::uint32_t, std::uint32_t>> expected;
    for (int i = 0; i < 500; ++i) {
      const CosetPlace place = {kGroup * kGroupPages + static_cast<std::uint32_t>(random() % 16),
                                static_cast<std::uint32_t>(random() % kPageBits)};
      in[place.page % kGroupPages * kPageBytes + place.bit / 8] |=
          static_cast<std::uint8_t>(1U << (place.bit % 8));
      expected.emplace(place.page, place.bit);
      for (const std::uint8_t face : {std::uint8_t{0}, std::uint8_t{3}}) {
        for (std::uint8_t turns = 1; turns <= 3; ++turns) {
          if (turns == 2 && !half) continue;
          const CosetPlace image = layout().place(turned(layout().element(place), {face, turns}));
          expected.emplace(image.page, image.bit);
        }
      }
    }
    out[5] = 0x10;  // what is there stays
    expected.emplace(kGroup * kGroupPages, 44);
    EXPECT_EQ(kernel_.turns(in, out, half), expected.size());
    for (const auto& [page, bit] : expected) {
      EXPECT_TRUE((out[page % kGroupPages * kPageBytes + bit / 8] >> (bit % 8) & 1U) != 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, CosetSpread, testing::Values(CpuLevel::portable, CpuLevel::avx512),
                         [](const auto& level) { return std::string(to_string(level.param)); });

}  // namespace
}  // namespace gyre::cube3
