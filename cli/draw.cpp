// gyre draw: a position as a picture, in a file or on standard output.
#include "drawing.h"
#include "numbers.h"
#include "positions.h"

#include <fmt/format.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "draw/png.h"

#include <memory>
#include <optional>

namespace gyre::cli {
namespace {

struct DrawCommand {
  CommonOptions common;
  std::vector<std::string> positions;
  std::string start;
  std::string output;
  std::string view = "3d";
  std::string palette = "standard";
  std::string highlight;
  std::string angle;
  bool no_shading = false;
  DrawOptions draw;
};

Scramble read_one(const DrawCommand& command, const PuzzleDefinition& definition,
                  const std::vector<std::string>& arguments) {
  std::vector<Scramble> positions =
      read_position_arguments(command.common, PositionForms(definition), arguments);
  if (positions.size() != 1) {
    throw Error(
        fmt::format("draw makes a picture of one position; {} were given", positions.size()));
  }
  return std::move(positions[0]);
}

// Says which of the options that were given change nothing about the picture.
void note_idle_options(const DrawCommand& command, const CLI::App& given,
                       const DrawablePuzzle& puzzle) {
  std::vector<std::string> idle;
  const auto check = [&](const char* option, bool applies) {
    if (!applies && given.count(option) > 0) idle.emplace_back(option);
  };
  const bool solid = puzzle.picture.has_value();
  check("--view", solid);
  check("--angle", solid && command.view != "net");
  check("--letters", solid);
  check("--palette", solid || has_palette(puzzle.definition));
  if (idle.empty()) return;
  note(fmt::format("{} do{} not apply to {} of {}", fmt::join(idle, ", "),
                   idle.size() == 1 ? "es" : "", solid ? "a net" : "the picture",
                   puzzle.definition.name()));
}

void draw(DrawCommand& command, const CLI::App& given) {
  const bool to_stdout = given.count("--output") == 0 || command.output == "-";
  if (!to_stdout) check_picture_path(command.output);
  const DrawablePuzzle puzzle = drawable_puzzle(command.common);
  if (!command.common.quiet) note_idle_options(command, given, puzzle);
  DrawOptions& options = command.draw;
  options.view = command.view == "net" ? DrawView::net : DrawView::solid;
  options.palette =
      command.palette == "colorblind" ? DrawPalette::colorblind : DrawPalette::standard;
  options.shading = !command.no_shading;
  if (options.background == "none") options.background.clear();
  if (!command.highlight.empty()) options.highlight = puzzle.find(command.highlight);
  if (!command.angle.empty()) options.angle = parse_angle(command.angle);

  State placed = puzzle.drawn().solved();
  Alg moves;
  if (!command.start.empty()) {
    // The sequence begins there: from the solved puzzle it may be blocked.
    placed = puzzle.place(read_one(command, puzzle.definition, {command.start}));
    moves =
        parse_alg(fmt::format("{}", fmt::join(command.positions, " ")), &puzzle.drawn().names());
    placed = apply(puzzle.drawn(), placed, moves);
  } else if (!command.positions.empty()) {
    const Scramble position = read_one(command, puzzle.definition, command.positions);
    placed = puzzle.place(position);
    moves = position.alg;
  }
  options.title = picture_title(puzzle.definition, moves, !command.start.empty());
  const std::string svg = puzzle.svg(placed, options);
  if (!to_stdout) {
    write_picture(command.output, svg);
    if (command.common.json) out_line({{"file", command.output}});
  } else if (command.common.json) {
    out_line({{"svg", svg}});
  } else {
    out(svg);
  }
}

}  // namespace

void add_draw(CLI::App& program) {
  auto command_options = std::make_shared<DrawCommand>();
  DrawCommand& options = *command_options;
  CLI::App* command =
      add_command(program, "draw", "Draw a position as SVG or PNG, in space or as a net",
                  "  gyre draw \"R U R' U'\" -o sexy.svg\n"
                  "  gyre draw -p megaminx \"R U F\" --view net -o net.svg\n"
                  "  gyre draw -p 4x4x4 --highlight EDGES \"Rw U\" > edges.svg\n"
                  "  gyre draw -p fto --palette colorblind --letters -o fto.png",
                  options.common);
  command->add_option("position", options.positions,
                      std::string(kPositionHelp) + "; without any, the solved puzzle");
  const char* picture = "Picture";
  command
      ->add_option("-o,--output", options.output,
                   fmt::format("File to write, .svg or .png{} [standard output, as SVG]",
                               has_png() ? "" : " (PNG is off in this build)"))
      ->type_name("FILE")
      ->group(picture);
  command->add_option("--view", options.view, "In space, or all faces laid out flat")
      ->check(word_among({"3d", "net"}))
      ->type_name("3d|net")
      ->capture_default_str()
      ->group(picture);
  command->add_option("--palette", options.palette, "Colours")
      ->check(word_among({"standard", "colorblind"}))
      ->type_name("standard|colorblind")
      ->capture_default_str()
      ->group(picture);
  command->add_option("--size", options.draw.size, "Pixels of the longer side")
      ->check(number_within(kMinDrawSize, kMaxDrawSize))
      ->capture_default_str()
      ->group(picture);
  command
      ->add_option("--highlight", options.highlight,
                   "Only these pieces in colour: an orbit (EDGES), a piece of it (CORNERS:1), or "
                   "the faces of a piece (UF)")
      ->type_name("PIECES")
      ->group(picture);
  command->add_flag("--letters", options.draw.letters, "Name the face of each sticker's colour")
      ->group(picture);
  command->add_flag("--no-shading", options.no_shading, "The same light on all faces")
      ->group(picture);
  command
      ->add_option("--angle", options.angle,
                   "Degrees by which the viewer goes round to the right, and up")
      ->type_name("YAW,PITCH")
      ->check([](const std::string& text) {
        return parse_angle(text) ? std::string() : no_angle(text);
      })
      ->group(picture);
  command->add_option("--caption", options.draw.caption, "A text below the picture")
      ->type_name("TEXT")
      ->group(picture);
  command->add_option("--background", options.draw.background, "A colour behind the picture [none]")
      ->type_name("COLOUR")
      ->check([](const std::string& text) {
        return text == "none" || is_colour(text) ? std::string() : no_colour(text);
      })
      ->group(picture);
  command->add_option("--position", options.start, "Start from this position instead of solved")
      ->type_name("POSITION")
      ->group(picture);
  command->callback([command_options, command] { draw(*command_options, *command); });
}

}  // namespace gyre::cli
