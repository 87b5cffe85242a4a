// gyre puzzles: the puzzles that have a name.
#include <fmt/format.h>
#include <gyre/geometry/library.h>

#include <memory>

#include "command.h"

namespace gyre::cli {
namespace {

void list_puzzles(bool json) {
  for (const std::string& name : puzzle_names()) {
    const PuzzleDefinition definition = load_puzzle(name);
    const int pieces = definition.orbits().total_pieces();
    const auto moves = definition.moves().size();
    if (json) {
      out_line({{"name", name},
                {"orbits", definition.orbits().size()},
                {"pieces", pieces},
                {"moves", moves}});
    } else {
      out(fmt::format("{:<14} {:>3} orbits {:>5} pieces {:>3} moves\n", name,
                      definition.orbits().size(), pieces, moves));
    }
  }
}

}  // namespace

void add_puzzles(CLI::App& program) {
  CLI::App* command = program.add_subcommand("puzzles", "List the puzzles that have a name");
  command->footer("Examples:\n  gyre puzzles\n  gyre puzzles --json");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON object a line (docs/json.md)");
  command->callback([json] { list_puzzles(*json); });
}

}  // namespace gyre::cli
