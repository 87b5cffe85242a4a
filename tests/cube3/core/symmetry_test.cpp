// The 48 symmetries: the same as those that src/puzzle derives from the definition, and canonical
// representatives against the loop over all of them.
#include "cube3/core/cube_functions.h"
#include "support/cube3_helpers.h"

#include <gyre/library/library.h>
#include "cube3/core/symmetry.h"
#include "puzzle/symmetry/symmetry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <map>
#include <set>

namespace gyre::cube3 {
namespace {

// What canonical representatives mean, with nothing clever.
Canonical simple_canonical(const Cube& a, bool with_inverse) {
  Canonical best{a, 0, false};
  for (const bool inverse : {false, true}) {
    if (inverse && !with_inverse) break;
    const Cube from = inverse ? invert(a) : a;
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const Cube image = conjugate(from, symmetry);
      if (image < best.cube) best = {image, symmetry, inverse};
    }
  }
  return best;
}

std::uint64_t simple_mask(const Cube& a, const Cube& goal) {
  std::uint64_t mask = 0;
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    mask |= static_cast<std::uint64_t>(conjugate(a, symmetry) == goal) << symmetry;
  }
  return mask;
}

void expect_same(const Canonical& found, const Canonical& expected) {
  ASSERT_EQ(found.cube, expected.cube);
  ASSERT_EQ(found.symmetry, expected.symmetry);
  ASSERT_EQ(found.inverse, expected.inverse);
}

void check_against_loops(const CubeFunctions& functions, const Cube& a) {
  expect_same(functions.canonical(a), simple_canonical(a, false));
  expect_same(functions.canonical_or_inverse(a), simple_canonical(a, true));
  ASSERT_EQ(functions.symmetries(a), simple_mask(a, a));
  ASSERT_EQ(functions.antisymmetries(a), simple_mask(a, invert(a)));
}

std::vector<CubeFunctions> instruction_sets() {
  std::vector<CubeFunctions> all = {portable_cube_functions()};
  if (cpu_level() >= CpuLevel::avx2) all.push_back(avx2_cube_functions());
  return all;
}

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

TEST(Cube3Symmetry, CanonicalIsTheLeastOfAll) {
  for (const CubeFunctions& functions : instruction_sets()) {
    std::mt19937_64 random(4);
    for (int i = 0; i < 2'000; ++i) check_against_loops(functions, random_cube(random));
    // Near the solved position nearly all are symmetric in some way.
    for (const auto& layer : layers(3, Metric::htm)) {
      for (const Cube& cube : layer) check_against_loops(functions, cube);
    }
    for (const char* text :
         {"U2 D2 F2 B2 L2 R2", "F L F U' R U F2 L2 U' L' B D' B' L2 U",
          "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", "U D' R L' F B' U D'"}) {
      check_against_loops(functions, cube_of(text));
    }
  }
}

RC_GTEST_PROP(Cube3Symmetry, CanonicalIsTheSameForAllThatAreAlike, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  const Cube cube = random_cube(random);
  const Canonical alone = canonical(cube);
  const Canonical both = canonical_or_inverse(cube);
  RC_ASSERT(alone.cube == conjugate(cube, alone.symmetry));
  RC_ASSERT(!alone.inverse);
  RC_ASSERT(both.cube == conjugate(both.inverse ? invert(cube) : cube, both.symmetry));
  RC_ASSERT(!(alone.cube < both.cube));
  for (int s = 0; s < kSymmetries; ++s) {
    const Cube other = conjugate(cube, s);
    RC_ASSERT(canonical(other).cube == alone.cube);
    RC_ASSERT(canonical_or_inverse(other).cube == both.cube);
    RC_ASSERT(canonical_or_inverse(invert(other)).cube == both.cube);
  }
}

TEST(Cube3Symmetry, KnownPositionsHaveTheirSymmetries) {
  const auto count = [](const char* text) { return count_symmetries(cube_of(text)); };
  EXPECT_EQ(count(""), 48);
  EXPECT_EQ(count("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), 48);  // superflip
  EXPECT_EQ(count("U2 D2 F2 B2 L2 R2"), 48);                                   // checkerboard
  EXPECT_EQ(count("U"), 4);
  EXPECT_EQ(count("U2"), 8);
  EXPECT_EQ(count("U D"), 8);
  EXPECT_EQ(count("R U"), 1);
  EXPECT_EQ(symmetries_of(cube_of("R U")), std::vector<int>{0});
  const std::vector<int> of_u = symmetries_of(cube_of("U"));
  ASSERT_EQ(of_u.size(), 4U);
  for (const int s : of_u) {
    EXPECT_FALSE(is_mirror(s));
    EXPECT_EQ(image({0, 1}, s), (FaceTurn{0, 1}));
  }
  // A turn becomes its inverse in a mirror.
  EXPECT_EQ(std::popcount(antisymmetry_mask(cube_of("U"))), 4);
  EXPECT_EQ(antisymmetry_mask(Cube{}), (std::uint64_t{1} << 48U) - 1);
}

// A class holds 48 (or 96) positions, divided by the symmetries of one of them; the classes
// together hold the layer.
void check_classes(int depth, Metric metric, const std::vector<std::size_t>& known,
                   const std::vector<std::size_t>& known_with_inversion) {
  std::vector<std::size_t> classes;
  std::vector<std::size_t> classes_with_inversion;
  for (const std::vector<Cube>& layer : layers(depth, metric)) {
    std::set<Cube> plain;
    std::set<Cube> both;
    for (const Cube& cube : layer) {
      plain.insert(canonical(cube).cube);
      both.insert(canonical_or_inverse(cube).cube);
    }
    std::size_t positions = 0;
    for (const Cube& cube : plain) positions += kSymmetries / count_symmetries(cube);
    EXPECT_EQ(positions, layer.size());
    positions = 0;
    for (const Cube& cube : both) {
      positions +=
          2 * kSymmetries / (count_symmetries(cube) + std::popcount(antisymmetry_mask(cube)));
    }
    EXPECT_EQ(positions, layer.size());
    classes.push_back(plain.size());
    classes_with_inversion.push_back(both.size());
  }
  EXPECT_EQ(classes, known);
  EXPECT_EQ(classes_with_inversion, known_with_inversion);
}

TEST(Cube3Symmetry, ClassesFillTheLayers) {
  check_classes(5, Metric::htm, {1, 2, 9, 75, 934, 12'077}, {1, 2, 8, 48, 509, 6'198});
  check_classes(6, Metric::qtm, {1, 1, 5, 25, 219, 1'978, 18'395},
                {1, 1, 5, 17, 130, 1'031, 9'393});
}

}  // namespace
}  // namespace gyre::cube3
