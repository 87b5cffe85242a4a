// gyre scramble: random states as sequences, of the 3x3x3 by its own engine, elsewhere by the
// general one or along phases; random moves where nothing short is found in reasonable time; or the
// states themselves.
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
#include "front/solve/own_engines.h"
#include "front/solve/scramble_solving.h"
#include "front/solve/solve_question.h"

#include <memory>

namespace gyre::cli {
namespace {

struct ScrambleOptions {
  CommonOptions common;
  std::int64_t number = 1;
  std::string seed;  // empty: a new one each time
  bool positions = false;
  bool competition = false;
  std::string kind = "any";
  double seconds = kScrambleSeconds;

  [[nodiscard]] std::optional<ScrambleKind> wanted_kind() const {
    return parse_scramble_kind(kind);
  }
};

// What OrderedWork hands over: with the number of the attempt, where an attempt takes several.
struct Task {
  ScrambleMaker::Draw draw;
  std::optional<std::int64_t> attempt;
};

std::string scramble_line(const ScrambleOptions& options, const PuzzleDefinition& definition,
                          const State& state, const std::string* sequence, ScrambleKind kind,
                          std::optional<std::int64_t> attempt = std::nullopt) {
  if (!options.common.json) {
    return (sequence != nullptr ? *sequence : write_compact(definition, state)) + "\n";
  }
  Json line;
  if (sequence != nullptr) line["scramble"] = *sequence;
  line["kind"] = to_string(kind);
  if (attempt) line["attempt"] = *attempt;
  line["position"] = write_compact(definition, state);
  line["pattern"] = Json::parse(write_kpattern(definition, state));
  return json_text(line) + "\n";
}

// What is asked for, without how it is made.
ScrambleWish scramble_wish(const ScrambleOptions& options) {
  ScrambleWish wish;
  wish.metric = options.common.metric();
  wish.moves = options.common.moves;
  wish.maker.competition = options.competition;
  wish.maker.kind = options.wanted_kind();
  wish.otherwise = "or take --positions";
  wish.spelling = kOptionSpelling;
  return wish;
}

ScrambleMaker make_maker(const ScrambleOptions& options, const AskedPuzzle& puzzle,
                         const std::stop_token& stop) {
  ScrambleWish wish = scramble_wish(options);
  wish.maker.memory_bytes = options.common.memory_bytes();
  wish.maker.threads = options.common.threads;
  wish.maker.expected = static_cast<double>(options.number);
  wish.maker.progress = progress_callback(options.common);
  wish.maker.stop = stop;
  OwnEngineOptions engines;
  engines.store = options.common.store();
  engines.memory_bytes = options.common.memory_bytes();
  engines.memory_given = options.common.memory_given;
  engines.threads = options.common.threads;
  wish.maker.find_solver = any_scrambling(std::make_shared<OwnEngines>(std::move(engines)),
                                          caller_of(options.common, stop), {options.seconds});
  // The small tables know less than the big ones and find other sequences. Where a seed asks for
  // the same scrambles again, they are the same on every machine, whatever is stored there.
  CubeTables tables;
  tables.stored = options.seed.empty();
  const auto make = [common = options.common, tables, stop] {
    return make_cube_solver(common, tables, stop);
  };
  return make_scrambles(puzzle, wish, cube_scrambling(make));
}

// What is asked for by name takes no note.
void say_random_moves(const ScrambleOptions& options, const AskedPuzzle& puzzle,
                      const ScrambleMaker& maker) {
  if (options.wanted_kind()) return;
  if (options.competition || puzzle.event()) {
    note(fmt::format("random moves ({}), not random states, as in competitions", maker.length()));
    return;
  }
  note(
      fmt::format("random moves ({}), not random states: no chain of phases that fits the memory "
                  "solves {} (--kind "
                  "random-state: however long)",
                  maker.length(), puzzle.definition().name()));
}

// Status.
int scramble_sequences(const ScrambleOptions& options, const AskedPuzzle& puzzle, Rng& rng) {
  const PuzzleDefinition& definition = puzzle.definition();
  const Interrupt interrupt;
  try {
    const ScrambleMaker maker = make_maker(options, puzzle, interrupt.token());
    if (maker.kind() == ScrambleKind::random_move && !options.common.quiet) {
      say_random_moves(options, puzzle, maker);
    }
    using Work = OrderedWork<Task, std::string>;
    Work::Hooks hooks;
    hooks.work = [&](Task& task, const std::stop_token& stop) -> std::optional<std::string> {
      const std::optional<std::string> sequence = maker.write(task.draw, stop);
      if (!sequence) return std::nullopt;
      return scramble_line(options, definition, task.draw.position, &*sequence, maker.kind(),
                           task.attempt);
    };
    hooks.emit = [](const std::string& line) { out(line); };
    hooks.flush = [] { flush(); };
    Work work(maker.concurrent() ? options.common.threads : 1, hooks);
    const std::stop_callback on_interrupt(interrupt.token(), [&] { work.stop(); });
    const std::int64_t cubes = scrambles_of_attempt(puzzle);
    for (std::int64_t i = 0; i / cubes < options.number && !interrupt.happened(); ++i) {
      Task task{maker.draw(rng), std::nullopt};
      if (cubes > 1) task.attempt = i / cubes + 1;
      if (!work.add(std::move(task))) break;
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
  refuse_beside_positions(puzzle, scramble_wish(options));
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
  CLI::App* command = add_command(
      program, "scramble",
      "Print sequences that scramble a puzzle: uniformly random states where it can be "
      "solved in reasonable time, random moves elsewhere. -p takes names of events too: "
      "333bf, 333fm, \"333mbf 12\"",
      "  gyre scramble\n"
      "  gyre scramble -p pyraminx -n 5 --wca\n"
      "  gyre scramble -p \"333mbf 12\"\n"
      "  gyre scramble -n 5 --seed 7 --positions\n"
      "  gyre scramble --moves U,R -n 10 --json",
      options->common);
  command->add_option("-n,--number", options->number, "How many")
      ->check(number_within(std::int64_t{0}, std::int64_t{1} << 60))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Makes the same states and sequences each time")
      ->type_name("NUMBER")
      ->check([](const std::string& text) {
        return parse_seed(text) ? "" : must_be(text_of(kSeedRange), text);
      });
  command
      ->add_option(
          "--kind", options->kind,
          "random-state, however long sequences are; random-move; any: random states where short "
          "sequences make them")
      ->check(word_among(scramble_kinds()))
      ->type_name("KIND")
      ->capture_default_str();
  command
      ->add_option(
          "--time", options->seconds,
          "Seconds for each sequence that is found along phases; with more they are shorter")
      ->check(number_within(kSecondsRange))
      ->capture_default_str();
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
