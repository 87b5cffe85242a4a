// The program: reads the command line, runs one command, and is the one place where Errors are
// caught. Status 0: done; 1: the answer is no (an unsolvable position) or the machine failed us; 2:
// bad input.
#include <fcntl.h>
#include <fmt/format.h>
#include <gyre/base/api.h>
#include <gyre/base/error.h>
#include <signal.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/mapped_files.h"
#include "base/no_thread.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <new>
#include <system_error>

#include "command.h"
#include "interrupt.h"
#include "position_stream.h"
#include "puzzle_names.h"

namespace gyre::cli {
namespace {

// A command that is none gets its own message, with those that there are.
void check_word(const CLI::App& app, const std::string& word, const char* what) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return;
  const std::string_view kind(what);
  throw Error(fmt::format("'{}' is no {} ({}s: {})", word, kind, kind.substr(0, kind.find(' ')),
                          fmt::join(names, " ")));
}

// A program may be started with its standard files closed. The next file that it opens would then
// take their place: so something that fails as they would stands there.
void hold_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(file, F_GETFD) >= 0 || errno != EBADF) continue;
    (void)::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// What a person may have meant by words that stand where an option is needed.
std::string hint(const CLI::App& command, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  if (command.get_option_no_throw("--puzzle") != nullptr) return puzzle_hint(words);
  if (command.get_option_no_throw("--search") == nullptr) return "";
  return fmt::format("; did you mean --search {}?", fmt::join(words, " "));
}

// The arguments of a command that belong to no option and are no files.
std::vector<std::string> plain_arguments(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    for (const std::string& word : option->results()) {
      std::error_code none;
      if (!std::filesystem::exists(word, none)) words.push_back(word);
    }
  }
  return words;
}

// What a person may have meant who gave a command words that it cannot read.
std::string meant_by(const CLI::App& program) {
  if (program.get_subcommands().empty()) return "";
  const CLI::App& command = *program.get_subcommands().front();
  if (command.get_option_no_throw("--puzzle") == nullptr) return "";
  return puzzle_hint(plain_arguments(command));
}

// The line of a position that has no answer (docs/json.md).
void out_error_line(const BadPosition& bad, const std::string& sentence) {
  Json line{{"name", bad.name}};
  if (bad.line != 0) line["line"] = bad.line;
  line["error"] = sentence;
  out_line(line);
}

int run(int argc, char** argv) {
  CLI::App program("gyre solves, counts and explores twisty puzzles.", "gyre");
  program.set_version_flag("--version", "gyre " + std::string(version()));
  program.require_subcommand(1);
  program.footer("gyre COMMAND --help shows the options of a command, with examples.");
  add_solve(program);
  add_info(program);
  add_count(program);
  add_god(program);
  add_coset(program);
  add_sweep(program);
  add_find(program);
  add_check(program);
  add_scramble(program);
  add_alg(program);
  add_convert(program);
  add_draw(program);
  add_serve(program);
  add_table(program);
  add_bench(program);
  add_plan(program);
  add_puzzles(program);
  add_completion(program);
  // CLI11 would read [R, U] as a list of two arguments; to gyre it is a commutator, which a space
  // at the end does not change. It takes the arguments last first.
  std::vector<std::string> arguments(argv + 1, argv + argc);
  for (std::string& argument : arguments) {
    if (argument == "--no-orientation") argument += std::string("=") + kAllOrbits;
    if (argument.size() > 1 && argument.front() == '[' && argument.back() == ']') argument += ' ';
  }
  if (!arguments.empty()) check_word(program, arguments[0], "command");
  if (arguments.size() > 1 && arguments[0] == "table") {
    check_word(*program.get_subcommand("table"), arguments[1], "action of table");
  }
  if (arguments.size() > 1 && arguments[0] == "bench") {
    check_word(*program.get_subcommand("bench"), arguments[1], "name of bench");
  }
  std::reverse(arguments.begin(), arguments.end());
  try {
    program.parse(std::move(arguments));
  } catch (const CLI::RuntimeError& status) {  // a command ended properly, with a status of its own
    flush();
    return status.get_exit_code();
  } catch (const CLI::Success& success) {  // --help and --version
    const int status = program.exit(success);
    std::cout.flush();
    if (!std::cout) throw_output_fault();
    return status;
  } catch (const CLI::ParseError& error) {
    const CLI::App* command =
        program.get_subcommands().empty() ? nullptr : program.get_subcommands().front();
    std::vector<std::string> unexpected;
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && command != nullptr) {
      unexpected = command->remaining();
      std::erase_if(unexpected, [](const std::string& word) { return word.starts_with('-'); });
    }
    std::string why = error.what();
    // CLI11 writes "--target: must be ..."; a request and a program read it without the colon.
    if (const auto at = why.find(": must be "); at != std::string::npos) why.erase(at, 1);
    note(fmt::format("gyre: {}{} (gyre {}--help shows what is possible)", why,
                     command == nullptr ? "" : hint(*command, unexpected),
                     command == nullptr ? "" : command->get_name() + " "));
    return 2;
  } catch (const Error& error) {
    const std::string meant = meant_by(program);
    if (const auto* bad = dynamic_cast<const BadPosition*>(&error)) {
      out_error_line(*bad, error.what() + meant);
    }
    const bool is_no_input = dynamic_cast<const NoThread*>(&error) != nullptr;
    if (meant.empty() || is_no_input) throw;
    throw Error(error.place(), error.message() + meant);
  }
  flush();
  return 0;
}

}  // namespace
}  // namespace gyre::cli

int main(int argc, char** argv) {
  gyre::cli::hold_standard_files();
  gyre::name_mapped_faults();
  // A file that may not grow any more (ulimit -f) is an error that can be named, like a full disk.
  (void)::signal(SIGXFSZ, SIG_IGN);
  try {
    return gyre::cli::run(argc, argv);
  } catch (const gyre::Error& error) {
    std::fflush(stdout);
    gyre::cli::note(fmt::format("gyre: {}", error.what()));
    const int interrupted = gyre::cli::interrupted_status();
    if (interrupted != 0) return interrupted;
    // Of another input it would be the same.
    return dynamic_cast<const gyre::NoThread*>(&error) != nullptr ? 1 : 2;
  } catch (const gyre::cli::MachineFault& fault) {
    gyre::cli::note(fmt::format("gyre: {}", fault.what()));
    return 1;
  } catch (const std::bad_alloc&) {
    gyre::cli::note("gyre: not enough memory; a smaller puzzle or --memory would help");
    return 1;
  } catch (const std::exception& error) {
    // What the standard library throws where there is no thread to be had.
    const auto* system = dynamic_cast<const std::system_error*>(&error);
    if (system != nullptr && system->code() == std::errc::resource_unavailable_try_again) {
      gyre::cli::note(
          "gyre: no thread can be started (is the system's limit on threads or on memory "
          "reached?)");
      return 1;
    }
    gyre::cli::note(fmt::format("gyre: unexpected fault: {}", error.what()));
    return 1;
  }
}
