#include "support/random_puzzle.h"

#include <gyre/base/error.h>
#include "format/tws.h"
#include "puzzle/definition/modify.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace gyre {
namespace {

constexpr std::uint8_t kWild = kWildOrientation;

PuzzleDefinition sample() {
  return read_tws(
      "Name t\nSet A 4 3\nSet B 3 2\nSolved\nA\n7 7 2 3\n1 2 ? 0\nB\n1 2 3\nEnd\n"
      "Move M\nA\n2 3 4 1\n0 1 2 0\nB\n2 1 3\nEnd\nMove N\nB\n3 1 2\nEnd\n"
      "Move Uv\nA\n2 1 3 4\nEnd\nMoveAlias m M'\nMoveAlias n N2\n"
      "Illegal A 3 7 3\nIllegal B 1 3\n",
      "t");
}

std::string error_of(const DefinitionChanges& changes) {
  try {
    (void)change_definition(sample(), changes);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Modify, NothingChangedIsTheSame) {
  EXPECT_TRUE(DefinitionChanges{}.empty());
  EXPECT_EQ(change_definition(sample(), {}).digest(), sample().digest());
}

// The derived moves in order; those that do nothing, in brackets.
std::string derived_names(const PuzzleDefinition& puzzle) {
  std::string names;
  for (const DerivedMove& move : puzzle.derived()) {
    const bool idle = move.definition.empty() && move.action == identity_state(puzzle.orbits());
    names += (names.empty() ? "" : " ") + (idle ? "(" + move.name + ")" : move.name);
  }
  return names;
}

TEST(Modify, OmittedOrbitsTakeTheirRulesWithThemAndIdleMovesAreOnlyRead) {
  DefinitionChanges changes;
  changes.omit = {"A"};
  EXPECT_FALSE(changes.empty());
  const PuzzleDefinition puzzle = change_definition(sample(), changes);
  EXPECT_EQ(
      puzzle.digest(),
      read_tws("Name t\nSet B 3 2\nSolved\nEnd\nMove M\nB\n2 1 3\nEnd\nMove N\nB\n3 1 2\nEnd\n"
               "Illegal B 1 3\n",
               "t")
          .digest());
  EXPECT_EQ(derived_names(puzzle), "m n (Uv)");
  changes.omit = {"B"};
  const PuzzleDefinition other = change_definition(sample(), changes);
  ASSERT_EQ(other.moves().size(), 1U);
  EXPECT_EQ(other.rotations().size(), 1U);
  EXPECT_EQ(derived_names(other), "m (n) (N)");
  EXPECT_EQ(other.derived()[0].action, invert(other.orbits(), other.moves()[0].action));
  EXPECT_EQ(other.label(0, 2), 6);
}

TEST(Modify, OrientationCanBeForgotten) {
  DefinitionChanges changes;
  changes.no_orientation_of = {"A"};
  const PuzzleDefinition one = change_definition(sample(), changes);
  EXPECT_EQ(one.orbits()[0].orientations, 1);
  EXPECT_EQ(one.orbits()[1].orientations, 2);
  EXPECT_EQ(one.moves()[0].order, 4);
  EXPECT_EQ(one.solved().bytes,
            (std::vector<std::uint8_t>{2, 2, 0, 1, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0}));
  changes = {};
  changes.no_orientation = true;
  const PuzzleDefinition all = change_definition(sample(), changes);
  EXPECT_EQ(all.orbits()[1].orientations, 1);
}

TEST(Modify, PermutationCanBeForgotten) {
  DefinitionChanges changes;
  changes.no_permutation_of = {"A"};
  const PuzzleDefinition puzzle = change_definition(sample(), changes);
  // One piece was wild, so all are.
  EXPECT_EQ(puzzle.solved().bytes,
            (std::vector<std::uint8_t>{0, 0, 0, 0, kWild, kWild, kWild, kWild, 0, 1, 2, 0, 0, 0}));
  EXPECT_EQ(puzzle.label(0, 0), 0);
  ASSERT_EQ(puzzle.illegal().size(), 1U);
  EXPECT_EQ(puzzle.illegal()[0].orbit, 1);
  EXPECT_TRUE(puzzle.rotations().empty());  // Uv moved pieces of A only
  changes.no_permutation_of = {"B"};
  const PuzzleDefinition other = change_definition(sample(), changes);
  // Orientations still count, and N carries them about.
  EXPECT_EQ(other.moves().size(), 2U);
  EXPECT_EQ(other.solved().bytes.back(), 0);
  changes.no_orientation_of = {"B"};
  EXPECT_EQ(change_definition(sample(), changes).moves().size(), 1U);
}

TEST(Modify, DistinguishAll) {
  DefinitionChanges changes;
  changes.distinguish_all = true;
  const PuzzleDefinition puzzle = change_definition(sample(), changes);
  EXPECT_TRUE(puzzle.invertible());
  EXPECT_EQ(puzzle.solved().bytes,
            (std::vector<std::uint8_t>{0, 1, 2, 3, 1, 2, 0, 0, 0, 1, 2, 0, 0, 0}));
  // Pieces 7 7 and 3 of the rule are now pieces 0, 1 and 3.
  EXPECT_EQ(puzzle.illegal()[0].identities, (std::vector<std::uint8_t>{0, 1, 3}));
  changes.no_permutation_of = {"B"};
  EXPECT_EQ(change_definition(sample(), changes).identities(1), 1);
}

TEST(Modify, IgnoredPiecesLookAlikeAndHaveAnyOrientation) {
  DefinitionChanges changes;
  changes.ignore = {{1, 0}, {1, 1}};
  EXPECT_FALSE(changes.empty());
  const PuzzleDefinition puzzle = change_definition(sample(), changes);
  EXPECT_EQ(puzzle.identities(1), 2);
  EXPECT_EQ(puzzle.solved().bytes,
            (std::vector<std::uint8_t>{2, 2, 0, 1, 1, 2, kWild, 0, 0, 0, 1, kWild, kWild, 0}));
  // Piece 3 of B must still not stand in slot 1.
  EXPECT_EQ(puzzle.illegal()[1].identities, (std::vector<std::uint8_t>{1}));
}

TEST(Modify, PiecesThatLookAlikeAreIgnoredTogether) {
  PuzzleDefinition::Parts parts = sample().parts();
  parts.illegal.clear();
  DefinitionChanges changes;
  changes.ignore = {{0, 0}};
  const PuzzleDefinition puzzle = change_definition(PuzzleDefinition(parts), changes);
  const std::vector<std::uint8_t>& solved = puzzle.solved().bytes;
  EXPECT_EQ(solved[0], solved[1]);
  EXPECT_EQ(solved[4], kWild);
  EXPECT_EQ(solved[5], kWild);
  EXPECT_EQ(solved[7], 0);
}

TEST(Modify, RulesKeepPiecesFromBeingIgnored) {
  DefinitionChanges changes;
  // Piece 7 must not stand in slot 3, piece 2 may.
  changes.ignore = {{0, 0}, {0, 2}};
  EXPECT_EQ(error_of(changes),
            "pieces of A cannot be ignored together: some of them must not stand in slot 3, and "
            "that blocks moves");
  // Neither 7 nor 3 may: the rule stays.
  changes.ignore = {{0, 0}, {0, 3}};
  const PuzzleDefinition puzzle = change_definition(sample(), changes);
  EXPECT_EQ(puzzle.illegal()[0].identities.size(), 1U);
  EXPECT_EQ(puzzle.identities(0), 2);
}

TEST(Modify, PositionsFollowTheChanges) {
  DefinitionChanges changes;
  changes.omit = {"A"};
  changes.ignore = {{1, 0}, {0, 1}};
  const PuzzleDefinition puzzle = change_definition(sample(), changes);
  EXPECT_EQ(change_position(sample(), puzzle, sample().solved()), puzzle.solved());
  // B: pieces 2 1 3, the first and the last turned.
  State position = sample().solved();
  std::copy_n(std::vector<std::uint8_t>{1, 0, 2, 1, 0, 1}.begin(), 6, position.bytes.begin() + 8);
  EXPECT_EQ(change_position(sample(), puzzle, position).bytes,
            (std::vector<std::uint8_t>{1, 0, 2, 1, kWild, 1}));
  changes = {};
  changes.distinguish_all = true;
  const PuzzleDefinition apart = change_definition(sample(), changes);
  EXPECT_THROW((void)change_position(sample(), apart, position), Error);
  EXPECT_EQ(change_position(sample(), apart, sample().solved()), apart.solved());
}

// Positions are the same afterwards exactly if other names for the looks make one of the other.
TEST(Modify, RelabelledOrbitsKnowWhichPiecesLookAlike) {
  const PuzzleDefinition plain = read_tws(
      "Name t\nSet A 5 3\nSet B 3 1\nSet C 4 1\nSolved\nA\n1 1 2 3 3\n0 1 2 0 0\nB\n1 2 3\n"
      "C\n1 2 3 4\nEnd\nMove M\nA\n2 3 4 5 1\n1 0 2 0 0\nB\n2 3 1\nEnd\n"
      "Move N\nA\n2 1 3 4 5\n0 1 1 0 0\nC\n2 3 4 1\nEnd\n",
      "t");
  DefinitionChanges changes;
  changes.relabel = {"A", "C"};
  const PuzzleDefinition changed = change_definition(plain, changes);
  ASSERT_EQ(changed.orbits().size(), 4);
  EXPECT_EQ(changed.orbits()[1].name, "A_PAIRS");
  EXPECT_EQ(changed.orbits()[1].pieces, 10);
  // Names for the looks of A in the order in which they stand.
  const auto normal = [&](const State& state) {
    State out = state;
    std::vector<int> name(3, -1);
    int next = 0;
    for (int slot = 0; slot < 5; ++slot) {
      int& mine = name[state.bytes[slot]];
      if (mine < 0) mine = next++;
      out.bytes[slot] = static_cast<std::uint8_t>(mine);
    }
    const int c = plain.orbits().perm_offset(2);
    std::fill_n(out.bytes.begin() + c, 4, std::uint8_t{0});
    return out;
  };
  std::map<State, State> image;
  std::set<State> images;
  std::vector<State> queue = {plain.solved()};
  std::set<State> seen = {plain.solved()};
  for (std::size_t i = 0; i < queue.size() && i < 20'000; ++i) {
    const State position = queue[i];
    const State now = change_position(plain, changed, position);
    changed.check_position(now);
    const auto [place, is_new] = image.emplace(normal(position), now);
    EXPECT_EQ(place->second, now);
    if (is_new) {
      EXPECT_TRUE(images.insert(now).second);
    }
    for (std::size_t m = 0; m < plain.moves().size(); ++m) {
      State next = compose(plain.orbits(), position, plain.moves()[m].action);
      EXPECT_EQ(change_position(plain, changed, next),
                compose(changed.orbits(), now, changed.moves()[m].action));
      if (seen.insert(next).second) queue.push_back(std::move(next));
    }
  }
}

TEST(Modify, WhatCannotBeRelabelled) {
  DefinitionChanges changes;
  changes.relabel = {"A"};
  EXPECT_NE(error_of(changes).find("rules tell its pieces apart"), std::string::npos);
  changes.relabel = {"Q"};
  EXPECT_NE(error_of(changes).find("is no orbit"), std::string::npos);
}

TEST(Modify, Errors) {
  DefinitionChanges changes;
  changes.omit = {"Q"};
  EXPECT_EQ(error_of(changes), "'Q' is no orbit of t (orbits: A B)");
  changes.omit = {"A", "B"};
  EXPECT_EQ(error_of(changes), "no orbit of t would be left");
  changes = {};
  changes.no_permutation_of = {"A", "B"};
  changes.no_orientation = true;
  EXPECT_EQ(error_of(changes), "no move of t would do anything; change less");
  changes = {};
  changes.omit = {"A"};
  changes.no_orientation_of = {"A"};
  EXPECT_EQ(error_of(changes), "no error");
}

// A changed definition is a quotient: moving then forgetting is forgetting then moving.
RC_GTEST_PROP(ModifyProperty, ForgettingOrientationCommutesWithMoves, (std::uint64_t seed)) {
  const PuzzleDefinition puzzle = RandomPuzzle(seed).definition();
  DefinitionChanges changes;
  changes.no_orientation = true;
  try {
    const PuzzleDefinition plain = change_definition(puzzle, changes);
    for (const BaseMove& move : plain.moves()) {
      const auto old = std::find_if(puzzle.moves().begin(), puzzle.moves().end(),
                                    [&](const BaseMove& m) { return m.name == move.name; });
      const State moved = compose(puzzle.orbits(), puzzle.solved(), old->action);
      const State small = compose(plain.orbits(), plain.solved(), move.action);
      for (int k = 0; k < puzzle.orbits().size(); ++k) {
        const int offset = puzzle.orbits().perm_offset(k);
        RC_ASSERT(std::equal(moved.bytes.begin() + offset,
                             moved.bytes.begin() + offset + puzzle.orbits()[k].pieces,
                             small.bytes.begin() + offset));
      }
    }
  } catch (const Error& error) {
    RC_ASSERT(std::string(error.what()).find("would do anything") != std::string::npos);
  }
}

// Ignoring some pieces is a quotient too, and change_position the map to it.
RC_GTEST_PROP(ModifyProperty, IgnoringPiecesCommutesWithMoves, (std::uint64_t seed)) {
  RandomPuzzle random(seed);
  const PuzzleDefinition puzzle = random.definition();
  DefinitionChanges changes;
  for (int k = 0; k < puzzle.orbits().size(); ++k) {
    for (int slot = 0; slot < puzzle.orbits()[k].pieces; ++slot) {
      if (random.chance(40)) changes.ignore.push_back({k, slot});
    }
  }
  try {
    const PuzzleDefinition partial = change_definition(puzzle, changes);
    const State position = random.position(puzzle);
    const State before = change_position(puzzle, partial, position);
    partial.check_position(before);
    for (const BaseMove& move : partial.moves()) {
      const auto old = std::find_if(puzzle.moves().begin(), puzzle.moves().end(),
                                    [&](const BaseMove& m) { return m.name == move.name; });
      const State after = compose(puzzle.orbits(), position, old->action);
      RC_ASSERT(change_position(puzzle, partial, after) ==
                compose(partial.orbits(), before, move.action));
    }
  } catch (const Error& error) {
    const std::string what = error.what();
    RC_ASSERT(what.find("would do anything") != std::string::npos ||
              what.find("cannot be ignored together") != std::string::npos);
  }
}

}  // namespace
}  // namespace gyre
