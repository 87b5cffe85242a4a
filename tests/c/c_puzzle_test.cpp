// include/gyre/gyre.h for any puzzle. That it is plain C is shown by docs/examples/solve_puzzle.c.
#include <gtest/gtest.h>
#include <gyre/gyre.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;

// Takes the text over.
Json taken(char* text) {
  EXPECT_NE(text, nullptr) << gyre_last_error();
  const Json json = text != nullptr ? Json::parse(text) : Json();
  gyre_text_free(text);
  return json;
}

void expect_error_contains(const std::string& part) {
  EXPECT_NE(std::string(gyre_last_error()).find(part), std::string::npos) << gyre_last_error();
}

// What a callback has heard.
struct Heard {
  std::vector<std::pair<std::string, Json>> events;
  std::string stop_at;  // this kind

  [[nodiscard]] int count(const std::string& kind) const {
    int found = 0;
    for (const auto& [heard, json] : events) found += heard == kind ? 1 : 0;
    return found;
  }
  static int hear(void* user, const char* kind, const char* json) {
    auto* heard = static_cast<Heard*>(user);
    heard->events.emplace_back(kind, Json::parse(json));
    return heard->stop_at == kind ? 1 : 0;
  }
  [[nodiscard]] gyre_call call() {
    gyre_call call = GYRE_CALL_INIT;
    call.event = hear;
    call.user = this;
    return call;
  }
};

class CPuzzle : public testing::Test {
 protected:
  CPuzzle() {
    set("cache", "");  // nothing is kept
    set("memory", "64M");
    set("threads", "1");
  }
  ~CPuzzle() override {
    gyre_solver_destroy(solver);
    gyre_puzzle_destroy(puzzle);
    gyre_options_destroy(options);
  }

  void load(const char* name) {
    gyre_puzzle_destroy(puzzle);
    ASSERT_EQ(gyre_puzzle_load(name, nullptr, &puzzle), GYRE_OK) << gyre_last_error();
    ASSERT_NE(puzzle, nullptr);
  }
  void set(const char* name, const char* value) {
    ASSERT_EQ(gyre_options_set(options, name, value), GYRE_OK) << gyre_last_error();
  }
  void make_solver() {
    gyre_solver_destroy(solver);
    ASSERT_EQ(gyre_solver_create(puzzle, options, nullptr, &solver), GYRE_OK) << gyre_last_error();
  }
  Json solve(const char* position) {
    char* json = nullptr;
    EXPECT_EQ(gyre_solver_solve(solver, position, nullptr, &json), GYRE_OK) << gyre_last_error();
    return taken(json);
  }

  gyre_options* options = gyre_options_create();
  gyre_puzzle* puzzle = nullptr;
  gyre_solver* solver = nullptr;
};

constexpr const char* kDefinition =
    "Name little\nSet CORNERS 3 1\nSolved\nCORNERS\n1 2 3\nEnd\nMove A\nCORNERS\n2 3 1\nEnd\n";

TEST(CVersion, HeaderAndLibraryAgree) {
  EXPECT_EQ(gyre_abi_version(), GYRE_ABI_VERSION);
}

TEST_F(CPuzzle, LoadsByNameDescriptionFileAndText) {
  load("pyraminx");
  load("c f 1/3");
  ASSERT_EQ(gyre_puzzle_load("no such puzzle", nullptr, &puzzle), GYRE_BAD_INPUT);
  EXPECT_EQ(puzzle, nullptr);
  expect_error_contains("no such puzzle");
  ASSERT_EQ(gyre_puzzle_read(kDefinition, nullptr, nullptr, &puzzle), GYRE_OK) << gyre_last_error();
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "gyre_c_puzzle_test.tws";
  std::ofstream(file) << kDefinition;
  load(file.c_str());
  std::filesystem::remove(file);
  gyre_puzzle_destroy(puzzle);
  EXPECT_EQ(gyre_puzzle_read("Set CORNERS x 1", "my.tws", nullptr, &puzzle), GYRE_BAD_INPUT);
  EXPECT_EQ(puzzle, nullptr);
  expect_error_contains("my.tws:1:");
  EXPECT_EQ(gyre_puzzle_load(nullptr, nullptr, &puzzle), GYRE_BAD_INPUT);
  EXPECT_EQ(gyre_puzzle_load("3x3x3", nullptr, nullptr), GYRE_BAD_INPUT);
}

