// The programs in docs/library.md are those in docs/examples, which the tests compile and run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(LibraryDoc, ShowsTheExamplesAsTheyAre) {
  const std::filesystem::path docs = std::filesystem::path(GYRE_SOURCE_DIR) / "docs";
  const std::string page = read(docs / "library.md");
  int examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(docs / "examples")) {
    const std::string text = read(entry.path());
    const std::size_t start = text.find("#include");
    ASSERT_NE(start, std::string::npos) << entry.path();
    const std::string shown = fmt::format("\n{}```\n", text.substr(start));
    EXPECT_NE(page.find(shown), std::string::npos) << entry.path();
    ++examples;
  }
  EXPECT_GE(examples, 3);
}

}  // namespace
