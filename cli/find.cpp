// gyre find: algorithms that move few pieces, leave all but some alone, or make a case; and the
// shortest of each order.
#include "command.h"
#include "interrupt.h"
#include "numbers.h"
#include "positions.h"
#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/general/find.h>
#include <gyre/puzzle/sequence.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/memory.h"
#include "base/seconds.h"
#include "format/compact.h"
#include "front/solve/words.h"

#include <chrono>
#include <memory>
#include <optional>
#include <sstream>

namespace gyre::cli {
namespace {

// Without a limit of any kind.
constexpr std::uint64_t kDefaultNumber = 20;

struct FindCommand {
  CommonOptions common;
  std::optional<int> pieces;
  std::vector<std::string> only;
  std::string position;
  std::string free_class;
  std::vector<std::string> methods;
  std::optional<int> max_length;
  std::optional<std::uint64_t> number;
  std::optional<double> seconds;
  bool one_each = false;
  bool inverse = false;
  bool stream = false;
  std::string order;  // a number, or "each"
  SymmetryUse symmetry = SymmetryUse::all;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

// Words of one --only are added up; several --only must all hold.
std::vector<bool> slots_of_all(const PuzzleDefinition& definition,
                               const std::vector<std::string>& lists) {
  std::vector<bool> all(static_cast<std::size_t>(definition.orbits().total_pieces()), true);
  for (const std::string& list : lists) {
    std::vector<bool> some(all.size(), false);
    for (const std::string& word : split(list)) {
      const std::vector<bool> slots = slots_of(definition, word);
      for (std::size_t i = 0; i < slots.size(); ++i) some[i] = some[i] || slots[i];
    }
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] && some[i];
  }
  return all;
}

// "(U') R U R' (U)": the free turns stand in brackets.
std::string text_of(const PuzzleDefinition& definition, const FindCommand& command,
                    const FoundAlg& found) {
  const auto text = [&](const Alg& alg) {
    if (!command.inverse) return print(alg, definition.names());
    // Simplified, a half turn is its own inverse.
    const std::vector<MoveToken> back = simplify(expand(invert(alg)), move_facts(definition));
    return print(from_moves(back), definition.names());
  };
  std::string first = text(command.inverse ? found.after : found.before);
  std::string last = text(command.inverse ? found.before : found.after);
  if (!first.empty()) first = "(" + first + ") ";
  if (!last.empty()) last = " (" + last + ")";
  return first + text(found.alg) + last;
}

void print_found(const PuzzleDefinition& definition, const FindCommand& command,
                 const FoundAlg& found) {
  const std::string alg = text_of(definition, command, found);
  // A form says what the algorithm does; its inverse would be another.
  const std::string form = command.inverse ? "" : found.form;
  if (command.common.json) {
    Json line{{"alg", alg},
              {"length", found.length},
              {"score", found.score_tenths / 10.0},
              {"pieces", found.pieces},
              {"method", std::string(to_string(found.method))}};
    if (!form.empty()) line["form"] = form;
    line["position"] = write_compact(definition, found.position);
    out_line(line);
  } else {
    out(fmt::format("{:>6}  {:>5.1f}  {:>6}  {}{}\n", found.length, found.score_tenths / 10.0,
                    found.pieces, alg, form.empty() ? "" : "   " + form));
  }
  flush();  // the next may take long
}

const char* word_of(FindResult::End end) {
  switch (end) {
    case FindResult::End::found:
      return "found";
    case FindResult::End::all:
      return "all";
    case FindResult::End::time:
      return "time";
    case FindResult::End::memory:
      return "memory";
    case FindResult::End::stopped:
      return "stopped";
  }
  return "";
}

std::string summary(const FindResult& result, const FindCommand& command, double seconds) {
  const char* what = command.order == "each" ? "order" : "algorithm";
  std::string text =
      fmt::format("{} {}{}", grouped(result.found), what, result.found == 1 ? "" : "s");
  if (result.complete_length > 0) {
    text += fmt::format("; all of up to {} ({})", moves_text(result.complete_length),
                        command.common.metric_name);
  }
  if (result.end == FindResult::End::time) text += "; out of time";
  if (result.end == FindResult::End::stopped) text += "; interrupted";
  if (result.end == FindResult::End::memory) {
    text += fmt::format("; more do not fit into {}", size_text(command.common.memory_bytes()));
  }
  return text + fmt::format(", {:.2f} s", seconds);
}

FindOptions options_of(const FindCommand& command, const ChosenPuzzle& puzzle) {
  const PuzzleDefinition& definition = puzzle.definition;
  FindOptions options;
  options.pieces = command.pieces;
  if (!command.only.empty()) options.only = slots_of_all(definition, command.only);
  if (!command.position.empty()) {
    if (command.pieces || !command.only.empty()) {
      throw Error("--case says what becomes of every piece; leave out --pieces and --only");
    }
    const std::vector<Scramble> given = read_position_arguments(
        command.common, PositionForms(definition, puzzle.read_as()), {command.position});
    if (given.size() != 1) throw Error("--case takes one position");
    options.target = hold(definition, given.front()).position;
  }
  if (!options.pieces && !options.only && !options.target) {
    throw Error(
        "say what to look for: --pieces 3, --only ORBIT, --case POSITION or --order N (gyre find "
        "--help shows examples)");
  }
  options.free_class = command.free_class;
  if (!command.methods.empty()) {
    options.methods.clear();
    for (const std::string& name : command.methods) options.methods.push_back(find_method(name));
  }
  options.max_length = command.max_length;
  options.number = command.number;
  if (!command.number && !command.max_length && !command.seconds) options.number = kDefaultNumber;
  if (options.number == 0) options.number.reset();
  options.seconds = command.seconds;
  options.one_for_each_effect = command.one_each;
  options.at_once = command.stream;
  options.symmetry = command.symmetry;
  options.memory_bytes = command.common.memory_bytes();
  options.threads = command.common.threads;
  return options;
}

OrderOptions order_options(const FindCommand& command) {
  if (command.pieces || !command.only.empty() || !command.position.empty() ||
      !command.free_class.empty() || !command.methods.empty() || command.one_each ||
      command.inverse || command.stream) {
    throw Error("--order goes with --max-length, -n, --time and --symmetry only");
  }
  OrderOptions options;
  if (command.order != "each") {
    std::uint64_t order = 0;
    if (!CLI::detail::lexical_cast(command.order, order) || order == 0) {
      throw Error(
          fmt::format("--order takes a number from 1 on, or each, not '{}'", command.order));
    }
    options.order = order;
  }
  options.max_length = command.max_length;
  options.number = command.number;
  if (!command.number && !command.max_length && !command.seconds) options.number = kDefaultNumber;
  if (options.number == 0) options.number.reset();
  options.seconds = command.seconds;
  options.symmetry = command.symmetry;
  options.memory_bytes = command.common.memory_bytes();
  options.threads = command.common.threads;
  return options;
}

void print_order(const PuzzleDefinition& definition, const FindCommand& command,
                 const FoundOrder& found) {
  const std::string alg = print(found.alg, definition.names());
  if (command.common.json) {
    out_line({{"order", found.order}, {"length", found.length}, {"alg", alg}});
  } else {
    out(fmt::format("{:>8}  {:>6}  {}\n", found.order, found.length, alg));
  }
  flush();  // the next may take long
}

FindResult run_orders(const FindCommand& command, const PuzzleDefinition& definition,
                      const MoveSet& moves, const std::stop_token& stop) {
  OrderOptions options = order_options(command);
  options.stop = stop;
  options.progress = progress_callback(command.common);
  bool headed = command.common.json || command.common.quiet;
  options.found = [&](const FoundOrder& found) {
    if (!headed) out("   order  length  algorithm\n");
    headed = true;
    print_order(definition, command, found);
  };
  return find_orders(definition, moves, options);
}

FindResult run_find(const FindCommand& command, const ChosenPuzzle& puzzle, const MoveSet& moves,
                    const std::stop_token& stop) {
  const PuzzleDefinition& definition = puzzle.definition;
  FindOptions options = options_of(command, puzzle);
  options.stop = stop;
  options.progress = progress_callback(command.common);
  bool headed = command.common.json || command.common.quiet;
  options.found = [&](const FoundAlg& found) {
    if (!headed) out("length  score  pieces  algorithm\n");
    headed = true;
    print_found(definition, command, found);
  };
  return find_algs(definition, moves, options);
}

int find(const FindCommand& command) {
  const ChosenPuzzle puzzle = command.common.chosen();
  const PuzzleDefinition& definition = puzzle.definition;
  const MoveSet moves = command.common.move_set(definition);
  const Interrupt interrupt;
  const auto begun = std::chrono::steady_clock::now();
  const FindResult result = command.order.empty()
                                ? run_find(command, puzzle, moves, interrupt.token())
                                : run_orders(command, definition, moves, interrupt.token());
  const double passed = seconds_since(begun);
  if (command.common.json) {
    out_line({{"puzzle", definition.name()},
              {"metric", command.common.metric_name},
              {"found", result.found},
              {"end", word_of(result.end)},
              {"complete_length", result.complete_length},
              {"symmetries", result.symmetries}});
  } else if (!command.common.quiet) {
    note(summary(result, command, passed));
  }
  if (result.end == FindResult::End::stopped) return interrupt.status();
  return result.found == 0 || result.end == FindResult::End::memory ? 1 : 0;
}

}  // namespace

void add_find(CLI::App& program) {
  auto options = std::make_shared<FindCommand>();
  CLI::App* command =
      add_command(program, "find", "Find algorithms that move few pieces or make a case",
                  "  gyre find --pieces 3 --max-length 9\n"
                  "  gyre find --case \"R U R' U R U2 R'\" --auf U\n"
                  "  gyre find --only U --only CORNERS -n 10\n"
                  "  gyre find -p megaminx --pieces 3 --method commutator\n"
                  "  gyre find --order each --max-length 5",
                  options->common);
  command->add_option("--pieces", options->pieces, "At most so many pieces are out of place")
      ->check(number_within(1, 1'000'000));
  command
      ->add_option("--only", options->only,
                   "Only these pieces may be out of place: an orbit, or all that a move moves; "
                   "several --only must all hold")
      ->type_name("ORBIT|MOVE,...")
      ->allow_extra_args(false);
  command
      ->add_option("--case", options->position,
                   "The algorithm makes this position; moves mean what they make of solved")
      ->type_name("POSITION");
  command
      ->add_option("--auf", options->free_class,
                   "Turns of this layer before and after the algorithm are free")
      ->type_name("MOVE");
  command
      ->add_option("--method", options->methods,
                   "plain (all sequences), repeat, commutator, conjugate [all of them]")
      ->type_name("METHOD,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--max-length", options->max_length, "Algorithms of at most so many moves")
      ->check(number_within(1, 400));
  command
      ->add_option("-n,--number", options->number,
                   "Stop after so many; 0 means never [20 without --max-length and --time]")
      ->check(number_within(std::uint64_t{0}, std::uint64_t{1} << 40U));
  command->add_option("--time", options->seconds, "Stop after so many seconds")
      ->check(number_within(0.0, 1e8));
  command->add_flag("--one-each", options->one_each,
                    "Only the best algorithm for each effect, up to symmetry and inversion");
  command->add_flag("--inverse", options->inverse,
                    "Print the way back: with --case, algorithms that solve the position");
  command
      ->add_option("--order", options->order,
                   "Sequences that must be done so often to do nothing, the shortest first; each: "
                   "the shortest for each such number")
      ->type_name("N|each");
  add_symmetry_option(*command, options->symmetry,
                      "Sequences that these make of each other are one algorithm [all]");
  command->add_flag("--stream", options->stream,
                    "Print each algorithm as soon as it is found, not ranked");
  command->callback([options] {
    if (const int status = find(*options); status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace gyre::cli
