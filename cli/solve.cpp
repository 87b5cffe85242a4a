// gyre solve: a short solution of the 3x3x3, improved for as long as allowed. What is printed has
// been replayed on the definition.
#include <fmt/format.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/cube3/conversion.h>
#include <gyre/cube3/solver.h>
#include <gyre/puzzle/sequence.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "command.h"
#include "positions.h"

namespace gyre::cli {
namespace {

struct SolveOptions {
  CommonOptions common;
  std::vector<std::string> positions;
  std::optional<double> seconds;
  int target = 0;
};

void print_solution(const SolveOptions& options, const cube3::Solution& solution) {
  if (options.common.json) {
    out_line({{"solution", solution.text()},
              {"length", solution.length()},
              {"optimal", solution.optimal},
              {"seconds", solution.seconds},
              {"nodes", solution.nodes}});
  } else {
    out(solution.text() + "\n");
    if (!options.common.quiet) {
      flush();
      note(fmt::format("{} moves{}, {:.3f} s", solution.length(),
                       solution.optimal ? " (optimal)" : "", solution.seconds));
    }
  }
}

void solve(const SolveOptions& options) {
  if (options.common.metric() != Metric::htm || !options.common.moves.empty()) {
    throw Error(
        "solve finds solutions in the half-turn metric with all moves; leave out --metric "
        "and --moves");
  }
  const PuzzleDefinition definition = options.common.definition();
  const cube3::Conversion conversion(definition);
  const std::vector<Scramble> positions = read_position_arguments(definition, options.positions);
  const Cube3Solver solver;
  cube3::SolveLimits limits;
  limits.target_length = options.target;
  limits.seconds = options.seconds.value_or(positions.size() == 1 ? 1.0 : 0.01);
  for (const Scramble& position : positions) {
    const cube3::Solution solution = solver.solve(conversion.to_cube(position.state), limits);
    const Alg alg = parse_alg(solution.text(), &definition.names());
    if (apply(definition, position.state, alg) != definition.solved()) {
      throw std::logic_error("a solution failed its replay: " + solution.text());
    }
    print_solution(options, solution);
  }
}

}  // namespace

void add_solve(CLI::App& program) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command = add_command(program, "solve", "Find a short solution of the 3x3x3",
                                  "  gyre solve \"R U2 F' L D B2 R' U F\"\n"
                                  "  gyre solve --time 10 \"R U2 F' L D B2 R' U F\"\n"
                                  "  gyre solve --target 20 scrambles.txt --json",
                                  options->common);
  command->add_option("position", options->positions, kPositionHelp)->required();
  command
      ->add_option(
          "--time", options->seconds,
          "Seconds to improve each solution [1 for one position, 0.01 for each of several]")
      ->check(CLI::Range(0.0, 1e9));
  command->add_option("--target", options->target, "Stop at so many moves or fewer")
      ->check(CLI::Range(0, 30));
  command->callback([options] { solve(*options); });
}

}  // namespace gyre::cli
