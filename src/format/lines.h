// A line and token cursor that knows where everything stands, for the line based formats (.tws and
// scramble files). Decides what a blank, a comment and a number are; knows no command.
#pragma once

#include <gyre/base/error.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gyre {

struct LineToken {
  std::string_view text;
  int column = 1;
};

// A token for an error message: in quotes, shortened, nothing unprintable.
[[nodiscard]] std::string in_quotes(std::string_view text);

class LineCursor {
 public:
  // No line that means something has more; a file of one line must not fill the memory.
  static constexpr std::size_t kMaxTokens = 100'000;

  // Both must outlive the cursor. LF and CR LF end a line; a lone CR is white space.
  LineCursor(std::string_view text, const std::string& file, std::stop_token stop = {})
      : text_(text), file_(file), stop_(std::move(stop)) {}

  // Goes to the next line that holds a token and is no comment; false at the end. Throws Error on a
  // NUL byte (a binary file is never read as text), on a line of more than kMaxTokens, and when
  // stopped.
  bool next();

  [[nodiscard]] const std::vector<LineToken>& tokens() const noexcept { return tokens_; }
  [[nodiscard]] int line() const noexcept { return line_; }
  // Where in the text the next line starts.
  [[nodiscard]] std::size_t next_offset() const noexcept {
    return std::min(position_, text_.size());
  }
  // The line from a token on, without white space at its end.
  [[nodiscard]] std::string_view rest_from(const LineToken& token) const noexcept;

  [[nodiscard]] SourcePlace place(const LineToken& token) const {
    return {file_, line_, token.column};
  }
  // Just behind the last token: where something is missing.
  [[nodiscard]] SourcePlace place_behind() const;
  [[noreturn]] void fail(const LineToken& token, std::string_view message) const {
    throw Error(place(token), message);
  }

  // Throws Error unless the line has exactly this many tokens; `form` shows the right line.
  void expect_tokens(std::size_t count, std::string_view form) const;
  // A decimal number without sign in least..most; `what` names it in the error.
  [[nodiscard]] int number(const LineToken& token, int least, int most,
                           std::string_view what) const;

 private:
  // Goes to the next line that holds a token.
  bool next_line();

  std::string_view text_;
  const std::string& file_;
  std::size_t position_ = 0;
  int line_ = 0;
  std::stop_token stop_;
  std::vector<LineToken> tokens_;
};

}  // namespace gyre
