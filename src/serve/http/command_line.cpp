#include "serve/http/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace gyre::serve {

std::string shell_word(std::string_view text) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_./,:=+@%").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return std::string(text);
  // Double quotes where they do: R U' is easier to read so.
  if (text.find_first_of("\"\\$`!") == std::string_view::npos) return fmt::format("\"{}\"", text);
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  out += '\'';
  return out;
}

CommandLine::CommandLine(std::string_view command) : text_(fmt::format("gyre {}", command)) {}

CommandLine& CommandLine::add(std::string_view argument) {
  text_ += fmt::format(" {}", shell_word(argument));
  return *this;
}

CommandLine& CommandLine::option(std::string_view name, std::string_view value) {
  if (value.empty()) return *this;
  text_ += fmt::format(" {} {}", name, shell_word(value));
  return *this;
}

CommandLine& CommandLine::flag(std::string_view name, bool given) {
  if (given) text_ += fmt::format(" {}", name);
  return *this;
}

}  // namespace gyre::serve
