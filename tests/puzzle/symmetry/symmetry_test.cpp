// SymmetryGroup: known orders, the laws of a group, and every image proved on the definition.
#include "support/error_of.h"
#include "support/test_cubes.h"

#include <gyre/library/library.h>
#include "format/tws.h"
#include "puzzle/symmetry/symmetry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace gyre {
namespace {

State random_transformation(const PuzzleDefinition& definition, const MoveSet& moves, int length) {
  State state = identity_state(definition.orbits());
  for (int i = 0; i < length; ++i) {
    const int m = *rc::gen::inRange(0, moves.size());
    state = compose(definition.orbits(), state, moves.moves()[m].action);
  }
  return state;
}

// All that a SymmetryGroup promises, element by element.
void check_group(const PuzzleDefinition& definition, const MoveSet& moves,
                 const SymmetryGroup& group) {
  const int size = group.size();
  ASSERT_GE(size, 1);
  ASSERT_LE(group.rotations(), size);
  std::set<std::vector<std::uint8_t>> distinct;
  for (int e = 0; e < size; ++e) {
    ASSERT_EQ(group.product(0, e), e);
    ASSERT_EQ(group.product(e, 0), e);
    ASSERT_EQ(group.product(e, group.inverse(e)), 0);
    ASSERT_EQ(group.product(group.inverse(e), e), 0);
    ASSERT_EQ(group.conjugate_position(e, definition.solved()), definition.solved());
    std::set<int> images;
    for (int m = 0; m < moves.size(); ++m) {
      const int image = group.move_image(e, m);
      images.insert(image);
      ASSERT_EQ(group.conjugate(e, moves.moves()[m].action), moves.moves()[image].action);
      ASSERT_EQ(group.move_image(e, moves.moves()[m].inverse), moves.moves()[image].inverse);
    }
    ASSERT_EQ(static_cast<int>(images.size()), moves.size());
  }
  for (int a = 0; a < std::min(size, 200); ++a) {
    for (int b = 0; b < std::min(size, 200); ++b) {
      for (int m = 0; m < moves.size(); ++m) {
        ASSERT_EQ(group.move_image(group.product(a, b), m),
                  group.move_image(b, group.move_image(a, m)));
      }
    }
  }
  for (int a = 0; a < group.rotations(); ++a) {
    for (int b = 0; b < group.rotations(); ++b) ASSERT_LT(group.product(a, b), group.rotations());
  }
}

void expect_orders(const PuzzleDefinition& definition, const MoveSet& moves, int rotations,
                   int with_mirrors, int with_inversion) {
  const SymmetryGroup group(definition, moves);
  EXPECT_EQ(group.rotations(), rotations);
  EXPECT_EQ(group.size(), with_mirrors);
  EXPECT_EQ(group.size_with_inversion(), with_inversion);
  EXPECT_TRUE(group.complete());
  check_group(definition, moves, group);
  SymmetryOptions options;
  options.mirrors = false;
  const SymmetryGroup small(definition, moves, options);
  EXPECT_EQ(small.size(), rotations);
  check_group(definition, moves, small);
}

TEST(Symmetry, Cube3) {
  const PuzzleDefinition cube = test::cube3();
  expect_orders(cube, MoveSet(cube, Metric::htm), 24, 48, 96);
  expect_orders(cube, MoveSet(cube, Metric::qtm), 24, 48, 96);
}

TEST(Symmetry, Cube2) {
  const PuzzleDefinition cube = test::cube2();
  expect_orders(cube, MoveSet(cube, Metric::htm), 24, 48, 96);
}

TEST(Symmetry, SubsetsOfMoves) {
  const PuzzleDefinition cube = test::cube3();
  expect_orders(cube, MoveSet(cube, Metric::htm, "U,R,F"), 3, 6, 12);
  expect_orders(cube, MoveSet(cube, Metric::htm, "U,R"), 2, 4, 8);
  expect_orders(cube, MoveSet(cube, Metric::htm, "U,D,R2,L2,F2,B2"), 8, 16, 32);
  expect_orders(cube, MoveSet(cube, Metric::qtm, "U,R2"), 1, 2, 4);
}

// A has a twin, B has none: an automorphism that exchanges A and B is no symmetry of {A, AA, B}.
TEST(Symmetry, TwinMovesAreMappedToTwins) {
  const PuzzleDefinition definition = read_tws(
      "Name twins\nSet P 12 1\nSet Q 2 1\nSolved\nEnd\n"
      "MoveTransformation A\nP\n10 2 11 7 1 3 6 0 8 5 4 9\nEnd\n"
      "MoveTransformation AA\nP\n10 2 11 7 1 3 6 0 8 5 4 9\nEnd\n"
      "MoveTransformation B\nP\n0 6 2 11 10 3 4 8 5 1 7 9\nEnd\n"
      "MoveTransformation C\nP\n8 2 9 11 0 10 4 1 6 3 7 5\nEnd\n"
      "MoveTransformation Xv\nQ\n1 0\nEnd\n",
      "twins");
  const MoveSet moves(definition, Metric::htm, "A,AA,B");
  const SymmetryGroup group(definition, moves);
  for (int e = 0; e < group.size(); ++e) {
    for (int m = 0; m < moves.size(); ++m) {
      const int image = group.move_image(e, m);
      ASSERT_GE(image, 0) << e << ' ' << m;
      EXPECT_EQ(group.conjugate(e, moves.moves()[m].action), moves.moves()[image].action);
    }
  }
}

TEST(Symmetry, LibraryPuzzles) {
  struct Row {
    const char* name;
    int rotations;
    int with_mirrors;
    int with_inversion;
  };
  // Centres of the cubes look alike, so there is no inversion from 4x4x4 on.
  for (const Row& row :
       {Row{"megaminx", 60, 120, 240}, Row{"pentultimate", 60, 120, 240},
        Row{"pyraminx", 12, 24, 48}, Row{"fto", 24, 48, 48}, Row{"6x6x6", 24, 48, 48},
        Row{"clock", 8, 16, 32}, Row{"topspin", 1, 2, 4}, Row{"m12", 1, 1, 2}}) {
    SCOPED_TRACE(row.name);
    const PuzzleDefinition definition = load_puzzle(row.name);
    const MoveSet moves(definition, Metric::htm);
    const SymmetryGroup group(definition, moves);
    EXPECT_EQ(group.rotations(), row.rotations);
    EXPECT_EQ(group.size(), row.with_mirrors);
    EXPECT_EQ(group.size_with_inversion(), row.with_inversion);
    EXPECT_TRUE(group.complete());
    check_group(definition, moves, group);
  }
}

// The oblique centres of the 6x6x6 are two orbits that a mirror exchanges.
TEST(Symmetry, MirrorsExchangeOrbits) {
  const PuzzleDefinition cube = load_puzzle("6x6x6");
  const SymmetryGroup group(cube, MoveSet(cube, Metric::htm));
  for (int e = 0; e < group.size(); ++e) {
    int moved = 0;
    for (int k = 0; k < cube.orbits().size(); ++k) moved += group[e].orbits[k].target != k ? 1 : 0;
    EXPECT_EQ(moved, e < group.rotations() ? 0 : 2);
  }
}

// Cheap also where there are a hundred orbits.
TEST(Symmetry, Cube20) {
  const PuzzleDefinition cube = load_puzzle("20x20x20");
  const MoveSet moves(cube, Metric::htm);
  const SymmetryGroup group(cube, moves);
  EXPECT_EQ(group.rotations(), 24);
  EXPECT_EQ(group.size(), 48);
  EXPECT_TRUE(group.complete());
  for (int e = 0; e < group.size(); ++e) {
    for (int m = 0; m < moves.size(); m += 7) {
      ASSERT_EQ(group.conjugate(e, moves.moves()[m].action),
                moves.moves()[group.move_image(e, m)].action);
    }
  }
}

// Limits leave proven elements and say so.
TEST(Symmetry, LimitsAreSaid) {
  const PuzzleDefinition cube = test::cube3();
  const MoveSet moves(cube, Metric::htm);
  SymmetryOptions options;
  options.max_elements = 30;
  const SymmetryGroup few(cube, moves, options);
  EXPECT_EQ(few.size(), 24);
  EXPECT_FALSE(few.complete());
  check_group(cube, moves, few);
  options = {};
  options.max_work = 100;
  const SymmetryGroup hasty(cube, moves, options);
  EXPECT_EQ(hasty.size(), 24);
  EXPECT_FALSE(hasty.complete());
  options = {};
  options.max_elements = 5;
  const SymmetryGroup some(cube, moves, options);
  EXPECT_LE(some.size(), 5);
  EXPECT_FALSE(some.complete());
  check_group(cube, moves, some);
}

// Without rotations in the definition the same 48 are found as automorphisms.
TEST(Symmetry, FoundWithoutRotations) {
  for (const bool edges : {true, false}) {
    PuzzleDefinition::Parts parts = test::cube_parts(edges);
    parts.rotations.clear();
    const PuzzleDefinition cube(std::move(parts));
    const MoveSet moves(cube, Metric::htm);
    const SymmetryGroup group(cube, moves);
    EXPECT_EQ(group.rotations(), 1);
    EXPECT_EQ(group.size(), 48);
    EXPECT_TRUE(group.complete());
    check_group(cube, moves, group);
  }
}

// Positions are mapped as the transformations that make them are, whatever the pieces look like.
void check_positions(const PuzzleDefinition& definition) {
  const MoveSet moves(definition, Metric::htm);
  const SymmetryGroup group(definition, moves);
  const OrbitList& orbits = definition.orbits();
  const State a = random_transformation(definition, moves, 20);
  const State position = compose(orbits, definition.solved(), a);
  const int e = *rc::gen::inRange(0, group.size());
  const int f = *rc::gen::inRange(0, group.size());
  const State image = group.conjugate_position(e, position);
  RC_ASSERT(image == compose(orbits, definition.solved(), group.conjugate(e, a)));
  RC_ASSERT(group.conjugate_position(f, image) ==
            group.conjugate_position(group.product(e, f), position));
  RC_ASSERT(group.conjugate_position(group.inverse(e), image) == position);
  const int m = *rc::gen::inRange(0, moves.size());
  RC_ASSERT(group.conjugate_position(e, compose(orbits, position, moves.moves()[m].action)) ==
            compose(orbits, image, moves.moves()[group.move_image(e, m)].action));
  if (group.inversion()) {
    const State inverse = group.invert_position(position);
    RC_ASSERT(inverse == compose(orbits, definition.solved(), invert(orbits, a)));
    RC_ASSERT(group.invert_position(inverse) == position);
  }
}

PuzzleDefinition with_solved(const std::vector<std::vector<int>>& rows) {
  PuzzleDefinition::Parts parts = test::cube_parts(true);
  parts.solved = test::joined(rows);
  return PuzzleDefinition(std::move(parts));
}

constexpr int kAnyTwist = kWildOrientation;

// Corners of the upper and the lower layer look alike.
PuzzleDefinition layered_cube() {
  return with_solved({{0, 0, 0, 0, 1, 1, 1, 1},
                      {0, 0, 0, 0, 0, 0, 0, 0},
                      {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2},
                      {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}});
}

PuzzleDefinition wild_cube() {
  return with_solved(
      {{0, 1, 2, 3, 4, 5, 6, 7},
       {kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
       {kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist,
        kAnyTwist, kAnyTwist, kAnyTwist, kAnyTwist}});
}

// The solved state is itself scrambled, which must not matter where all pieces differ.
PuzzleDefinition relabelled_cube() {
  return with_solved({{7, 2, 0, 1, 3, 6, 5, 4},
                      {1, 2, 0, 0, 1, 1, 2, 2},
                      {11, 0, 3, 2, 1, 4, 6, 5, 8, 7, 10, 9},
                      {1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 0, 1}});
}

TEST(Symmetry, LookAlikePieces) {
  const PuzzleDefinition layered = layered_cube();
  // The upper layer may go to the lower one; edges of the middle layer have flips that a quarter
  // turn of the cube changes for all alike.
  expect_orders(layered, MoveSet(layered, Metric::htm), 8, 16, 16);
  const PuzzleDefinition wild = wild_cube();
  expect_orders(wild, MoveSet(wild, Metric::htm), 24, 48, 48);
  const PuzzleDefinition relabelled = relabelled_cube();
  expect_orders(relabelled, MoveSet(relabelled, Metric::htm), 24, 48, 96);
  // All edges alike, but their flips count: only symmetries that keep what a good edge is.
  const PuzzleDefinition flips = with_solved({{0, 1, 2, 3, 4, 5, 6, 7},
                                              {0, 0, 0, 0, 0, 0, 0, 0},
                                              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                              {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}});
  expect_orders(flips, MoveSet(flips, Metric::htm), 8, 16, 16);
}

TEST(Symmetry, IllegalRulesAreKept) {
  PuzzleDefinition::Parts parts = test::cube_parts(true);
  parts.illegal.push_back({0, 0, {1, 3, 4}});  // slot URF without its three neighbours
  const PuzzleDefinition cube(std::move(parts));
  expect_orders(cube, MoveSet(cube, Metric::htm), 3, 6, 6);
}

RC_GTEST_PROP(SymmetryProperty, PositionsOfCube3, ()) {
  check_positions(test::cube3());
}
RC_GTEST_PROP(SymmetryProperty, PositionsWithLookAlikes, ()) {
  check_positions(layered_cube());
}
RC_GTEST_PROP(SymmetryProperty, PositionsWithWildcards, ()) {
  check_positions(wild_cube());
}
RC_GTEST_PROP(SymmetryProperty, PositionsRelabelled, ()) {
  check_positions(relabelled_cube());
}

RC_GTEST_PROP(SymmetryProperty, ConjugationKeepsProducts, ()) {
  static const PuzzleDefinition cube = test::cube3();
  static const MoveSet moves(cube, Metric::htm);
  static const SymmetryGroup group(cube, moves);
  const OrbitList& orbits = cube.orbits();
  const State a = random_transformation(cube, moves, 20);
  const State b = random_transformation(cube, moves, 20);
  const int e = *rc::gen::inRange(0, group.size());
  RC_ASSERT(group.conjugate(e, compose(orbits, a, b)) ==
            compose(orbits, group.conjugate(e, a), group.conjugate(e, b)));
  RC_ASSERT(group.conjugate(e, invert(orbits, a)) == invert(orbits, group.conjugate(e, a)));
}

// For a rotation r of the definition, some element conjugates as r^-1 a r.
TEST(Symmetry, RotationsConjugate) {
  const PuzzleDefinition cube = test::cube3();
  const MoveSet moves(cube, Metric::htm);
  const SymmetryGroup group(cube, moves);
  const OrbitList& orbits = cube.orbits();
  for (const BaseMove& r : cube.rotations()) {
    int matches = 0;
    for (int e = 0; e < group.size(); ++e) {
      bool same = true;
      for (const Move& move : moves.moves()) {
        const State plain =
            compose(orbits, compose(orbits, invert(orbits, r.action), move.action), r.action);
        same = same && group.conjugate(e, move.action) == plain;
      }
      if (same) {
        ++matches;
        EXPECT_LT(e, group.rotations());
      }
    }
    EXPECT_EQ(matches, 1);
  }
}

// A middle slice named after one face keeps its direction under mirrors that turn the faces round.
TEST(Symmetry, SlicesKeepTheirOwnDirection) {
  PuzzleDefinition::Parts parts = test::cube_parts(true);
  const OrbitList orbits(parts.orbits);
  const auto action = [&](const char* name) {
    for (const auto* list : {&parts.moves, &parts.rotations}) {
      for (const BaseMove& move : *list) {
        if (move.name == name) return move.action;
      }
    }
    return State{};
  };
  // Moves on a frame that holds the middle layers: E turns the outer layers the other way and then
  // the whole cube.
  const State rotation = action("Uv");
  const State outer = compose(orbits, invert(orbits, action("U")), action("D"));
  State slice = compose(orbits, outer, rotation);
  ASSERT_EQ(state_order(orbits, slice), 4);
  const State turn = action("URFv");
  for (const char* name : {"E", "M", "S"}) {
    parts.moves.push_back({name, slice, 0});
    slice = compose(orbits, compose(orbits, invert(orbits, turn), slice), turn);
  }
  const PuzzleDefinition cube(std::move(parts));
  expect_orders(cube, MoveSet(cube, Metric::htm), 24, 48, 96);
}

// Independent cycles have as many automorphisms as there are orders of them; the limit holds.
TEST(Symmetry, AccidentalAutomorphismsAreLimited) {
  PuzzleDefinition::Parts parts;
  parts.name = "cycles";
  parts.orbits.push_back({"A", 24, 1});
  parts.solved = identity_state(OrbitList(parts.orbits));
  for (int c = 0; c < 8; ++c) {
    State action = parts.solved;
    for (int i = 0; i < 3; ++i)
      action.bytes[3 * c + i] = static_cast<std::uint8_t>(3 * c + (i + 1) % 3);
    parts.moves.push_back({std::string(1, static_cast<char>('A' + c)), action, 0});
  }
  const PuzzleDefinition cycles(std::move(parts));
  const MoveSet moves(cycles, Metric::htm);
  const SymmetryGroup group(cycles, moves);
  EXPECT_LE(group.size(), 2'000);
  EXPECT_GT(group.size(), 1);
  EXPECT_FALSE(group.complete());
  check_group(cycles, moves, group);
}

// What the elements of a group do to the moves.
std::set<std::vector<int>> move_images(const SymmetryGroup& group, const MoveSet& moves) {
  std::set<std::vector<int>> images;
  for (int e = 0; e < group.size(); ++e) {
    std::vector<int> image;
    for (int m = 0; m < moves.size(); ++m) image.push_back(group.move_image(e, m));
    images.insert(image);
  }
  return images;
}

// Everything that rotations and mirrors do to the moves is found without them too, also where moves
// leave most pieces alone and these look alike.
TEST(Symmetry, SubsetsOfMovesWithoutRotations) {
  for (const PuzzleDefinition& cube : {test::cube3(), layered_cube(), wild_cube()}) {
    PuzzleDefinition::Parts parts = cube.parts();
    parts.rotations.clear();
    const PuzzleDefinition bare(std::move(parts));
    for (const char* subset : {"U", "U,D", "U,R", "U,F,D", "R,L,F", "U,R,F", "R,L,F,B", ""}) {
      SCOPED_TRACE(subset);
      const MoveSet moves(cube, Metric::htm, subset);
      const MoveSet bare_moves(bare, Metric::htm, subset);
      const SymmetryGroup group(bare, bare_moves);
      EXPECT_TRUE(group.complete());
      check_group(bare, bare_moves, group);
      const auto found = move_images(group, bare_moves);
      for (const auto& image : move_images(SymmetryGroup(cube, moves), moves)) {
        EXPECT_TRUE(found.contains(image));
      }
    }
  }
}

// Many parts that each move turns alike: two moves of `cycles` disjoint cycles each.
PuzzleDefinition interchangeable(int cycles, int colours) {
  PuzzleDefinition::Parts parts;
  parts.name = "interchangeable";
  parts.orbits.push_back({"A", 8 * cycles, 3});
  const State still = identity_state(OrbitList(parts.orbits));
  parts.solved = still;
  for (int i = 0; i < 8 * cycles; ++i) {
    parts.solved.bytes[i] = static_cast<std::uint8_t>(i % colours);
  }
  for (int m = 0; m < 2; ++m) {
    State action = still;
    for (int c = m * cycles; c < (m + 1) * cycles; ++c) {
      for (int i = 0; i < 4; ++i) {
        action.bytes[4 * c + i] = static_cast<std::uint8_t>(4 * c + (i + 1) % 4);
      }
    }
    parts.moves.push_back({m == 0 ? "A" : "B", action, 0});
  }
  return PuzzleDefinition(std::move(parts));
}

// Exchanging such parts does nothing to positions, so of (4^10 * 10!)^2 * 8 automorphisms 8 are
// left: moves swapped, moves turned round (both at once where their cycles show the same pieces).
// And they are found by little work.
TEST(Symmetry, PartsThatNoMoveTellsApart) {
  for (const auto& [colours, expected] : {std::pair(80, 8), std::pair(4, 4)}) {
    SCOPED_TRACE(colours);
    const PuzzleDefinition definition = interchangeable(10, colours);
    const MoveSet moves(definition, Metric::htm);
    SymmetryOptions options;
    options.max_work = 400'000;
    const SymmetryGroup group(definition, moves, options);
    EXPECT_EQ(group.size(), expected);
    EXPECT_EQ(static_cast<int>(move_images(group, moves).size()), expected);
    EXPECT_TRUE(group.complete());
    check_group(definition, moves, group);
  }
}

// Slices of a definition without rotations may change places and directions: more symmetries than
// anybody wants. Those first that leave the orbits where they are.
TEST(Symmetry, OfTooManyThoseFirstThatKeepOrbits) {
  PuzzleDefinition::Parts parts = load_puzzle("8x8x8 slices").parts();
  parts.rotations.clear();
  std::erase_if(parts.moves, [](const BaseMove& move) { return move.name.size() > 2; });
  const PuzzleDefinition cube(std::move(parts));
  const MoveSet moves(cube, Metric::htm);
  const SymmetryGroup group(cube, moves);
  EXPECT_GT(group.size(), 48);
  EXPECT_LE(group.size(), 2'000);
  EXPECT_FALSE(group.complete());
  int keep_orbits = 0;
  for (int e = 0; e < group.size(); ++e) {
    bool keeps = true;
    for (int k = 0; k < cube.orbits().size(); ++k) keeps = keeps && group[e].orbits[k].target == k;
    keep_orbits += keeps ? 1 : 0;
  }
  EXPECT_EQ(keep_orbits, 48);
  EXPECT_EQ(static_cast<int>(move_images(group, moves).size()), group.size());
}

TEST(SymmetryGroup, CanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  for (const char* name : {"3x3x3", "clock", "megaminx"}) {
    const PuzzleDefinition puzzle = load_puzzle(name);
    const MoveSet moves(puzzle, Metric::htm);
    EXPECT_EQ(test::error_of([&] {
                (void)SymmetryGroup(puzzle, moves,
                                    symmetry_options(SymmetryUse::all, stop.get_token()));
              }),
              "looking for symmetries was stopped");
  }
}

}  // namespace
}  // namespace gyre
