// gyre solve as a program at the end of a pipe: order, every answer replayed, one line at a time,
// Ctrl-C, a reader that goes away, and memory that does not grow.
#include "support/piped_program.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>
#include <gyre/library/library.h>
#include <pty.h>
#include <signal.h>
#include "cube3/core/held.h"
#include "cube3/core/notation.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using gyre::cube3::Cube;
using gyre::cube3::FaceTurn;

using gyre::test::Program;

// All that gyre says to a person at a terminal.
std::string said_at_a_terminal(const std::vector<std::string>& arguments) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    ::setenv("GYRE_CACHE", "/nonexistent/cache", 1);
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), GYRE_PROGRAM);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  std::string said;
  std::array<char, 4096> part{};
  // A terminal that nobody is left at is an error to read.
  for (ssize_t got = 0; (got = ::read(terminal, part.data(), part.size())) > 0;) {
    said.append(part.data(), static_cast<std::size_t>(got));
  }
  ::close(terminal);
  ::waitpid(child, nullptr, 0);
  std::erase(said, '\r');
  return said;
}

TEST(SolveAtATerminal, AnErrorStandsAlone) {
  const std::string hint = "gyre table build two-phase makes solutions shorter";
  EXPECT_NE(said_at_a_terminal({"solve", "--time", "0.1", "R U"}).find(hint), std::string::npos);
  for (const std::string bad : {"R Q", "CPOS 3069CFIL02468ACEGIKM"}) {
    const std::string said = said_at_a_terminal({"solve", bad});
    EXPECT_EQ(said.find("gyre: "), 0U) << said;
    EXPECT_EQ(said.find('\n'), said.size() - 1) << said;
  }
}

// The line had never been seen: each new best began its half second of silence anew.
TEST(SolveAtATerminal, SaysHowLongTheBestIsAndTheLowerBound) {
  const std::string said =
      said_at_a_terminal({"solve", "-p", "7x7x7", "--time", "3",
                          "U Rw F 3Rw D Bw L 3Uw R Fw2 D 3Lw B2 Uw R2 F D2 3Fw L Bw2 U 3Dw R"});
  const std::regex line("solving: [0-9]+ moves, at least [0-9]+");
  const auto lines = std::distance(std::sregex_iterator(said.begin(), said.end(), line), {});
  EXPECT_GE(lines, 4) << said;
}

class SolveStream : public testing::Test {
 protected:
  static void SetUpTestSuite() { ::signal(SIGPIPE, SIG_IGN); }

  // Random sequences: some long, some short, some with rotations, some only a position.
  static std::vector<std::string> random_lines(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < count; ++i) {
      std::string line;
      const int length = 1 + static_cast<int>(random() % (i % 3 == 0 ? 30 : 6));
      for (int k = 0; k < length; ++k) {
        const char* faces = i % 5 == 0 ? "UFRDBLxyzMESrufdbl" : "UFRDBL";
        const std::size_t choices = i % 5 == 0 ? 18 : 6;
        line += std::string(k == 0 ? "" : " ") + faces[random() % choices] +
                std::array<const char*, 3>{"", "2", "'"}[random() % 3];
      }
      lines.push_back(line);
    }
    return lines;
  }

  // Writes all lines while the answers are read.
  static std::vector<std::string> answers_to(Program& program,
                                             const std::vector<std::string>& lines) {
    std::thread writer([&] {
      for (const std::string& line : lines) program.write(line + "\n");
      program.close_input();
    });
    std::vector<std::string> answers = program.read_lines();
    writer.join();
    EXPECT_EQ(program.wait(), 0);
    return answers;
  }

  void expect_solved(const std::string& line, const std::string& answer) const {
    const gyre::cube3::HeldCube before = holding.hold(holding.read(line));
    const gyre::cube3::HeldCube after = holding.hold(holding.read(line + " " + answer));
    ASSERT_EQ(after.position, Cube{}) << line << " / " << answer;
    ASSERT_EQ(after.turn, before.turn) << "a solution turns faces only: " << answer;
  }

  const gyre::PuzzleDefinition definition = gyre::load_puzzle("3x3x3");
  const gyre::cube3::Holding holding{definition};
};

