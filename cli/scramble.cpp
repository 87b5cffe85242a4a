// gyre scramble: random states as sequences, of the 3x3x3 by its own engine, elsewhere by the
// general one; random moves where no engine solves the puzzle in reasonable time; or the states
// themselves.
#include "command.h"
#include "cube_tables.h"
#include "interrupt.h"
#include "numbers.h"
#include "ordered.h"
#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/general/scramble_maker.h>
#include <gyre/puzzle/puzzle_group.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/random.h"
#include "format/compact.h"
#include "format/kpuzzle.h"
#include "front/puzzle/scrambling.h"

#include <memory>

namespace gyre::cli {
namespace {

struct ScrambleOptions {
  CommonOptions common;
  std::int64_t number = 1;
  std::string seed;  // empty: a new one each time
  bool positions = false;
  bool competition = false;
};

std::string scramble_line(const ScrambleOptions& options, const PuzzleDefinition& definition,
                          const State& state, const std::string* sequence,
                          std::optional<ScrambleKind> kind) {
  if (!options.common.json) {
    return (sequence != nullptr ? *sequence : write_compact(definition, state)) + "\n";
  }
  Json line;
  if (sequence != nullptr) line["scramble"] = *sequence;
  if (kind) line["kind"] = to_string(*kind);
  line["position"] = write_compact(definition, state);
  line["pattern"] = Json::parse(write_kpattern(definition, state));
  return json_text(line) + "\n";
}

ScrambleMaker make_maker(const ScrambleOptions& options, const AskedPuzzle& puzzle,
                         const std::stop_token& stop) {
  ScrambleWish wish;
  wish.metric = options.common.metric();
  wish.moves = options.common.moves;
  wish.maker.competition = options.competition;
  wish.maker.memory_bytes = options.common.memory_bytes();
  wish.maker.threads = options.common.threads;
  wish.maker.expected = static_cast<double>(options.number);
  wish.maker.progress = progress_callback(options.common);
  wish.maker.stop = stop;
  wish.otherwise = "or take --positions";
  wish.spelling = kOptionSpelling;
  // The small tables know less than the big ones and find other sequences. Where a seed asks for
  // the same scrambles again, they are the same on every machine, whatever is stored there.
  CubeTables tables;
  tables.stored = options.seed.empty();
  const auto make = [common = options.common, tables, stop] {
    return make_cube_solver(common, tables, stop);
  };
  return make_scrambles(puzzle, wish, cube_scrambling(make));
}

// Status.
int scramble_sequences(const ScrambleOptions& options, const AskedPuzzle& puzzle, Rng& rng) {
  const PuzzleDefinition& definition = puzzle.definition();
  const Interrupt interrupt;
  try {
    const ScrambleMaker maker = make_maker(options, puzzle, interrupt.token());
    if (maker.kind() == ScrambleKind::random_move && !options.common.quiet) {
      // Of the puzzles with a competition form, only this one asks for more than it gets.
      const bool asked = options.competition && definition.name() == "4x4x4";
      note(fmt::format("random moves ({}), not random states{}: solving {} would take too long",
                       maker.length(), asked ? " as competitions ask for" : "", definition.name()));
    }
    using Work = OrderedWork<ScrambleMaker::Draw, std::string>;
    Work::Hooks hooks;
    hooks.work = [&](ScrambleMaker::Draw& draw,
                     const std::stop_token& stop) -> std::optional<std::string> {
      const std::optional<std::string> sequence = maker.write(draw, stop);
      if (!sequence) return std::nullopt;
      return scramble_line(options, definition, draw.position, &*sequence, maker.kind());
    };
    hooks.emit = [](const std::string& line) { out(line); };
    hooks.flush = [] { flush(); };
    Work work(maker.concurrent() ? options.common.threads : 1, hooks);
    const std::stop_callback on_interrupt(interrupt.token(), [&] { work.stop(); });
    for (std::int64_t i = 0; i < options.number && !interrupt.happened(); ++i) {
      if (!work.add(maker.draw(rng))) break;
    }
    work.finish();
  } catch (const Error&) {
    if (!interrupt.happened()) throw;
  }
  return interrupt.happened() ? interrupt.status() : 0;
}

int scramble(const ScrambleOptions& options) {
  const AskedPuzzle puzzle(options.common.wish(), kOptionSpelling);
  const PuzzleDefinition& definition = puzzle.definition();
  const MoveSet moves = options.common.move_set(definition);
  Rng rng(options.seed.empty() ? random_seed() : *parse_seed(options.seed));
  if (!options.positions) return scramble_sequences(options, puzzle, rng);
  if (options.competition) {
    throw Error("--wca is a form of sequences; leave out --positions, or take gyre alg position");
  }
  const PuzzleGroup group(definition, moves);
  for (std::int64_t i = 0; i < options.number; ++i) {
    out(scramble_line(options, definition, group.random_state(rng), nullptr,
                      ScrambleKind::random_state));
  }
  return 0;
}

}  // namespace

void add_scramble(CLI::App& program) {
  auto options = std::make_shared<ScrambleOptions>();
  CLI::App* command =
      add_command(program, "scramble",
                  "Print sequences that scramble a puzzle: uniformly random states where it can be "
                  "solved in reasonable time, random moves elsewhere",
                  "  gyre scramble\n"
                  "  gyre scramble -p pyraminx -n 5 --wca\n"
                  "  gyre scramble -n 5 --seed 7 --positions\n"
                  "  gyre scramble --moves U,R -n 10 --json",
                  options->common);
  command->add_option("-n,--number", options->number, "How many")
      ->check(number_within(std::int64_t{0}, std::int64_t{1} << 60))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Makes the same states and sequences each time")
      ->type_name("NUMBER")
      ->check([](const std::string& text) {
        return parse_seed(text) ? ""
                                : "'" + text + "' is no seed (expected 0 to 18446744073709551615)";
      });
  command->add_flag("--positions", options->positions,
                    "Uniformly random positions instead of sequences, of every puzzle");
  command->add_flag("--wca", options->competition,
                    "The form that competitions use: their moves, lengths and least distances");
  command->callback([options] {
    const int status = scramble(*options);
    if (status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
