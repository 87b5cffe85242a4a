// gyre solve: a short solution of the 3x3x3, improved for as long as allowed. What is printed has
// been replayed on the definition.
#include <fmt/format.h>
#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/cube3/conversion.h>
#include <gyre/cube3/solver.h>
#include <gyre/general/unrotate.h>
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

// An Error names the position if there are several.
cube3::Solution solve_one(const Cube3Solver& solver, const cube3::Cube& cube,
                          const cube3::SolveLimits& limits, const std::string& name) {
  try {
    return solver.solve(cube, limits);
  } catch (const Error& error) {
    throw Error(name + error.what());
  }
}

// The solution for someone who holds the puzzle turned.
std::string as_held(const PuzzleDefinition& definition, const std::string& solution,
                    const Alg& rotation) {
  if (rotation.nodes.empty()) return solution;
  const std::string turned = print(invert(rotation)) + " " + solution + " " + print(rotation);
  return print(unrotate(definition, parse_alg(turned, &definition.names())).moves);
}

void print_solution(const SolveOptions& options, const cube3::Solution& solution,
                    const std::string& text) {
  if (options.common.json) {
    out_line({{"solution", text},
              {"length", solution.length},
              {"optimal", solution.optimal},
              {"seconds", solution.seconds},
              {"nodes", solution.nodes}});
  } else {
    out(text + "\n");
    if (!options.common.quiet) {
      flush();
      note(fmt::format("{} moves{}, {:.3f} s", solution.length,
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
    const HeldPosition held = hold(definition, position);
    const cube3::Solution solution = solve_one(solver, conversion.to_cube(held.state), limits,
                                               positions.size() > 1 ? position.name + ": " : "");
    const std::string text = as_held(definition, solution.text(), held.rotation);
    const Alg alg = parse_alg(text, &definition.names());
    if (apply(definition, position.state, alg) != apply(definition, held.rotation)) {
      throw std::logic_error("a solution failed its replay: " + text);
    }
    print_solution(options, solution, text);
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
      ->check(CLI::Range(0.0, 1e9))
      ->check([](const std::string& text) {
        return text.find_first_of("nN") == std::string::npos ? "" : "'" + text + "' is no time";
      });
  command->add_option("--target", options->target, "Stop at so many moves or fewer")
      ->check(CLI::Range(0, 30));
  command->callback([options] { solve(*options); });
}

}  // namespace gyre::cli
