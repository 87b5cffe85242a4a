// Golden tests of the command line. Each tests/cli/*.test holds cases:
//
//   $ gyre info -p skewb          the command, run in an empty folder
//   < text                        lines for standard input (optional)
//   expected standard output
//   ! expected standard error     (optional; each line starts with "! ")
//   ? 2                           expected status if not 0
//
// Cases are separated by a line "---". A line of expected output that is "..." matches any number
// of lines.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Case {
  std::string file;
  std::string command;
  std::string input;
  std::string output;
  std::string error;
  int status = 0;
};

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Case> read_cases(const fs::path& path) {
  std::vector<Case> cases;
  std::istringstream text(read(path));
  std::string line;
  bool open = false;
  while (std::getline(text, line)) {
    if (line == "---") {
      open = false;
    } else if (!open) {
      if (line.rfind("$ ", 0) != 0) continue;
      cases.push_back({path.filename().string(), line.substr(2), "", "", "", 0});
      open = true;
    } else if (line == "<" || line.rfind("< ", 0) == 0) {
      cases.back().input += line.substr(std::min<std::size_t>(2, line.size())) + "\n";
    } else if (line.rfind("! ", 0) == 0) {
      cases.back().error += line.substr(2) + "\n";
    } else if (line.rfind("? ", 0) == 0) {
      cases.back().status = std::stoi(line.substr(2));
    } else {
      cases.back().output += line + "\n";
    }
  }
  return cases;
}

bool matches(const std::string& expected, const std::string& actual) {
  if (expected == actual) return true;
  const std::size_t gap = expected.find("...\n");
  if (gap == std::string::npos || (gap != 0 && expected[gap - 1] != '\n')) return false;
  const std::string rest = expected.substr(gap + 4);
  if (actual.compare(0, gap, expected, 0, gap) != 0) return false;
  return actual.size() >= gap + rest.size() &&
         actual.compare(actual.size() - rest.size(), rest.size(), rest) == 0;
}

void PrintTo(const Case& golden, std::ostream* os) {
  *os << golden.command;
}

class Golden : public testing::TestWithParam<Case> {};

TEST_P(Golden, Matches) {
  const Case& golden = GetParam();
  const fs::path folder = fs::temp_directory_path() / ("gyre-cli-" + std::to_string(getpid()));
  fs::create_directories(folder / "home");
  std::ofstream(folder / "in") << golden.input;
  std::string command = golden.command;
  ASSERT_EQ(command.rfind("gyre", 0), 0U);
  command = std::string("cd '") + folder.string() + "' && HOME='" + (folder / "home").string() +
            "' && export HOME && unset GYRE_CACHE XDG_CACHE_HOME && gyre() { '" GYRE_PROGRAM
            "' \"$@\"; } && { " +
            command + "; } <in >out 2>err";
  const int raw = std::system(("exec bash <<'GOLDEN'\n" + command + "\nGOLDEN\n").c_str());
  const int status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128;
  EXPECT_EQ(status, golden.status) << golden.command;
  const std::string output = read(folder / "out");
  EXPECT_TRUE(matches(golden.output, output)) << golden.command << "\nexpected:\n"
                                              << golden.output << "got:\n"
                                              << output;
  const std::string error = read(folder / "err");
  EXPECT_TRUE(matches(golden.error, error)) << golden.command << "\nexpected on stderr:\n"
                                            << golden.error << "got:\n"
                                            << error;
  EXPECT_TRUE(fs::is_empty(folder / "home")) << "something was left in the home folder";
  fs::remove_all(folder);
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(GYRE_SOURCE_DIR "/tests/cli")) {
    if (entry.path().extension() == ".test") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    for (const Case& golden : read_cases(file)) cases.push_back(golden);
  }
  return cases;
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name = std::to_string(info.index) + "_" + info.param.file;
  for (char& c : name) {
    if (isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cli, Golden, testing::ValuesIn(all_cases()), case_name);

}  // namespace
