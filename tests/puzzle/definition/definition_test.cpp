#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/definition.h>

#include "support/small_puzzles.h"

namespace gyre {
namespace {

PuzzleDefinition::Parts triangle() {
  PuzzleDefinition::Parts parts;
  parts.name = "triangle";
  parts.orbits = {{"A", 3, 2}};
  parts.solved = identity_state(OrbitList(parts.orbits));
  parts.moves = {{"T", test::make_action(parts.orbits, {{{1, 2, 0}, {0, 0, 1}}})}};
  return parts;
}

// The text of the Error that these parts cause.
std::string fault(const PuzzleDefinition::Parts& parts) {
  try {
    const PuzzleDefinition definition(parts);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Definition, ComputesOrders) {
  const PuzzleDefinition definition(triangle());
  EXPECT_EQ(definition.moves()[0].order, 6);
  EXPECT_TRUE(definition.invertible());
  EXPECT_EQ(definition.identities(0), 3);
}

TEST(Definition, RefusesWhatIsNoPuzzle) {
  auto parts = triangle();
  parts.moves.clear();
  EXPECT_EQ(fault(parts), "a puzzle needs at least one move (Move NAME ... End)");
  parts = triangle();
  parts.orbits[0].orientations = 128;
  EXPECT_EQ(fault(parts), "orbit A has 128 orientations; 1 to 127 are possible");
  parts = triangle();
  parts.moves[0].action.bytes[0] = 2;
  EXPECT_EQ(fault(parts), "move T is no permutation of the 3 pieces of orbit A");
  parts = triangle();
  parts.solved.bytes[0] = 7;
  EXPECT_EQ(fault(parts), "orbit A: identities of the solved state leave a gap");
  parts = triangle();
  parts.solved.bytes = {0, 0, 1, kWildOrientation, 0, 0};
  EXPECT_EQ(fault(parts),
            "orbit A: pieces that look alike must all have the orientation '?' or none of them");
  parts = triangle();
  parts.moves.push_back(parts.moves[0]);
  parts.moves[1].name = "T2";
  EXPECT_EQ(fault(parts), "the name T2 has two meanings: a power of T and move T2");
  parts = triangle();
  parts.illegal = {{0, 0, {0}}};
  EXPECT_EQ(fault(parts), "the solved state breaks an Illegal rule");
}

TEST(Definition, DigestSeesWhatMattersAndNothingElse) {
  const Digest digest = PuzzleDefinition(triangle()).digest();
  auto parts = triangle();
  parts.name = "other";
  parts.derived = {{"d", "T2", parts.moves[0].action}};
  EXPECT_EQ(PuzzleDefinition(parts).digest(), digest);
  parts = triangle();
  parts.moves[0].name = "S";
  EXPECT_NE(PuzzleDefinition(parts).digest(), digest);
  parts = triangle();
  parts.solved.bytes[5] = 1;
  EXPECT_NE(PuzzleDefinition(parts).digest(), digest);
  parts = triangle();
  parts.illegal = {{0, 0, {1}}};
  EXPECT_NE(PuzzleDefinition(parts).digest(), digest);
}

TEST(Definition, ChecksPositions) {
  auto parts = triangle();
  parts.solved.bytes = {0, 0, 1, 0, 0, kWildOrientation};
  const PuzzleDefinition definition(parts);
  EXPECT_FALSE(definition.invertible());
  EXPECT_NO_THROW(definition.check_position(State{{1, 0, 0, kWildOrientation, 1, 0}}));
  EXPECT_THROW(definition.check_position(State{{1, 1, 0, kWildOrientation, 1, 0}}), Error);
  EXPECT_THROW(definition.check_position(State{{1, 0, 0, 0, 1, 0}}), Error);
  EXPECT_THROW(definition.check_position(State{{1, 0, 0}}), Error);
}

TEST(Definition, KnowsRotationsByName) {
  for (const char* name : {"x", "y", "z", "Uv", "FRBv", "Z_Av"})
    EXPECT_TRUE(is_rotation_name(name));
  for (const char* name : {"X", "xx", "T", "v", "uv", "U", "Uw", ""}) {
    EXPECT_FALSE(is_rotation_name(name)) << name;
  }
}

}  // namespace
}  // namespace gyre
