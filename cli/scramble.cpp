// gyre scramble: uniformly random states; of the 3x3x3 as the sequences that competitions use.
#include "command.h"
#include "cube_tables.h"
#include "interrupt.h"
#include "ordered.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/base/random.h>
#include <gyre/cube3/held.h>
#include <gyre/cube3/solver.h>
#include <gyre/format/compact.h>
#include <gyre/format/kpuzzle.h>
#include <gyre/puzzle/puzzle_group.h>

#include <charconv>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>

namespace gyre::cli {
namespace {

struct ScrambleOptions {
  CommonOptions common;
  std::int64_t number = 1;
  std::string seed;  // empty: a new one each time
  bool positions = false;
};

// No position needs more.
constexpr int kScrambleLength = 20;

// Regulation 4b3 of the World Cube Association: random among the states that need at least two
// moves. One state in 10^18 does not; the rule is kept all the same.
bool is_too_easy(const cube3::Cube& cube) {
  if (cube == cube3::Cube{}) return true;
  for (int move = 0; move < cube3::kMoves; ++move) {
    if (cube == action(cube3::FaceTurn::from_index(move))) return true;
  }
  return false;
}

std::string state_line(const ScrambleOptions& options, const PuzzleDefinition& definition,
                       const State& state, const std::string* sequence) {
  if (!options.common.json) {
    return (sequence != nullptr ? *sequence : write_compact(definition, state)) + "\n";
  }
  Json line;
  if (sequence != nullptr) line["scramble"] = *sequence;
  line["position"] = write_compact(definition, state);
  line["pattern"] = Json::parse(write_kpattern(definition, state));
  return json_text(line) + "\n";
}

// The inverse of a solution, replayed. Nothing if it was stopped.
std::optional<std::string> sequence_to(const cube3::Holding& holding, const Cube3Solver& solver,
                                       const State& state, const std::stop_token& stop) {
  const cube3::Cube cube = holding.conversion().to_cube(state);
  // Only the length ends the search, on one thread: what it finds depends on nothing else.
  cube3::SolveLimits limits;
  limits.target_length = kScrambleLength;
  limits.max_length = kScrambleLength;
  limits.seconds = std::numeric_limits<double>::infinity();
  const cube3::Solution solution = solver.solve(cube, limits, {}, stop);
  if (!solution.found) {
    if (stop.stop_requested()) return std::nullopt;
    throw std::logic_error("a position without a solution of 20 moves");
  }
  std::vector<cube3::FaceTurn> moves;
  for (auto move = solution.moves.rbegin(); move != solution.moves.rend(); ++move) {
    moves.push_back(move->inverse());
  }
  std::string text = cube3::to_string(moves);
  const State solved = holding.conversion().to_state(cube3::Cube{});
  if (!holding.leads(solved, moves, cube, 0)) {
    throw std::logic_error("a scramble failed its replay: " + text);
  }
  return text;
}

// Status.
int scramble_sequences(const ScrambleOptions& options, const PuzzleDefinition& definition,
                       const std::function<State()>& random_state) {
  const cube3::Holding holding(definition);
  const Interrupt interrupt;
  // The small tables know less than the big ones and find other sequences. Where a seed asks for
  // the same scrambles again, they are the same on every machine, whatever is stored there.
  CubeTables wish;
  wish.stored = options.seed.empty();
  const Cube3Solver solver = make_cube_solver(options.common, wish, interrupt.token());
  using Work = OrderedWork<State, std::string>;
  Work::Hooks hooks;
  hooks.work = [&](State& state, const std::stop_token& stop) -> std::optional<std::string> {
    const std::optional<std::string> sequence = sequence_to(holding, solver, state, stop);
    if (!sequence) return std::nullopt;
    return state_line(options, definition, state, &*sequence);
  };
  hooks.emit = [](const std::string& line) { out(line); };
  hooks.flush = [] { flush(); };
  Work work(options.common.threads, hooks);
  const std::stop_callback on_interrupt(interrupt.token(), [&] { work.stop(); });
  for (std::int64_t i = 0; i < options.number; ++i) {
    State state = random_state();
    while (is_too_easy(holding.conversion().to_cube(state))) state = random_state();
    if (!work.add(std::move(state))) break;
  }
  work.finish();
  return interrupt.happened() ? interrupt.status() : 0;
}

int scramble(const ScrambleOptions& options) {
  const PuzzleDefinition definition = options.common.definition();
  const PuzzleGroup group(definition, options.common.move_set(definition));
  std::random_device device;
  Rng rng(options.seed.empty() ? (std::uint64_t{device()} << 32U) + device()
                               : std::stoull(options.seed));
  const auto random_state = [&] { return group.random_state(rng); };
  if (!options.positions && options.common.moves.empty() && cube3::is_cube3(definition)) {
    if (options.common.metric() != Metric::htm) {
      throw Error(
          "competitions count half turns as one move; leave out --metric, or take "
          "--positions");
    }
    return scramble_sequences(options, definition, random_state);
  }
  for (std::int64_t i = 0; i < options.number; ++i) {
    out(state_line(options, definition, random_state(), nullptr));
  }
  return 0;
}

}  // namespace

void add_scramble(CLI::App& program) {
  auto options = std::make_shared<ScrambleOptions>();
  CLI::App* command =
      add_command(program, "scramble",
                  "Print uniformly random states that the moves can reach; of the 3x3x3 as "
                  "sequences of at most 20 moves",
                  "  gyre scramble\n"
                  "  gyre scramble -n 5 --seed 7 --positions\n"
                  "  gyre scramble -p pyraminx -n 5\n"
                  "  gyre scramble --moves U,R -n 10 --json",
                  options->common);
  command->add_option("-n,--number", options->number, "How many")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 60))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Makes the same states and sequences each time")
      ->type_name("NUMBER")
      ->check([](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool right = fault == std::errc() && end == text.data() + text.size();
        return right ? "" : "'" + text + "' is no seed (right would be 0 to 18446744073709551615)";
      });
  command->add_flag("--positions", options->positions,
                    "Of the 3x3x3, too, the position instead of a sequence");
  command->callback([options] {
    const int status = scramble(*options);
    if (status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
