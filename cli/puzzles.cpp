// gyre puzzles: the puzzles that have a name, with the number of their positions. Numbers are
// computed, never stored.
#include <fmt/format.h>
#include <gyre/base/bigint.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/text.h"
#include "base/threads.h"
#include "library/quoted_states.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "command.h"
#include "numbers.h"
#include "puzzle_names.h"

namespace gyre::cli {
namespace {

struct PuzzlesOptions {
  std::vector<std::string> search;
  bool json = false;
  int threads = 0;
};

struct EntryFacts {
  BigInt states;
  std::optional<BigInt> up_to_rotation;
  int pieces = 0;
  int orbits = 0;
  std::size_t moves = 0;
};

EntryFacts facts_of(const LibraryEntry& entry) {
  const PuzzleDefinition definition = load_puzzle(entry.name);
  const MoveSet moves(definition, Metric::htm);
  const PuzzleGroup group(definition, moves);
  return {group.states(), quoted_states(entry.name, definition, moves, group),
          definition.orbits().total_pieces(), definition.orbits().size(),
          definition.moves().size()};
}

// Blanks inside an argument separate words too.
std::vector<std::string> search_words(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  for (const std::string& argument : arguments) {
    std::istringstream text(to_lower(argument));
    for (std::string word; text >> word;) words.push_back(word);
  }
  return words;
}

// A word is looked for as it stands, and in names also as -p would compare it.
bool matches(const LibraryEntry& entry, const std::vector<std::string>& words) {
  const std::string text =
      to_lower(fmt::format("{}\n{}\n{}\n{}\n{}", entry.name, fmt::join(entry.aliases, "\n"),
                           entry.family, entry.summary, entry.description));
  std::string names = plain_name(entry.name);
  for (const std::string& alias : entry.aliases) names += "\n" + plain_name(alias);
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    const std::string plain = plain_name(word);
    return text.find(word) != std::string::npos ||
           (!plain.empty() && names.find(plain) != std::string::npos);
  });
}

// Small numbers as they are, others like 4.33e19, rounded.
std::string shortened(const BigInt& number) {
  constexpr std::size_t kDigitsInFull = 9;
  std::string digits = number.str();
  if (digits.size() <= kDigitsInFull) return grouped(digits);
  std::size_t exponent = digits.size() - 1;
  int leading = std::stoi(digits.substr(0, 3)) + (digits[3] >= '5' ? 1 : 0);
  if (leading == 1000) {
    leading = 100;
    ++exponent;
  }
  return fmt::format("{}.{:02}e{}", leading / 100, leading % 100, exponent);
}

void print_json(const std::vector<LibraryEntry>& entries, const std::vector<EntryFacts>& facts) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const LibraryEntry& entry = entries[i];
    Json line{{"name", entry.name},       {"family", entry.family},
              {"summary", entry.summary}, {"description", entry.description},
              {"aliases", entry.aliases}, {"states", facts[i].states.str()}};
    if (facts[i].up_to_rotation) line["states_up_to_rotation"] = facts[i].up_to_rotation->str();
    line["pieces"] = facts[i].pieces;
    line["orbits"] = facts[i].orbits;
    line["moves"] = facts[i].moves;
    out_line(line);
  }
}

void print_text(const std::vector<LibraryEntry>& entries, const std::vector<EntryFacts>& facts) {
  std::size_t widest = 0;
  for (const LibraryEntry& entry : entries) widest = std::max(widest, entry.name.size());
  std::string family;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].family != family) {
      if (!family.empty()) out("\n");
      family = entries[i].family;
      out(fmt::format("{:<{}} {:>12} {:>6} {:>5}\n", family, widest + 2, "positions", "pieces",
                      "moves"));
    }
    const BigInt& states = facts[i].up_to_rotation ? *facts[i].up_to_rotation : facts[i].states;
    out(fmt::format("  {:<{}} {:>12} {:>6} {:>5}  {}\n", entries[i].name, widest, shortened(states),
                    facts[i].pieces, facts[i].moves, entries[i].summary));
  }
}

// Returns whether there are any.
bool list_puzzles(const PuzzlesOptions& options) {
  const std::vector<std::string> words = search_words(options.search);
  std::vector<LibraryEntry> entries;
  for (LibraryEntry& entry : puzzle_library()) {
    if (matches(entry, words)) entries.push_back(std::move(entry));
  }
  if (entries.empty()) {
    note(fmt::format("gyre: no puzzle has '{}' in its name or description (gyre puzzles lists all)",
                     fmt::join(words, " ")));
    return false;
  }
  // Families stand together, each where its first puzzle is.
  std::vector<std::string> families;
  for (const LibraryEntry& entry : entries) {
    if (std::find(families.begin(), families.end(), entry.family) == families.end()) {
      families.push_back(entry.family);
    }
  }
  const auto place = [&](const LibraryEntry& entry) {
    return std::find(families.begin(), families.end(), entry.family);
  };
  std::stable_sort(
      entries.begin(), entries.end(),
      [&](const LibraryEntry& a, const LibraryEntry& b) { return place(a) < place(b); });
  std::vector<EntryFacts> facts(entries.size());
  parallel_for(entries.size(), options.threads,
               [&](std::size_t i) { facts[i] = facts_of(entries[i]); });
  if (options.json) {
    print_json(entries, facts);
  } else {
    print_text(entries, facts);
  }
  return true;
}

}  // namespace

void add_puzzles(CLI::App& program) {
  auto options = std::make_shared<PuzzlesOptions>();
  CLI::App* command = program.add_subcommand(
      "puzzles", "List the puzzles that have a name, with their number of positions");
  command->footer(
      "Positions that differ by turning the whole puzzle count once: in JSON that is\n"
      "states_up_to_rotation, while states counts positions as they stand in space.\n"
      "Examples:\n"
      "  gyre puzzles\n"
      "  gyre puzzles --search edge\n"
      "  gyre puzzles --search cube vertex --json");
  command
      ->add_option(
          "--search", options->search,
          "Only those with all these words in name, family or description (status 1: none)")
      ->type_name("WORD");
  command->add_flag("--json", options->json, "One JSON object a line (docs/json.md)");
  command->add_option("--threads", options->threads, "Threads to use; 0 means all")
      ->check(number_within(kThreadsRange));
  command->callback([options] {
    if (!list_puzzles(*options)) throw CLI::RuntimeError(1);
  });
}

}  // namespace gyre::cli
