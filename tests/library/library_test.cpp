// Finding puzzles by name and by file, and what is said when there is none.
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include "format/kpuzzle.h"
#include "format/tws.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

namespace gyre {
namespace {

std::string error_of(const std::string& name) {
  try {
    (void)load_puzzle(name);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// A directory of its own for files of one test.
class LibraryFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "gyre_libraryXXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = directory_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  std::filesystem::path directory_;
};

TEST(Library, EveryNameLoadsAndIsThePuzzlesOwn) {
  const std::vector<std::string> names = puzzle_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const std::string& name : names) EXPECT_EQ(load_puzzle(name).name(), name);
  for (const char* name : {"2x2x2",
                           "20x20x20",
                           "megaminx",
                           "kilominx",
                           "pyraminx",
                           "skewb",
                           "pentultimate",
                           "fto",
                           "dino",
                           "square1",
                           "clock",
                           "topspin",
                           "m12",
                           "m24",
                           "dino4",
                           "2x2x2-layer",
                           "30x30x30",
                           "40x40x40",
                           "rex",
                           "master-kilominx",
                           "pyramorphix",
                           "mastermorphix",
                           "master-pyramorphix",
                           "ivy",
                           "dogic",
                           "loopover",
                           "melindas-2x2x2x2"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}

// As docs/json.md and library.h say.
TEST(Library, DescriptionsMakeTheSamePuzzleExceptWherePeopleTurnItInTheirOwnWay) {
  std::set<std::string> others;
  for (const LibraryEntry& entry : puzzle_library()) {
    if (entry.description.empty()) continue;
    if (load_puzzle(entry.description).digest() != load_puzzle(entry.name).digest()) {
      others.insert(entry.name);
    }
  }
  EXPECT_EQ(others,
            (std::set<std::string>{"skewb", "rex", "kilominx", "master-kilominx", "pyraminx",
                                   "master-pyraminx", "professor-pyraminx", "royal-pyraminx",
                                   "emperor-pyraminx", "master-tetraminx", "professor-tetraminx",
                                   "royal-tetraminx", "emperor-tetraminx"}));
}

TEST(Library, NamesInAnyCase) {
  EXPECT_EQ(load_puzzle("MegaMinx").digest(), load_puzzle("megaminx").digest());
  EXPECT_EQ(load_puzzle("3X3X3").digest(), load_puzzle("3x3x3").digest());
  EXPECT_EQ(load_puzzle("Square-1").digest(), load_puzzle("square1").digest());
}

// One puzzle in two shapes has one definition: the Impossiball is the kilominx on a ball, the baby
// FTO an FTO of two layers, which is the skewb diamond.
TEST(Library, OtherNamesOfTheSamePuzzle) {
  for (const auto& [alias, name] : {std::pair{"impossiball", "kilominx"},
                                    {"baby-fto", "skewb-diamond"},
                                    {"ivy cube", "ivy"},
                                    {"rex cube", "rex"},
                                    {"2x2x2x2", "melindas-2x2x2x2"},
                                    {"loopover-5x5", "loopover"},
                                    {"Melinda's 2x2x2x2", "melindas-2x2x2x2"}}) {
    EXPECT_EQ(load_puzzle(alias).name(), name) << alias;
  }
}

TEST(Library, NearNamesAreSuggested) {
  EXPECT_EQ(error_of("megamix"),
            "there is no puzzle and no file 'megamix'; did you mean megaminx?");
  EXPECT_EQ(error_of("pyramid"),
            "there is no puzzle and no file 'pyramid'; did you mean pyraminx?");
  EXPECT_NE(error_of("41x41x41").find("did you mean 4x4x4 or 11x11x11 or 40x40x40?"),
            std::string::npos)
      << error_of("41x41x41");
  EXPECT_NE(error_of("qwertyuiop").find("`gyre puzzles` lists"), std::string::npos);
  EXPECT_NE(error_of("").find("`gyre puzzles` lists"), std::string::npos);
  EXPECT_NE(error_of(std::string(100'000, 'a')).find("`gyre puzzles` lists"), std::string::npos);
}

TEST_F(LibraryFiles, FilesAreReadByTheirExtension) {
  const PuzzleDefinition cube = load_puzzle("2x2x2");
  EXPECT_EQ(load_puzzle(write("cube.tws", write_tws(cube))).digest(), cube.digest());
  EXPECT_EQ(load_puzzle(write("cube.def", write_tws(cube))).digest(), cube.digest());
  EXPECT_EQ(load_puzzle(write("cube", write_tws(cube))).digest(), cube.digest());
  EXPECT_EQ(load_puzzle(write("cube.JSON", write_kpuzzle(cube))).digest(), cube.digest());
}

TEST_F(LibraryFiles, FaultsOfFilesAreNamed) {
  const std::string missing = (directory_ / "none.tws").string();
  EXPECT_EQ(error_of(missing), fmt::format("there is no file '{}'", missing));
  EXPECT_EQ(error_of("none.tws"), "there is no file 'none.tws'");
  EXPECT_EQ(error_of(directory_.string()),
            fmt::format("'{}' is a directory; a file is needed", directory_.string()));
  const std::string broken = write("broken.tws", "Name x\nSet A 0 1\n");
  EXPECT_TRUE(error_of(broken).starts_with(broken + ":2:")) << error_of(broken);
}

}  // namespace
}  // namespace gyre
