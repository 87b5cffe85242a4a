// Corners of optimal solving: numbers are one-to-one, and the class and the orbit of every value
// are what symmetries and turns make of it.
#include "cube3/optimal_table/corners.h"
#include "support/cube3_helpers.h"
#include "support/optimal_cosets.h"

#include <gtest/gtest.h>

#include <set>

namespace gyre::cube3 {
namespace {

constexpr int kU = 0;
constexpr int kF = 1;
constexpr int kL = 5;

int face_of_image(int face, int symmetry) {
  return image(FaceTurn{static_cast<std::uint8_t>(face), 1}, symmetry).face;
}

TEST(TopCorners, AreNumberedOneToOne) {
  std::vector<char> slots_seen(TopCorners::kSlotChoices, 0);
  for (unsigned slots = 0; slots < 256; ++slots) {
    if (std::popcount(slots) != 4) continue;
    ASSERT_LT(TopCorners::kRankOfSlots[slots], TopCorners::kSlotChoices);
    ++slots_seen[TopCorners::kRankOfSlots[slots]];
  }
  EXPECT_EQ(std::count(slots_seen.begin(), slots_seen.end(), 1), TopCorners::kSlotChoices);
  EXPECT_EQ(TopCorners::kSize, 153'090);
  EXPECT_EQ(TopCorners::rank(Cube{}), 0) << "where the search of distances starts";
  for (int value = 0; value < TopCorners::kSize; ++value) {
    const Cube cube = TopCorners::unrank(value);
    ASSERT_EQ(TopCorners::rank(cube), value);
    ASSERT_EQ(twist_sum(cube) % 3, 0);
    unsigned pieces = 0;
    for (int slot = 0; slot < kCorners; ++slot) {
      pieces |= 1U << static_cast<unsigned>(cube.corner_perm(slot));
    }
    ASSERT_EQ(pieces, 255U);
  }
}

// What is counted does not depend on which of the top corners is where.
TEST(TopCorners, AreAllThatAMoveNeedsToKnow) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2'000; ++i) {
    const Cube cube = random_cube(random);
    const Cube plain = TopCorners::unrank(TopCorners::rank(cube));
    for (int move = 0; move < kMoves; ++move) {
      const FaceTurn turn = FaceTurn::from_index(move);
      ASSERT_EQ(TopCorners::rank(turned(plain, turn)), TopCorners::rank(turned(cube, turn)));
    }
    for (int s = 0; s < kAxisSymmetries; ++s) {
      ASSERT_EQ(TopCorners::rank(conjugate(plain, s)), TopCorners::rank(conjugate(cube, s)));
    }
  }
}

TEST(WordSymmetries, KeepTheAxesAndChangeNoFlip) {
  std::mt19937_64 random(2);
  EXPECT_EQ(word_symmetries()[0], 0);
  for (const int s : word_symmetries()) {
    ASSERT_LT(s, kAxisSymmetries);
    EXPECT_EQ(face_of_image(kF, s) % 3, kF);
    EXPECT_EQ(face_of_image(kU, s) % 3, kU);
    EXPECT_EQ(inverse(s), s);
    for (int i = 0; i < 100; ++i) {
      const Cube cube = random_cube(random);
      const Cube other = conjugate(cube, s);
      int flipped = 0;
      int other_flipped = 0;
      for (int slot = 0; slot < kEdges; ++slot) {
        flipped += cube.edge_ori(slot);
        other_flipped += other.edge_ori(slot);
      }
      EXPECT_EQ(flipped, other_flipped);
    }
  }
  // The bits of a number in word_symmetries tell what it does.
  for (int number = 0; number < kTurnSymmetries; ++number) {
    const int s = word_symmetries()[number];
    EXPECT_EQ(is_mirror(s), number % 2 == 1);
    EXPECT_EQ(face_of_image(kU, s) != kU, number >= 2);
    EXPECT_EQ(face_of_image(kF, s), kF);
  }
}

TEST(WordSymmetries, MakeAllWithQuarterTurns) {
  const int quarter = quarter_turn_symmetry();
  EXPECT_EQ(face_of_image(kU, quarter), kU);
  EXPECT_EQ(face_of_image(kF, quarter), kL);
  EXPECT_FALSE(is_mirror(quarter));
  std::set<int> made;
  for (int s : word_symmetries()) {
    for (int turns = 0; turns < kTurns; ++turns) {
      made.insert(s);
      s = product(s, quarter);
    }
  }
  EXPECT_EQ(made.size(), kAxisSymmetries);
  EXPECT_EQ(*made.rbegin(), kAxisSymmetries - 1);
}

TEST(QuarterTurn, LooksToCornersLikeTurnsOfUAndD) {
  const QuarterTurn quarter = quarter_turn_of_corners();
  std::mt19937_64 random(3);
  for (int i = 0; i < 10'000; ++i) {
    const Cube cube = random_cube(random);
    ASSERT_EQ(TopCorners::rank(conjugate(cube, quarter_turn_symmetry())),
              TopCorners::rank(turned_times(cube, quarter.up, quarter.down)));
  }
}

TEST(CornerClasses, HoldEveryValueOnce) {
  const CornerClasses classes;
  std::vector<int> sizes(CornerClasses::kCount, 0);
  for (int value = 0; value < TopCorners::kSize; ++value) {
    const CornerClasses::Place place = classes.place(value);
    ASSERT_LT(place.number, CornerClasses::kCount);
    ASSERT_LT(place.symmetry, kAxisSymmetries);
    ++sizes[place.number];
    ASSERT_EQ(TopCorners::rank(conjugate(TopCorners::unrank(value), place.symmetry)),
              classes.first(place.number));
  }
  int sum = 0;
  for (int number = 0; number < CornerClasses::kCount; ++number) {
    ASSERT_EQ(classes.size(number), sizes[number]) << number;
    ASSERT_GT(sizes[number], 0) << number;
    ASSERT_EQ(kAxisSymmetries % sizes[number], 0) << number;
    ASSERT_EQ(classes.place(classes.first(number)).number, number);
    sum += sizes[number];
    // Its values are all that symmetries make of the first.
    const Cube first = TopCorners::unrank(classes.first(number));
    std::set<int> made;
    for (int s = 0; s < kAxisSymmetries; ++s) made.insert(TopCorners::rank(conjugate(first, s)));
    ASSERT_EQ(made.size(), static_cast<std::size_t>(sizes[number]));
  }
  EXPECT_EQ(sum, TopCorners::kSize);
  EXPECT_EQ(classes.place(TopCorners::rank(Cube{})).number, 0);
}

TEST(CornerOrbits, HoldEveryValueOnce) {
  const CornerOrbits orbits;
  ASSERT_EQ(orbits.count(), CornerOrbits::kCount);
  std::vector<char> met(CornerOrbits::kCount, 0);
  for (int value = 0; value < TopCorners::kSize; ++value) {
    const CornerOrbits::Place place = orbits.places()[value];
    ASSERT_LT(place.orbit(), CornerOrbits::kCount);
    met[place.orbit()] = 1;
    const unsigned turn = place.turn();
    const Cube seen = conjugate(TopCorners::unrank(value), word_symmetries()[turn / 16]);
    const Cube first = TopCorners::unrank(orbits.first(place.orbit()));
    ASSERT_EQ(TopCorners::rank(seen),
              TopCorners::rank(
                  turned_times(first, static_cast<int>(turn / 4 % 4), static_cast<int>(turn % 4))));
  }
  EXPECT_EQ(std::count(met.begin(), met.end(), 1), CornerOrbits::kCount);
}

// The classes whose first values lie in an orbit make it up; making a table in its own memory
// relies on it.
TEST(CornerOrbits, AreMadeUpOfWholeClasses) {
  const CornerOrbits orbits;
  const CornerClasses classes;
  std::vector<int> classes_of_orbit(CornerOrbits::kCount, 0);
  for (int number = 0; number < CornerClasses::kCount; ++number) {
    ++classes_of_orbit[orbits.places()[classes.first(number)].orbit()];
  }
  for (int value = 0; value < TopCorners::kSize; ++value) {
    const int first = classes.first(classes.place(value).number);
    ASSERT_EQ(orbits.places()[value].orbit(), orbits.places()[first].orbit());
    for (const int face : {0, 3}) {
      const FaceTurn turn{static_cast<std::uint8_t>(face), 1};
      const int next = TopCorners::rank(turned(TopCorners::unrank(value), turn));
      ASSERT_EQ(orbits.places()[value].orbit(), orbits.places()[next].orbit());
    }
  }
  EXPECT_LE(*std::max_element(classes_of_orbit.begin(), classes_of_orbit.end()), 16);
}

}  // namespace
}  // namespace gyre::cube3
