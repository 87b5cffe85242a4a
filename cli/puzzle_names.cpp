#include "puzzle_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre::cli {

std::optional<std::string> find_puzzle_name(std::string_view text) {
  const std::string wanted = plain_name(std::string(text));
  const auto is_wanted = [&](const std::string& name) { return plain_name(name) == wanted; };
  for (const LibraryEntry& entry : puzzle_library()) {
    if (is_wanted(entry.name) ||
        std::any_of(entry.aliases.begin(), entry.aliases.end(), is_wanted)) {
      return entry.name;
    }
  }
  return std::nullopt;
}

std::string puzzle_hint(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (const auto name = find_puzzle_name(word)) {
      return fmt::format("; did you mean -p {}?", *name);
    }
  }
  return "";
}

}  // namespace gyre::cli
