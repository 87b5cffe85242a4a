// gyre solve --checkpoint killed at any moment: what is found in the end is what is found without.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

pid_t start(const std::vector<std::string>& arguments, const fs::path& out,
            const fs::path& folder) {
  const pid_t child = fork();
  if (child != 0) return child;
  const int file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  setenv("GYRE_CACHE", (folder / "cache").c_str(), 1);
  std::vector<char*> argv;
  std::string program = GYRE_PROGRAM;
  argv.push_back(program.data());
  std::vector<std::string> copies = arguments;
  for (std::string& argument : copies) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(GYRE_PROGRAM, argv.data());
  _exit(127);
}

int finish(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(SolveKill, AKilledSearchGoesOnAndFindsTheSame) {
  const fs::path folder =
      fs::temp_directory_path() / ("gyre-solve-kill-" + std::to_string(getpid()));
  fs::create_directories(folder);
  const fs::path checkpoint = folder / "work.json";
  const std::vector<std::string> plain = {"solve",
                                          "--quiet",
                                          "--engine",
                                          "general",
                                          "--memory",
                                          "16M",
                                          "R U F' L2 D B R2 U' F D' L B2 U'"};
  std::vector<std::string> with = plain;
  with.insert(with.begin() + 1, {"--checkpoint", checkpoint.string()});
  ASSERT_EQ(finish(start(plain, folder / "plain", folder)), 0);
  const std::string expected = text_of(folder / "plain");
  int kills = 0;
  // Killed a little later each time, until it finds its way to the end.
  for (int milliseconds = 20;; milliseconds += 40) {
    const pid_t child = start(with, folder / "out", folder);
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    const bool by_hand = kills % 3 == 2;
    kill(child, by_hand ? SIGINT : SIGKILL);
    const int status = finish(child);
    if (status == 0) break;
    EXPECT_EQ(status, by_hand ? 130 : 128 + SIGKILL) << text_of(folder / "out");
    ++kills;
    ASSERT_LT(kills, 1'000);
  }
  EXPECT_GT(kills, 2);
  EXPECT_EQ(text_of(folder / "out"), expected);
  EXPECT_FALSE(fs::exists(checkpoint));
  fs::remove_all(folder);
}

}  // namespace
