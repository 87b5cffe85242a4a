// gyre solve --optimal as a program at the end of a pipe: order, every answer replayed and as short
// as the general engine's, one line at a time, Ctrl-C.
#include "support/piped_program.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>
#include <gyre/library/library.h>
#include <signal.h>
#include "cube3/core/held.h"

#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using gyre::cube3::Cube;
using gyre::test::Program;
using Json = nlohmann::json;

// 20 moves away from solved: hours with the smallest table.
constexpr const char* kSuperflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

class SolveOptimal : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ::signal(SIGPIPE, SIG_IGN);
    folder = new gyre::test::TemporaryFolder;
    Program program(arguments({"table", "build", "optimal", "-q"}));
    program.close_input();
    ASSERT_EQ(program.wait(), 0) << program.read_errors();
  }
  static void TearDownTestSuite() {
    delete folder;
    folder = nullptr;
  }

  // With the smallest table, which is made once for all tests.
  static std::vector<std::string> arguments(std::vector<std::string> all) {
    all.insert(all.end(), {"--cache", folder->path(), "--memory", "100M"});
    return all;
  }
  static std::vector<std::string> solve(std::vector<std::string> more) {
    more.insert(more.begin(), {"solve", "--optimal", "-q"});
    return arguments(std::move(more));
  }

  static std::vector<std::string> random_lines(int count, int most) {
    std::mt19937_64 random(5);
    std::vector<std::string> lines;
    for (int i = 0; i < count; ++i) {
      std::string line;
      const int length = static_cast<int>(random() % static_cast<unsigned>(most)) + 1;
      for (int k = 0; k < length; ++k) {
        line += std::string(k == 0 ? "" : " ") + "UFRDBLxM"[random() % 8] +
                std::array<const char*, 3>{"", "2", "'"}[random() % 3];
      }
      lines.push_back(line);
    }
    return lines;
  }

  static std::vector<std::string> answers(Program& program, const std::vector<std::string>& lines) {
    std::thread writer([&] {
      for (const std::string& line : lines) program.write(line + "\n");
      program.close_input();
    });
    std::vector<std::string> read = program.read_lines();
    writer.join();
    EXPECT_EQ(program.wait(), 0);
    return read;
  }

  void expect_solved(const std::string& line, const std::string& answer) const {
    const gyre::cube3::HeldCube before = holding.hold(holding.read(line));
    const gyre::cube3::HeldCube after = holding.hold(holding.read(line + " " + answer));
    ASSERT_EQ(after.position, Cube{}) << line << " / " << answer;
    ASSERT_EQ(after.turn, before.turn) << "a solution turns faces only: " << answer;
  }

  const gyre::PuzzleDefinition definition = gyre::load_puzzle("3x3x3");
  const gyre::cube3::Holding holding{definition};

 private:
  inline static gyre::test::TemporaryFolder* folder = nullptr;
};

TEST_F(SolveOptimal, StreamsInOrderAndAsShortAsTheGeneralEngine) {
  const std::vector<std::string> lines = random_lines(60, 9);
  Program own(solve({"--json", "--threads", "3"}));
  const std::vector<std::string> answered = answers(own, lines);
  ASSERT_EQ(answered.size(), lines.size());
  Program general(arguments({"solve", "--engine", "general", "--json", "-q"}));
  const std::vector<std::string> expected = answers(general, lines);
  ASSERT_EQ(expected.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json answer = Json::parse(answered[i]);
    EXPECT_EQ(answer["line"], i + 1);
    EXPECT_EQ(answer["length"], Json::parse(expected[i])["length"]) << lines[i];
    EXPECT_EQ(answer["optimal"], true);
    expect_solved(lines[i], answer["solution"]);
    // The proof: every length before the last without a solution, and what they took together.
    std::uint64_t nodes = 0;
    std::uint64_t probes = 0;
    int last = -1;
    for (const Json& length : answer["proof"]["lengths"]) {
      EXPECT_EQ(length["solutions"], length["length"] == answer["length"] ? 1 : 0);
      nodes += length["nodes"].get<std::uint64_t>();
      probes += length["probes"].get<std::uint64_t>();
      EXPECT_TRUE(last < 0 || length["length"] == last + 1) << answered[i];
      last = length["length"];
    }
    EXPECT_EQ(last, answer["length"].get<int>());
    EXPECT_EQ(answer["nodes"], nodes) << answered[i];
    EXPECT_EQ(answer["probes"], probes) << answered[i];
  }
}

TEST_F(SolveOptimal, AnswersEachLineBeforeTheNextIsWritten) {
  Program program(solve({}));
  for (const std::string& line : random_lines(20, 8)) {
    ASSERT_TRUE(program.write(line + "\n"));
    const std::string answer = program.read_line();
    ASSERT_NE(answer, "TIMEOUT");
    ASSERT_NE(answer, "END");
    expect_solved(line, answer);
  }
  program.close_input();
  EXPECT_EQ(program.read_line(), "END");
  EXPECT_EQ(program.wait(), 0);
}

TEST_F(SolveOptimal, CtrlCSaysWhatIsProvedOfASinglePosition) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program(solve({kSuperflip}));
    std::this_thread::sleep_for(std::chrono::seconds(2));
    program.signal(signal);
    EXPECT_EQ(program.read_line(), "END");
    EXPECT_EQ(program.wait(), 128 + signal);
    const std::string errors = program.read_errors();
    EXPECT_EQ(errors.find("gyre: interrupted: no solution of "), 0U) << errors;
    EXPECT_NE(errors.find(" moves or fewer exists\n"), std::string::npos) << errors;
  }
}

TEST_F(SolveOptimal, CtrlCPrintsWhatAStreamHasSolved) {
  Program program(solve({"--threads", "2"}));
  program.write(std::string("R U\n") + kSuperflip + "\nF\n");
  EXPECT_EQ(program.read_line(), "U' R'");
  std::this_thread::sleep_for(std::chrono::seconds(1));
  program.signal(SIGINT);
  // The answer to the third line is known, but one before it is not.
  EXPECT_EQ(program.read_line(), "END");
  EXPECT_EQ(program.wait(), 130);
  EXPECT_EQ(program.read_errors(), "");
}

TEST_F(SolveOptimal, TheTimeEndsEachPositionOfAStream) {
  Program program(solve({"--time", "1", "--threads", "2"}));
  program.write(std::string("R U\n") + kSuperflip + "\nF\n");
  program.close_input();
  EXPECT_EQ(program.read_line(), "U' R'");
  const std::string given_up = program.read_line();
  EXPECT_EQ(given_up.find("// the time is over: no solution of "), 0U) << given_up;
  EXPECT_EQ(program.read_line(), "F'");
  EXPECT_EQ(program.read_line(), "END");
  EXPECT_EQ(program.wait(), 1);
}

}  // namespace
