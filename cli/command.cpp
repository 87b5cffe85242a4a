#include "command.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/geometry/library.h>

#include <cstdio>
#include <cstring>

namespace gyre::cli {

PuzzleDefinition CommonOptions::definition() const {
  DefinitionChanges wanted = changes;
  for (const std::string& orbit : no_orientation) {
    if (orbit.empty()) {
      wanted.no_orientation = true;
    } else {
      wanted.no_orientation_of.push_back(orbit);
    }
  }
  PuzzleDefinition plain = load_puzzle(puzzle);
  return wanted.empty() ? plain : change_definition(plain, wanted);
}

Metric CommonOptions::metric() const {
  return metric_name == "qtm" ? Metric::qtm : Metric::htm;
}

MoveSet CommonOptions::move_set(const PuzzleDefinition& definition) const {
  return {definition, metric(), moves};
}

std::uint64_t CommonOptions::memory_bytes() const {
  std::size_t used = 0;
  double number = 0;
  try {
    number = std::stod(memory, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  std::string unit = memory.substr(used);
  if (!unit.empty() && (unit.back() == 'B' || unit.back() == 'b')) unit.pop_back();
  const std::size_t power =
      unit.empty() ? 0 : std::string("kmgt").find(static_cast<char>(std::tolower(unit[0]))) + 1;
  if (used == 0 || !(number > 0) || unit.size() > 1 || power == std::string::npos + 1 ||
      number > 1e6) {
    throw Error(
        fmt::format("--memory: '{}' is no amount of memory (right would be 4G or 500M)", memory));
  }
  for (std::size_t i = 0; i < power; ++i) number *= 1024;
  return static_cast<std::uint64_t>(number);
}

CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& description,
                      const std::string& example, CommonOptions& options) {
  CLI::App* command = program.add_subcommand(name, description);
  command->footer("Examples:\n" + example);
  const char* puzzle = "Puzzle";
  command->add_option("-p,--puzzle", options.puzzle, "A named puzzle, or a definition file")
      ->type_name("NAME|FILE")
      ->capture_default_str()
      ->group(puzzle);
  command->add_option("--moves", options.moves, "Only these moves; a power means its multiples")
      ->type_name("U,R2,F")
      ->group(puzzle);
  command->add_option("--metric", options.metric_name, "What counts as one move")
      ->check(CLI::IsMember({"htm", "qtm"}))
      ->type_name("htm|qtm")
      ->capture_default_str()
      ->group(puzzle);
  command->add_option("--omit", options.changes.omit, "Leave an orbit out")
      ->type_name("ORBIT")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(puzzle);
  command
      ->add_option("--no-orientation", options.no_orientation,
                   "Forget orientations: of all orbits, or of one (=ORBIT)")
      ->type_name("[=ORBIT]")
      ->expected(0, 1)
      ->default_str("")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
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
  const char* running = "Running";
  command->add_flag("--json", options.json, "One JSON object a line (docs/json.md)")
      ->group(running);
  command->add_option("--threads", options.threads, "Threads to use; 0 means all")
      ->check(CLI::Range(0, 1024))
      ->group(running);
  command->add_option("--memory", options.memory, "Memory to stay within")
      ->type_name("4G")
      ->capture_default_str()
      ->group(running);
  command->add_flag("-q,--quiet", options.quiet, "No progress and no notes")->group(running);
  return command;
}

void out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw Error(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  }
}

void out_line(const Json& object) {
  out(object.dump() + "\n");
}

void flush() {
  if (std::fflush(stdout) != 0) {
    throw Error(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  }
}

void note(std::string_view text) {
  fmt::print(stderr, "{}\n", text);
}

std::string grouped(const std::string& digits) {
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0 && digits[i - 1] != '-') text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace gyre::cli
