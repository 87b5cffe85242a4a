// Which moves of a KPuzzle definition are rotations, and which derived moves are moves, where the
// definition does not say so. Every puzzle of the library stands for a foreign one.
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include "format/kpuzzle.h"
#include "format/tws.h"
#include "support/error_of.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace gyre {
namespace {

using Json = nlohmann::ordered_json;

std::string names_of(const std::vector<BaseMove>& moves) {
  std::vector<std::string> names;
  for (const BaseMove& move : moves) names.push_back(move.name);
  return fmt::format("{}", fmt::join(names, " "));
}

// What gyre writes, without what it says about rotations.
Json foreign(const PuzzleDefinition& definition) {
  Json json = Json::parse(write_kpuzzle(definition));
  json.erase("gyreRotations");
  return json;
}

Json foreign(const std::string& name) {
  return foreign(load_puzzle(name));
}

PuzzleDefinition read(const Json& json) {
  return read_kpuzzle(json.dump(), "p.json");
}

// Names that do not tell that these moves turn the whole puzzle.
Json without_names(const Json& json, const PuzzleDefinition& definition) {
  Json out = json;
  out.erase("derivedMoves");
  Json moves = Json::object();
  for (const auto& [name, move] : json["moves"].items()) {
    const bool is_rotation =
        std::any_of(definition.rotations().begin(), definition.rotations().end(),
                    [&, &name = name](const BaseMove& rotation) { return rotation.name == name; });
    moves[is_rotation ? "turn_" + name + "_" : name] = move;
  }
  out["moves"] = moves;
  return out;
}

TEST(KPuzzleRoles, NoPuzzleOfTheLibraryChangesItsMeaning) {
  for (const LibraryEntry& entry : puzzle_library()) {
    const PuzzleDefinition puzzle = load_puzzle(entry.name);
    const PuzzleDefinition again = read(foreign(puzzle));
    EXPECT_EQ(to_hex(again.digest()), to_hex(puzzle.digest())) << entry.name;
    EXPECT_EQ(again.derived().size(), puzzle.derived().size()) << entry.name;
  }
}

TEST(KPuzzleRoles, RotationsOfTheLibraryAreFoundByWhatTheyDo) {
  for (const LibraryEntry& entry : puzzle_library()) {
    const PuzzleDefinition puzzle = load_puzzle(entry.name);
    const PuzzleDefinition found = read(without_names(foreign(puzzle), puzzle));
    EXPECT_EQ(names_of(found.moves()), names_of(puzzle.moves())) << entry.name;
    ASSERT_EQ(found.rotations().size(), puzzle.rotations().size()) << entry.name;
    for (std::size_t i = 0; i < found.rotations().size(); ++i) {
      EXPECT_EQ(found.rotations()[i].action, puzzle.rotations()[i].action) << entry.name;
    }
  }
}

// In a few moves of a puzzle one may carry the others to each other: on dino+little-chop the half
// UF does so with the corners URF and UFL. But the other half stays behind.
TEST(KPuzzleRoles, FewMovesHoldNoRotation) {
  constexpr int kMostBytes = 130;
  constexpr std::size_t kMostMoves = 14;
  int tried = 0;
  for (const LibraryEntry& entry : puzzle_library()) {
    const PuzzleDefinition puzzle = load_puzzle(entry.name);
    const std::size_t count = puzzle.moves().size();
    const bool wanted = entry.name == "dino+little-chop";
    if (!wanted && (puzzle.orbits().state_bytes() > kMostBytes || count > kMostMoves)) continue;
    const Json whole = foreign(puzzle);
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        for (std::size_t c = 0; c <= b; ++c) {
          Json some = whole;
          some.erase("derivedMoves");
          some["moves"] = Json::object();
          for (const std::size_t i : {c, b, a}) {
            some["moves"][puzzle.moves()[i].name] = whole["moves"][puzzle.moves()[i].name];
          }
          const PuzzleDefinition read_again = read(some);
          EXPECT_TRUE(read_again.rotations().empty())
              << entry.name << ": " << names_of(read_again.rotations()) << " of "
              << some["moves"].size() << " moves beside " << names_of(read_again.moves());
          ++tried;
        }
      }
    }
  }
  EXPECT_GT(tried, 5'000);
}

