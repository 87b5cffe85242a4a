// What all commands share: the options that choose and change a puzzle, and the way results leave.
// Each command is one file that adds itself to the program.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/modify.h>
#include <gyre/puzzle/move_set.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace gyre::cli {

using Json = nlohmann::ordered_json;

// The options of every command.
struct CommonOptions {
  std::string puzzle = "3x3x3";
  std::string moves;
  std::string metric_name = "htm";
  DefinitionChanges changes;
  std::vector<std::string> no_orientation;
  bool json = false;
  bool quiet = false;
  int threads = 0;  // 0: all
  std::string memory = "4G";

  // The puzzle, with the changes that the options ask for.
  [[nodiscard]] PuzzleDefinition definition() const;
  [[nodiscard]] Metric metric() const;
  [[nodiscard]] MoveSet move_set(const PuzzleDefinition& definition) const;
  [[nodiscard]] std::uint64_t memory_bytes() const;
};

// Adds a command with the common options. example: command lines for --help, one a line.
CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& description,
                      const std::string& example, CommonOptions& options);

// One for each file in cli/.
void add_alg(CLI::App& program);
void add_check(CLI::App& program);
void add_completion(CLI::App& program);
void add_convert(CLI::App& program);
void add_count(CLI::App& program);
void add_info(CLI::App& program);
void add_puzzles(CLI::App& program);
void add_scramble(CLI::App& program);
void add_solve(CLI::App& program);

// Writes to standard output; throws Error if it cannot be written (a full disk). Buffered; flushed
// at the end by main and by flush().
void out(std::string_view text);
void out_line(const Json& object);
void flush();

// A note for a person on stderr.
void note(std::string_view text);

// 43,252,003,274,489,856,000
[[nodiscard]] std::string grouped(const std::string& digits);

}  // namespace gyre::cli
