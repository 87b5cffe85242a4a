// Options as texts, and the questions that are read from them.
#include "front/texts/option_texts.h"
#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include "front/puzzle/counting.h"
#include "front/texts/text_questions.h"
#include "support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gyre {
namespace {

std::string fault_of_options(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}

TEST(OptionTexts, SomeTakeSeveralValues) {
  OptionTexts options;
  options.set("goal", "U");
  options.set("goal", "R");
  options.set("metric", "htm");
  options.set("metric", "qtm");
  ASSERT_NE(options.find("goal"), nullptr);
  EXPECT_EQ(options.find("goal")->size(), 2U);
  EXPECT_EQ(*options.find("metric"), std::vector<std::string>{"qtm"});
  options.unset("goal");
  EXPECT_EQ(options.find("goal"), nullptr);
  EXPECT_NE(fault_of_options([&] { options.set("goals", "U"); }).find("'goals'"),
            std::string::npos);
}

TEST(OptionTexts, ReaderSaysWhatWouldBeRight) {
  OptionTexts texts;
  texts.set("number", "1.5");
  texts.set("seconds", "0.25");
  texts.set("all", "true");
  texts.set("memory", "1.5g");
  OptionReader options(texts, "solving");
  EXPECT_EQ(options.number("seconds", {0, 10}), 0.25);
  EXPECT_TRUE(options.flag("all"));
  EXPECT_FALSE(options.flag("inverse"));
  EXPECT_EQ(options.memory("memory"), std::uint64_t{3} << 29U);
  EXPECT_EQ(fault_of_options([&] {
              (void)options.integer("number", Range<int>{1, 9});
            }),
            "number must be a whole number from 1 to 9, not '1.5'");
  texts.set("view", "net");
  EXPECT_NE(fault_of_options([&] { options.refuse_others(); }).find("view is no option of solving"),
            std::string::npos);
}

// Each option reaches the field of its name.
TEST(OptionTexts, MakeTheSameQuestion) {
  OptionTexts texts;
  for (const auto& [name, value] :
       {std::pair("metric", "qtm"), std::pair("moves", "U,R"), std::pair("goal", "U"),
        std::pair("number", "3"), std::pair("min_length", "2"), std::pair("max_length", "9"),
        std::pair("random_order", "5"), std::pair("table_depth", "4"), std::pair("inverse", "yes"),
        std::pair("threads", "2"), std::pair("memory", "1M"), std::pair("cache", "")}) {
    texts.set(name, value);
  }
  PuzzleWish puzzle;
  puzzle.text = "2x2x2";
  const SolveWish wish = read_solve_wish(texts, std::make_shared<const AskedPuzzle>(puzzle));
  EXPECT_EQ(wish.question.metric, Metric::qtm);
  EXPECT_EQ(wish.question.moves, "U,R");
  EXPECT_EQ(wish.question.goals, std::vector<std::string>{"U"});
  EXPECT_EQ(wish.question.number, 3);
  EXPECT_EQ(wish.question.min_length, 2);
  EXPECT_EQ(wish.question.max_length, 9);
  EXPECT_EQ(wish.question.random_order, 5U);
  EXPECT_EQ(wish.question.table_depth, 4);
  EXPECT_TRUE(wish.question.inverse);
  EXPECT_EQ(wish.engines.threads, 2);
  EXPECT_EQ(wish.engines.memory_bytes, std::uint64_t{1} << 20U);
  EXPECT_TRUE(wish.engines.memory_given);
  EXPECT_TRUE(wish.engines.store.folder().empty());
  EXPECT_EQ(choose_engine(wish.question), SolveEngine::general);
}

TEST(OptionTexts, SayHowLargeAFileMayBe) {
  const test::TemporaryFolder folder;
  const std::string file = folder.path() / "large.tws";
  std::ofstream(file) << "Name large\n" << std::string(5'000, '\n');
  OptionTexts texts;
  texts.set("max_file", "4K");
  const PuzzleWish wish = read_puzzle_wish(texts, file, std::nullopt);
  EXPECT_EQ(wish.max_file_bytes, 4'096U);
  EXPECT_EQ(fault_of_options([&] { (void)AskedPuzzle(wish); }),
            "the file '" + file + "' is larger than 4096 bytes; max_file allows more");
  EXPECT_EQ(read_puzzle_wish({}, file, std::nullopt).max_file_bytes, kUsualFileBytes);
}

TEST(OptionTexts, AskForOtherWaysToSearchToo) {
  const auto read = [](std::initializer_list<std::pair<const char*, const char*>> options) {
    OptionTexts texts;
    for (const auto& [name, value] : options) texts.set(name, value);
    PuzzleWish puzzle;
    puzzle.text = "2x2x2";
    return read_solve_wish(texts, std::make_shared<const AskedPuzzle>(puzzle));
  };
  const SolveWish beam = read({{"beam", "500"}});
  EXPECT_EQ(beam.question.beam, 500);
  EXPECT_EQ(choose_engine(beam.question), SolveEngine::beam);
  const SolveWish search = read({{"into_subgroup", "U,R"},
                                 {"symmetry", "rotations"},
                                 {"canon_depth", "2"},
                                 {"keep_tables", "no"}});
  EXPECT_EQ(search.question.into_subgroup, "U,R");
  EXPECT_EQ(search.question.symmetry, SymmetryUse::rotations);
  EXPECT_EQ(search.question.canon_depth, 2);
  EXPECT_EQ(search.engines.keep_tables, "no");
  EXPECT_EQ(choose_engine(search.question), SolveEngine::general);
  EXPECT_EQ(fault_of_options([&] {
              (void)read({{"symmetry", "some"}});
            }),
            "symmetry must be one of all, rotations, none, not 'some'");
  EXPECT_EQ(fault_of_options([&] {
              (void)read({{"beam", "0"}});
            }),
            "beam must be a whole number from 1 to 1000000000, not '0'");
}

TEST(Counting, KeepsACheckpointThatNobodyGoesOnFrom) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "gyre_front_counting_test";
  std::ofstream(file) << "somebody's";
  PuzzleWish wish;
  wish.text = "2x2x2";
  const AskedPuzzle puzzle(wish);
  GodOptions options;
  options.checkpoint = file;
  EXPECT_EQ(fault_of_options([&] {
              (void)count_with_checkpoint(puzzle.definition(), puzzle.move_set(Metric::htm, "U"),
                                          options);
            }),
            "'" + file.string() +
                "' is there already; resume goes on from it, or remove it to begin anew");
  std::filesystem::remove(file);
  const GodResult result =
      count_with_checkpoint(puzzle.definition(), puzzle.move_set(Metric::htm, "U"), options);
  EXPECT_EQ(result.end, GodResult::End::all);
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace gyre
