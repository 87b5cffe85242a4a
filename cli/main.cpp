// The program: reads the command line, runs one command, and is the one place where Errors are
// caught. Status 0: done; 1: the answer is no (an unsolvable position) or the machine failed us; 2:
// bad input.
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/base/version.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <new>

#include "command.h"

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

int run(int argc, char** argv) {
  CLI::App program("gyre solves, counts and explores twisty puzzles.", "gyre");
  program.set_version_flag("--version", "gyre " + std::string(version()));
  program.require_subcommand(1);
  program.footer("gyre COMMAND --help shows the options of a command, with examples.");
  add_solve(program);
  add_info(program);
  add_count(program);
  add_check(program);
  add_scramble(program);
  add_alg(program);
  add_convert(program);
  add_table(program);
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
    fmt::print(stderr, "gyre: {} (gyre {}--help shows what is possible)\n", error.what(),
               program.get_subcommands().empty()
                   ? ""
                   : program.get_subcommands().front()->get_name() + " ");
    return 2;
  }
  flush();
  return 0;
}

}  // namespace
}  // namespace gyre::cli

int main(int argc, char** argv) {
  try {
    return gyre::cli::run(argc, argv);
  } catch (const gyre::Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "gyre: {}\n", error.what());
    return 2;
  } catch (const gyre::cli::MachineFault& fault) {
    fmt::print(stderr, "gyre: {}\n", fault.what());
    return 1;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "gyre: not enough memory; a smaller puzzle or --memory would help\n");
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "gyre: unexpected fault: {}\n", error.what());
    return 1;
  }
}
