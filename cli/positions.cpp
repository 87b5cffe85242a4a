#include "positions.h"

#include <fmt/format.h>
#include <gyre/format/position.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

namespace gyre::cli {
namespace {

bool is_single_move(const PuzzleDefinition& definition, const std::string& text) {
  return text.find_first_of(" \t\n") == std::string::npos && text.find("CPOS") != 0 &&
         !text.empty() && text[0] != '{' && definition.names().longest_prefix(text) > 0;
}

}  // namespace

std::vector<Scramble> read_position_arguments(const PuzzleDefinition& definition,
                                              const std::vector<std::string>& arguments) {
  const auto is_move = [&](const std::string& text) { return is_single_move(definition, text); };
  if (arguments.size() > 1 && std::all_of(arguments.begin(), arguments.end(), is_move)) {
    return {{"1", read_position(definition, fmt::format("{}", fmt::join(arguments, " ")))}};
  }
  std::vector<Scramble> positions;
  for (const std::string& argument : arguments) {
    std::vector<Scramble> found;
    if (argument == "-") {
      const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
      found = read_positions(definition, text, "stdin");
    } else if (std::error_code none; std::filesystem::is_regular_file(argument, none)) {
      found = read_positions(definition, read_file(argument), argument);
    } else {
      found = {{std::to_string(positions.size() + 1), read_position(definition, argument)}};
    }
    positions.insert(positions.end(), found.begin(), found.end());
  }
  return positions;
}

}  // namespace gyre::cli
