// gyre info: what a puzzle is. Orbits, moves, symmetries, the number of states, and the lower bound
// on God's number; or what each move does and what each piece is.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gyre/base/bigint.h>
#include <CLI/CLI.hpp>
#include "front/puzzle/puzzle_facts.h"
#include "front/puzzle/puzzle_parts.h"
#include "front/texts/json_answers.h"

#include <algorithm>
#include <memory>

#include "command.h"
#include "interrupt.h"

namespace gyre::cli {
namespace {

// A list of words, wrapped under a heading of `indent` columns.
std::string wrapped(const std::vector<std::string>& words, std::size_t indent) {
  constexpr std::size_t kColumns = 96;
  std::string text;
  std::size_t column = indent;
  for (const std::string& word : words) {
    if (column + 1 + word.size() > kColumns && column > indent) {
      text += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
  }
  return text;
}

std::string orbit_line(const PuzzleDefinition& definition, int k) {
  const Orbit& orbit = definition.orbits()[k];
  std::string text =
      fmt::format("{}: {} piece{}", orbit.name, orbit.pieces, orbit.pieces == 1 ? "" : "s");
  if (definition.identities(k) < orbit.pieces) {
    text += fmt::format(", {} look different", definition.identities(k));
  }
  if (orbit.orientations > 1) text += fmt::format(", {} orientations", orbit.orientations);
  return text;
}

std::string big(const BigInt& number) {
  const std::string digits = number.str();
  if (digits.size() <= 100) return grouped(digits);
  return fmt::format("{}.{}e{} ({} digits; --json prints them all)", digits[0], digits.substr(1, 6),
                     digits.size() - 1, digits.size());
}

void print_text(const PuzzleFacts& facts, const CommonOptions& options) {
  constexpr std::size_t kIndent = 16;
  const auto row = [&](const char* heading, const std::string& text) {
    out(fmt::format("{:<{}}{}\n", heading, kIndent, text));
  };
  row("puzzle", facts.definition.name());
  const int orbits = facts.definition.orbits().size();
  constexpr int kMostOrbits = 12;
  for (int k = 0; k < std::min(orbits, kMostOrbits); ++k) {
    row(k == 0 ? "orbits" : "", orbit_line(facts.definition, k));
  }
  if (orbits > kMostOrbits) row("", fmt::format("... and {} more", orbits - kMostOrbits));
  std::vector<std::string> names;
  for (const MoveClass& cls : facts.moves.classes()) names.push_back(cls.name);
  row("moves", fmt::format("{} ({}) of {}: {}", facts.moves.size(), options.metric_name,
                           names.size(), wrapped(names, kIndent)));
  if (!facts.definition.illegal().empty()) {
    row("rules", fmt::format("{} slots that some pieces must not hold; {} legal shapes",
                             facts.definition.illegal().size(), grouped(facts.group.shapes())));
  }
  const int rotations = facts.symmetries.rotations();
  std::string symmetries = fmt::format("{} rotation{}, {} with mirrors", rotations,
                                       rotations == 1 ? "" : "s", facts.symmetries.size());
  if (facts.symmetries.inversion()) {
    symmetries += fmt::format(", {} with inversion", facts.symmetries.size_with_inversion());
  }
  if (!facts.symmetries.complete()) symmetries += " (at least: the search was cut short)";
  row("symmetries", symmetries);
  row("states", big(facts.states));
  if (facts.up_to_rotation && *facts.up_to_rotation != facts.states) {
    row("up to rotation", big(*facts.up_to_rotation));
  }
  if (facts.definition.illegal().empty() && facts.group.order() != facts.states) {
    row("group order", big(facts.group.order()));
  }
  if (facts.at_least) {
    row("God's number", fmt::format(">= {} ({})", *facts.at_least, options.metric_name));
  }
}

struct InfoCommand {
  CommonOptions common;
  bool moves = false;
  bool pieces = false;
};

void print_moves(const OrbitList& orbits, const std::vector<MovePart>& parts) {
  std::size_t width = 4;
  for (const MovePart& part : parts) width = std::max(width, part.name.size());
  out(fmt::format("{:<{}}  order  pieces  cycles\n", "move", width));
  for (const MovePart& part : parts) {
    out(fmt::format("{:<{}}  {:>5}  {:>6}", part.name, width, part.order, part.pieces));
    const std::string indent(width + 15, ' ');
    bool is_first = true;
    for (const MovePart::Cycles& some : part.cycles) {
      out(fmt::format("{}  {} {}\n", is_first ? "" : indent, orbits[some.orbit].name, some.text));
      is_first = false;
    }
    if (is_first) out("\n");
  }
}

void print_pieces(const PuzzleDefinition& definition, const std::vector<PiecePart>& parts) {
  for (int k = 0; k < definition.orbits().size(); ++k) {
    out(orbit_line(definition, k) + '\n');
    std::size_t width = 0;
    for (const PiecePart& part : parts) {
      if (part.orbit == k) width = std::max(width, part.name.size());
    }
    for (const PiecePart& part : parts) {
      if (part.orbit != k) continue;
      std::string text =
          part.moves.empty() ? "no move" : fmt::format("{}", fmt::join(part.moves, " "));
      if (part.looks_like) text += fmt::format("; looks like {}", *part.looks_like);
      if (part.any_orientation) text += "; in any orientation";
      out(fmt::format("{:>5}  {:<{}}  {}\n", part.number, part.name, width, text));
    }
  }
}

void show_parts(const AskedPuzzle& puzzle, const MoveSet& moves, const InfoCommand& command) {
  const PuzzleDefinition& definition = puzzle.definition();
  const OrbitList& orbits = definition.orbits();
  Json line{{"puzzle", definition.name()}};
  if (command.moves) {
    const std::vector<MovePart> parts = move_parts(puzzle, moves);
    if (!command.common.json) print_moves(orbits, parts);
    line["move_list"] = move_parts_json(orbits, parts);
  }
  if (command.pieces) {
    const std::vector<PiecePart> parts = piece_parts(puzzle, moves);
    if (!command.common.json) print_pieces(definition, parts);
    line["piece_list"] = piece_parts_json(orbits, parts);
  }
  if (command.common.json) out_line(line);
}

void show_facts(const AskedPuzzle& puzzle, const MoveSet& moves, const CommonOptions& options) {
  FactsLimits limits;
  limits.memory_bytes = options.memory_bytes();
  limits.threads = options.threads;
  const Interrupt interrupt;
  limits.stop = interrupt.token();
  if (!options.quiet) limits.note = [](const std::string& text) { note(text); };
  const PuzzleFacts facts(puzzle, moves, limits);
  if (options.json) {
    out_line(facts_json(facts));
  } else {
    print_text(facts, options);
  }
}

}  // namespace

void add_info(CLI::App& program) {
  auto options = std::make_shared<InfoCommand>();
  CLI::App* command =
      add_command(program, "info", "Explain a puzzle: orbits, moves, symmetries, number of states",
                  "  gyre info\n"
                  "  gyre info -p megaminx\n"
                  "  gyre info -p my.tws --moves U,R2 --metric qtm\n"
                  "  gyre info -p 7x7x7 --json\n"
                  "  gyre info -p skewb --show-moves --show-pieces",
                  options->common);
  command->add_flag("--show-moves", options->moves,
                    "Instead: each move with its order, how many pieces it moves, and its cycles");
  command->add_flag(
      "--show-pieces", options->pieces,
      "Instead: each orbit with its pieces, what moves them, and what they look like");
  command->callback([options] {
    const AskedPuzzle puzzle(options->common.wish(), kOptionSpelling);
    const MoveSet moves = puzzle.move_set(options->common.metric(), options->common.moves);
    if (options->moves || options->pieces) {
      show_parts(puzzle, moves, *options);
    } else {
      show_facts(puzzle, moves, options->common);
    }
  });
}

}  // namespace gyre::cli
