// Answers of the server about puzzles, pictures and positions, as docs/http.md has them.
#include "front/solve/own_engines.h"
#include "serve/answers/picture_answers.h"
#include "serve/answers/puzzle_answers.h"
#include "serve/answers/puzzle_shelf.h"
#include "serve/answers/scramble_answers.h"
#include "serve/jobs/memory_budget.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/cube3/solver.h>
#include <gyre/draw/draw.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include "format/kpuzzle.h"
#include "format/tws.h"

#include "support/tied_orbits.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace gyre::serve {
namespace {

using Answer = Json (*)(const AskedPuzzle&, RequestFields&);

PuzzleShelf& shelf() {
  static PuzzleShelf all;
  return all;
}

Json ask(Answer answer, const Json& request) {
  RequestFields fields(request);
  const auto puzzle = shelf().find(fields);
  return answer(*puzzle, fields);
}

std::string fault_of(Answer answer, const Json& request) {
  try {
    (void)ask(answer, request);
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}

const char* const kSolvedCube = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

// Facelets exchanged: by place, the letter.
std::string painted(const std::vector<std::pair<int, char>>& changes,
                    const std::string& from = kSolvedCube) {
  std::string text = from;
  for (const auto& [place, letter] : changes) text[place] = letter;
  return text;
}

// All the time in the world.
Json check_position_to_the_end(const AskedPuzzle& puzzle, RequestFields& fields) {
  return check_position(puzzle, fields, {});
}

Json check(const std::string& position, const std::string& puzzle = "3x3x3") {
  return ask(check_position_to_the_end, {{"puzzle", puzzle}, {"position", position}});
}

// The facelet text that colours by sticker are.
std::string facelets_of(const Json& picture, const Json& colours) {
  std::string text(colours.size(), ' ');
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const int face = colours[i];
    text[picture["stickers"][i]["facelet"].get<int>()] =
        face < 0 ? '?' : picture["faces"][face]["name"].get<std::string>()[0];
  }
  return text;
}

Json picture_of(const std::string& puzzle) {
  return ask(describe_picture, {{"puzzle", puzzle}});
}

TEST(PuzzleAnswers, ListHasEveryPuzzleOfTheLibrary) {
  const Json& list = list_puzzles()["puzzles"];
  ASSERT_EQ(list.size(), puzzle_library().size());
  std::set<std::string> names;
  for (const Json& entry : list) {
    names.insert(entry["name"]);
    EXPECT_EQ(entry.size(), 5U);
    EXPECT_TRUE(entry["aliases"].is_array());
    EXPECT_FALSE(entry["family"].get<std::string>().empty());
  }
  EXPECT_TRUE(names.contains("3x3x3"));
  EXPECT_TRUE(names.contains("megaminx"));
  EXPECT_EQ(names.size(), list.size());
}

TEST(PuzzleAnswers, WhatTheCubeIs) {
  const Json cube = ask(describe_puzzle, {{"puzzle", "3x3x3"}});
  EXPECT_EQ(cube["name"], "3x3x3");
  EXPECT_EQ(cube["digest"], to_hex(load_puzzle("3x3x3").digest()));
  EXPECT_EQ(cube["cube3"], true);
  EXPECT_EQ(cube["competition"], true);
  EXPECT_EQ(cube["facelets"], 3);
  EXPECT_EQ(cube["picture"], true);
  EXPECT_EQ(cube["metric"], "htm");
  EXPECT_EQ(cube["moves"].size(), 18U);
  EXPECT_EQ(cube["classes"].size(), 6U);
  for (const Json& kind : cube["classes"]) {
    EXPECT_EQ(kind["order"], 4);
    EXPECT_EQ(kind["moves"].size(), 3U);
    EXPECT_EQ(kind["moves"][0], kind["name"]);
  }
  EXPECT_EQ(cube["orbits"].size(), 2U);
  std::set<std::string> rotations = cube["rotations"];
  EXPECT_TRUE(rotations.contains("x") || rotations.contains("Rv"));
  EXPECT_FALSE(cube["derived"].empty());
}

TEST(PuzzleAnswers, WhatOtherPuzzlesAre) {
  const Json square1 = ask(describe_puzzle, {{"puzzle", "square1"}});
  EXPECT_EQ(square1["cube3"], false);
  EXPECT_TRUE(square1["facelets"].is_null());
  EXPECT_EQ(square1["picture"], false);
  EXPECT_TRUE(square1["description"].is_null());

  const Json four =
      ask(describe_puzzle, {{"puzzle", "4x4x4"}, {"moves", "U,R2"}, {"metric", "qtm"}});
  EXPECT_EQ(four["facelets"], 4);
  EXPECT_EQ(four["metric"], "qtm");
  EXPECT_EQ(four["moves"], Json::parse(R"(["U", "U'", "R2"])"));
  const Json named = ask(describe_puzzle, {{"puzzle", "4x4x4"}, {"moves", "Rw,2F2"}});
  EXPECT_EQ(named["moves"], Json::parse(R"(["Rw", "Rw2", "Rw'", "2F2"])"));
  const Json layers = ask(describe_puzzle, {{"puzzle", "4x4x4 slices"}});
  EXPECT_EQ(layers["moves"][3], "2U");
  EXPECT_EQ(layers["facelets"], 4);
  EXPECT_EQ(layers["picture"], true);

  EXPECT_EQ(ask(describe_puzzle, {{"puzzle", "c f 1/3"}})["description"], "c f 1/3");
  const std::string megaminx = ask(describe_puzzle, {{"puzzle", "megaminx"}})["description"];
  EXPECT_EQ(load_puzzle(megaminx).digest(), load_puzzle("megaminx").digest());
}

// A file with the cube's own pieces and fewer turns: no picture is called so, but its stickers are
// known.
TEST(PuzzleAnswers, CubeOfAFileWithOtherTurnsHasThePictureOfTheCube) {
  PuzzleDefinition::Parts parts = load_puzzle("3x3x3").parts();
  parts.moves.resize(2);
  parts.rotations.clear();
  parts.derived.clear();
  const Json definition = {{"file", "two.tws"}, {"text", write_tws(PuzzleDefinition(parts))}};
  const Json two = ask(describe_puzzle, {{"definition", definition}});
  EXPECT_EQ(two["cube3"], false);
  EXPECT_EQ(two["facelets"], 3);
  EXPECT_EQ(two["picture"], true);
  const std::string move = two["classes"][0]["name"];
  const std::string back = fmt::format("{}'", move);
  const Json film = ask(play, {{"definition", definition}, {"position", move}, {"alg", back}});
  const Json picture = ask(describe_picture, {{"definition", definition}});
  EXPECT_EQ(facelets_of(picture, film["frames"][1]), kSolvedCube);
  EXPECT_NE(facelets_of(picture, film["frames"][0]), kSolvedCube);
}

TEST(PuzzleAnswers, KPuzzleIsTheSamePuzzle) {
  const Json answer = ask(puzzle_as_kpuzzle, {{"puzzle", "pyraminx"}});
  EXPECT_EQ(read_kpuzzle(answer.dump(), "x.json").digest(), load_puzzle("pyraminx").digest());
}

// By composing what the cycles say, pieces end up where the move puts them.
TEST(PuzzleAnswers, ActionsAreWhatMovesDo) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const Json answer = ask(describe_actions, {{"puzzle", "3x3x3"}});
  ASSERT_EQ(answer["actions"].size(), 6U);
  for (const Json& action : answer["actions"]) {
    EXPECT_EQ(action["order"], 4);
    const State moved = apply(cube, parse_alg(action["move"].get<std::string>(), &cube.names()));
    State told = cube.solved();
    for (const Json& part : action["orbits"]) {
      const int k = cube.orbits().find(part["orbit"]);
      ASSERT_GE(k, 0);
      const int at = cube.orbits().perm_offset(k) - 1;
      for (const Json& cycle : part["cycles"]) {
        EXPECT_EQ(cycle.size(), 4U);
        for (std::size_t i = 0; i < cycle.size(); ++i) {
          const int from = cycle[i];
          const int to = cycle[(i + 1) % cycle.size()];
          told.bytes[at + to] = cube.solved().bytes[at + from];
        }
      }
      const int pieces = cube.orbits()[k].pieces;
      std::vector<int> twisted;
      for (int slot = 1; slot <= pieces; ++slot) {
        if (moved.bytes[at + pieces + slot] != 0) twisted.push_back(slot);
        EXPECT_EQ(told.bytes[at + slot], moved.bytes[at + slot]);
      }
      EXPECT_EQ(part["twisted"], Json(twisted));
    }
  }
  EXPECT_EQ(ask(describe_actions, {{"puzzle", "3x3x3"}, {"moves", "R2"}})["actions"][0]["order"],
            2);
}

TEST(PictureAnswers, StickersOfMegaminxAndCube) {
  const Json megaminx = picture_of("megaminx");
  EXPECT_EQ(megaminx["stickers"].size(), 132U);
  EXPECT_EQ(megaminx["faces"].size(), 12U);

  const Json cube = picture_of("3x3x3");
  ASSERT_EQ(cube["stickers"].size(), 54U);
  std::set<int> facelets;
  std::set<std::string> colours;
  for (const Json& face : cube["faces"]) colours.insert(face["colour"]);
  EXPECT_EQ(colours.size(), 6U);
  for (const Json& sticker : cube["stickers"]) {
    facelets.insert(sticker["facelet"].get<int>());
    const std::string face = cube["faces"][sticker["face"].get<int>()]["name"];
    EXPECT_EQ(kSolvedCube[sticker["facelet"].get<int>()], face[0]);
    EXPECT_EQ(sticker["net"].size(), 4U);
    EXPECT_EQ(sticker["space"].size(), 4U);
    for (const Json& corner : sticker["net"]) {
      EXPECT_GE(corner[0], 0);
      EXPECT_LE(corner[0], cube["net"]["width"]);
      EXPECT_GE(corner[1], 0);
      EXPECT_LE(corner[1], cube["net"]["height"]);
    }
  }
  EXPECT_EQ(facelets.size(), 54U);
  std::set<std::string> pieces;
  for (const Json& sticker : cube["stickers"]) {
    if (!sticker["piece"].is_null()) pieces.insert(sticker["piece"]);
  }
  EXPECT_EQ(pieces.size(), 20U);
  for (const char* piece : {"UF", "UFR", "DBL", "BR"}) EXPECT_TRUE(pieces.contains(piece)) << piece;
  // Four faces wide, three high.
  EXPECT_NEAR(cube["net"]["width"].get<double>(), 8, 1e-3);
  EXPECT_NEAR(cube["net"]["height"].get<double>(), 6, 1e-3);
}

// Each name, given back to find_pieces, means this piece and those that look like it.
TEST(PictureAnswers, PieceNamesFindTheirPieces) {
  for (const char* name : {"3x3x3", "4x4x4", "megaminx", "pyraminx", "skewb", "5x5x5"}) {
    const Json answer = picture_of(name);
    const PuzzlePicture picture = load_picture(name).value();
    const PuzzleDefinition definition = load_puzzle(name);
    const PuzzleDefinition& drawn = picture.drawn();
    int named_by_faces = 0;
    for (const Json& sticker : answer["stickers"]) {
      const int orbit = sticker["orbit"];
      if (orbit >= definition.orbits().size()) {
        EXPECT_TRUE(sticker["piece"].is_null()) << name;
        continue;
      }
      const std::string piece = sticker["piece"];
      if (piece.find(':') == std::string::npos) ++named_by_faces;
      const int at = drawn.orbits().perm_offset(orbit);
      for (const PieceHome& home : find_pieces(picture, piece)) {
        EXPECT_EQ(home.orbit, orbit) << name << " " << piece;
        EXPECT_EQ(drawn.solved().bytes[at + home.slot],
                  drawn.solved().bytes[at + sticker["slot"].get<int>()])
            << name << " " << piece;
      }
    }
    EXPECT_GT(named_by_faces, 0) << name;
  }
}

TEST(PictureAnswers, PuzzleWithoutAPictureHasNone) {
  const Json answer = picture_of("square1");
  EXPECT_TRUE(answer["faces"].empty());
  EXPECT_TRUE(answer["stickers"].empty());
}

TEST(PlayAnswers, FramesAreTheFacelets) {
  for (const char* name : {"2x2x2", "3x3x3", "4x4x4", "5x5x5"}) {
    const PuzzleDefinition cube = load_puzzle(name);
    const CubeFacelets facelets = CubeFacelets::of(cube).value();
    const Json picture = picture_of(name);
    const Json film =
        ask(play, {{"puzzle", name}, {"position", "R U"}, {"alg", "[F, R] U2' (L D)2"}});
    EXPECT_EQ(film["moves"], Json::parse(R"(["F", "R", "F'", "R'", "U2'", "L", "D", "L", "D"])"));
    ASSERT_EQ(film["frames"].size(), 10U);
    std::string alg = "R U";
    for (std::size_t i = 0; i < film["frames"].size(); ++i) {
      if (i > 0) alg = fmt::format("{} {}", alg, film["moves"][i - 1].get<std::string>());
      const State state = apply(cube, parse_alg(alg, &cube.names()));
      EXPECT_EQ(facelets_of(picture, film["frames"][i]), facelets.write(state)) << name << alg;
    }
  }
}

TEST(PlayAnswers, RotationsShow) {
  const Json picture = picture_of("3x3x3");
  const Json film = ask(play, {{"puzzle", "3x3x3"}, {"alg", "x M"}});
  ASSERT_EQ(film["frames"].size(), 3U);
  EXPECT_EQ(facelets_of(picture, film["frames"][1]),
            "FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU");
  // The middle stickers of the faces that M turns.
  EXPECT_NE(facelets_of(picture, film["frames"][2])[4], 'F');
}

TEST(PlayAnswers, DrawingsWhereThereIsNoPicture) {
  const Json film = ask(play, {{"puzzle", "square1"}, {"position", "(1,0)/"}, {"alg", "(-1,0)/"}});
  EXPECT_FALSE(film.contains("frames"));
  ASSERT_EQ(film["drawings"].size(), film["moves"].size() + 1);
  EXPECT_EQ(film["drawings"][0].get<std::string>().find("<svg"), 0U);
  EXPECT_NE(film["drawings"][0], film["drawings"][1]);
  const std::string blocked = fault_of(play, {{"puzzle", "square1"}, {"alg", "(2,0)/"}});
  EXPECT_NE(blocked.find("blocked"), std::string::npos) << blocked;
}

TEST(PlayAnswers, LimitsHold) {
  const auto fault = [](const std::string& alg, const std::string& position = "",
                        const std::string& puzzle = "3x3x3") {
    return fault_of(play, {{"puzzle", puzzle}, {"alg", alg}, {"position", position}});
  };
  EXPECT_EQ(fault("(R U)1000"), "no fault");
  EXPECT_NE(fault("(R U)1001").find("more than 2000 moves"), std::string::npos);
  EXPECT_NE(fault("((((R)1000)1000)1000)1000").find("more than 2000 moves"), std::string::npos);
  EXPECT_NE(fault("", "((((R U)1000)1000)1000)1000").find("more than 100000 moves"),
            std::string::npos);
  EXPECT_NE(fault("", "ScrambleAlg a\n(((R U)1000)1000)1000\nEnd\n").find("more than 100000 moves"),
            std::string::npos);
  EXPECT_NE(fault("(R U)1000", "", "20x20x20").find("at most 833 moves"), std::string::npos);
  EXPECT_NE(fault("(/ (3,0))200", "", "square1").find("at most 200 moves"), std::string::npos);
}

TEST(CheckAnswers, PositionsThatCanBe) {
  for (const std::string& position : {std::string("R U F"), std::string(kSolvedCube)}) {
    const Json answer = check(position);
    EXPECT_EQ(answer["solvable"], true) << answer.dump();
    EXPECT_TRUE(answer["reason"].is_null());
    EXPECT_TRUE(answer["faults"].empty());
    EXPECT_EQ(answer["rotation"], "");
    EXPECT_EQ(facelets_of(picture_of("3x3x3"), answer["colours"]),
              answer["facelets"].get<std::string>());
  }
  const Json turned = check("R U x");
  EXPECT_EQ(turned["rotation"], "x");
  EXPECT_EQ(turned["facelets"], check("R U")["facelets"]);
  EXPECT_NE(turned["colours"], check("R U")["colours"]);
}

TEST(CheckAnswers, TwoEdgesSwapped) {
  // UF shows U and R, UR shows U and F.
  const Json answer = check(painted({{19, 'R'}, {10, 'F'}}));
  EXPECT_EQ(answer["solvable"], false);
  EXPECT_EQ(answer["reason"].get<std::string>().find("two edges are swapped (UR and UF)"), 0U)
      << answer["reason"];
  ASSERT_EQ(answer["faults"].size(), 1U);
  std::set<int> facelets;
  const Json picture = picture_of("3x3x3");
  for (const Json& sticker : answer["faults"][0]["stickers"]) {
    facelets.insert(picture["stickers"][sticker.get<int>()]["facelet"].get<int>());
  }
  EXPECT_EQ(facelets, (std::set<int>{5, 7, 10, 19}));
}

TEST(CheckAnswers, TwistedCornerAndFlippedEdge) {
  const Json picture = picture_of("3x3x3");
  // URF: U9 R1 F3 are facelets 8, 9, 20.
  const Json twisted = check(painted({{8, 'R'}, {9, 'F'}, {20, 'U'}}));
  EXPECT_EQ(twisted["solvable"], false);
  EXPECT_EQ(twisted["reason"].get<std::string>().find("a corner is twisted"), 0U);
  ASSERT_EQ(twisted["faults"].size(), 1U);
  EXPECT_EQ(twisted["faults"][0]["stickers"].size(), 3U);
  for (const Json& sticker : twisted["faults"][0]["stickers"]) {
    EXPECT_EQ(picture["stickers"][sticker.get<int>()]["piece"].get<std::string>().size(), 3U);
  }
  const Json flipped = check(painted({{7, 'F'}, {19, 'U'}}));
  EXPECT_EQ(flipped["reason"].get<std::string>().find("an edge is flipped"), 0U);
  EXPECT_EQ(flipped["faults"][0]["stickers"].size(), 2U);
}

TEST(CheckAnswers, StickersThatMakeNoCube) {
  const std::string text = painted({{0, 'F'}});
  const Json answer = check(text);
  EXPECT_EQ(answer["solvable"], false);
  EXPECT_FALSE(answer["faults"].empty());
  EXPECT_EQ(answer["facelets"], text);
  EXPECT_EQ(facelets_of(picture_of("3x3x3"), answer["colours"]), text);
  bool counted = false;
  bool marked = false;
  for (const Json& fault : answer["faults"]) {
    const std::string message = fault["message"];
    counted = counted || message.find("U stands 8 times and F stands 10 times") == 0;
    marked = marked || !fault["stickers"].empty();
  }
  EXPECT_TRUE(counted) << answer["faults"].dump();
  EXPECT_TRUE(marked);
  // The same on a cube that only the general reader knows.
  std::string four;
  for (const char face : std::string("URFDLB")) four += std::string(16, face);
  four[0] = 'F';
  const Json general = check(four, "4x4x4");
  EXPECT_EQ(general["solvable"], false);
  EXPECT_EQ(facelets_of(picture_of("4x4x4"), general["colours"]), four);
}

TEST(CheckAnswers, OtherPuzzlesAndFewerMoves) {
  const Json few =
      ask(check_position_to_the_end, {{"puzzle", "3x3x3"}, {"moves", "U"}, {"position", "R"}});
  EXPECT_EQ(few["solvable"], false);
  EXPECT_NE(few["reason"].get<std::string>().find("can never reach"), std::string::npos);
  EXPECT_EQ(check("U L R'", "pyraminx")["solvable"], true);
  EXPECT_TRUE(check("U L R'", "pyraminx")["facelets"].is_null());
  const Json square1 = check("(1,0)/", "square1");
  EXPECT_EQ(square1["solvable"], true);
  EXPECT_TRUE(square1["colours"].empty());
}

TEST(CheckAnswers, WhatTakesTooLongIsNotKnown) {
  // With all moves, whose group is kept, and with those that are named.
  for (const char* moves : {"", "A,B,C"}) {
    const Json request{{"definition", {{"file", "tied.tws"}, {"text", test::tied_orbits()}}},
                       {"moves", moves},
                       {"position", "A B A"}};
    RequestFields fields(request);
    const auto puzzle = shelf().find(fields);
    std::stop_source stop;
    const std::jthread impatient([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.request_stop();
    });
    const Json answer = check_position(*puzzle, fields, stop.get_token());
    EXPECT_TRUE(answer["solvable"].is_null()) << answer.dump();
    EXPECT_EQ(answer["reason"],
              "whether these moves solve it takes longer to find out than there is time for");
  }
}

// The answer to a request for scrambles.
class Scrambles : public testing::Test {
 protected:
  Json ask_for(const Json& request, const std::stop_token& stop = {}) {
    RequestFields fields(request);
    const auto puzzle = shelf().find(fields);
    return desk.answer(puzzle, fields, stop);
  }
  std::string fault(const Json& request) {
    try {
      (void)ask_for(request);
    } catch (const Error& error) {
      return error.what();
    }
    return "no fault";
  }

  static std::optional<std::vector<cube3::FaceTurn>> solve(const cube3::Cube& cube,
                                                           const std::stop_token& stop) {
    static const Cube3Solver solver;
    cube3::TwoPhaseLimits limits;
    limits.target_length = 20;
    limits.max_length = 20;
    limits.seconds = 1e9;
    const cube3::TwoPhaseSolution solution = solver.solve(cube, limits, {}, stop);
    if (!solution.found) return std::nullopt;
    return solution.moves;
  }

  static ScrambleSolverFinder any(const EngineCaller& caller, double seconds) {
    OwnEngineOptions options;
    options.memory_bytes = std::uint64_t{512} << 20U;
    return any_scrambling(std::make_shared<OwnEngines>(std::move(options)), caller, {seconds});
  }

  ScrambleDesk desk{solve, any, 64U << 20U, 1};
};

TEST_F(Scrambles, SeedGivesTheSameOnes) {
  for (const char* name : {"3x3x3", "2x2x2", "pyraminx", "6x6x6"}) {
    const Json first = ask_for({{"puzzle", name}, {"count", 3}, {"seed", 7}});
    ASSERT_EQ(first["scrambles"].size(), 3U) << name;
    EXPECT_EQ(first["seed"], "7");
    EXPECT_EQ(ask_for({{"puzzle", name}, {"count", 3}, {"seed", "7"}}), first) << name;
    EXPECT_NE(ask_for({{"puzzle", name}, {"count", 3}, {"seed", "8"}}), first) << name;
    EXPECT_NE(first["scrambles"][0], first["scrambles"][1]) << name;
    const PuzzleDefinition definition = load_puzzle(name);
    EXPECT_NE(
        apply(definition, parse_alg(first["scrambles"][0].get<std::string>(), &definition.names())),
        definition.solved());
  }
  EXPECT_EQ(ask_for({{"puzzle", "3x3x3"}})["kind"], "random-state");
  EXPECT_EQ(ask_for({{"puzzle", "6x6x6"}})["kind"], "random-move");
  // There is a chain, but its tables do not fit the memory that this desk has.
  EXPECT_EQ(ask_for({{"puzzle", "5x5x5"}})["kind"], "random-move");
}

TEST_F(Scrambles, KindThatIsAskedFor) {
  const auto position = [](const Json& answer) {
    const PuzzleDefinition definition = load_puzzle("helicopter");
    const auto text = answer["scrambles"][0].get<std::string>();
    return apply(definition, parse_alg(text, &definition.names()));
  };
  const Json moves = ask_for({{"puzzle", "helicopter"}, {"kind", "random-move"}, {"seed", 5}});
  EXPECT_EQ(moves["kind"], "random-move");
  const Json state = ask_for({{"puzzle", "helicopter"}, {"seconds", 0.1}, {"seed", 5}});
  EXPECT_EQ(state["kind"], "random-state");
  // The sequence depends on the time, the position does not.
  EXPECT_EQ(position(state),
            position(ask_for({{"puzzle", "helicopter"}, {"seconds", 0}, {"seed", 5}})));
  EXPECT_NE(position(state), position(moves));
  EXPECT_NE(fault({{"puzzle", "5x5x5"}, {"kind", "state"}}), "no fault");
  EXPECT_NE(fault({{"puzzle", "2x2x2"}, {"competition", true}, {"kind", "random-move"}}),
            "no fault");
}

TEST_F(Scrambles, EventsByName) {
  const Json frames = ask_for({{"puzzle", "333fm"}, {"count", 3}, {"seed", 1}});
  for (const Json& text : frames["scrambles"]) {
    EXPECT_TRUE(text.get<std::string>().starts_with("R' U' F ")) << text;
    EXPECT_TRUE(text.get<std::string>().ends_with(" R' U' F")) << text;
  }
  EXPECT_EQ(ask_for({{"puzzle", "333mbf 3"}, {"count", 2}})["scrambles"].size(), 6U);
  EXPECT_EQ(ask_for({{"puzzle", "333mbf 4"}, {"seed", 2}})["scrambles"],
            ask_for({{"puzzle", "333bf"}, {"seed", 2}, {"count", 4}})["scrambles"]);
  EXPECT_NE(ask_for({{"puzzle", "333bf"}, {"seed", 2}})["scrambles"],
            ask_for({{"puzzle", "333"}, {"seed", 2}})["scrambles"]);
  EXPECT_EQ(fault({{"puzzle", "333mbf 500"}, {"count", 3}}),
            "3 attempts of 333mbf 500 take more than 1000 scrambles");
  EXPECT_EQ(fault({{"puzzle", "333mbf 0"}}),
            "333mbf takes a number of cubes from 1 to 1000, as '333mbf 3', not '0'");
}

TEST_F(Scrambles, DrawnSeedIsNamed) {
  const Json drawn = ask_for({{"puzzle", "2x2x2"}});
  ASSERT_EQ(drawn["scrambles"].size(), 1U);
  EXPECT_EQ(ask_for({{"puzzle", "2x2x2"}, {"seed", drawn["seed"]}}), drawn);
  EXPECT_NE(ask_for({{"puzzle", "2x2x2"}})["seed"], drawn["seed"]);
}

TEST_F(Scrambles, WrongFieldsAreRefused) {
  EXPECT_NE(fault({{"puzzle", "2x2x2"}, {"count", 1'001}}).find("'count' must be"),
            std::string::npos);
  for (const Json& seed : {Json(-1), Json(1.5), Json("x"), Json(""), Json("-3"), Json("1e3"),
                           Json("18446744073709551616"), Json::array()}) {
    EXPECT_NE(fault({{"puzzle", "2x2x2"}, {"seed", seed}}).find("'seed' must be"),
              std::string::npos)
        << seed;
  }
  EXPECT_EQ(fault({{"puzzle", "2x2x2"}, {"seed", "18446744073709551615"}}), "no fault");
  EXPECT_NE(fault({{"puzzle", "3x3x3"}, {"metric", "qtm"}}).find("'metric'"), std::string::npos);
  EXPECT_NE(fault({{"puzzle", "topspin"}, {"competition", true}}), "no fault");
  EXPECT_NE(fault({{"puzzle", "2x2x2"}, {"number", 2}}).find("no field 'number'"),
            std::string::npos);
}

TEST_F(Scrambles, StopEndsThem) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW((void)ask_for({{"puzzle", "3x3x3"}, {"count", 5}}, source.get_token()), Error);
  // Nobody else is stopped by that.
  EXPECT_EQ(ask_for({{"puzzle", "3x3x3"}, {"count", 1}})["scrambles"].size(), 1U);
}

TEST_F(Scrambles, TablesCountAgainstTheMemoryUntilItIsWanted) {
  constexpr std::uint64_t kTables = std::uint64_t{64} << 20U;
  MemoryBudget budget(4 * kTables);
  ScrambleDesk counted(
      solve, any, kTables, 1, [&](std::uint64_t bytes, const std::stop_token& stop) {
        return std::make_shared<MemoryBudget::Share>(budget.take(bytes, "tables", stop));
      });
  budget.add_reclaim([&] { return counted.give_up_oldest(); });
  const auto ask = [&](const Json& request, const std::stop_token& stop = {}) {
    RequestFields fields(request);
    const auto puzzle = shelf().find(fields);
    return counted.answer(puzzle, fields, stop);
  };
  (void)ask({{"puzzle", "3x3x3"}});
  (void)ask({{"puzzle", "6x6x6"}});
  EXPECT_EQ(budget.used_bytes(), 0U) << "no tables";
  (void)ask({{"puzzle", "pyraminx"}});
  EXPECT_EQ(budget.used_bytes(), kTables);
  (void)ask({{"puzzle", "pyraminx"}});
  EXPECT_EQ(budget.used_bytes(), kTables) << "the same again";
  (void)ask({{"puzzle", "skewb"}});
  EXPECT_EQ(budget.used_bytes(), 2 * kTables);
  {
    const MemoryBudget::Share share = budget.take(3 * kTables, "a job", {});
    EXPECT_EQ(budget.used_bytes(), 4 * kTables) << "the oldest went, and only that";
  }
  const MemoryBudget::Share all = budget.take(4 * kTables, "a job", {});
  EXPECT_EQ(budget.used_bytes(), 4 * kTables);
  // Who goes away does not wait for it any longer.
  std::stop_source gone;
  gone.request_stop();
  EXPECT_THROW((void)ask({{"puzzle", "skewb"}}, gone.get_token()), Error);
  EXPECT_EQ(budget.used_bytes(), 4 * kTables);
}

TEST_F(Scrambles, ManyAtOnce) {
  std::vector<Json> answers(8);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      threads.emplace_back([&, i] {
        const char* name = i % 2 == 0 ? "pyraminx" : "skewb";
        answers[i] = ask_for({{"puzzle", name}, {"seed", 1}});
      });
    }
  }
  for (std::size_t i = 2; i < answers.size(); ++i) EXPECT_EQ(answers[i], answers[i - 2]);
}

TEST(IgnoredPieces, PartialPuzzleReadsPositionsOfTheWhole) {
  const Json request = {{"puzzle", "3x3x3"}};
  RequestFields fields(request);
  const auto cube = shelf().find(fields);
  const auto partial = cube->changed({}, {"CORNERS", "EDGES:1"});
  EXPECT_EQ(partial->definition().identities(partial->definition().orbits().find("CORNERS")), 1);
  EXPECT_EQ(partial->forms().read(kSolvedCube).state, partial->definition().solved());
  EXPECT_EQ(partial->forms().read("R U").state,
            apply(partial->definition(), parse_alg("R U", &partial->definition().names())));
  EXPECT_THROW((void)cube->changed({}, {"XYZ"}), Error);
  EXPECT_THROW((void)cube->changed({}, {"CORNERS", "EDGES"}), Error);
}

TEST(Answers, UnknownFieldsAndTextsAreRefused) {
  for (const Answer answer :
       {Answer(describe_puzzle), Answer(puzzle_as_kpuzzle), Answer(describe_actions),
        Answer(describe_picture), Answer(play), Answer(check_position_to_the_end)}) {
    const std::string fault =
        fault_of(answer, {{"puzzle", "3x3x3"}, {"position", "R"}, {"postion", "U"}});
    EXPECT_NE(fault.find("there is no field 'po"), std::string::npos) << fault;
  }
  EXPECT_NE(
      fault_of(check_position_to_the_end, {{"puzzle", "3x3x3"}}).find("'position' is missing"),
      std::string::npos);
  try {
    (void)ask(check_position_to_the_end, {{"puzzle", "3x3x3"}, {"position", "R U\nF Q2"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().line, 2);
    EXPECT_EQ(error.place().column, 3);
  }
}

}  // namespace
}  // namespace gyre::serve
