// gyre info: what a puzzle is. Orbits, moves, symmetries, the number of states, and the lower bound
// on God's number.
#include <fmt/format.h>
#include <gyre/base/bigint.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/canonical.h>
#include <gyre/puzzle/puzzle_group.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "library/quoted_states.h"
#include "puzzle/symmetry/symmetry.h"

#include <memory>
#include <optional>

#include "command.h"

namespace gyre::cli {
namespace {

struct Facts {
  explicit Facts(const CommonOptions& options)
      : definition(options.definition()),
        moves(options.move_set(definition)),
        symmetries(definition, moves),
        group(definition, moves),
        states(group.states()),
        up_to_rotation(options.changed() ? std::nullopt
                                         : quoted_states(options.puzzle, definition, moves, group)),
        at_least(lower_bound(options)) {}

  // -1 where it is not known: the automaton may be too large for the memory.
  [[nodiscard]] int lower_bound(const CommonOptions& options) const {
    CanonicalOptions canonical;
    canonical.memory_bytes = options.memory_bytes();
    canonical.threads = options.threads;
    try {
      const CanonicalAutomaton automaton(definition, moves, canonical);
      return CanonicalCounts(automaton, options.threads).lower_bound(states);
    } catch (const Error& error) {
      if (!options.quiet) note(fmt::format("no bound on God's number: {}", error.what()));
      return -1;
    }
  }

  PuzzleDefinition definition;
  MoveSet moves;
  SymmetryGroup symmetries;
  PuzzleGroup group;
  BigInt states;
  std::optional<BigInt> up_to_rotation;
  int at_least;
};

Json to_json(const Facts& facts, const CommonOptions& options) {
  Json line;
  line["puzzle"] = facts.definition.name();
  line["digest"] = to_hex(facts.definition.digest());
  line["orbits"] = Json::array();
  for (int k = 0; k < facts.definition.orbits().size(); ++k) {
    const Orbit& orbit = facts.definition.orbits()[k];
    line["orbits"].push_back({{"name", orbit.name},
                              {"pieces", orbit.pieces},
                              {"orientations", orbit.orientations},
                              {"identities", facts.definition.identities(k)}});
  }
  line["metric"] = options.metric_name;
  line["moves"] = Json::array();
  for (const Move& move : facts.moves.moves()) line["moves"].push_back(move.name);
  line["symmetries"] = {{"rotations", facts.symmetries.rotations()},
                        {"with_mirrors", facts.symmetries.size()},
                        {"with_inversion", facts.symmetries.size_with_inversion()},
                        {"complete", facts.symmetries.complete()}};
  line["states"] = facts.states.str();
  if (facts.up_to_rotation) line["states_up_to_rotation"] = facts.up_to_rotation->str();
  if (facts.definition.illegal().empty()) line["group_order"] = facts.group.order().str();
  line["proof"] = to_string(facts.group.proof());
  if (facts.at_least >= 0) line["gods_number_at_least"] = facts.at_least;
  return line;
}

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

void print_text(const Facts& facts, const CommonOptions& options) {
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
  if (facts.at_least >= 0) {
    row("God's number", fmt::format(">= {} ({})", facts.at_least, options.metric_name));
  }
}

}  // namespace

void add_info(CLI::App& program) {
  auto options = std::make_shared<CommonOptions>();
  CLI::App* command =
      add_command(program, "info", "Explain a puzzle: orbits, moves, symmetries, number of states",
                  "  gyre info\n"
                  "  gyre info -p megaminx\n"
                  "  gyre info -p my.tws --moves U,R2 --metric qtm\n"
                  "  gyre info -p 7x7x7 --json",
                  *options);
  command->callback([options] {
    const Facts facts(*options);
    if (options->json) {
      out_line(to_json(facts, *options));
    } else {
      print_text(facts, *options);
    }
  });
}

}  // namespace gyre::cli
