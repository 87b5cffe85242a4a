// The puzzle of a request: found by name or text, kept for the next request, and no file opened.
#include "serve/answers/puzzle_shelf.h"

#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include "format/kpuzzle.h"
#include "format/tws.h"

#include "support/temporary_folder.h"
#include "support/tied_orbits.h"

#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <thread>
#include <vector>

namespace gyre::serve {
namespace {

std::shared_ptr<const AskedPuzzle> find(PuzzleShelf& shelf, const Json& request) {
  RequestFields fields(request);
  return shelf.find(fields);
}

std::string fault_of(const Json& request) {
  PuzzleShelf shelf;
  try {
    (void)find(shelf, request);
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}

Json by_text(const std::string& file, const std::string& text) {
  return {{"definition", {{"file", file}, {"text", text}}}};
}

TEST(AskedPuzzle, NameGivesThePuzzleOfTheLibrary) {
  PuzzleShelf shelf;
  const auto cube = find(shelf, {{"puzzle", "3x3x3"}});
  EXPECT_EQ(cube->definition().digest(), load_puzzle("3x3x3").digest());
  EXPECT_EQ(cube->option(), "3x3x3");
  EXPECT_FALSE(cube->is_file());
  ASSERT_NE(cube->picture(), nullptr);
  EXPECT_EQ(cube->picture()->stickers().size(), 54U);
  ASSERT_NE(cube->holding(), nullptr);
  ASSERT_NE(cube->forms().facelets(), nullptr);
  EXPECT_EQ(cube->forms().facelets()->size(), 3);

  const auto megaminx = find(shelf, {{"puzzle", "megaminx"}});
  EXPECT_EQ(megaminx->holding(), nullptr);
  ASSERT_NE(megaminx->picture(), nullptr);
  EXPECT_EQ(megaminx->picture()->stickers().size(), 132U);

  const auto square1 = find(shelf, {{"puzzle", "Square-One"}});
  EXPECT_EQ(square1->picture(), nullptr);
  EXPECT_EQ(square1->forms().facelets(), nullptr);
}

TEST(AskedPuzzle, DerivedMovesBecomeMovesForWhoChoosesThem) {
  Json definition = Json::parse(write_kpuzzle(load_puzzle("2x2x2")));
  definition["derivedMoves"] = {{"Sexy", "R U R' U'"}};
  Json request = by_text("mine.json", definition.dump());
  PuzzleShelf shelf;
  const auto plain = find(shelf, request);
  request["moves"] = "U,R";
  EXPECT_EQ(find(shelf, request), plain);
  request["moves"] = "U,Sexy";
  const auto chosen = find(shelf, request);
  ASSERT_EQ(chosen->definition().moves().size(), plain->definition().moves().size() + 1);
  EXPECT_EQ(chosen->move_set(Metric::htm, "U,Sexy").size(), 3 + 5);
  // It looks the same, and its positions are read as before.
  ASSERT_NE(chosen->picture(), nullptr);
  ASSERT_NE(chosen->forms().facelets(), nullptr);
  EXPECT_EQ(chosen->forms().read("Sexy").state, plain->forms().read("R U R' U'").state);
  // Also where pieces are ignored after that.
  EXPECT_EQ(chosen->changed({}, {"URF"})->move_set(Metric::htm, "Sexy").size(), 5);
}

TEST(AskedPuzzle, TextOfADefinitionIsReadWithoutAFile) {
  PuzzleShelf shelf;
  const PuzzleDefinition plain = load_puzzle("2x2x2");
  const auto asked = find(shelf, by_text("mine.tws", write_tws(plain)));
  EXPECT_EQ(asked->definition().digest(), plain.digest());
  EXPECT_EQ(asked->option(), "mine.tws");
  EXPECT_TRUE(asked->is_file());
  // A file may hold a puzzle of the library: it looks the same.
  ASSERT_NE(asked->picture(), nullptr);
  EXPECT_EQ(asked->picture()->stickers().size(), 24U);
}

TEST(AskedPuzzle, FaultInATextHasItsPlace) {
  PuzzleShelf shelf;
  const Json request =
      by_text("mine.tws", "Name x\nSet EDGES 4 2\nSolved\nEDGES\n1 2 3 four\nEnd\n");
  try {
    (void)find(shelf, request);
    FAIL() << "a text with a fault was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.place().file, "mine.tws");
    EXPECT_EQ(error.place().line, 5);
    EXPECT_EQ(error.place().column, 7);
  }
  EXPECT_EQ(shelf.size(), 0U);
}

TEST(AskedPuzzle, ExactlyOnePuzzleIsNamed) {
  EXPECT_NE(fault_of(Json::object()).find("one puzzle"), std::string::npos);
  Json both = by_text("a.tws", "Name x");
  both["puzzle"] = "3x3x3";
  EXPECT_NE(fault_of(both).find("one puzzle"), std::string::npos);
  EXPECT_EQ(fault_of({{"puzzle", 3}}), "'puzzle' must be a text");
  EXPECT_NE(fault_of({{"definition", "Name x"}}).find("'definition' must be"), std::string::npos);
  EXPECT_NE(fault_of({{"definition", {{"file", "a.tws"}}}}).find("'text' is missing"),
            std::string::npos);
  EXPECT_NE(fault_of({{"definition", {{"file", "a"}, {"text", ""}, {"path", "b"}}}})
                .find("no field 'path'"),
            std::string::npos);
  EXPECT_NE(fault_of({{"puzzle", std::string(1'001, '3')}}).find("at most 1000 bytes"),
            std::string::npos);
}

// A named pipe would block whoever opens it: that it does not shows that nothing was opened.
TEST(AskedPuzzle, NoFileIsOpened) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "x.tws";
  std::ofstream(file) << write_tws(load_puzzle("2x2x2"));
  ASSERT_EQ(load_puzzle(file).name(), "2x2x2");
  const std::filesystem::path pipe = folder.path() / "pipe.tws";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& path : {file, pipe}) {
    EXPECT_EQ(fault_of({{"puzzle", path.string()}}).find("there is no puzzle '"), 0U);
  }
  for (const char* name : {"/etc/passwd", "../x.tws", "x.tws", "/", ".", "", "~", "file:///etc"}) {
    const std::string fault = fault_of({{"puzzle", name}});
    EXPECT_EQ(fault.find("there is no puzzle '"), 0U) << name << ": " << fault;
    EXPECT_EQ(fault.find("file '"), std::string::npos) << fault;
  }
}

TEST(PuzzleShelf, SamePuzzleIsMadeOnce) {
  PuzzleShelf shelf;
  const auto first = find(shelf, {{"puzzle", "pyraminx"}});
  EXPECT_EQ(find(shelf, {{"puzzle", "pyraminx"}}), first);
  EXPECT_EQ(shelf.size(), 1U);

  std::vector<std::shared_ptr<const AskedPuzzle>> found(16);
  std::vector<std::jthread> threads;
  threads.reserve(found.size());
  for (auto& puzzle : found) {
    threads.emplace_back([&] {
      puzzle = find(shelf, {{"puzzle", "megaminx"}});
      (void)puzzle->picture();
      (void)puzzle->holding();
    });
  }
  threads.clear();
  for (const auto& puzzle : found) EXPECT_EQ(puzzle, found[0]);
}

TEST(PuzzleShelf, LeastRecentlyAskedForGoes) {
  PuzzleShelf shelf(2);
  const auto first = find(shelf, {{"puzzle", "2x2x2"}});
  const auto second = find(shelf, {{"puzzle", "3x3x3"}});
  EXPECT_EQ(find(shelf, {{"puzzle", "2x2x2"}}), first);
  (void)find(shelf, {{"puzzle", "pyraminx"}});
  EXPECT_EQ(shelf.size(), 2U);
  EXPECT_EQ(find(shelf, {{"puzzle", "2x2x2"}}), first);
  EXPECT_NE(find(shelf, {{"puzzle", "3x3x3"}}), second);
}

TEST(PuzzleShelf, BytesAreBounded) {
  const std::string text = write_tws(load_puzzle("2x2x2"));
  PuzzleShelf one(32, 64);
  (void)find(one, {{"puzzle", "2x2x2"}});
  EXPECT_EQ(one.size(), 0U);
  // Comments make a text long and change nothing else.
  PuzzleShelf some(1'000, 4'000'000);
  for (int i = 0; i < 20; ++i) {
    (void)find(some, by_text("a.tws", text + "# " + std::string(1'000'000 + i, 'x') + "\n"));
  }
  EXPECT_GE(some.size(), 2U);
  EXPECT_LE(some.size(), 4U);
}

// Whether group() gave one, or was stopped.
std::jthread ask_for_group(const AskedPuzzle& puzzle, std::atomic<int>& stopped) {
  return std::jthread([&](const std::stop_token& stop) {
    try {
      (void)puzzle.group(stop);
    } catch (const Error&) {
      ++stopped;
    }
  });
}

TEST(AskedPuzzle, AGroupThatTakesLongEndsForWhoeverNoLongerWantsIt) {
  PuzzleShelf shelf;
  const auto tied = find(shelf, by_text("tied.tws", test::tied_orbits()));
  std::atomic<int> stopped = 0;
  std::jthread maker = ask_for_group(*tied, stopped);
  std::jthread waiting = ask_for_group(*tied, stopped);
  std::jthread next = ask_for_group(*tied, stopped);
  for (std::jthread* one : {&waiting, &maker, &next}) {
    const int before = stopped;
    one->request_stop();
    one->join();
    EXPECT_EQ(stopped, before + 1);
  }
  // None of them said that the puzzle has no group.
  std::stop_source source;
  source.request_stop();
  try {
    (void)tied->group(source.get_token());
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "finding what the moves do to each other's pieces was stopped");
  }
}

TEST(AskedPuzzle, AGroupIsMadeOnce) {
  PuzzleShelf shelf;
  const auto cube = find(shelf, {{"puzzle", "2x2x2"}});
  const PuzzleGroup* group = &cube->group({});
  // Made once; who comes too late for a stop gets it too.
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(&cube->group({}), group);
  EXPECT_EQ(&cube->group(source.get_token()), group);
}

TEST(AskedPuzzle, MetricAndMovesAreRead) {
  PuzzleShelf shelf;
  const auto cube = find(shelf, {{"puzzle", "3x3x3"}});
  const auto sizes = [&](const Json& request) {
    RequestFields fields(request);
    const MoveSet moves = read_move_set(*cube, fields);
    fields.refuse_others();
    return moves.size();
  };
  EXPECT_EQ(sizes(Json::object()), 18);
  EXPECT_EQ(sizes({{"metric", "qtm"}}), 12);
  EXPECT_EQ(sizes({{"metric", "htm"}, {"moves", "U,R2"}}), 4);
  EXPECT_THROW(sizes({{"metric", "stm"}}), Error);
  EXPECT_THROW(sizes({{"moves", "Q"}}), Error);
}

}  // namespace
}  // namespace gyre::serve