TEST_F(SolveStream, AnswersInOrderAndRight) {
  const std::vector<std::string> lines = random_lines(3000, 1);
  Program program({"solve", "-q", "--target", "30", "--threads", "3"});
  const std::vector<std::string> answers = answers_to(program, lines);
  ASSERT_EQ(answers.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) expect_solved(lines[i], answers[i]);
}

TEST_F(SolveStream, InverseMakesThePosition) {
  const std::vector<std::string> lines = random_lines(300, 2);
  Program program({"solve", "-q", "--target", "30", "--inverse"});
  const std::vector<std::string> answers = answers_to(program, lines);
  ASSERT_EQ(answers.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(holding.hold(holding.read(lines[i])).position,
              holding.hold(holding.read(answers[i])).position)
        << lines[i];
  }
}

TEST_F(SolveStream, AnswersEachLineBeforeTheNextIsWritten) {
  Program program({"solve", "-q"});
  for (const std::string& line : random_lines(50, 3)) {
    ASSERT_TRUE(program.write(line + "\n"));
    const std::string answer = program.read_line();
    ASSERT_NE(answer, "TIMEOUT");
    ASSERT_NE(answer, "END");
    expect_solved(line, answer);
  }
  // The last line may lack its end.
  program.write("R U");
  program.close_input();
  EXPECT_EQ(program.read_line(), "U' R'");
  EXPECT_EQ(program.read_line(), "END");
  EXPECT_EQ(program.wait(), 0);
}

TEST_F(SolveStream, SaysAtOnceThatALineIsBad) {
  Program program({"solve", "-q", "--threads", "2"});
  program.write("R\nU\nQ\nF\n");
  // Its input stays open: the program ends all the same.
  EXPECT_EQ(program.read_line(), "R'");
  EXPECT_EQ(program.read_line(), "U'");
  EXPECT_EQ(program.read_line(), "END");
  EXPECT_EQ(program.wait(), 2);
  EXPECT_EQ(program.read_errors(),
            "gyre: stdin:3:1: 'Q' is no move of 3x3x3 (moves: U F R D B L with 2 or '; also Rw M E "
            "S x y z)\n");
}

TEST_F(SolveStream, ABadLineDoesNotWaitForLongWorkBehindIt) {
  Program program({"solve", "-q", "--threads", "2", "--time", "1000"});
  const auto begun = std::chrono::steady_clock::now();
  program.write("R\nQ\nR U2 F' L D B2 R' U F L2 B' D R2 U' F2 L B D2 R' U2 F\n");
  EXPECT_EQ(program.read_line(), "R'");
  EXPECT_EQ(program.read_line(), "END");
  EXPECT_EQ(program.wait(), 2);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(60));
}

TEST_F(SolveStream, CtrlCPrintsWhatIsSolved) {
  const std::string hard = "R U2 F' L D B2 R' U F L2 B' D R2 U' F2 L B D2 R' U2 F";
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program({"solve", "-q", "--time", "1000", "--threads", "2"});
    program.write("R U\nF\n" + hard + "\n");
    EXPECT_EQ(program.read_line(), "U' R'");
    EXPECT_EQ(program.read_line(), "F'");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    program.signal(signal);
    const std::string answer = program.read_line();
    expect_solved(hard, answer);
    EXPECT_EQ(program.read_line(), "END");
    EXPECT_EQ(program.wait(), 128 + signal);
    EXPECT_EQ(program.read_errors(), "");
  }
}

TEST_F(SolveStream, CtrlCPrintsTheBestOfASinglePosition) {
  const std::string hard = "R U2 F' L D B2 R' U F L2 B' D R2 U' F2 L B D2 R' U2 F";
  Program program({"solve", "-q", "--time", "1000", "--all-shorter", hard});
  // Until there is something to print, there is nothing to stop.
  expect_solved(hard, program.read_line());
  program.signal(SIGINT);
  for (const std::string& line : program.read_lines()) expect_solved(hard, line);
  EXPECT_EQ(program.wait(), 130);
}

