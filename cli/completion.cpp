// gyre completion: shell completion for bash and zsh, made from the options that the program itself
// declares, so that it cannot fall behind.
#include <fmt/format.h>
#include <gyre/library/library.h>
#include <CLI/CLI.hpp>
#include "general/sequences/filter.h"

#include <algorithm>
#include <memory>

#include "command.h"
#include "numbers.h"
#include "table_names.h"

#include "front/solve/cube_tables.h"

namespace gyre::cli {
namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  // A command with actions has their options.
  for (const CLI::App* action : command.get_subcommands({})) {
    for (const std::string& name : option_names(*action)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

// The words that an option takes, if it takes certain ones only; CLI11 tells them behind the name
// of the type: "FORMAT:{tws,json}".
std::string words_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find(":{");
  if (open == std::string::npos || !type.ends_with('}')) return "";
  std::string words = type.substr(open + 2, type.size() - open - 3);
  std::replace(words.begin(), words.end(), ',', ' ');
  return words;
}

// Lines of a shell's case statement: for each option with such words, those words.
std::string choices(const CLI::App& command) {
  std::string cases;
  for (const CLI::Option* option : command.get_options()) {
    const std::string words = words_of(*option);
    if (words.empty()) continue;
    for (const std::string& name : option->get_lnames()) {
      cases += fmt::format("    {}:--{}) words=\"{}\" ;;\n", command.get_name(), name, words);
    }
  }
  return cases;
}

std::string actions_of(const CLI::App& program, const char* command) {
  std::string actions;
  for (const CLI::App* action : program.get_subcommand(command)->get_subcommands({})) {
    actions += (actions.empty() ? "" : " ") + action->get_name();
  }
  return actions;
}

std::string table_names() {
  std::string names = fmt::format("{} {}", kTwoPhaseTables, kOptimalTables);
  for (const TableRecipe& recipe : known_tables()) names += " " + recipe.key.name;
  return names;
}

std::string bash_script(const CLI::App& program) {
  std::string commands;
  std::string cases;
  std::string words;
  std::vector<std::string> operations;
  for (const FilterOperation operation : filter_operations()) {
    operations.emplace_back(to_string(operation));
  }
  for (const CLI::App* command : program.get_subcommands({})) {
    commands += (commands.empty() ? "" : " ") + command->get_name();
    words += choices(*command);
    cases += fmt::format("    {}) words=\"{}\" ;;\n", command->get_name(),
                         fmt::join(option_names(*command), " "));
  }
  return fmt::format(
      R"(_gyre() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words=""
  COMPREPLY=()
  case ${{COMP_WORDS[1]}}:$previous in
    *:-p|*:--puzzle) words="{puzzles}" ;;
    completion:completion) words="bash zsh" ;;
{choices}  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    case $previous in -p|--puzzle) COMPREPLY+=($(compgen -f -- "$current")) ;; esac
    return
  fi
  if [ "$previous" = alg ]; then
    COMPREPLY=($(compgen -W "{operations}" -- "$current"))
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ] && [ "$previous" = table ]; then
    COMPREPLY=($(compgen -W "{actions}" -- "$current"))
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ] && [ "$previous" = bench ]; then
    COMPREPLY=($(compgen -W "{benches} --help" -- "$current"))
    return
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{commands} --help --version" -- "$current"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{cases}  esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")); return ;;
  esac
  case ${{COMP_WORDS[1]}}$previous in
    table--cache) COMPREPLY=($(compgen -d -- "$current")) ;;
    table*) COMPREPLY=($(compgen -W "{tables}" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}}
complete -F _gyre gyre ./gyre
)",
      fmt::arg("puzzles", fmt::join(puzzle_names(), " ")),
      fmt::arg("actions", actions_of(program, "table")),
      fmt::arg("benches", actions_of(program, "bench")), fmt::arg("tables", table_names()),
      fmt::arg("operations", fmt::join(operations, " ")), fmt::arg("commands", commands),
      fmt::arg("cases", cases), fmt::arg("choices", words));
}

std::string zsh_script(const CLI::App& program) {
  return "#compdef gyre\nautoload -U +X bashcompinit && bashcompinit\n" + bash_script(program);
}

}  // namespace

void add_completion(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("completion", "Print shell completion for bash or zsh");
  command->footer(
      "Examples:\n"
      "  source <(gyre completion bash)\n"
      "  gyre completion zsh > ~/.zfunc/_gyre");
  auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash or zsh")
      ->required()
      ->check(word_among({"bash", "zsh"}));
  command->callback(
      [&program, shell] { out(*shell == "zsh" ? zsh_script(program) : bash_script(program)); });
}

}  // namespace gyre::cli