// Moves as cycles of one orbit of pieces without orientation, numbers from 0.
Json cycles(int pieces,
            const std::vector<std::pair<std::string, std::vector<std::vector<int>>>>& moves) {
  Json home = Json::array();
  for (int i = 0; i < pieces; ++i) home.push_back(i);
  Json json{{"name", "cycles"},
            {"orbits", {{{"orbitName", "A"}, {"numPieces", pieces}, {"numOrientations", 1}}}},
            {"defaultPattern", {{"A", {{"pieces", home}}}}}};
  for (const auto& [name, parts] : moves) {
    Json perm = home;
    for (const std::vector<int>& cycle : parts) {
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        perm[cycle[i]] = cycle[(i + 1) % cycle.size()];
      }
    }
    json["moves"][name]["A"]["permutation"] = perm;
  }
  return json;
}

TEST(KPuzzleRoles, WhatIsNoRotation) {
  // Each swap carries the others to each other, and none is more a rotation than the others.
  EXPECT_EQ(names_of(read(cycles(3, {{"a", {{0, 1}}}, {"b", {{1, 2}}}, {"c", {{0, 2}}}})).moves()),
            "a b c");
  // All moves commute.
  EXPECT_EQ(names_of(read(cycles(6, {{"a", {{0, 1, 2}}}, {"b", {{3, 4, 5}}}})).moves()), "a b");
  // t swaps a and b, and turns pieces that neither moves: t twice is no turn of the whole.
  EXPECT_EQ(
      names_of(
          read(cycles(8, {{"a", {{0, 1}}}, {"b", {{2, 3}}}, {"t", {{0, 2}, {1, 3}, {4, 5, 6, 7}}}}))
              .moves()),
      "a b t");
  // Without them it is.
  EXPECT_EQ(
      names_of(
          read(cycles(4, {{"a", {{0, 1}}}, {"b", {{2, 3}}}, {"t", {{0, 2}, {1, 3}}}})).moves()),
      "a b");
  // t leaves three pieces behind that no other move moves.
  EXPECT_EQ(
      names_of(
          read(cycles(7, {{"a", {{0, 1}}}, {"b", {{2, 3}}}, {"t", {{0, 2}, {1, 3}}}})).moves()),
      "a b t");
  // One piece on the axis, which is all that shows the turn.
  EXPECT_EQ(
      names_of(
          read(cycles(5, {{"a", {{0, 1}}}, {"b", {{2, 3}}}, {"t", {{0, 2}, {1, 3}}}})).moves()),
      "a b t");
}

// A ring of ten that can be turned, and any two neighbours in it swapped.
TEST(KPuzzleRoles, ProductsOfRotationsAreRotations) {
  std::vector<std::pair<std::string, std::vector<std::vector<int>>>> moves;
  std::vector<int> ring;
  for (int i = 0; i < 10; ++i) {
    ring.push_back(i);
    moves.push_back({fmt::format("flip{}_", i), {{i, (i + 1) % 10}}});
  }
  moves.push_back({"step", {ring}});
  moves.push_back({"half_", {{0, 5}, {1, 6}, {2, 7}, {3, 8}, {4, 9}}});
  EXPECT_EQ(names_of(read(cycles(10, moves)).rotations()), "step half_");
  // Nor does a name that says so need a move beside it.
  moves = {{"y", {ring}}, {"half_", {{0, 5}, {1, 6}, {2, 7}, {3, 8}, {4, 9}}}, {"flip", {{0, 1}}}};
  EXPECT_EQ(names_of(read(cycles(10, moves)).rotations()), "y half_");
  // A puzzle that can only be turned as a whole is none: then a move is a move.
  moves = {{"y", {ring}}, {"half_", {{0, 5}, {1, 6}, {2, 7}, {3, 8}, {4, 9}}}};
  EXPECT_EQ(names_of(read(cycles(10, moves)).moves()), "half_");
}