TEST_F(SolveStream, ToldOfEachShorterOneWhenItIsFound) {
  const std::string hard = "R U2 F' L D B2 R' U F L2 B' D R2 U' F2 L B D2 R' U2 F";
  for (const bool json : {false, true}) {
    Program program({"solve", "-q", "--time", "1000", "--all-shorter", "--threads", "2",
                     json ? "--json" : "--quiet"});
    program.write("R U\n" + hard + "\n");
    // The answer to the second line would come after a quarter of an hour.
    std::string line = program.read_line();
    while (line.find(json ? "\"2\"" : "2: ") == std::string::npos) line = program.read_line();
    if (json) {
      EXPECT_NE(line.find("\"improvement\":true"), std::string::npos) << line;
    } else {
      expect_solved(hard, line.substr(3));
    }
    program.signal(SIGINT);
    (void)program.read_lines();
    EXPECT_EQ(program.wait(), 130);
  }
}

TEST_F(SolveStream, WhatIsToldOfShorterOnesIsInOrder) {
  const std::vector<std::string> lines = random_lines(60, 4);
  Program program({"solve", "-q", "--time", "0.02", "--all-shorter", "--threads", "3"});
  const std::vector<std::string> answers = answers_to(program, lines);
  std::size_t position = 0;
  std::size_t shortest = 0;
  for (const std::string& answer : answers) {
    const std::size_t colon = answer.find(": ");
    const std::size_t number = std::stoul(answer.substr(0, colon));
    if (number != position) {
      ASSERT_EQ(number, ++position) << answer;
      shortest = std::string::npos;
    }
    const std::string moves = answer.substr(colon + 2);
    const auto length = static_cast<std::size_t>(std::count(moves.begin(), moves.end(), ' '));
    EXPECT_LE(length, shortest);
    shortest = length;
    expect_solved(lines[number - 1], moves);
  }
  EXPECT_EQ(position, lines.size());
}

TEST_F(SolveStream, CtrlCWhileWaitingForInput) {
  Program program({"solve", "-q"});
  program.write("R\n");
  EXPECT_EQ(program.read_line(), "R'");
  program.signal(SIGINT);
  EXPECT_EQ(program.read_line(), "END");
  EXPECT_EQ(program.wait(), 130);
}

