// Command lines that do what a request asks for, to be copied into a shell.
#pragma once

#include <string>
#include <string_view>

namespace gyre::serve {

class CommandLine {
 public:
  // "solve"
  explicit CommandLine(std::string_view command);

  CommandLine& add(std::string_view argument);
  // --name value, unless the value is empty.
  CommandLine& option(std::string_view name, std::string_view value);
  CommandLine& flag(std::string_view name, bool given);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

// The word as a shell reads it back: in quotes where that is needed.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace gyre::serve