// One turn of the 2x2x2, and the others by turning the whole.
Json derived_2x2x2(const std::vector<std::string>& kept, const Json& derived) {
  Json json = foreign("2x2x2");
  for (const char* face : {"U", "F", "R", "D", "B", "L"}) {
    if (std::find(kept.begin(), kept.end(), face) == kept.end()) json["moves"].erase(face);
  }
  json["derivedMoves"] = derived;
  return json;
}

TEST(KPuzzleRoles, MovesFromOtherSidesAreMoves) {
  const Json derived = {{"x", "Rv"},     {"y", "Uv"},           {"z", "[x: y]"},  {"L", "[z: U]"},
                        {"F", "[x: U]"}, {"R", "[z': U]"},      {"B", "[x': U]"}, {"D", "[x2: U]"},
                        {"Lv", "x'"},    {"back", "F'"},        {"R2", "R R"},    {"R'", "R R R"},
                        {"rest", "."},   {"sexy", "R U R' U'"}, {"Lw", "L x"}};
  const PuzzleDefinition puzzle = read(derived_2x2x2({"U"}, derived));
  EXPECT_EQ(names_of(puzzle.moves()), "U L F R B D");
  EXPECT_EQ(names_of(puzzle.rotations()), "Uv Fv Rv");
  EXPECT_EQ(PuzzleGroup(puzzle).states(), 88'179'840);
  std::string names;
  for (const DerivedMove& move : puzzle.derived()) names += move.name + ' ';
  EXPECT_EQ(names, "x y z Lv back rest sexy Lw ");  // R2 is read as R by 2
  const PuzzleDefinition named = load_puzzle("2x2x2");
  for (const BaseMove& move : puzzle.moves()) {
    EXPECT_TRUE(std::any_of(named.moves().begin(), named.moves().end(), [&](const BaseMove& other) {
      return other.name == move.name && other.action == move.action;
    })) << move.name;
  }
  // Where the moves do it from every side, derived moves are names.
  EXPECT_EQ(names_of(read(derived_2x2x2({"U", "F", "R", "D", "B", "L"},
                                        {{"sexy", "R U R' U'"}, {"turned", "[Uv: F]"}}))
                         .moves()),
            "U F R D B L");
  // A corner is held: what other sides do is these moves and how the cube is held.
  EXPECT_EQ(
      names_of(read(derived_2x2x2({"U", "F", "R"}, {{"L", "Rv' R"}, {"D", "Uv' U"}})).moves()),
      "U F R");
  // Only together they reach something else.
  EXPECT_EQ(
      names_of(read(derived_2x2x2({"U"}, {{"UR", "[Fv': U] U"}, {"twice", "UR UR"}})).moves()),
      "U UR");
}

TEST(KPuzzleRoles, NoMoveWhoseNameWouldHaveTwoMeanings) {
  const PuzzleDefinition puzzle =
      read(derived_2x2x2({"U"}, {{"L", "[Fv: U]"}, {"L2", "[Fv: U] U"}, {"F", "[Rv: U]"}}));
  EXPECT_EQ(names_of(puzzle.moves()), "U");
  EXPECT_EQ(puzzle.derived().size(), 3U);
}

