// gyre as a process at the end of pipes, for tests that talk to it.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace gyre::test {

// A process with pipes at its three ends, in a world without stored tables.
class Program {
 public:
  explicit Program(std::vector<std::string> arguments) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    std::array<int, 2> err{};
    for (auto* ends : {&in, &out, &err}) {
      if (::pipe2(ends->data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    }
    arguments.insert(arguments.begin(), GYRE_PROGRAM);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string cache =
        (std::filesystem::temp_directory_path() / "gyre-no-such-cache").string();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      ::dup2(err[1], 2);
      ::setenv("GYRE_CACHE", cache.c_str(), 1);
      ::signal(SIGPIPE, SIG_DFL);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    ::close(err[1]);
    in_ = in[1];
    out_ = out[0];
    err_ = err[0];
  }
  ~Program() {
    close_input();
    close_output();
    ::close(err_);
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  // False if nobody reads any more.
  bool write(const std::string& text) const {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t got = ::write(in_, text.data() + done, text.size() - done);
      if (got <= 0) return false;
      done += static_cast<std::size_t>(got);
    }
    return true;
  }
  void close_input() {
    if (in_ >= 0) ::close(in_);
    in_ = -1;
  }
  void close_output() {
    if (out_ >= 0) ::close(out_);
    out_ = -1;
  }

  // The next line, or "TIMEOUT" or "END".
  std::string read_line(int seconds = 60) { return next_line(out_, pending_, seconds); }
  // The same of what it says on stderr.
  std::string read_error_line(int seconds = 60) { return next_line(err_, errors_, seconds); }
  std::vector<std::string> read_lines() {
    std::vector<std::string> lines;
    for (;;) {
      std::string line = read_line();
      if (line == "END" || line == "TIMEOUT") return lines;
      lines.push_back(std::move(line));
    }
  }
  [[nodiscard]] std::string read_errors() const {
    std::string text;
    std::array<char, 4096> part{};
    for (ssize_t got = 0; (got = ::read(err_, part.data(), part.size())) > 0;) {
      text.append(part.data(), static_cast<std::size_t>(got));
    }
    return text;
  }

  void signal(int number) const { ::kill(pid_, number); }

  // As a shell says it: 128 and the number for a signal.
  int wait() {
    int raw = 0;
    ::wait4(pid_, &raw, 0, &usage_);
    pid_ = -1;
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
  }
  // After wait().
  [[nodiscard]] long max_kilobytes() const { return usage_.ru_maxrss; }

 private:
  static std::string next_line(int end, std::string& pending, int seconds) {
    for (;;) {
      const std::size_t newline = pending.find('\n');
      if (newline != std::string::npos) {
        std::string line = pending.substr(0, newline);
        pending.erase(0, newline + 1);
        return line;
      }
      pollfd wait = {end, POLLIN, 0};
      if (::poll(&wait, 1, seconds * 1000) <= 0) return "TIMEOUT";
      std::array<char, 65536> part{};
      const ssize_t got = ::read(end, part.data(), part.size());
      if (got <= 0) return "END";
      pending.append(part.data(), static_cast<std::size_t>(got));
    }
  }

  pid_t pid_ = -1;
  int in_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::string pending_;  // read, and not yet asked for
  std::string errors_;
  rusage usage_{};
};

}  // namespace gyre::test
