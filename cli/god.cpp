// gyre god: God's algorithm, the number of positions at each distance.
#include <fmt/format.h>
#include <gyre/base/bigint.h>
#include <gyre/base/error.h>
#include <gyre/general/god.h>
#include <gyre/puzzle/puzzle_group.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "format/compact.h"
#include "front/puzzle/counting.h"
#include "front/solve/words.h"
#include "puzzle/symmetry/symmetry.h"

#include <sys/vfs.h>

#include <filesystem>
#include <map>
#include <memory>

#include "command.h"
#include "interrupt.h"
#include "numbers.h"
#include "positions.h"
#include "progress.h"

namespace gyre::cli {
namespace {

const std::map<std::string, GodMethod> kMethods = {
    {"ranked", GodMethod::ranked}, {"tables", GodMethod::tables}, {"disk", GodMethod::disk}};

struct GodCommand {
  CommonOptions common;
  std::optional<int> max_depth;
  std::string from;
  bool symmetric = false;
  int antipodes = 0;
  std::string method;
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

// Files of this kind of file system are memory, which would not be saved by using them.
bool is_memory(const std::filesystem::path& folder) {
  struct statfs disk {};
  constexpr auto kTmpfs = 0x01021994;
  return ::statfs(folder.c_str(), &disk) == 0 && disk.f_type == kTmpfs;
}

// A state on disk takes about so much, with what it is sorted from.
constexpr double kBytesOnDisk = 60;

// Whether all positions would find room.
bool could_finish(const PuzzleDefinition& definition, const MoveSet& moves, SymmetryUse symmetry,
                  std::uint64_t bytes) {
  if (!definition.illegal().empty()) return false;
  try {
    return PuzzleGroup(definition, moves).states().convert_to<double>() * kBytesOnDisk <
           static_cast<double>(bytes) *
               SymmetryGroup(definition, moves, symmetry_options(symmetry)).size();
  } catch (const Error&) {
    return false;  // nobody knows how many there are
  }
}

// Where layers go that memory has no room for, and how much of them. Unless told otherwise half of
// what is free beside the checkpoint, or else in the folder for temporary files; and nothing if
// that would be filled in vain.
void choose_disk(const GodCommand& command, const PuzzleDefinition& definition,
                 const MoveSet& moves, GodOptions& options) {
  if (command.disk == "0") return;
  std::filesystem::path folder = command.work_folder;
  if (folder.empty() && !command.checkpoint.empty()) {
    folder = std::filesystem::absolute(command.checkpoint).parent_path();
  }
  std::error_code none;
  if (folder.empty()) folder = std::filesystem::temp_directory_path(none);
  if (command.disk.empty()) {
    const std::filesystem::space_info space = std::filesystem::space(folder, none);
    options.disk_bytes = none ? 0 : space.available / 2;
  } else {
    options.disk_bytes = *parse_memory(command.disk);
  }
  const bool asked =
      !command.work_folder.empty() || !command.disk.empty() || command.method == "disk";
  if (asked ||
      (!is_memory(folder) && (command.max_depth || could_finish(definition, moves, command.symmetry,
                                                                options.disk_bytes)))) {
    options.work_folder = folder;
  }
}

// Before it starts, for a person.
void say_plan(const GodCommand& command, const GodPlan& plan) {
  if (command.common.quiet || command.common.json) return;
  const std::string positions =
      plan.positions ? fmt::format("{} positions, ", grouped(plan.positions->str())) : "";
  const std::string symmetries =
      plan.symmetries == 1 ? "no symmetry" : fmt::format("{} symmetries", plan.symmetries);
  switch (plan.method) {
    case GodMethod::ranked:
      note(fmt::format("{}ranked, two bits each, {}: {}", positions, symmetries,
                       size_text(plan.memory_bytes)));
      break;
    case GodMethod::tables:
      note(fmt::format("{}three layers in hash tables, {}: at most {}", positions, symmetries,
                       size_text(plan.memory_bytes)));
      break;
    case GodMethod::disk:
      note(fmt::format("{}sorted layers on disk, {}: at most {} of memory", positions, symmetries,
                       size_text(plan.memory_bytes)));
      break;
  }
  if (plan.resumed_depth) note(fmt::format("goes on after depth {}", *plan.resumed_depth));
}

std::string ending(const GodResult& result, const GodCommand& command) {
  const int depth = result.layers.back().depth;
  switch (result.end) {
    case GodResult::End::all:
      return fmt::format("God's number is {} ({})", depth, command.common.metric_name);
    case GodResult::End::max_depth:
      return fmt::format("stopped at depth {}, as asked", depth);
    case GodResult::End::memory:
      return fmt::format(
          "depth {} needs more than {}; give more with --memory, or a folder with --work-dir",
          depth + 1, size_text(command.common.memory_bytes()));
    case GodResult::End::disk:
      return fmt::format("depth {} needs more room on the disk than {} allows", depth + 1,
                         command.disk.empty() ? "half of what was free" : "--disk");
    case GodResult::End::stopped:
      return fmt::format("interrupted after depth {}", depth);
  }
  return "";
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
  if (!command.method.empty()) options.method = kMethods.at(command.method);
  options.checkpoint = command.checkpoint;
  options.resume = command.resume;
  choose_disk(command, definition, moves, options);
  options.plan = [&, first = true](const GodPlan& plan) mutable {
    say_plan(command, plan);
    if (first && !command.common.json) {
      out(fmt::format("depth  {:>20}{}\n", "positions",
                      command.symmetric ? fmt::format("  {:>15}", "up to symmetry") : ""));
    }
    first = false;
  };
  options.progress = progress_callback(command.common);
  options.stop = interrupt.token();
  if (!command.from.empty()) {
    const std::vector<Scramble> start =
        read_position_arguments(PositionForms(definition, puzzle.read_as()), {command.from});
    options.start = hold(definition, start.front()).position;
  }
  options.layer = [&](const GodLayer& layer) {
    print_layer(command, layer);
    flush();  // the next layer may take hours
  };
  const GodResult result = count_with_checkpoint(definition, moves, options, kOptionSpelling);
  BigInt total = 0;
  for (const GodLayer& layer : result.layers) total += layer.positions;
  if (command.common.json) {
    Json line{{"puzzle", definition.name()},
              {"metric", command.common.metric_name},
              {"total", total.str()},
              {"end", word_of_end(result)},
              {"symmetries", result.symmetries},
              {"method", to_string(result.method)}};
    if (result.end == GodResult::End::all) line["gods_number"] = result.layers.back().depth;
    line["antipodes"] = Json::array();
    for (const State& state : result.antipodes) {
      line["antipodes"].push_back(write_compact(definition, state));
    }
    out_line(line);
  } else {
    out(fmt::format("total  {:>20}\n{}\n", grouped(total.str()), ending(result, command)));
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
      ->check(number_within(0, 10000));
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
      ->check(number_within(0, 1'000'000));
  command
      ->add_option(
          "--method", options->method,
          "Count in this way: ranked (two bits for each position), tables (three layers in "
          "memory) or disk; chosen by size if not given")
      ->check(CLI::IsMember({"ranked", "tables", "disk"}));
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
        return text == "0" || parse_memory(text)
                   ? ""
                   : "'" + text + "' is no amount (expected 100G, or 0)";
      });
  command->callback([options] {
    if (const int status = god(*options); status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
