// gyre convert: definitions and positions from one format to another.
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "cube3/core/conversion.h"
#include "cube3/core/notation.h"
#include "format/compact.h"
#include "format/gap.h"
#include "format/kpuzzle.h"
#include "format/position.h"
#include "format/tws.h"
#include "library/facelets.h"

#include <memory>
#include <optional>

#include "command.h"
#include "format/scramble.h"
#include "numbers.h"
#include "positions.h"

namespace gyre::cli {
namespace {

struct ConvertOptions {
  CommonOptions common;
  std::string to;
  std::vector<std::string> positions;
};

// Only what --moves leaves.
PuzzleDefinition restricted(const PuzzleDefinition& definition, const CommonOptions& options) {
  if (options.moves.empty()) return definition;
  const MoveSet chosen = options.move_set(definition);
  PuzzleDefinition::Parts parts = definition.parts();
  parts.moves.clear();
  for (const MoveClass& cls : chosen.classes()) {
    parts.moves.push_back({cls.name, chosen.unit_action(definition.orbits(), cls)});
    std::erase_if(parts.derived, [&](const DerivedMove& move) { return move.name == cls.name; });
  }
  return PuzzleDefinition(std::move(parts));
}

bool is_cube_notation(const std::string& format) {
  return format == "facelets" || format == "reid";
}

std::string cube_text(const PuzzleDefinition& definition, const Scramble& position,
                      const std::string& format) {
  if (format == "facelets" && !cube3::is_cube3(definition)) {
    const std::optional<std::string> text = PositionForms(definition).write_facelets(position);
    if (!text) {
      throw Error(fmt::format("{} has no facelets; the cubes NxNxN have", definition.name()));
    }
    return *text + "\n";
  }
  const State state = hold(definition, position).position;
  const cube3::Cube cube = cube3::Conversion(definition).to_cube(state);
  return (format == "facelets" ? cube3::write_facelets(cube) : cube3::write_reid(cube)) + "\n";
}

std::string definition_text(const PuzzleDefinition& definition, const std::string& format) {
  if (format == "tws") return write_tws(definition);
  if (format == "json") return write_kpuzzle(definition);
  if (format == "gap") return write_gap(definition);
  if (is_cube_notation(format)) return cube_text(definition, {"", definition.solved()}, format);
  return write_compact(definition, definition.solved()) + "\n";
}

std::string position_text(const PuzzleDefinition& definition, const Scramble& position,
                          const std::string& format) {
  if (format == "tws") return write_scramble(definition, position);
  if (format == "json") return write_kpattern(definition, position.state);
  if (format == "compact") return write_compact(definition, position.state) + "\n";
  if (is_cube_notation(format)) return cube_text(definition, position, format);
  throw Error("--to gap writes a definition; a position has no such form");
}

void convert(const ConvertOptions& options) {
  const ChosenPuzzle puzzle = options.common.chosen();
  const PuzzleDefinition definition = restricted(puzzle.definition, options.common);
  const auto print = [&](const std::string& name, const std::string& text) {
    if (options.common.json) {
      out_line({{"name", name}, {"format", options.to}, {"text", text}});
    } else {
      out(text);
    }
  };
  if (options.positions.empty()) {
    print(definition.name(), definition_text(definition, options.to));
    return;
  }
  const PositionForms forms(definition, puzzle.plain ? *puzzle.plain : definition);
  for (const Scramble& position :
       read_position_arguments(options.common, forms, options.positions)) {
    print(position.name, position_text(definition, position, options.to));
  }
}

}  // namespace

void add_convert(CLI::App& program) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      add_command(program, "convert", "Write a definition or a position in another format",
                  "  gyre convert -p megaminx --to json > megaminx.json\n"
                  "  gyre convert -p my.tws --to gap\n"
                  "  gyre convert --to compact \"R U R' U'\"\n"
                  "  gyre convert -p 5x5x5 --to facelets \"Rw U R' U'\"",
                  options->common);
  command->add_option("--to", options->to, "The format to write")
      ->required()
      ->check(word_among({"tws", "json", "gap", "compact", "facelets", "reid"}))
      ->type_name("tws|json|gap|compact|facelets|reid");
  command->add_option("position", options->positions, kPositionHelp);
  command->callback([options] { convert(*options); });
}

}  // namespace gyre::cli
