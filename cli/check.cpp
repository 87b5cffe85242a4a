// gyre check: can the chosen moves solve a position, and if not, why not.
#include "front/puzzle/check.h"
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>

#include "command.h"
#include "drawing.h"
#include "positions.h"

namespace gyre::cli {
namespace {

struct CheckOptions {
  CommonOptions common;
  std::vector<std::string> positions;
  std::optional<std::string> draw;  // the file of a picture
};

// Pictures of what is wrong: all faces of the puzzle, the stickers that are concerned marked, the
// reason below.
class FaultPicture {
 public:
  explicit FaultPicture(const CheckOptions& options)
      : path_(*options.draw), common_(options.common) {
    check_picture_path(path_);
    options_.view = DrawView::net;
  }

  // Stickers that make no cube.
  void draw(const PositionForms& forms, const ImpossibleFacelets& error) {
    const CubeFacelets& cube = *forms.facelets();
    const FaceletReading& reading = error.reading();
    options_.colours.assign(cube.count(), -1);
    for (int i = 0; i < cube.count(); ++i) options_.colours[cube.sticker(i)] = reading.faces[i];
    mark(cube, reading.faults);
    options_.caption = error.message();
    options_.title = "impossible";
    write_picture(path_, draw_svg(cube.picture(), cube.picture().drawn().solved(), options_));
  }

  // A position; reason: why it cannot be solved.
  void draw(const PositionForms& forms, const Scramble& position, const std::string& reason) {
    const DrawablePuzzle puzzle = drawable_puzzle(common_);
    const bool whole = common_.moves.empty() && common_.ignore.empty();
    if (!reason.empty() && whole && forms.facelets() != nullptr) {
      const State state = hold(puzzle.definition, position).position;
      mark(*forms.facelets(), forms.facelets()->why_impossible(state));
    }
    options_.caption = reason;
    write_picture(path_, puzzle.svg(puzzle.place(position), options_));
  }

 private:
  void mark(const CubeFacelets& cube, const std::vector<FaceletFault>& faults) {
    for (const FaceletFault& fault : faults) {
      for (const int facelet : fault.facelets) options_.marked.push_back(cube.sticker(facelet));
    }
    std::sort(options_.marked.begin(), options_.marked.end());
    options_.marked.erase(std::unique(options_.marked.begin(), options_.marked.end()),
                          options_.marked.end());
  }

  std::string path_;
  const CommonOptions& common_;
  DrawOptions options_;
};

// Returns whether all positions are solvable.
bool check(const CheckOptions& options) {
  const AskedPuzzle puzzle(options.common.wish(), kOptionSpelling);
  const PuzzleDefinition& definition = puzzle.definition();
  const PositionForms& forms = puzzle.forms();
  std::optional<FaultPicture> picture;
  if (options.draw) picture.emplace(options);
  const std::vector<GivenPosition> positions =
      read_given_positions(options.common, forms, options.positions);
  if (picture && positions.size() != 1) {
    throw Error(
        fmt::format("--draw makes a picture of one position; {} were given", positions.size()));
  }
  const MoveSet moves = options.common.move_set(definition);
  // Made when it is first needed: stickers that make no cube do not need it.
  std::optional<PuzzleGroup> group;
  bool all_solvable = true;
  for (const GivenPosition& given : positions) {
    CheckAnswer answer;
    if (given.fault) {
      answer = check_impossible(*given.fault);
      if (picture) picture->draw(forms, *given.fault);
    } else {
      if (!group) group.emplace(definition, moves);
      answer = check_solvable(puzzle, *group, options.common.moves.empty(), given.position);
      if (picture) picture->draw(forms, given.position, answer.reason);
    }
    all_solvable = all_solvable && answer.solvable;
    if (options.common.json) {
      Json line{{"name", given.position.name}, {"solvable", answer.solvable}};
      if (!answer.solvable) line["reason"] = answer.reason;
      out_line(line);
    } else {
      if (positions.size() > 1) out(given.position.name + ": ");
      out(answer.solvable ? "solvable\n" : "not solvable: " + answer.reason + "\n");
    }
  }
  return all_solvable;
}

}  // namespace

void add_check(CLI::App& program) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = add_command(
      program, "check", "Say whether a position can be solved, and if not, why (status 1)",
      "  gyre check \"R U F\"\n"
      "  gyre check \"CPOS CH360NIB6J24M9CEHBK0\"\n"
      "  gyre check UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB\n"
      "  gyre check -p 4x4x4 scrambles.txt\n"
      "  gyre check --moves U,R \"F2\"\n"
      "  gyre check -p 4x4x4 --draw wrong.svg FACELETS",
      options->common);
  command->add_option("position", options->positions, kPositionHelp)->required();
  command
      ->add_option("--draw", options->draw,
                   "Write a picture of the position, .svg or .png, with what is wrong marked")
      ->type_name("FILE");
  command->callback([options] {
    if (!check(*options)) throw CLI::RuntimeError(1);
  });
}

}  // namespace gyre::cli
