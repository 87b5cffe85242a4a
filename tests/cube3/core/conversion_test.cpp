// Between cubes and States: definitions numbered in any way are understood, other puzzles refused.
#include "support/cube3_helpers.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

namespace gyre::cube3 {
namespace {

// The 3x3x3 with other slots, identities, zero orientations and senses of counting them, and its
// orbits and moves in another order.
PuzzleDefinition renumbered(std::mt19937_64& random) {
  const PuzzleDefinition plain = test::cube3();
  PuzzleDefinition::Parts parts;
  parts.name = "strange cube";
  const bool swap = random() % 2 != 0;
  const std::vector<int> order = swap ? std::vector<int>{1, 0} : std::vector<int>{0, 1};
  for (const BaseMove& move : plain.moves()) parts.moves.push_back({move.name, {}, 0});
  for (const int k : order) {
    const Orbit& orbit = plain.orbits()[k];
    const int n = orbit.pieces;
    const int o = orbit.orientations;
    std::vector<int> slot(n);
    std::iota(slot.begin(), slot.end(), 0);
    std::shuffle(slot.begin(), slot.end(), random);
    std::vector<int> identity = slot;
    std::shuffle(identity.begin(), identity.end(), random);
    std::vector<int> zero(n);
    for (int& z : zero) z = static_cast<int>(random() % o);
    const int sense = random() % 2 != 0 ? 1 : o - 1;
    parts.orbits.push_back({k == 0 ? "EIGHT" : "TWELVE", n, o});
    for (std::size_t m = 0; m < plain.moves().size(); ++m) {
      const std::uint8_t* from =
          plain.moves()[m].action.bytes.data() + plain.orbits().perm_offset(k);
      std::vector<std::uint8_t> lane(2 * n);
      for (int i = 0; i < n; ++i) {
        lane[slot[i]] = static_cast<std::uint8_t>(slot[from[i]]);
        const int ori = from[n + i] * sense + zero[i] - zero[from[i]] + o;
        lane[n + slot[i]] = static_cast<std::uint8_t>(ori % o);
      }
      auto& bytes = parts.moves[m].action.bytes;
      bytes.insert(bytes.end(), lane.begin(), lane.end());
    }
    for (const int i : identity) parts.solved.bytes.push_back(static_cast<std::uint8_t>(i));
    for (int i = 0; i < n; ++i) {
      parts.solved.bytes.push_back(static_cast<std::uint8_t>(random() % o));
    }
  }
  std::shuffle(parts.moves.begin(), parts.moves.end(), random);
  return PuzzleDefinition(std::move(parts));
}

RC_GTEST_PROP(Cube3Conversion, WorksForEveryNumbering, (std::uint32_t seed)) {
  std::mt19937_64 random(seed);
  const PuzzleDefinition definition = renumbered(random);
  RC_ASSERT(is_cube3(definition));
  const Conversion conversion(definition);
  RC_ASSERT(conversion.to_cube(definition.solved()) == Cube{});
  const std::vector<FaceTurn> moves = random_moves(random, 20);
  const State state = apply(definition, to_alg(definition, moves));
  RC_ASSERT(conversion.to_cube(state) == replay({}, moves));
  RC_ASSERT(conversion.to_state(replay({}, moves)) == state);
  // Positions that turns do not reach convert as well.
  Cube odd = random_cube(random);
  odd.set_corner(0, odd.corner_perm(0), (odd.corner_ori(0) + 1) % 3);
  odd.set_edge(5, odd.edge_perm(5), 1 - odd.edge_ori(5));
  std::swap(odd.edges[2], odd.edges[9]);
  RC_ASSERT(conversion.to_cube(conversion.to_state(odd)) == odd);
  RC_ASSERT(!why_impossible(odd).empty());
}

TEST(Cube3Conversion, KnowsTheCubeOfTheLibrary) {
  const PuzzleDefinition definition = load_puzzle("3x3x3");
  const Conversion conversion(definition);
  std::mt19937_64 random(5);
  for (int i = 0; i < 100; ++i) {
    const std::vector<FaceTurn> moves = random_moves(random, 25);
    const State state = apply(definition, to_alg(definition, moves));
    EXPECT_EQ(conversion.to_cube(state), replay({}, moves));
    EXPECT_EQ(conversion.to_state(replay({}, moves)), state);
  }
  // A turned cube is a position like any other: two quarters can be solved, one cannot.
  const auto turned = [&](const char* text) {
    return conversion.to_cube(apply(definition, parse_alg(text, &definition.names())));
  };
  EXPECT_NE(why_impossible(turned("x R U")).find("turned by a quarter"), std::string::npos);
  EXPECT_EQ(why_impossible(turned("x2 R U")), "");
}

TEST(Cube3Conversion, RefusesOtherPuzzlesWithTheReason) {
  const auto reason = [](const PuzzleDefinition& definition) -> std::string {
    EXPECT_FALSE(is_cube3(definition));
    try {
      const Conversion conversion(definition);
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(reason(test::cube2()),
            "2x2x2 is not a 3x3x3: it has 0 orbits of 12 pieces with 2 orientations, not one");
  PuzzleDefinition::Parts parts = test::cube_parts(true);
  std::swap(parts.moves[0].name, parts.moves[1].name);
  EXPECT_EQ(reason(PuzzleDefinition(parts)),
            "3x3x3 is not a 3x3x3: its moves act otherwise on orbit CORNERS");
  parts = test::cube_parts(true);
  parts.moves[0].action = invert(OrbitList(parts.orbits), parts.moves[0].action);
  EXPECT_FALSE(is_cube3(PuzzleDefinition(parts)));
  parts = test::cube_parts(true);
  for (int slot = 0; slot < 12; ++slot) parts.moves[0].action.bytes[28 + slot] = 0;
  parts.moves[0].action.bytes[28] = parts.moves[0].action.bytes[29] = 1;
  EXPECT_EQ(reason(PuzzleDefinition(parts)),
            "3x3x3 is not a 3x3x3: its moves act otherwise on orbit EDGES");
  parts = test::cube_parts(true);
  parts.moves.pop_back();
  EXPECT_EQ(reason(PuzzleDefinition(parts)), "3x3x3 is not a 3x3x3: its moves are not U F R D B L");
  parts = test::cube_parts(true);
  parts.solved.bytes[27] = 0;  // the last edge looks like the first
  EXPECT_EQ(reason(PuzzleDefinition(parts)),
            "3x3x3 is not a 3x3x3: pieces of orbit EDGES look alike");
  parts = test::cube_parts(true);
  parts.illegal.push_back({0, 0, {1}});
  EXPECT_EQ(reason(PuzzleDefinition(parts)), "3x3x3 is not a 3x3x3: it has Illegal rules");
}

TEST(Cube3Conversion, LooksThroughCentres) {
  PuzzleDefinition::Parts parts = test::cube_parts(true);
  parts.orbits.push_back({"CENTERS", 6, 1});
  for (auto* list : {&parts.moves, &parts.rotations}) {
    for (BaseMove& move : *list) {
      move.action.bytes.insert(move.action.bytes.end(), {0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0});
    }
  }
  parts.solved = identity_state(OrbitList(parts.orbits));
  const PuzzleDefinition definition(parts);
  const Conversion conversion(definition);
  State state = apply(definition, parse_alg("R U F2", &definition.names()));
  EXPECT_EQ(conversion.to_cube(state), cube_of("R U F2"));
  EXPECT_EQ(conversion.to_state(cube_of("R U F2")), state);
  std::swap(state.bytes[40], state.bytes[41]);
  EXPECT_THROW((void)conversion.to_cube(state), Error);
  // Centres that a move does change make another puzzle.
  std::swap(parts.moves[3].action.bytes[40], parts.moves[3].action.bytes[41]);
  EXPECT_FALSE(is_cube3(PuzzleDefinition(parts)));
}

}  // namespace
}  // namespace gyre::cube3
