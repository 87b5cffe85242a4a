// The 48 symmetries: the same as those that src/puzzle derives from the definition, and the known
// numbers of classes.
#include "support/cube3_helpers.h"

#include <gyre/library/library.h>
#include "cube3/core/symmetry.h"
#include "puzzle/symmetry/symmetry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace gyre::cube3 {
namespace {

TEST(Cube3Symmetry, MoveImagesAreConjugates) {
  for (int s = 0; s < kSymmetries; ++s) {
    for (int index = 0; index < kMoves; ++index) {
      const FaceTurn move = FaceTurn::from_index(index);
      ASSERT_EQ(conjugate(action(move), s), action(image(move, s)));
      ASSERT_EQ(image(image(move, s), inverse(s)), move);
    }
    ASSERT_EQ(product(s, inverse(s)), 0);
    ASSERT_EQ(product(s, 0), s);
    // A mirror turns clockwise turns into anticlockwise ones.
    ASSERT_EQ(is_mirror(s), image({0, 1}, s).turns == 3);
  }
  EXPECT_EQ(conjugate(cube_of("R U F2"), 0), cube_of("R U F2"));
}

TEST(Cube3Symmetry, ProductsAreOneAfterTheOther) {
  std::mt19937_64 random(1);
  const Cube cube = random_cube(random);
  for (int s = 0; s < kSymmetries; ++s) {
    for (int t = 0; t < kSymmetries; ++t) {
      ASSERT_EQ(conjugate(conjugate(cube, s), t), conjugate(cube, product(s, t)));
      ASSERT_EQ(is_mirror(product(s, t)), is_mirror(s) != is_mirror(t));
    }
  }
}

RC_GTEST_PROP(Cube3Symmetry, ConjugationKeepsProducts, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const Cube a = random_cube(random);
  const Cube b = random_cube(random);
  for (int s = 0; s < kSymmetries; ++s) {
    RC_ASSERT(conjugate(compose(a, b), s) == compose(conjugate(a, s), conjugate(b, s)));
    RC_ASSERT(conjugate(invert(a), s) == invert(conjugate(a, s)));
    RC_ASSERT(why_impossible(conjugate(a, s)).empty());
  }
}

TEST(Cube3Symmetry, TheFirstSixteenKeepTheAxis) {
  const auto axis = [](int face, int s) {
    return image({static_cast<std::uint8_t>(face), 1}, s).face % 3;
  };
  for (int s = 0; s < kSymmetries; ++s) {
    EXPECT_EQ(axis(0, s) == 0, s < kAxisSymmetries) << s;
    EXPECT_EQ(axis(0, s) == 0 && axis(1, s) == 1, s < 8) << s;
  }
}

// Element by element the same actions on moves and on positions as the group that is derived from
// the definition.
void check_derived(const PuzzleDefinition& definition) {
  const Conversion conversion(definition);
  const MoveSet moves(definition, Metric::htm);
  const SymmetryGroup group(definition, moves);
  ASSERT_EQ(group.size(), kSymmetries);
  ASSERT_EQ(moves.size(), kMoves);
  std::map<int, int> number;  // of the cube's moves, by index in the set
  for (int m = 0; m < kMoves; ++m) {
    const Cube turn = conversion.to_cube(
        compose(definition.orbits(), definition.solved(), moves.moves()[m].action));
    for (int index = 0; index < kMoves; ++index) {
      if (action(FaceTurn::from_index(index)) == turn) number[m] = index;
    }
  }
  ASSERT_EQ(number.size(), static_cast<std::size_t>(kMoves));
  std::map<std::vector<int>, int> ours;
  for (int s = 0; s < kSymmetries; ++s) {
    std::vector<int> images(kMoves);
    for (int index = 0; index < kMoves; ++index) {
      images[index] = image(FaceTurn::from_index(index), s).index();
    }
    ours[images] = s;
  }
  ASSERT_EQ(ours.size(), static_cast<std::size_t>(kSymmetries));
  std::mt19937_64 random(7);
  std::set<int> met;
  for (int e = 0; e < group.size(); ++e) {
    std::vector<int> images(kMoves);
    for (int m = 0; m < kMoves; ++m) images[number[m]] = number[group.move_image(e, m)];
    const auto found = ours.find(images);
    ASSERT_NE(found, ours.end());
    met.insert(found->second);
    EXPECT_EQ(is_mirror(found->second), e >= group.rotations());
    for (int i = 0; i < 50; ++i) {
      const Cube cube = random_cube(random);
      const State state = group.conjugate_position(e, conversion.to_state(cube));
      ASSERT_EQ(conversion.to_cube(state), conjugate(cube, found->second));
    }
  }
  EXPECT_EQ(met.size(), static_cast<std::size_t>(kSymmetries));
}

TEST(Cube3Symmetry, TableIsTheDerivedGroup) {
  check_derived(test::cube3());
  check_derived(load_puzzle("3x3x3"));
}

TEST(Cube3Symmetry, KnownPositionsHaveTheirSymmetries) {
  const auto count = [](const char* text) { return symmetries_of(cube_of(text)).size(); };
  EXPECT_EQ(count(""), 48U);
  EXPECT_EQ(count("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), 48U);  // superflip
  EXPECT_EQ(count("U2 D2 F2 B2 L2 R2"), 48U);                                   // checkerboard
  EXPECT_EQ(count("U"), 4U);
  EXPECT_EQ(count("U2"), 8U);
  EXPECT_EQ(count("U D"), 8U);
  EXPECT_EQ(count("R U"), 1U);
  EXPECT_EQ(symmetries_of(cube_of("R U")), std::vector<int>{0});
  const std::vector<int> of_u = symmetries_of(cube_of("U"));
  ASSERT_EQ(of_u.size(), 4U);
  for (const int s : of_u) {
    EXPECT_FALSE(is_mirror(s));
    EXPECT_EQ(image({0, 1}, s), (FaceTurn{0, 1}));
  }
}

// A class holds 48 positions, divided by the symmetries of one of them; the classes together hold
// the layer. With inverses too there are about half as many.
void check_classes(int depth, Metric metric, const std::vector<std::size_t>& known,
                   const std::vector<std::size_t>& known_with_inversion) {
  std::vector<std::size_t> classes;
  std::vector<std::size_t> classes_with_inversion;
  for (const std::vector<Cube>& layer : layers(depth, metric)) {
    std::set<Cube> plain;
    std::set<Cube> both;
    for (const Cube& cube : layer) {
      const Cube least = least_conjugate(cube);
      plain.insert(least);
      both.insert(std::min(least, least_conjugate(invert(cube))));
    }
    std::size_t positions = 0;
    for (const Cube& cube : plain) positions += kSymmetries / symmetries_of(cube).size();
    EXPECT_EQ(positions, layer.size());
    classes.push_back(plain.size());
    classes_with_inversion.push_back(both.size());
  }
  EXPECT_EQ(classes, known);
  EXPECT_EQ(classes_with_inversion, known_with_inversion);
}

TEST(Cube3Symmetry, ClassesFillTheLayers) {
  check_classes(4, Metric::htm, {1, 2, 9, 75, 934}, {1, 2, 8, 48, 509});
  check_classes(5, Metric::qtm, {1, 1, 5, 25, 219, 1'978}, {1, 1, 5, 17, 130, 1'031});
}

}  // namespace
}  // namespace gyre::cube3