TEST(KPuzzleRoles, WhatADefinitionSaysIsNotGuessed) {
  const PuzzleDefinition puzzle = load_puzzle("pyraminx");
  Json json = without_names(foreign(puzzle), puzzle);
  const auto first = json["moves"].size() - puzzle.rotations().size();
  json["gyreRotations"] = Json::array();
  EXPECT_EQ(read(json).moves().size(), json["moves"].size());
  const std::string name = std::next(json["moves"].begin(), static_cast<int>(first)).key();
  json["gyreRotations"] = {name};
  EXPECT_EQ(names_of(read(json).rotations()), name);
  // Names say so besides.
  json["moves"]["Uv"] = json["moves"][name];
  EXPECT_EQ(names_of(read(json).rotations()), name + " Uv");
  Json derived = derived_2x2x2({"U"}, {{"L", "[Fv: U]"}});
  derived["gyreRotations"] = Json::array();
  EXPECT_EQ(names_of(read(derived).moves()), "U");
  json["gyreRotations"] = {"nobody"};
  EXPECT_EQ(test::error_of([&] { (void)read(json); }),
            "p.json: gyreRotations[0]: 'nobody' is no move; expected a name of moves");
  json["gyreRotations"] = "x";
  EXPECT_EQ(test::error_of([&] { (void)read(json); }), "p.json: gyreRotations: expected an array");
}

TEST(KPuzzleRoles, WhatWasFoundIsWritten) {
  const PuzzleDefinition named = load_puzzle("pyraminx");
  const PuzzleDefinition puzzle = read(without_names(foreign(named), named));
  const std::string text = write_kpuzzle(puzzle);
  EXPECT_EQ(to_hex(read_kpuzzle(text, "again").digest()), to_hex(puzzle.digest()));
  // In a .tws file the name says that it is a rotation.
  const PuzzleDefinition tws = read_tws(write_tws(puzzle), "again");
  EXPECT_EQ(tws.moves().size(), puzzle.moves().size());
  ASSERT_EQ(tws.rotations().size(), puzzle.rotations().size());
  for (std::size_t i = 0; i < tws.rotations().size(); ++i) {
    EXPECT_EQ(tws.rotations()[i].action, puzzle.rotations()[i].action);
    EXPECT_TRUE(tws.names().contains(puzzle.rotations()[i].name));
  }
  const PuzzleDefinition all = read(derived_2x2x2({"U"}, {{"L", "[Fv: U]"}, {"F", "[Rv: U]"}}));
  EXPECT_EQ(to_hex(read_kpuzzle(write_kpuzzle(all), "again").digest()), to_hex(all.digest()));
  EXPECT_EQ(to_hex(read_tws(write_tws(all), "again").digest()), to_hex(all.digest()));
}

TEST(KPuzzleRoles, NamesThatAreAlikeStayApartInTws) {
  Json json = cycles(4, {{"a", {{0, 1}}}, {"b", {{2, 3}}}, {"t2", {{0, 2}, {1, 3}}}});
  json["moves"]["T9"] = json["moves"]["t2"];
  const std::string text = write_tws(read(json));
  EXPECT_NE(text.find("Move T_v\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Move T__v\n"), std::string::npos) << text;
  EXPECT_EQ(names_of(read_tws(text, "again").rotations()), "T_v T__v");
}

// Nobody waits for a definition that asks for too much: it is read by its names.
TEST(KPuzzleRoles, MuchWorkIsNotDone) {
  constexpr int kPieces = 250;
  std::vector<std::pair<std::string, std::vector<std::vector<int>>>> moves;
  for (int i = 0; i + 2 < kPieces; ++i) {
    moves.push_back({fmt::format("m{}_", i), {{i, i + 1, i + 2}}});
  }
  std::vector<int> ring(kPieces);
  for (int i = 0; i < kPieces; ++i) ring[i] = i;
  moves.push_back({"x", {ring}});
  moves.push_back({"y", {{0, 1}}});
  Json json = cycles(kPieces, moves);
  json["derivedMoves"] = {{"more", "[x: m0_]"}, {"most", "[y: m5_]"}};
  const PuzzleDefinition puzzle = read(json);
  EXPECT_EQ(names_of(puzzle.rotations()), "x y");
  EXPECT_EQ(puzzle.derived().size(), 2U);
}

}  // namespace
}  // namespace gyre
