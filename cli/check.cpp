// gyre check: can the chosen moves solve a position, and if not, why not.
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/conversion.h>
#include <gyre/puzzle/puzzle_group.h>

#include <memory>

#include "command.h"
#include "positions.h"

namespace gyre::cli {
namespace {

struct CheckOptions {
  CommonOptions common;
  std::vector<std::string> positions;
};

// In the words of the cube where all its moves may be used; otherwise what the group says.
std::string why_not(const PuzzleDefinition& definition, const State& state, bool all_moves,
                    const Membership& membership) {
  if (all_moves && cube3::is_cube3(definition)) {
    std::string reason = cube3::why_impossible(cube3::Conversion(definition).to_cube(state));
    if (!reason.empty()) return reason;
  }
  return fmt::format("{}", fmt::join(membership.reasons, "; "));
}

// Returns whether all positions are solvable.
bool check(const CheckOptions& options) {
  const PuzzleDefinition definition = options.common.definition();
  const std::vector<Scramble> positions = read_position_arguments(definition, options.positions);
  const PuzzleGroup group(definition, options.common.move_set(definition));
  bool all_solvable = true;
  for (const Scramble& position : positions) {
    const State state = hold(definition, position).state;
    const Membership membership = group.contains(state);
    all_solvable = all_solvable && membership.solvable;
    const std::string reason =
        membership.solvable ? ""
                            : why_not(definition, state, options.common.moves.empty(), membership);
    if (options.common.json) {
      Json line{{"name", position.name}, {"solvable", membership.solvable}};
      if (!membership.solvable) line["reason"] = reason;
      out_line(line);
    } else {
      if (positions.size() > 1) out(position.name + ": ");
      out(membership.solvable ? "solvable\n" : "not solvable: " + reason + "\n");
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
      "  gyre check --moves U,R \"F2\"",
      options->common);
  command->add_option("position", options->positions, kPositionHelp)->required();
  command->callback([options] {
    if (!check(*options)) throw CLI::RuntimeError(1);
  });
}

}  // namespace gyre::cli
