// gyre god: God's algorithm, the number of positions at each distance.
#include <fmt/format.h>
#include <gyre/base/bigint.h>
#include <gyre/base/error.h>
#include <gyre/general/god.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "format/compact.h"
#include "front/puzzle/counting.h"
#include "front/solve/words.h"
#include "front/texts/json_answers.h"

#include <memory>

#include "command.h"
#include "interrupt.h"
#include "numbers.h"
#include "positions.h"
#include "progress.h"

namespace gyre::cli {
namespace {

struct GodCommand {
  CommonOptions common;
  std::optional<int> max_depth;
  std::string from;
  bool symmetric = false;
  int antipodes = 0;
  std::string method = "auto";
  std::string checkpoint;
  bool resume = false;
  std::string work_folder;
  std::string disk;
  SymmetryUse symmetry = SymmetryUse::all;
};

void print_layer(const GodCommand& command, const GodLayer& layer) {
  if (command.common.json) {
    out_line({{"depth", layer.depth}, {"positions", layer.positions}, {"classes", layer.classes}});
    return;
  }
  const std::string classes =
      command.symmetric ? fmt::format("  {:>15}", grouped(layer.classes)) : "";
  out(fmt::format("{:>5}  {:>20}{}\n", layer.depth, grouped(layer.positions), classes));
}

DiskWish disk_wish(const GodCommand& command) {
  DiskWish wish;
  wish.folder = command.work_folder;
  if (!command.disk.empty()) wish.bytes = parse_disk(command.disk);
  return wish;
}

// Before it starts, for a person.
void say_plan(const GodCommand& command, const GodPlan& plan) {
  if (command.common.quiet || command.common.json) return;
  note(plan_sentence(plan));
  if (plan.resumed_depth) note(fmt::format("goes on after depth {}", *plan.resumed_depth));
}

int god(const GodCommand& command) {
  const ChosenPuzzle puzzle = command.common.chosen();
  const PuzzleDefinition& definition = puzzle.definition;
  const MoveSet moves = command.common.move_set(definition);
  const Interrupt interrupt;
  GodOptions options;
  options.max_depth = command.max_depth;
  options.memory_bytes = command.common.memory_bytes();
  options.threads = command.common.threads;
  options.antipodes = command.antipodes;
  options.symmetry = command.symmetry;
  options.classes = command.symmetric || command.common.json;
  options.method = find_god_method(command.method);
  options.checkpoint = command.checkpoint;
  options.resume = command.resume;
  const DiskWish disk = disk_wish(command);
  choose_disk(definition, moves, disk, options);
  options.plan = [&, first = true](const GodPlan& plan) mutable {
    say_plan(command, plan);
    if (first && !command.common.json) {
      out(fmt::format("depth  {:>20}{}\n", "positions",
                      command.symmetric ? fmt::format("  {:>15}", "up to symmetry") : ""));
    }
    first = false;
  };
  options.warning = [](const std::string& text) { note("gyre: " + text); };
  options.progress = progress_callback(command.common);
  options.stop = interrupt.token();
  if (!command.from.empty()) {
    const std::vector<Scramble> start = read_position_arguments(
        command.common, PositionForms(definition, puzzle.read_as()), {command.from});
    options.start = hold(definition, start.front()).position;
  }
  options.layer = [&](const GodLayer& layer) {
    print_layer(command, layer);
    flush();  // the next layer may take hours
  };
  const GodResult result = count_with_checkpoint(definition, moves, options, kOptionSpelling);
  const std::string total = positions_of(result).str();
  if (command.common.json) {
    Json line{
        {"puzzle", definition.name()}, {"metric", command.common.metric_name}, {"total", total}};
    line.update(god_end_json(definition, result));
    out_line(line);
  } else {
    out(fmt::format("total  {:>20}\n{}\n", grouped(total),
                    sentence_of_end(result, moves.metric(), options, disk, kOptionSpelling)));
    for (const State& state : result.antipodes) out(write_compact(definition, state) + '\n');
  }
  if (result.end == GodResult::End::stopped) return interrupt.status();
  const bool short_of_room =
      result.end == GodResult::End::memory || result.end == GodResult::End::disk;
  return short_of_room ? 1 : 0;
}

}  // namespace

void add_god(CLI::App& program) {
  auto options = std::make_shared<GodCommand>();
  CLI::App* command = add_command(program, "god", "Count the positions at each distance",
                                  "  gyre god -p 2x2x2 --moves U,R,F\n"
                                  "  gyre god -p pyraminx --symmetric --antipodes 3\n"
                                  "  gyre god --max-depth 5 --metric qtm",
                                  options->common);
  command->add_option("--max-depth", options->max_depth, "Stop at this distance")
      ->check(number_within(kGodDepthRange));
  command->add_option("--from", options->from, "Count from this position instead of solved")
      ->type_name("POSITION");
  command->add_flag("--symmetric", options->symmetric,
                    "Also count positions that are symmetric to each other once");
  add_symmetry_option(
      *command, options->symmetry,
      "Symmetries to count with: of positions that they make alike one is held [all]");
  command
      ->add_option("--antipodes", options->antipodes,
                   "Print so many of the positions that are furthest away, up to symmetry")
      ->check(number_within(kAntipodesRange));
  command
      ->add_option(
          "--method", options->method,
          "Count in this way: ranked (two bits for each position), tables (three layers in "
          "memory) or disk; auto: by size")
      ->check(word_among(god_method_words()))
      ->capture_default_str();
  CLI::Option* checkpoint =
      command
          ->add_option("--checkpoint", options->checkpoint,
                       "Keep what is needed to go on in this file, after each depth")
          ->type_name("FILE");
  command->add_flag("--resume", options->resume, "Go on from the checkpoint")->needs(checkpoint);
  command
      ->add_option("--work-dir", options->work_folder,
                   "Where layers go that memory has no room for; else beside the checkpoint or in "
                   "the folder for temporary files")
      ->type_name("FOLDER")
      ->check(CLI::ExistingDirectory);
  command
      ->add_option("--disk", options->disk,
                   "Room that they may take, 0 for none; else half of what is free")
      ->type_name("100G")
      ->check([](const std::string& text) {
        return parse_disk(text) ? "" : must_be(kDiskAmount, text);
      });
  command->callback([options] {
    if (const int status = god(*options); status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
