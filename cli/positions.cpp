#include "positions.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "cube3/core/notation.h"
#include "format/position.h"

#include <algorithm>
#include <filesystem>

namespace gyre::cli {

bool is_single_move(const PuzzleDefinition& definition, const std::string& text) {
  return text.find_first_of(" \t\n") == std::string::npos && text.find("CPOS") != 0 &&
         !text.empty() && text[0] != '{' && !cube3::looks_like_facelets(text) &&
         !is_facelet_text(definition, text) && definition.names().longest_prefix(text) > 0;
}

bool looks_like_path(const PuzzleDefinition& definition, const std::string& text) {
  // The slash is a move of the square-1, and few files have commas in their names.
  const bool may_be_moves = definition.names().dialect().kind == Dialect::Kind::square1 &&
                            (text.find(',') != std::string::npos ||
                             text.find_first_not_of("/ UDR0123456789'()") == std::string::npos);
  if (!may_be_moves && text.find('/') != std::string::npos && text.find("//") == std::string::npos)
    return true;
  const std::string ending = std::filesystem::path(text).extension();
  return ending == ".txt" || ending == ".scr" || ending == ".json" || ending == ".tws";
}

bool is_file(const std::string& argument) {
  std::error_code none;
  return std::filesystem::exists(argument, none) && !std::filesystem::is_directory(argument, none);
}

void throw_no_file(const std::string& path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) {
    throw Error(fmt::format("'{}' is a directory; a file is needed", path));
  }
  throw Error(fmt::format("there is no file '{}'", path));
}

namespace {

std::vector<Scramble> read_arguments(const CommonOptions& options,
                                     const PuzzleDefinition& definition,
                                     const std::vector<std::string>& arguments,
                                     const PositionReader& read) {
  const auto is_move = [&](const std::string& text) { return is_single_move(definition, text); };
  const auto read_one = [&](const std::string& text, const std::string& name) {
    Scramble position = read(definition, text, {});
    position.name = name;
    return std::vector<Scramble>{std::move(position)};
  };
  if (arguments.size() > 1 && std::all_of(arguments.begin(), arguments.end(), is_move)) {
    return read_one(fmt::format("{}", fmt::join(arguments, " ")), "1");
  }
  std::vector<Scramble> positions;
  for (const std::string& argument : arguments) {
    std::vector<Scramble> found;
    if (argument == "-") {
      found = read_positions(definition, read_stdin(), "stdin", read);
    } else if (is_file(argument)) {
      found = read_positions(definition, read_input(options, argument), argument, read);
    } else if (looks_like_path(definition, argument)) {
      throw_no_file(argument);
    } else {
      found = read_one(argument, std::to_string(positions.size() + 1));
    }
    positions.insert(positions.end(), found.begin(), found.end());
  }
  if (positions.empty()) throw Error("no position was given");
  return positions;
}

}  // namespace

std::vector<Scramble> read_position_arguments(const CommonOptions& options,
                                              const PositionForms& forms,
                                              const std::vector<std::string>& arguments) {
  std::vector<Scramble> positions =
      read_arguments(options, forms.plain(), arguments,
                     [&](const PuzzleDefinition&, std::string_view text, const AlgSource& source) {
                       return forms.read_plain(text, source);
                     });
  for (Scramble& position : positions) position = forms.change(std::move(position));
  return positions;
}

std::vector<GivenPosition> read_given_positions(const CommonOptions& options,
                                                const PositionForms& forms,
                                                const std::vector<std::string>& arguments) {
  // Positions of scramble files do not pass through the reader, so a fault cannot know its number:
  // an empty state keeps its place.
  std::vector<ImpossibleFacelets> faults;
  const auto read = [&](const PuzzleDefinition&, std::string_view text, const AlgSource& source) {
    try {
      return forms.read_plain(text, source);
    } catch (const ImpossibleFacelets& fault) {
      faults.push_back(fault);
      return Scramble{};
    }
  };
  std::vector<GivenPosition> given;
  std::size_t next = 0;
  for (Scramble& position : read_arguments(options, forms.plain(), arguments, read)) {
    const bool impossible = position.state.bytes.empty();
    given.push_back({std::move(position), std::nullopt});
    if (impossible) given.back().fault = std::move(faults[next++]);
  }
  return given;
}

}  // namespace gyre::cli
