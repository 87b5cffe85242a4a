#include "serve/jobs/pattern_request.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include "cube3/core/conversion.h"
#include "format/kpuzzle.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "serve/http/request.h"

namespace gyre::serve {
namespace {

// Two rings of three beads that share one, each with an end that twists when its ring turns, and a
// rotation that swaps the rings; B is known as another name only.
const char* const kRings = R"({
  "name": "rings",
  "orbits": [{"orbitName": "BEADS", "numPieces": 5, "numOrientations": 1},
             {"orbitName": "ENDS", "numPieces": 2, "numOrientations": 3}],
  "defaultPattern": {"BEADS": {"pieces": [0, 1, 2, 3, 4], "orientation": [0, 0, 0, 0, 0]},
                     "ENDS": {"pieces": [0, 1], "orientation": [0, 0]}},
  "moves": {
    "A": {"BEADS": {"permutation": [1, 2, 0, 3, 4], "orientationDelta": [0, 0, 0, 0, 0]},
          "ENDS": {"permutation": [0, 1], "orientationDelta": [1, 0]}},
    "C": {"BEADS": {"permutation": [0, 1, 3, 4, 2], "orientationDelta": [0, 0, 0, 0, 0]},
          "ENDS": {"permutation": [0, 1], "orientationDelta": [0, 1]}},
    "x": {"BEADS": {"permutation": [4, 3, 2, 1, 0], "orientationDelta": [0, 0, 0, 0, 0]},
          "ENDS": {"permutation": [1, 0], "orientationDelta": [0, 0]}}
  },
  "derivedMoves": {"B": "A C", "Cw": "C"},
  "experimentalPuzzleDescription": "ignored"
})";

Json rings() {
  return Json::parse(kRings);
}

Json pattern_after(const Json& definition, const std::string& alg) {
  const PuzzleDefinition puzzle = read_kpuzzle(definition.dump(), "test");
  return Json::parse(write_kpattern(puzzle, apply(puzzle, parse_alg(alg, &puzzle.names()))));
}

Json body_with(const std::string& alg, const Json& arguments = {}) {
  Json body;
  body["definition"] = rings();
  body["pattern"] = pattern_after(rings(), alg);
  if (!arguments.is_null()) body["searchArgs"] = arguments;
  return body;
}

PatternRequest read(const Json& body) {
  return read_pattern_request(body.dump());
}

