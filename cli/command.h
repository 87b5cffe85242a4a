// What all commands share: the options that choose and change a puzzle, and the way results leave.
// Each command is one file that adds itself to the program.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/symmetry_use.h>
#include <gyre/table/store.h>
#include "base/memory.h"
#include "base/text.h"
#include "front/puzzle/asked_puzzle.h"
#include "puzzle/definition/modify.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace gyre::cli {

using Json = nlohmann::ordered_json;

// How front spells options in what it refuses: "min_length" is --min-length.
[[nodiscard]] std::string spell_option(std::string_view option);
constexpr Spelling kOptionSpelling{spell_option};

// The options of every command.
struct CommonOptions {
  std::string puzzle = "3x3x3";
  std::string moves;
  std::string metric_name{to_string(kUsualMetric)};
  DefinitionChanges changes;
  std::vector<std::string> no_orientation;
  std::vector<std::string> ignore;  // pieces by name
  bool json = false;
  bool quiet = false;
  int threads = 0;  // 0: all
  std::string memory = "4G";
  bool memory_given = false;
  std::string max_file = "64M";
  std::string cache;  // empty: TableStore::default_folder()

  // Whether the options change the puzzle itself, beyond a choice of moves.
  [[nodiscard]] bool changed() const {
    return !changes.empty() || !no_orientation.empty() || !ignore.empty();
  }
  // The puzzle, with the changes that the options ask for.
  [[nodiscard]] PuzzleDefinition definition() const { return chosen().definition; }
  // The same, for commands that read positions.
  [[nodiscard]] ChosenPuzzle chosen() const { return choose_puzzle(wish(), kOptionSpelling); }
  [[nodiscard]] PuzzleWish wish() const;
  [[nodiscard]] Metric metric() const;
  [[nodiscard]] MoveSet move_set(const PuzzleDefinition& definition) const;
  [[nodiscard]] std::uint64_t memory_bytes() const;
  // The folder of tables; a store without a folder if none is named anywhere.
  [[nodiscard]] TableStore store() const;
};

// --cache and --memory, for commands that do not have all common options.
void add_cache_option(CLI::App& command, std::string& cache);
void add_memory_option(CLI::App& command, CommonOptions& options, const std::string& description);

// --max-file, for commands that read whole files.
void add_max_file_option(CLI::App& command, CommonOptions& options);

// --metric, which puts a name of a metric into `name`.
CLI::Option* add_metric_option(CLI::App& command, std::string& name,
                               const std::string& description = "What counts as one move");
// --symmetry, which puts its value there.
CLI::Option* add_symmetry_option(CLI::App& command, SymmetryUse& use,
                                 const std::string& description);
// "20 (qtm: 26)": what depends on the metric, for descriptions of options.
[[nodiscard]] std::string by_metric(const std::function<int(Metric)>& number);

// --json, --threads, --memory (unless its description is empty), --cache and --quiet.
void add_running_options(CLI::App& command, CommonOptions& options, const std::string& memory = "");

// Adds a command with the common options. example: command lines for --help, one a line.
CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& description,
                      const std::string& example, CommonOptions& options);

// One for each file in cli/.
void add_alg(CLI::App& program);
void add_bench(CLI::App& program);
void add_check(CLI::App& program);
void add_completion(CLI::App& program);
void add_convert(CLI::App& program);
void add_coset(CLI::App& program);
void add_count(CLI::App& program);
void add_draw(CLI::App& program);
void add_find(CLI::App& program);
void add_god(CLI::App& program);
void add_info(CLI::App& program);
void add_plan(CLI::App& program);
void add_puzzles(CLI::App& program);
void add_scramble(CLI::App& program);
void add_serve(CLI::App& program);
void add_solve(CLI::App& program);
void add_sweep(CLI::App& program);
void add_table(CLI::App& program);

// Writes to standard output; throws MachineFault if it cannot be written (a full disk). Buffered;
// flushed at the end by main and by flush().
void out(std::string_view text);
void out_line(const Json& object);
// Bytes that are no UTF-8 (names and comments may hold any) become U+FFFD.
[[nodiscard]] std::string json_text(const Json& object);
void flush();

// A file that is read whole, within --max-file. Throws Error.
[[nodiscard]] std::string read_input(const CommonOptions& options, const std::string& path);
// The whole of standard input, or the next bytes of it (0: its end; room for a few at least), both
// without a byte order mark. Throws Error if it cannot be read.
[[nodiscard]] std::string read_stdin();
[[nodiscard]] std::size_t read_stdin(char* buffer, std::size_t size);

// The machine fails us: a full disk, a closed pipe. The exit status is 1.
class MachineFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
[[noreturn]] void throw_output_fault();

// A note for a person on stderr.
void note(std::string_view text);

}  // namespace gyre::cli
