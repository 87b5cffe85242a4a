#include "position_stream.h"

#include "command.h"
#include "positions.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <nlohmann/json.hpp>
#include "base/read_file.h"
#include "base/text.h"
#include "format/position.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace gyre::cli {
namespace {

constexpr std::size_t kPart = std::size_t{1} << 16U;

// Empty for a blank line and for a # comment.
std::string_view first_word(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t start = line.find_first_not_of(kBlanks);
  if (start == std::string_view::npos || line[start] == '#') return {};
  line.remove_prefix(start);
  return line.substr(0, line.find_first_of(kBlanks));
}

// Whether a text that begins with this line is one thing of several lines.
bool begins_block(std::string_view line) {
  const std::string_view word = first_word(line);
  if (word == "Scramble" || word == "ScrambleState" || word == "ScrambleAlg") return true;
  return word.starts_with('{') && !Json::accept(line);
}

}  // namespace

std::string PendingPosition::prefix() const {
  return has_line ? SourcePlace{source.file, source.line, 0}.prefix() : name + ": ";
}

// The lines of a file, each as soon as it is there.
class PositionStream::Lines {
 public:
  Lines(const std::string& path, int wake)
      : file_(path == "-" ? "stdin" : path),
        fd_(path == "-" ? STDIN_FILENO : open_to_read(path)),
        wake_(wake) {}
  ~Lines() {
    if (fd_ != STDIN_FILENO) ::close(fd_);
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] int number() const { return number_; }

  // False at the end and when cancelled.
  bool next(std::string& line) {
    std::size_t known = begin_;
    for (;;) {
      const std::size_t newline = buffer_.find('\n', known);
      if (newline != std::string::npos) {
        line.assign(buffer_, begin_, newline - begin_);
        begin_ = newline + 1;
        count(line);
        return true;
      }
      known = buffer_.size() - begin_;  // after the shift below
      buffer_.erase(0, begin_);
      begin_ = 0;
      if (!fill()) break;
    }
    if (cancelled_ || buffer_.empty()) return false;
    line.swap(buffer_);
    buffer_.clear();
    count(line);
    return true;
  }

  // All that is left.
  std::string rest() {
    while (fill()) {
    }
    std::string text = buffer_.substr(begin_);
    buffer_.clear();
    begin_ = 0;
    return text;
  }

  [[nodiscard]] bool cancelled() const { return cancelled_; }

 private:
  void count(std::string& line) {
    if (++number_ == 1) drop_byte_order_mark(line);
  }

  // False at the end and when cancelled.
  bool fill() {
    if (at_end_) return false;
    for (;;) {
      std::array<pollfd, 2> wait = {{{fd_, POLLIN, 0}, {wake_, POLLIN, 0}}};
      if (::poll(wait.data(), wait.size(), -1) < 0) {
        if (errno == EINTR) continue;
        fail();
      }
      if (wait[1].revents != 0) {
        cancelled_ = true;
        at_end_ = true;
        return false;
      }
      const std::size_t old = buffer_.size();
      buffer_.resize(old + kPart);
      const ssize_t got = ::read(fd_, buffer_.data() + old, kPart);
      buffer_.resize(old + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
      if (got > 0) return true;
      if (got == 0) {
        at_end_ = true;
        return false;
      }
      if (errno != EINTR && errno != EAGAIN) fail();
    }
  }

  [[noreturn]] void fail() const {
    throw Error(fmt::format("{} cannot be read: {}",
                            fd_ == STDIN_FILENO ? "standard input" : "the file '" + file_ + "'",
                            std::strerror(errno)));
  }

  std::string file_;
  int fd_;
  int wake_;
  std::string buffer_;
  std::size_t begin_ = 0;
  int number_ = 0;
  bool at_end_ = false;
  bool cancelled_ = false;
};

PositionStream::PositionStream(const PuzzleDefinition& definition,
                               std::vector<std::string> arguments)
    : definition_(definition), arguments_(std::move(arguments)), wake_(::eventfd(0, EFD_CLOEXEC)) {
  if (wake_ < 0) {
    throw MachineFault(fmt::format("no event descriptor is to be had: {}", std::strerror(errno)));
  }
  const auto is_move = [&](const std::string& text) { return is_single_move(definition, text); };
  if (arguments_.size() > 1 && std::all_of(arguments_.begin(), arguments_.end(), is_move)) {
    arguments_ = {fmt::format("{}", fmt::join(arguments_, " "))};
  }
}

PositionStream::~PositionStream() {
  ::close(wake_);
}

void PositionStream::cancel() noexcept {
  const std::uint64_t one = 1;
  (void)!::write(wake_, &one, sizeof one);
}

bool PositionStream::reads_stdin() const noexcept {
  return std::find(arguments_.begin(), arguments_.end(), "-") != arguments_.end();
}

bool PositionStream::reads_files() const noexcept {
  return std::any_of(arguments_.begin(), arguments_.end(), is_file);
}

std::optional<PendingPosition> PositionStream::next() {
  for (;;) {
    if (!ready_.empty()) {
      PendingPosition position = std::move(ready_.front());
      ready_.pop_front();
      return position;
    }
    if (lines_) {
      std::optional<PendingPosition> position = next_line();
      if (position) return position;
      if (lines_->cancelled()) return std::nullopt;
      if (!ready_.empty()) continue;
      lines_.reset();
    }
    if (!open_next()) return std::nullopt;
  }
}

bool PositionStream::open_next() {
  if (next_argument_ == arguments_.size()) return false;
  const std::string& argument = arguments_[next_argument_++];
  if (argument != "-" && !is_file(argument)) {
    if (looks_like_path(definition_, argument)) throw_no_file(argument);
    PendingPosition& position = ready_.emplace_back();
    position.name = std::to_string(next_argument_);
    position.text = argument;
    return true;
  }
  lines_ = std::make_unique<Lines>(argument, wake_);
  std::string before;
  std::string line;
  while (lines_->next(line)) {
    if (first_word(line).empty()) {
      before += line + "\n";
      continue;
    }
    if (begins_block(line)) {
      const std::string text = before + line + "\n" + lines_->rest();
      if (lines_->cancelled()) return false;
      for (Scramble& position : read_positions(definition_, text, lines_->file())) {
        ready_.push_back({position.name, "", {}, false, std::move(position)});
      }
    } else {
      ready_.push_back({std::to_string(lines_->number()),
                        std::move(line),
                        {lines_->file(), lines_->number(), 1},
                        true,
                        std::nullopt});
    }
    return true;
  }
  return !lines_->cancelled();
}

std::optional<PendingPosition> PositionStream::next_line() {
  std::string line;
  while (lines_->next(line)) {
    if (first_word(line).empty()) continue;
    return PendingPosition{std::to_string(lines_->number()),
                           std::move(line),
                           {lines_->file(), lines_->number(), 1},
                           true,
                           std::nullopt};
  }
  return std::nullopt;
}

}  // namespace gyre::cli