TEST_F(SolveStream, CtrlCWhileATableIsMadeLeavesNothing) {
  const gyre::test::TemporaryFolder folder;
  Program program({"table", "build", "-q", "--cache", folder.path()});
  std::this_thread::sleep_for(std::chrono::milliseconds(800));
  program.signal(SIGINT);
  EXPECT_EQ(program.wait(), 130);
  EXPECT_EQ(program.read_errors(), "");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(SolveStream, EndsQuietlyWhenNobodyReads) {
  Program program({"solve", "-q", "--target", "30"});
  program.write("R\n");
  EXPECT_EQ(program.read_line(), "R'");
  program.close_output();
  std::thread writer([&] {
    for (int i = 0; i < 100'000 && program.write("R U F\n"); ++i) {
    }
  });
  EXPECT_EQ(program.wait(), 128 + SIGPIPE);
  writer.join();
  EXPECT_EQ(program.read_errors(), "");
}

TEST_F(SolveStream, ScramblesStreamToo) {
  Program program({"scramble", "-n", "1000000", "--threads", "2"});
  for (int i = 0; i < 3; ++i) {
    const std::string line = program.read_line();
    const gyre::Alg alg = holding.read(line).alg;
    EXPECT_GE(alg.nodes.size(), 2U) << line;
    EXPECT_LE(alg.nodes.size(), 20U) << line;
  }
  program.signal(SIGINT);
  while (program.read_line() != "END") {
  }
  EXPECT_EQ(program.wait(), 130);
  EXPECT_EQ(program.read_errors(), "");
}

TEST_F(SolveStream, SlowMemoryStaysFlat) {
  constexpr std::size_t kBlock = 1000;
  const std::vector<std::string> block = random_lines(kBlock, 4);
  const auto run = [&](std::size_t blocks) {
    Program program({"solve", "-q", "--target", "40"});
    std::thread writer([&] {
      for (std::size_t i = 0; i < blocks; ++i) {
        for (const std::string& line : block) program.write(line + "\n");
      }
      program.close_input();
    });
    std::size_t count = 0;
    for (std::string line = program.read_line(); line != "END"; line = program.read_line()) {
      if (line == "TIMEOUT") break;
      // A sample; the others are counted.
      if (count % 97 == 0) expect_solved(block[count % kBlock], line);
      ++count;
    }
    writer.join();
    EXPECT_EQ(count, blocks * kBlock);
    EXPECT_EQ(program.wait(), 0);
    return program.max_kilobytes();
  };
  const long few = run(10);
  const long many = run(100);
  EXPECT_LT(many, few + 8 * 1024) << few << " KB for 10,000 lines, " << many << " KB for 100,000";
}

// Truncated, a bit flipped, another version, no table at all: each is named, moved aside and made
// anew.
TEST_F(SolveStream, SlowDamagedTablesAreMadeAnew) {
  const gyre::test::TemporaryFolder folder;
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--cache", folder.path()});
    Program program(std::move(arguments));
    program.close_input();
    const std::vector<std::string> lines = program.read_lines();
    const std::string errors = program.read_errors();
    return std::tuple(program.wait(), lines, errors);
  };
  ASSERT_EQ(std::get<0>(run({"table", "build", "-q"})), 0);
  const fs::path table = std::get<1>(run({"table", "path", "cube3-phase2-htm"}))[0];
  const auto overwrite = [&](std::streamoff at, const std::string& bytes) {
    std::fstream file(table, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(at);
    file << bytes;
  };
  const std::vector<std::pair<std::string, std::function<void()>>> faults = {
      {"truncated", [&] { fs::resize_file(table, fs::file_size(table) / 2); }},
      {"bits", [&] { overwrite(20'000'000, std::string(8, '\xA5')); }},
      {"version", [&] { overwrite(8, "\x63"); }},
      {"foreign", [&] { std::ofstream(table) << "not a table"; }},
  };
  for (const auto& [name, damage] : faults) {
    damage();
    const auto [status, lines, errors] = run({"solve", "--time", "0.1", "-q", "R U F"});
    EXPECT_EQ(status, 0) << name;
    EXPECT_EQ(lines, std::vector<std::string>{"F' U' R'"}) << name;
    EXPECT_NE(errors.find(table.filename().string()), std::string::npos) << name << errors;
    EXPECT_NE(errors.find("damaged"), std::string::npos) << name << errors;
    EXPECT_EQ(std::get<0>(run({"table", "verify", "-q", "cube3-phase2-htm"})), 0) << name;
  }
}

// "R U2 F'" without the library's parser.
std::vector<FaceTurn> face_turns(const std::string& text) {
  std::vector<FaceTurn> moves;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ' ') continue;
    FaceTurn move{static_cast<std::uint8_t>(gyre::cube3::kFaceNames.find(text[at])), 1};
    const char after = at + 1 < text.size() ? text[at + 1] : ' ';
    if (after != ' ') {
      move.turns = after == '2' ? 2 : 3;
      ++at;
    }
    moves.push_back(move);
  }
  return moves;
}

TEST_F(SolveStream, SlowAMillionRandomCubesWithTheBigTables) {
  constexpr int kCubes = 1'000'000;
  constexpr std::uint64_t kSeed = 33;
  const gyre::test::TemporaryFolder folder;
  Program program(
      {"solve", "-q", "--build", "--target", "21", "--time", "60", "--cache", folder.path()});
  std::thread writer([&] {
    std::mt19937_64 random(kSeed);
    std::string lines;
    for (int i = 0; i < kCubes; ++i) {
      lines += gyre::cube3::write_facelets(gyre::cube3::random_cube(random)) + "\n";
      if (lines.size() > 50'000 || i + 1 == kCubes) {
        if (!program.write(lines)) break;
        lines.clear();
      }
    }
    program.close_input();
  });
  std::mt19937_64 random(kSeed);
  int right = 0;
  for (int i = 0; i < kCubes; ++i) {
    const std::vector<FaceTurn> moves = face_turns(program.read_line());
    const Cube cube = gyre::cube3::random_cube(random);
    right += moves.size() <= 21 && gyre::cube3::replay(cube, moves) == Cube{} ? 1 : 0;
  }
  EXPECT_EQ(right, kCubes);
  EXPECT_EQ(program.read_line(), "END");
  writer.join();
  EXPECT_EQ(program.wait(), 0);
  // The tables, what their making takes beside them (given back since), and little else.
  EXPECT_LT(program.max_kilobytes(), 1'000'000);
}

}  // namespace
