// What docs/library.md shows are the programs in docs/examples, which the tests compile and run, or
// parts of them; and each promised header has a program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = GYRE_SOURCE_DIR;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::map<std::string, std::string> examples() {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::directory_iterator(kRoot / "docs" / "examples")) {
    out[entry.path().filename().string()] = read(entry.path());
  }
  return out;
}

// What stands between ```c or ```cpp and the end of the block.
std::vector<std::string> code_blocks(const std::string& page) {
  std::vector<std::string> out;
  std::istringstream lines(page);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      out.back() += line + '\n';
    } else if (line == "```c" || line == "```cpp") {
      inside = true;
      out.emplace_back();
    }
  }
  return out;
}

TEST(LibraryDoc, ShowsTheExamplesAsTheyAre) {
  const std::string page = read(kRoot / "docs" / "library.md");
  const std::map<std::string, std::string> programs = examples();
  std::map<std::string, int> shown;
  for (const std::string& block : code_blocks(page)) {
    const auto of = std::find_if(programs.begin(), programs.end(), [&](const auto& program) {
      return program.second.find(block) != std::string::npos;
    });
    if (of == programs.end()) {
      ADD_FAILURE() << "no program of docs/examples has this:\n" << block;
    } else {
      ++shown[of->first];
    }
  }
  for (const auto& [name, text] : programs) {
    EXPECT_GE(shown[name], 1) << name;
    EXPECT_NE(page.find("docs/examples/" + name), std::string::npos) << name;
  }
  EXPECT_GE(programs.size(), 12U);
}

TEST(LibraryDoc, EveryPromisedHeaderHasAnExampleAndALineInTheTable) {
  std::string all;
  for (const auto& [name, text] : examples()) all += text;
  std::string table;
  std::istringstream page(read(kRoot / "docs" / "library.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| `")) table += line;
  }
  int headers = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "include")) {
    if (entry.path().extension() != ".h") continue;
    const std::string header = fs::relative(entry.path(), kRoot / "include").generic_string();
    EXPECT_NE(all.find("#include <" + header + ">"), std::string::npos) << header;
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(table.find("/" + name + "`") != std::string::npos ||
                table.find("`" + name + "`") != std::string::npos)
        << header;
    ++headers;
  }
  EXPECT_GE(headers, 20);
}

}  // namespace