std::string refusal(const Json& body) {
  try {
    static_cast<void>(read(body));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// What the server does with a request: the words of the shortest solution, or "none".
std::string answer(const PatternRequest& request) {
  if (request.no_depth_left || why_unsolvable(request)) return "none";
  const Solver solver(request.definition, request.moves);
  const SolveResult result = solver.solve(request.position, request.limits);
  if (result.solutions.empty()) return "none";
  std::string out;
  State state = request.position;
  for (const int move : result.solutions[0].moves) {
    out += (out.empty() ? "" : " ") + request.moves.moves()[move].name;
    state = compose(request.definition.orbits(), state, request.moves.moves()[move].action);
  }
  EXPECT_EQ(state, request.definition.solved());
  return out;
}

std::set<std::string> move_names(const PatternRequest& request) {
  std::set<std::string> out;
  for (const Move& move : request.moves.moves()) out.insert(move.name);
  return out;
}

using Names = std::set<std::string>;

TEST(PatternRequest, AllMovesOfTheDefinitionAndItsRotations) {
  const PatternRequest request = read(body_with("A C"));
  EXPECT_EQ(move_names(request), (Names{"A", "A'", "C", "C'", "x"}));
  EXPECT_EQ(request.moves.metric(), Metric::htm);
  EXPECT_EQ(request.limits.min_length, 0);
  EXPECT_EQ(request.limits.max_length, kMaxSolutionLength);
  EXPECT_EQ(request.limits.number, 1U);
  EXPECT_FALSE(request.limits.random_order);
  EXPECT_TRUE(request.check_before_solve);
  EXPECT_EQ(request.table_depth, 0);
  EXPECT_EQ(answer(request), "C' A'");
}

TEST(PatternRequest, TheAlgLeadsFromThePatternToTheStartPattern) {
  Json body = body_with("A C A");
  body["startPattern"] = pattern_after(rings(), "A");
  // From A C A to A: A' C' A' would lead to solved, and A behind that to the goal.
  const PatternRequest request = read(body);
  const PuzzleDefinition whole = read_kpuzzle(kRings, "test");
  EXPECT_EQ(write_kpattern(whole, request.definition.solved()),
            write_kpattern(whole, apply(whole, parse_alg("A", &whole.names()))));
  EXPECT_EQ(answer(request), "A' C'");
}

TEST(PatternRequest, PatternsMayStandInsidePatternData) {
  Json body = body_with("A C A");
  body["startPattern"] = pattern_after(rings(), "A");
  const PatternRequest bare = read(body);
  body["pattern"] = Json{{"experimentalPuzzleName", "rings"}, {"patternData", body["pattern"]}};
  body["startPattern"] =
      Json{{"experimentalPuzzleName", "rings"}, {"patternData", body["startPattern"]}};
  const PatternRequest inside = read(body);
  EXPECT_EQ(bare.position, inside.position);
  EXPECT_EQ(bare.definition.digest(), inside.definition.digest());
}

TEST(PatternRequest, GeneratorsMayBePowersRotationsAndDerivedMoves) {
  const auto names = [](const std::vector<std::string>& generators) {
    return move_names(read(body_with("A", {{"generatorMoves", generators}})));
  };
  EXPECT_EQ(names({"A"}), (Names{"A", "A'"}));
  EXPECT_EQ(names({"A'"}), (Names{"A", "A'"}));
  EXPECT_EQ(names({"x"}), (Names{"x"}));
  // Five beads and two ends that twist in three: fourteen powers.
  EXPECT_EQ(names({"B", "x"}).size(), 15U);
  EXPECT_EQ(names({"B5"}), (Names{"B5", "B5'"}));
  // Cw does what C does: one of the two is enough.
  EXPECT_EQ(names({"C", "Cw"}), (Names{"C", "C'"}));
  EXPECT_EQ(names({"C", "C", "C2"}), (Names{"C", "C'"}));
  EXPECT_NE(refusal(body_with("A", {{"generatorMoves", {"Q"}}})).find("'Q' is no move of rings"),
            std::string::npos);
  EXPECT_NE(refusal(body_with("A", {{"generatorMoves", {"A2x"}}})).find("'A2x'"),
            std::string::npos);
  EXPECT_NE(refusal(body_with("A", {{"generatorMoves", Json::array()}})).find("names no move"),
            std::string::npos);
  EXPECT_NE(refusal(body_with("A", {{"generatorMoves", "A"}})), "");
}

TEST(PatternRequest, HalfTurnsOnly) {
  Json definition = Json::parse(write_kpuzzle(load_puzzle("3x3x3")));
  Json body{{"definition", definition}, {"pattern", definition["defaultPattern"]}};
  body["searchArgs"]["generatorMoves"] = {"U2", "R", "F2"};
  EXPECT_EQ(move_names(read(body)), (Names{"U2", "R", "R2", "R'", "F2"}));
}

TEST(PatternRequest, QuantumMetricTurnsByOne) {
  const Json arguments{{"quantumMetric", true}, {"generatorMoves", {"B"}}};
  EXPECT_EQ(move_names(read(body_with("A", arguments))), (Names{"B", "B'"}));
  EXPECT_EQ(answer(read(body_with("B B", {{"generatorMoves", {"B"}}}))), "B2'");
  EXPECT_EQ(answer(read(body_with("B B", arguments))), "B' B'");
}

TEST(PatternRequest, MaxDepthIsExclusive) {
  EXPECT_EQ(answer(read(body_with("A C", {{"maxDepth", 3}}))), "C' A'");
  EXPECT_EQ(answer(read(body_with("A C", {{"maxDepth", 2}}))), "none");
  EXPECT_EQ(answer(read(body_with("", {{"maxDepth", 1}}))), "");
  EXPECT_TRUE(read(body_with("", {{"maxDepth", 0}})).no_depth_left);
  EXPECT_EQ(read(body_with("", {{"maxDepth", 1'000'000}})).limits.max_length, kMaxSolutionLength);
}

TEST(PatternRequest, MinDepthAsksForLongerSolutions) {
  const PatternRequest request = read(body_with("", {{"minDepth", 3}}));
  EXPECT_EQ(request.limits.min_length, 3);
  const std::string found = answer(request);
  EXPECT_GE(std::count(found.begin(), found.end(), ' '), 2) << found;
  EXPECT_TRUE(read(body_with("", {{"minDepth", 5}, {"maxDepth", 5}})).no_depth_left);
  EXPECT_FALSE(read(body_with("", {{"minDepth", 4}, {"maxDepth", 5}})).no_depth_left);
  EXPECT_TRUE(read(body_with("", {{"minDepth", 4'000'000'000}})).no_depth_left);
}

TEST(PatternRequest, WordsInEitherCase) {
  for (const std::string word : {"auto", "Auto", "always", "Always", "ALWAYS"}) {
    EXPECT_TRUE(read(body_with("A", {{"checkBeforeSolve", word}})).check_before_solve) << word;
  }
  for (const std::string word : {"never", "Never"}) {
    EXPECT_FALSE(read(body_with("A", {{"checkBeforeSolve", word}})).check_before_solve) << word;
  }
  EXPECT_NE(refusal(body_with("A", {{"checkBeforeSolve", "perhaps"}})).find("auto, always, never"),
            std::string::npos);
  EXPECT_NE(refusal(body_with("A", {{"checkBeforeSolve", true}})), "");
}

TEST(PatternRequest, OtherArguments) {
  EXPECT_TRUE(read(body_with("A", {{"randomStart", true}})).limits.random_order);
  EXPECT_EQ(read(body_with("A", {{"startPruneDepth", 5}})).table_depth, 5);
  EXPECT_EQ(read(body_with("A", {{"startPruneDepth", 5'000}})).table_depth, kMostTableDepth);
  // What JavaScript makes of a number that is none, and of an option that is not set.
  EXPECT_EQ(read(body_with("A", {{"minDepth", nullptr}})).limits.min_length, 0);
  Json body = body_with("A");
  body["searchArgs"] = nullptr;
  body["startPattern"] = nullptr;
  EXPECT_EQ(answer(read(body)), "A'");
}

TEST(PatternRequest, UnknownFieldsAreIgnored) {
  Json body = body_with("A", {{"numThreads", 4}});
  body["somethingElse"] = {1, 2, 3};
  EXPECT_EQ(answer(read(body)), "A'");
}

TEST(PatternRequest, PiecesMayLookAlikeInBothPatterns) {
  // Only where bead 2 is counts: the default pattern plays no part.
  Json body{{"definition", rings()}};
  const Json ends{{"pieces", {0, 0}}, {"orientation", {0, 0}}, {"orientationMod", {1, 1}}};
  body["pattern"] = {{"BEADS", {{"pieces", {0, 0, 0, 0, 7}}, {"orientation", {0, 0, 0, 0, 0}}}},
                     {"ENDS", ends}};
  body["startPattern"] = {
      {"BEADS", {{"pieces", {7, 0, 0, 0, 0}}, {"orientation", {0, 0, 0, 0, 0}}}}, {"ENDS", ends}};
  EXPECT_EQ(answer(read(body)), "x");
  body["searchArgs"]["generatorMoves"] = {"A", "C"};
  const std::string found = answer(read(body));
  EXPECT_EQ(std::count(found.begin(), found.end(), ' '), 1) << found;
}

// What moves do does not make other moves of them: x turns the whole under any name, and D is A
// from the other side.
TEST(PatternRequest, WhatIsSearchedIsAsWritten) {
  Json definition = rings();
  definition["moves"]["turn_"] = definition["moves"]["x"];
  definition["moves"].erase("x");
  definition["moves"].erase("C");
  definition["derivedMoves"] = {{"D", "[turn_: A]"}};
  Json body{{"definition", definition}, {"pattern", definition["defaultPattern"]}};
  EXPECT_EQ(move_names(read(body)), (Names{"A", "A'", "turn_"}));
  EXPECT_EQ(read_kpuzzle(definition.dump(), "test").moves().size(), 2U);
  body["searchArgs"]["generatorMoves"] = {"A", "D"};
  EXPECT_EQ(move_names(read(body)), (Names{"A", "A'", "D", "D'"}));
}

TEST(PatternRequest, TwistsMayBeNegative) {
  const PatternRequest before = read(body_with("A"));
  Json body = body_with("A");
  body["definition"]["moves"]["A"]["ENDS"]["orientationDelta"] = {-2, 0};
  EXPECT_EQ(read(body).definition.digest(), before.definition.digest());
  body["pattern"]["ENDS"]["orientation"] = {-2, 0};
  EXPECT_EQ(read(body).position, before.position);
  body["definition"]["moves"]["A"]["ENDS"]["orientationDelta"] = {-3, 0};
  EXPECT_NE(refusal(body), "");
}

TEST(PatternRequest, SaysWhyThereIsNoSolution) {
  Json body = body_with("");
  body["pattern"]["BEADS"]["pieces"] = {1, 0, 2, 3, 4};  // all moves are even
  EXPECT_TRUE(why_unsolvable(read(body)));
  EXPECT_FALSE(why_unsolvable(read(body))->empty());
  EXPECT_FALSE(why_unsolvable(read(body_with("A C x"))));
  // Without x the ends stay where they are.
  EXPECT_TRUE(why_unsolvable(read(body_with("A C x", {{"generatorMoves", {"A", "C"}}}))));
  body["searchArgs"]["checkBeforeSolve"] = "never";
  EXPECT_FALSE(why_unsolvable(read(body)));
}

TEST(PatternRequest, TheCubesOwnSolversServeWhenItsSixFacesTurn) {
  const Json definition = Json::parse(write_kpuzzle(load_puzzle("3x3x3")));
  Json body{{"definition", definition}, {"pattern", pattern_after(definition, "R U F2")}};
  body["searchArgs"]["generatorMoves"] = {"U", "F", "R", "D", "B", "L"};
  const PatternRequest request = read(body);
  ASSERT_TRUE(cube3::is_cube3(request.definition));
  body["startPattern"] = pattern_after(definition, "R U");
  ASSERT_TRUE(cube3::is_cube3(read(body).definition));
  body["searchArgs"]["generatorMoves"] = {"U", "F", "R", "D", "B"};
  EXPECT_FALSE(cube3::is_cube3(read(body).definition));
}

TEST(PatternRequest, RefusesWhatIsNoRequest) {
  EXPECT_NE(refusal(Json::object()).find("'definition' is missing"), std::string::npos);
  EXPECT_NE(refusal({{"definition", rings()}}).find("'pattern' is missing"), std::string::npos);
  EXPECT_NE(refusal({{"definition", "3x3x3"}, {"pattern", Json::object()}}), "");
  Json body = body_with("A");
  body["definition"].erase("moves");
  EXPECT_NE(refusal(body).find("definition"), std::string::npos);
  body = body_with("A");
  body["pattern"]["BEADS"]["pieces"] = {0, 1, 2, 3};
  EXPECT_NE(refusal(body).find("pattern: BEADS.pieces"), std::string::npos) << refusal(body);
  body = body_with("A");
  body["pattern"]["BEADS"]["pieces"] = {0, 0, 2, 3, 4};
  EXPECT_NE(refusal(body), "");
  body = body_with("A", {{"minDepth", -1}});
  EXPECT_NE(refusal(body).find("'minDepth'"), std::string::npos);
  body = body_with("A", {{"minDepth", 1.5}});
  EXPECT_NE(refusal(body), "");
  body = body_with("A");
  body["startPattern"] = "solved";
  EXPECT_NE(refusal(body).find("'startPattern'"), std::string::npos);
  body["startPattern"] = Json::object({{"BEADS", {{"pieces", {0, 1, 2, 3}}}}});
  EXPECT_NE(refusal(body), "");
}

TEST(PatternRequest, RefusesWhatWouldTakeTheMachine) {
  std::string deep = R"({"definition": )";
  for (int i = 0; i < 100'000; ++i) deep += "[";
  EXPECT_THROW(static_cast<void>(read_pattern_request(deep)), Error);
  std::string wide = "{";
  for (int i = 0; i < 500'000; ++i) wide += fmt::format("\"{}\": 0,", i);
  wide += "\"definition\": {}}";
  EXPECT_THROW(static_cast<void>(read_pattern_request(wide)), Error);
  EXPECT_THROW(static_cast<void>(read_pattern_request(R"({"definition": 1e999})")), Error);
}

}  // namespace
}  // namespace gyre::serve
