#include "format/lines.h"

#include "base/stop.h"
#include "base/text.h"

#include <fmt/format.h>

namespace gyre {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMostShown = 40;
  std::string out = "'" + without_control_characters(text.substr(0, kMostShown));
  if (text.size() > kMostShown) out += "...";
  return out + "'";
}

bool LineCursor::next() {
  while (next_line()) {
    if (tokens_.front().text.front() != '#') return true;
  }
  return false;
}

bool LineCursor::next_line() {
  while (position_ < text_.size()) {
    ++line_;
    tokens_.clear();
    const std::size_t begin = position_;
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    position_ = end + 1;
    for (std::size_t i = begin; i < end;) {
      if (is_space(text_[i])) {
        ++i;
        continue;
      }
      const std::size_t start = i;
      while (i < end && !is_space(text_[i])) {
        if (text_[i] == '\0') {
          throw Error({file_, line_, static_cast<int>(i - begin) + 1},
                      "a NUL byte; expected a text file");
        }
        ++i;
      }
      if (tokens_.size() == kMaxTokens) {
        throw Error({file_, line_, static_cast<int>(start - begin) + 1},
                    fmt::format("a line of more than {} words", kMaxTokens));
      }
      tokens_.push_back({text_.substr(start, i - start), static_cast<int>(start - begin) + 1});
    }
    constexpr int kLinesBetweenLooks = 256;
    if (line_ % kLinesBetweenLooks == 0) throw_if_stopped(stop_, "reading " + file_);
    if (!tokens_.empty()) return true;
  }
  return false;
}

std::string_view LineCursor::rest_from(const LineToken& token) const noexcept {
  const char* last = tokens_.back().text.data() + tokens_.back().text.size();
  return {token.text.data(), static_cast<std::size_t>(last - token.text.data())};
}

SourcePlace LineCursor::place_behind() const {
  const LineToken& last = tokens_.back();
  return {file_, line_, last.column + static_cast<int>(last.text.size())};
}

void LineCursor::expect_tokens(std::size_t count, std::string_view form) const {
  if (tokens_.size() < count) {
    throw Error(place_behind(), fmt::format("something is missing; expected {}", form));
  }
  if (tokens_.size() > count) {
    fail(tokens_[count],
         fmt::format("{} is too much; expected {}", in_quotes(tokens_[count].text), form));
  }
}

int LineCursor::number(const LineToken& token, int least, int most, std::string_view what) const {
  int value = 0;
  bool good = true;
  for (const char c : token.text) {
    good = good && c >= '0' && c <= '9' && value <= most;
    if (!good) break;
    value = value * 10 + (c - '0');
  }
  if (!good || value < least || value > most) {
    fail(token, fmt::format("{} is no {}; expected a number from {} to {}", in_quotes(token.text),
                            what, least, most));
  }
  return value;
}

}  // namespace gyre
