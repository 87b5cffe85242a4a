// Positions up to turning the whole puzzle: published numbers, necklaces, and counting by hand.
#include "puzzle/group/up_to_rotation.h"
#include <gyre/library/library.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <unordered_set>

#include "support/small_puzzles.h"

namespace gyre {
namespace {

UpToRotation count(const PuzzleDefinition& definition, const PuzzleDefinition& seen,
                   const std::string& selection = "") {
  const MoveSet moves(definition, Metric::htm, selection);
  return count_up_to_rotation(definition, moves, PuzzleGroup(definition, moves), seen);
}

UpToRotation count(const std::string& name, const std::string& selection = "") {
  const PuzzleDefinition definition = load_puzzle(name);
  return count(definition, definition, selection);
}

TEST(UpToRotation, PublishedNumbersOfPuzzlesWithoutAFixedPiece) {
  const auto check = [](const char* name, int rotations, const char* states) {
    SCOPED_TRACE(name);
    const UpToRotation counted = count(name);
    EXPECT_EQ(counted.rotations, rotations);
    ASSERT_TRUE(counted.states);
    EXPECT_EQ(counted.states->str(), states);
  };
  check("2x2x2", 24, "3674160");
  check("4x4x4", 24, "7401196841564901869874093974498574336000000000");
  check("dino", 12, "19958400");
  check("fto", 12, "31408133379194880000000");
  check("kilominx", 60, "23563902142421896679424000");
  check("pentultimate", 60, "5643573414231758192239391539200000");
  // A corner, axial pieces and pins that stay where they are.
  check("skewb", 1, "3149280");
  check("pyraminx", 1, "75582720");
  check("square1", 1, "11958666854400");
}

TEST(UpToRotation, AChoiceOfMovesMayHoldAPiece) {
  const UpToRotation counted = count("2x2x2", "U,R,F");
  EXPECT_EQ(counted.rotations, 1);
  EXPECT_EQ(counted.states, BigInt(3'674'160));
  // Half turns make 96 positions of the corners, and of rotations those by half turns.
  const UpToRotation half = count("2x2x2", "U2,F2,R2,D2,B2,L2");
  EXPECT_EQ(half.rotations, 4);
  EXPECT_EQ(half.states, BigInt(24));
}

// The middles of the faces are no part of the 3x3x3's definition. Without them it looks as if half
// of the rotations could be made by moves; with them only the identity can.
TEST(UpToRotation, PiecesThatNoMoveChangesHoldThePuzzle) {
  const PuzzleDefinition plain = load_puzzle("3x3x3");
  EXPECT_EQ(count(plain, plain).rotations, 12);
  PuzzleDefinition::Parts parts = plain.parts();
  parts.orbits.push_back({"MIDDLES", 6, 1});
  const auto add = [](State& state, const std::vector<std::uint8_t>& middles) {
    state.bytes.insert(state.bytes.end(), middles.begin(), middles.end());
    state.bytes.resize(state.bytes.size() + 6, 0);
  };
  const std::vector<std::uint8_t> still = {0, 1, 2, 3, 4, 5};  // U F R D B L
  add(parts.solved, still);
  parts.labels.clear();
  for (BaseMove& move : parts.moves) add(move.action, still);
  for (DerivedMove& move : parts.derived) add(move.action, still);
  for (BaseMove& rotation : parts.rotations) {
    const std::vector<std::uint8_t> turned =
        rotation.name == "Uv"   ? std::vector<std::uint8_t>{0, 2, 4, 3, 5, 1}
        : rotation.name == "Fv" ? std::vector<std::uint8_t>{5, 1, 0, 2, 4, 3}
                                : std::vector<std::uint8_t>{1, 3, 2, 4, 0, 5};
    add(rotation.action, turned);
  }
  const PuzzleDefinition seen(std::move(parts));
  for (const PuzzleDefinition& definition : {plain, seen}) {
    const UpToRotation counted = count(definition, seen);
    EXPECT_EQ(counted.rotations, 1);
    EXPECT_EQ(counted.states, BigInt("43252003274489856000"));
  }
}

// A ring of beads in which neighbours can be exchanged; the whole ring turns by one bead.
PuzzleDefinition ring(const std::vector<std::uint8_t>& beads) {
  const int n = static_cast<int>(beads.size());
  PuzzleDefinition::Parts parts;
  parts.name = "ring";
  parts.orbits = {{"BEADS", n, 1}};
  const OrbitList orbits(parts.orbits);
  parts.solved = identity_state(orbits);
  std::copy(beads.begin(), beads.end(), parts.solved.bytes.begin());
  for (int i = 0; i < n; ++i) {
    State swap = identity_state(orbits);
    std::swap(swap.bytes[i], swap.bytes[(i + 1) % n]);
    parts.moves.push_back({fmt::format("S{}", i), swap});
  }
  State shift = identity_state(orbits);
  std::rotate(shift.bytes.begin(), shift.bytes.begin() + 1, shift.bytes.begin() + n);
  parts.rotations.push_back({"Rv", shift});
  return PuzzleDefinition(std::move(parts));
}

TEST(UpToRotation, NecklacesByBurnside) {
  const auto necklaces = [](const std::vector<std::uint8_t>& beads) {
    const PuzzleDefinition definition = ring(beads);
    return *count(definition, definition).states;
  };
  EXPECT_EQ(necklaces({0, 0, 0, 1, 1, 1}), 4);
  EXPECT_EQ(necklaces({0, 0, 0, 0, 1, 1, 1, 1}), 10);
  EXPECT_EQ(necklaces({0, 0, 0, 0, 0, 1, 1, 1, 1, 1}), 26);
  EXPECT_EQ(necklaces({0, 0, 1, 1, 2, 2}), 16);
  EXPECT_EQ(necklaces({0, 1, 2, 3, 4}), 24);
}

// Every position of a puzzle, and one of each class counted.
std::uint64_t classes_by_hand(const PuzzleDefinition& definition) {
  const auto key = [](const State& state) {
    return std::string(state.bytes.begin(), state.bytes.end());
  };
  const auto reach = [&](const State& from, const std::vector<BaseMove>& moves,
                         std::unordered_set<std::string>& seen, std::vector<State>& found) {
    if (!seen.insert(key(from)).second) return;
    const std::size_t first = found.size();
    found.push_back(from);
    for (std::size_t i = first; i < found.size(); ++i) {
      for (const BaseMove& move : moves) {
        State next = compose(definition.orbits(), found[i], move.action);
        if (seen.insert(key(next)).second) found.push_back(std::move(next));
      }
    }
  };
  std::unordered_set<std::string> seen;
  std::vector<State> positions;
  reach(definition.solved(), definition.moves(), seen, positions);
  std::unordered_set<std::string> counted;
  std::uint64_t classes = 0;
  for (const State& position : positions) {
    std::vector<State> turned;
    reach(position, definition.rotations(), counted, turned);
    if (!turned.empty()) ++classes;
  }
  return classes;
}

// The usual number is 12!/3!^4/12 = 30,800, as if no position looked the same after a turn; 192 do
// after turns by a third.
TEST(UpToRotation, DinoInFourColoursHasSymmetricPositions) {
  const PuzzleDefinition dino = load_puzzle("dino4");
  const UpToRotation counted = count(dino, dino);
  EXPECT_EQ(counted.rotations, 12);
  EXPECT_EQ(counted.states, BigInt(30'816));
  EXPECT_EQ(classes_by_hand(dino), 30'816U);
}

}  // namespace
}  // namespace gyre