TEST_F(CPuzzle, OptionsChangeThePuzzle) {
  gyre_options* changes = gyre_options_create();
  ASSERT_EQ(gyre_options_set(changes, "omit", "EDGES"), GYRE_OK);
  ASSERT_EQ(gyre_puzzle_load("3x3x3", changes, &puzzle), GYRE_OK) << gyre_last_error();
  char* json = nullptr;
  ASSERT_EQ(gyre_info(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["states"], "88179840");
  gyre_puzzle_destroy(puzzle);
  // It has no moves to choose.
  ASSERT_EQ(gyre_options_set(changes, "moves", "U"), GYRE_OK);
  EXPECT_EQ(gyre_puzzle_load("3x3x3", changes, &puzzle), GYRE_BAD_INPUT);
  expect_error_contains("moves is no option of a puzzle");
  gyre_options_destroy(changes);
}

TEST_F(CPuzzle, OptionsAreChecked) {
  EXPECT_EQ(gyre_options_set(options, "minlength", "3"), GYRE_BAD_INPUT);
  expect_error_contains("there is no option 'minlength'");
  EXPECT_EQ(gyre_options_set(nullptr, "metric", "htm"), GYRE_BAD_INPUT);
  load("pyraminx");
  const std::pair<const char*, const char*> wrong[] = {
      {"min_length", "x"}, {"min_length", "-1"}, {"seconds", "nan"}, {"all", "perhaps"},
      {"memory", "much"},  {"metric", "ftm"},    {"engine", "big"},  {"view", "3d"}};
  for (const auto& [name, value] : wrong) {
    set(name, value);
    EXPECT_EQ(gyre_solver_create(puzzle, options, nullptr, &solver), GYRE_BAD_INPUT) << name;
    EXPECT_EQ(solver, nullptr);
    expect_error_contains(name);
    set(name, nullptr);
  }
  make_solver();
}

TEST_F(CPuzzle, InfoSaysWhatThePuzzleIs) {
  load("2x2x2");
  char* json = nullptr;
  ASSERT_EQ(gyre_info(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  const Json info = taken(json);
  EXPECT_EQ(info["puzzle"], "2x2x2");
  EXPECT_EQ(info["states_up_to_rotation"], "3674160");
  EXPECT_EQ(info["metric"], "htm");
  set("moves", "Q");
  EXPECT_EQ(gyre_info(puzzle, options, nullptr, &json), GYRE_BAD_INPUT);
  EXPECT_EQ(json, nullptr);
  EXPECT_EQ(gyre_info(nullptr, options, nullptr, &json), GYRE_BAD_INPUT);
  EXPECT_EQ(gyre_info(puzzle, options, nullptr, nullptr), GYRE_BAD_INPUT);
}

// B is another name of two moves, until it is chosen.
TEST_F(CPuzzle, DerivedMovesCanBeChosen) {
  const char* const rings = R"({"name": "rings",
    "orbits": [{"orbitName": "BEADS", "numPieces": 5, "numOrientations": 1}],
    "defaultPattern": {"BEADS": {"pieces": [0, 1, 2, 3, 4]}},
    "moves": {"A": {"BEADS": {"permutation": [1, 2, 0, 3, 4]}},
              "C": {"BEADS": {"permutation": [0, 1, 3, 4, 2]}}},
    "derivedMoves": {"B": "A C"}})";
  ASSERT_EQ(gyre_puzzle_read(rings, "rings.json", nullptr, &puzzle), GYRE_OK) << gyre_last_error();
  char* json = nullptr;
  ASSERT_EQ(gyre_info(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["states"], "60");
  set("moves", "B");
  ASSERT_EQ(gyre_info(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["states"], "5");
  ASSERT_EQ(gyre_god(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["positions"], "5");
  ASSERT_EQ(gyre_check(puzzle, "A", options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["solvable"], false);
  ASSERT_EQ(gyre_check(puzzle, "A C", options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["solvable"], true);
  set("seed", "1");
  ASSERT_EQ(gyre_scramble(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["scrambles"][0], "B");
  set("seed", nullptr);
  make_solver();
  EXPECT_EQ(solve("A C A C")["solution"], "B2'");
}

TEST_F(CPuzzle, ChecksPositions) {
  load("3x3x3");
  char* json = nullptr;
  ASSERT_EQ(gyre_check(puzzle, "R U F", options, nullptr, &json), GYRE_OK) << gyre_last_error();
  Json answer = taken(json);
  EXPECT_EQ(answer["solvable"], true);
  EXPECT_TRUE(answer["reason"].is_null());
  // A corner that is twisted.
  ASSERT_EQ(gyre_check(puzzle, "CPOS 3069CFIL02468ACEGIKM", options, nullptr, &json), GYRE_OK);
  answer = taken(json);
  EXPECT_EQ(answer["solvable"], false);
  EXPECT_FALSE(answer["faults"].empty());
  EXPECT_NE(answer["reason"].get<std::string>(), "");
  // Stickers that make no cube.
  ASSERT_EQ(gyre_check(puzzle, "UUUUUUUUUUUUUUUUUUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", options,
                       nullptr, &json),
            GYRE_OK)
      << gyre_last_error();
  EXPECT_EQ(taken(json)["solvable"], false);
  set("moves", "U,R");
  ASSERT_EQ(gyre_check(puzzle, "F2", options, nullptr, &json), GYRE_OK);
  EXPECT_EQ(taken(json)["solvable"], false);
  EXPECT_EQ(gyre_check(puzzle, "Q", options, nullptr, &json), GYRE_BAD_INPUT);
  expect_error_contains("'Q' is no move");
  EXPECT_EQ(json, nullptr);
}

TEST_F(CPuzzle, SolvesAnyPuzzle) {
  load("pyraminx");
  make_solver();
  // The puzzle is not needed any more.
  gyre_puzzle_destroy(puzzle);
  puzzle = nullptr;
  const Json answer = solve("U L' R");
  EXPECT_EQ(answer["length"], 3);
  EXPECT_EQ(answer["solution"], "R' L U'");
  EXPECT_EQ(answer["optimal"], true);
  EXPECT_EQ(answer["engine"], "phases");
  char* json = nullptr;
  EXPECT_EQ(gyre_solver_solve(solver, "U Q", nullptr, &json), GYRE_BAD_INPUT);
  expect_error_contains("'Q' is no move");
  EXPECT_EQ(gyre_solver_solve(nullptr, "U", nullptr, &json), GYRE_BAD_INPUT);
  EXPECT_EQ(gyre_solver_solve(solver, nullptr, nullptr, &json), GYRE_BAD_INPUT);
}

TEST_F(CPuzzle, LimitsHold) {
  load("pyraminx");
  set("max_length", "2");
  make_solver();
  char* json = nullptr;
  ASSERT_EQ(gyre_solver_solve(solver, "U L' R", nullptr, &json), GYRE_NONE);
  const Json answer = taken(json);
  EXPECT_TRUE(answer["solution"].is_null());
  EXPECT_EQ(answer["end"], "none");
  EXPECT_EQ(answer["note"], gyre_last_error());
  set("max_length", nullptr);
  set("goal", "U");
  make_solver();
  EXPECT_EQ(solve("")["solution"], "U");
}

TEST_F(CPuzzle, SolvesTheCubeWithItsOwnEngine) {
  load("3x3x3");
  set("target", "20");
  make_solver();
  const Json answer = solve("R U F");
  EXPECT_EQ(answer["engine"], "two-phase");
  EXPECT_LE(answer["length"].get<int>(), 20);
  // What does not go together is refused with front's sentence.
  set("optimal", "yes");
  EXPECT_EQ(gyre_solver_create(puzzle, options, nullptr, &solver), GYRE_BAD_INPUT);
  expect_error_contains("optimal has no target");
}

TEST_F(CPuzzle, RefusesWhatCannotBeSolved) {
  load("3x3x3");
  make_solver();
  char* json = nullptr;
  EXPECT_EQ(gyre_solver_solve(solver, "CPOS 3069CFIL02468ACEGIKM", nullptr, &json), GYRE_BAD_INPUT);
  expect_error_contains("face turns cannot solve this cube");
}

TEST_F(CPuzzle, TellsWhatHappens) {
  load("pyraminx");
  make_solver();
  Heard heard;
  const gyre_call call = heard.call();
  char* json = nullptr;
  ASSERT_EQ(gyre_solver_solve(solver, "U L' R B", &call, &json), GYRE_OK);
  EXPECT_EQ(taken(json)["length"], 4);
  EXPECT_GE(heard.count("length"), 1);
  ASSERT_EQ(heard.count("solution"), 1);
}

TEST_F(CPuzzle, TheCallbackCanStopIt) {
  load("3x3x3");
  set("seconds", "3600");
  make_solver();
  Heard heard;
  heard.stop_at = "solution";
  const gyre_call call = heard.call();
  char* json = nullptr;
  ASSERT_EQ(gyre_solver_solve(solver, "R U2 F' L D B2 R' U F L2 B' D R2 U' F2 L B D2 R' U2 F",
                              &call, &json),
            GYRE_OK)
      << gyre_last_error();
  EXPECT_LT(taken(json)["seconds"].get<double>(), 60);
}

TEST_F(CPuzzle, AnotherThreadCanStopIt) {
  load("megaminx");
  set("memory", "16M");
  make_solver();
  gyre_stop* stop = gyre_stop_create();
  gyre_call call = GYRE_CALL_INIT;
  call.stop = stop;
  std::thread asker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    gyre_stop_request(stop);
  });
  char* json = nullptr;
  const gyre_status status =
      gyre_solver_solve(solver, "R++ D-- R-- D++ U R++ D++ R-- D-- U' R++ D++ U", &call, &json);
  asker.join();
  EXPECT_EQ(status, GYRE_NONE) << gyre_last_error();
  EXPECT_EQ(taken(json)["end"], "stopped");
  // Stopped before it began.
  load("2x2x2");
  EXPECT_EQ(gyre_scramble(puzzle, nullptr, &call, &json), GYRE_STOPPED);
  EXPECT_EQ(json, nullptr);
  gyre_stop_destroy(stop);
}

TEST_F(CPuzzle, ManyThreadsShareASolver) {
  load("3x3x3");
  set("many", "yes");
  make_solver();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      char* json = nullptr;
      EXPECT_EQ(gyre_solver_solve(solver, "R U", nullptr, &json), GYRE_OK);
      EXPECT_EQ(taken(json)["solution"], "U' R'");
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(CPuzzle, ExceptionsOfCallbacksDoNotCross) {
  load("pyraminx");
  make_solver();
  gyre_call call = GYRE_CALL_INIT;
  call.event = [](void*, const char*, const char*) -> int { throw 1; };
  char* json = nullptr;
  EXPECT_EQ(gyre_solver_solve(solver, "U L", &call, &json), GYRE_FAULT);
  expect_error_contains("the callback threw");
  EXPECT_EQ(json, nullptr);
}

TEST_F(CPuzzle, ACallHasASize) {
  load("pyraminx");
  make_solver();
  gyre_call call = GYRE_CALL_INIT;
  call.size = 0;
  char* json = nullptr;
  EXPECT_EQ(gyre_solver_solve(solver, "U L", &call, &json), GYRE_BAD_INPUT);
  expect_error_contains("sizeof(gyre_call)");
  // One of an older header, which knew less.
  Heard heard;
  call = heard.call();
  call.size = offsetof(gyre_call, stop);
  EXPECT_EQ(gyre_solver_solve(solver, "U L", &call, &json), GYRE_OK);
  EXPECT_FALSE(heard.events.empty());
  gyre_text_free(json);
}

TEST_F(CPuzzle, Scrambles) {
  for (const char* name : {"3x3x3", "pyraminx", "megaminx"}) {
    load(name);
    set("count", "2");
    set("seed", "7");
    // Along phases the sequences depend on the time.
    set("kind", name == std::string("megaminx") ? "random-move" : nullptr);
    char* json = nullptr;
    ASSERT_EQ(gyre_scramble(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
    const Json first = taken(json);
    EXPECT_EQ(first["scrambles"].size(), 2U);
    EXPECT_EQ(first["seed"], "7");
    ASSERT_EQ(gyre_scramble(puzzle, options, nullptr, &json), GYRE_OK);
    EXPECT_EQ(taken(json), first);
  }
  set("positions", "yes");
  char* json = nullptr;
  EXPECT_EQ(gyre_scramble(puzzle, options, nullptr, &json), GYRE_BAD_INPUT);
  expect_error_contains("leave out kind");
  set("kind", nullptr);
  ASSERT_EQ(gyre_scramble(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["positions"].size(), 2U);
  load("333mbf 3");
  // What gyre scramble refuses is refused with its sentence.
  EXPECT_EQ(gyre_scramble(puzzle, options, nullptr, &json), GYRE_BAD_INPUT);
  expect_error_contains(
      "333mbf 3 is a form of sequences; leave out positions, or take puzzle 3x3x3");
  set("positions", nullptr);
  ASSERT_EQ(gyre_scramble(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["scrambles"].size(), 6U);
  set("seed", "-1");
  EXPECT_EQ(gyre_scramble(puzzle, options, nullptr, &json), GYRE_BAD_INPUT);
  expect_error_contains("seed must be");
}

TEST_F(CPuzzle, CountsPositions) {
  load("2x2x2");
  set("moves", "U,R,F");
  set("max_depth", "4");
  Heard heard;
  gyre_call call = heard.call();
  char* json = nullptr;
  ASSERT_EQ(gyre_god(puzzle, options, &call, &json), GYRE_OK) << gyre_last_error();
  const Json answer = taken(json);
  ASSERT_EQ(answer["layers"].size(), 5U);
  EXPECT_EQ(answer["layers"][4]["positions"], "1847");
  EXPECT_EQ(answer["end"], "max_depth");
  EXPECT_EQ(heard.count("layer"), 5);
  heard.events.clear();
  heard.stop_at = "layer";
  ASSERT_EQ(gyre_god(puzzle, options, &call, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["end"], "stopped");
  // All of them, and one that is furthest.
  set("max_depth", nullptr);
  set("moves", "U");
  set("antipodes", "1");
  ASSERT_EQ(gyre_god(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  const Json all = taken(json);
  EXPECT_EQ(all["end"], "all");
  EXPECT_EQ(all["positions"], "4");
  EXPECT_EQ(all["antipodes"].size(), 1U);
  EXPECT_EQ(all["gods_number"], 1);
  // No disk, as on the command line.
  set("disk", "0");
  ASSERT_EQ(gyre_god(puzzle, options, nullptr, &json), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(taken(json)["end"], "all");
  set("disk", "much");
  EXPECT_EQ(gyre_god(puzzle, options, nullptr, &json), GYRE_BAD_INPUT);
  expect_error_contains("disk must be an amount like 100G, or 0, not 'much'");
  set("disk", nullptr);
  set("from", "Q");
  EXPECT_EQ(gyre_god(puzzle, options, nullptr, &json), GYRE_BAD_INPUT);
}

TEST_F(CPuzzle, Draws) {
  load("megaminx");
  gyre_options* looks = gyre_options_create();
  ASSERT_EQ(gyre_options_set(looks, "view", "net"), GYRE_OK);
  ASSERT_EQ(gyre_options_set(looks, "highlight", "EDGES"), GYRE_OK);
  char* svg = nullptr;
  ASSERT_EQ(gyre_draw(puzzle, "R++ D--", looks, &svg), GYRE_OK) << gyre_last_error();
  EXPECT_EQ(std::string(svg).rfind("<svg", 0), 0U);
  EXPECT_NE(std::string(svg).find("megaminx, R++ D--"), std::string::npos);
  gyre_text_free(svg);
  ASSERT_EQ(gyre_draw(puzzle, nullptr, nullptr, &svg), GYRE_OK);
  gyre_text_free(svg);
  ASSERT_EQ(gyre_options_set(looks, "angle", "round"), GYRE_OK);
  EXPECT_EQ(gyre_draw(puzzle, nullptr, looks, &svg), GYRE_BAD_INPUT);
  expect_error_contains("'round' is no angle");
  EXPECT_EQ(svg, nullptr);
  gyre_options_destroy(looks);
}

}  // namespace
