#include "command.h"

#include "numbers.h"

#include "base/read_file.h"
#include "base/text.h"
#include "front/solve/solve_question.h"
#include "puzzle/definition/choice.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace gyre::cli {

std::string spell_option(std::string_view option) {
  if (option == "number") return "-n";
  if (option == "goal") return "--to";
  if (option == "seconds") return "--time";
  if (option == "puzzle") return "-p";
  if (option == "competition") return "--wca";
  if (option == "work_folder") return "--work-dir";
  std::string spelled = "--" + std::string(option);
  std::replace(spelled.begin(), spelled.end(), '_', '-');
  return spelled;
}

PuzzleWish CommonOptions::wish() const {
  PuzzleWish wish;
  wish.text = puzzle;
  wish.max_file_bytes = *parse_memory(max_file);
  // A pipe can be read once.
  std::error_code none;
  if (std::filesystem::is_fifo(puzzle, none)) wish.definition = read_input(*this, puzzle);
  wish.changes = changes;
  for (const std::string& orbit : no_orientation) forget_orientation(wish.changes, orbit);
  wish.ignore = ignore;
  wish.moves = moves;
  return wish;
}

Metric CommonOptions::metric() const {
  return parse_metric(metric_name);
}

MoveSet CommonOptions::move_set(const PuzzleDefinition& definition) const {
  return {definition, metric(), moves};
}

std::uint64_t CommonOptions::memory_bytes() const {
  return *parse_memory(memory);
}

TableStore CommonOptions::store() const {
  std::filesystem::path folder = cache;
  try {
    if (folder.empty()) folder = TableStore::default_folder();
  } catch (const Error&) {  // no HOME: the store says so when a table is wanted
    return TableStore({});
  }
  // Before a table is made that could not be stored there.
  std::error_code fault;
  const std::filesystem::file_status status = std::filesystem::status(folder, fault);
  if (fault == std::errc::not_a_directory ||
      (std::filesystem::exists(status) && !std::filesystem::is_directory(status))) {
    throw Error(
        fmt::format("tables cannot be kept in {}: no folder (--cache names one)", folder.string()));
  }
  return TableStore(folder);
}

void add_cache_option(CLI::App& command, std::string& cache) {
  command
      .add_option("--cache", cache,
                  "Folder of the stored tables [GYRE_CACHE, or gyre under XDG_CACHE_HOME, or "
                  "~/.cache/gyre]")
      ->type_name("DIR")
      ->group("Running");
}

void add_memory_option(CLI::App& command, CommonOptions& options, const std::string& description) {
  command.add_option("--memory", options.memory, description)
      ->type_name("4G")
      ->check([](const std::string& text) {
        return parse_memory(text) ? "" : must_be(kMemoryAmount, text);
      })
      ->each([&options](const std::string&) { options.memory_given = true; })
      ->capture_default_str()
      ->group("Running");
}

void add_max_file_option(CLI::App& command, CommonOptions& options) {
  command
      .add_option("--max-file", options.max_file,
                  "Read no larger file of a puzzle, or of positions that are read together")
      ->type_name("64M")
      ->check([](const std::string& text) {
        return parse_memory(text) ? "" : must_be(kMemoryAmount, text);
      })
      ->capture_default_str()
      ->group("Running");
}

CLI::Option* add_metric_option(CLI::App& command, std::string& name,
                               const std::string& description) {
  std::vector<std::string> names;
  for (const Metric metric : metrics()) names.emplace_back(to_string(metric));
  return command.add_option("--metric", name, description)
      ->check(word_among(names))
      ->type_name(metric_names());
}

CLI::Option* add_symmetry_option(CLI::App& command, SymmetryUse& use,
                                 const std::string& description) {
  return command
      .add_option_function<std::string>(
          "--symmetry", [&use](const std::string& word) { use = symmetry_use(word); }, description)
      ->check(word_among(symmetry_words()))
      ->type_name("none|rotations|all");
}

std::string by_metric(const std::function<int(Metric)>& number) {
  std::string text = std::to_string(number(kUsualMetric));
  for (const Metric metric : metrics()) {
    if (metric != kUsualMetric) text += fmt::format(" ({}: {})", to_string(metric), number(metric));
  }
  return text;
}

void add_running_options(CLI::App& command, CommonOptions& options, const std::string& memory) {
  const char* running = "Running";
  command.add_flag("--json", options.json, "One JSON object a line (docs/json.md)")->group(running);
  command.add_option("--threads", options.threads, "Threads to use; 0 means all")
      ->check(number_within(kThreadsRange))
      ->group(running);
  if (!memory.empty()) add_memory_option(command, options, memory);
  add_cache_option(command, options.cache);
  command.add_flag("-q,--quiet", options.quiet, "No progress and no notes")->group(running);
}

CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& description,
                      const std::string& example, CommonOptions& options) {
  CLI::App* command = program.add_subcommand(name, description);
  command->footer("Examples:\n" + example);
  const char* puzzle = "Puzzle";
  command
      ->add_option("-p,--puzzle", options.puzzle,
                   "A named puzzle (gyre puzzles), a description (\"c f 1/3\") or a definition "
                   "file; behind a "
                   "name options (\"4x4x4 slices\": single layers turn, not blocks)")
      ->type_name("NAME|FILE")
      ->capture_default_str()
      ->group(puzzle);
  command
      ->add_option("--moves", options.moves,
                   "Only these moves; a power means its multiples. Also 2R where Rw is a move")
      ->type_name("U,R2,F")
      ->check([](const std::string& text) { return text.empty() ? no_list_of_moves(text) : ""; })
      ->group(puzzle);
  add_metric_option(*command, options.metric_name)->capture_default_str()->group(puzzle);
  command->add_option("--omit", options.changes.omit, "Leave an orbit out")
      ->type_name("ORBIT")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(puzzle);
  command
      ->add_option("--no-orientation", options.no_orientation,
                   "Forget orientations: of all orbits, or of one (=ORBIT)")
      ->type_name("[=ORBIT]")
      ->allow_extra_args(false)
      ->group(puzzle);
  command
      ->add_option("--no-permutation", options.changes.no_permutation_of,
                   "Forget which piece of an orbit is where")
      ->type_name("ORBIT")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(puzzle);
  command
      ->add_flag("--distinguish-all", options.changes.distinguish_all,
                 "Tell pieces apart that look alike")
      ->group(puzzle);
  command
      ->add_option("--ignore", options.ignore,
                   "Pieces that do not matter: an orbit (CORNERS), a piece of it (EDGES:1), or the "
                   "faces of a piece (UF)")
      ->type_name("PIECES")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(puzzle);
  command
      ->add_option(
          "--relabel", options.changes.relabel,
          "Of this orbit only which pieces look alike counts, not how they look: positions "
          "that other names for the looks make of each other are one")
      ->type_name("ORBIT")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(puzzle);
  add_running_options(*command, options, "Memory to stay within");
  add_max_file_option(*command, options);
  return command;
}

void throw_output_fault() {
  throw MachineFault(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
}

namespace {

std::size_t read_stdin_bytes(char* buffer, std::size_t size) {
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer, size);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) {
      throw Error(fmt::format("standard input cannot be read: {}", std::strerror(errno)));
    }
  }
}

}  // namespace

std::size_t read_stdin(char* buffer, std::size_t size) {
  static bool at_start = true;  // of the one standard input that a process has
  std::size_t got = read_stdin_bytes(buffer, size);
  if (!std::exchange(at_start, false)) return got;
  // Only what may become a byte order mark is waited for: a person sees an answer to each line.
  const auto may_be_mark = [&] {
    return got < kByteOrderMark.size() && kByteOrderMark.starts_with({buffer, got});
  };
  for (std::size_t more = got; more != 0 && may_be_mark(); got += more) {
    more = read_stdin_bytes(buffer + got, size - got);
  }
  if (!std::string_view(buffer, got).starts_with(kByteOrderMark)) return got;
  got -= kByteOrderMark.size();
  std::memmove(buffer, buffer + kByteOrderMark.size(), got);
  return got != 0 ? got : read_stdin_bytes(buffer, size);
}

std::string read_stdin() {
  constexpr std::size_t kPart = std::size_t{1} << 16U;
  std::string text;
  for (std::size_t got = kPart; got != 0;) {
    const std::size_t old = text.size();
    text.resize(old + kPart);
    got = read_stdin(text.data() + old, kPart);
    text.resize(old + got);
  }
  return text;
}

void out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw_output_fault();
  }
}

void out_line(const Json& object) {
  out(json_text(object) + "\n");
}

std::string json_text(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void flush() {
  if (std::fflush(stdout) != 0) {
    throw_output_fault();
  }
}

std::string read_input(const CommonOptions& options, const std::string& path) {
  try {
    return read_file(path, *parse_memory(options.max_file));
  } catch (const FileTooLarge& error) {
    throw Error(fmt::format("{}; --max-file allows more", error.what()));
  }
}

void note(std::string_view text) {
  // What files are called and hold may end up in a sentence, and is not to command a terminal. A
  // stderr that cannot be written changes nothing about the work.
  const std::string line = without_control_characters(text, true) + "\n";
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace gyre::cli
