// gyre alg: filters on sequences, one a line, streamed on all threads.
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/general/filter.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "command.h"

namespace gyre::cli {
namespace {

struct AlgOptions {
  CommonOptions common;
  std::string operation;
  std::vector<std::string> sequences;
  bool block_text = false;
};

void write_stdout(std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(STDOUT_FILENO, text.data(), text.size());
    if (done >= 0) {
      text.remove_prefix(static_cast<std::size_t>(done));
    } else if (errno != EINTR) {
      throw_output_fault();
    }
  }
}

// What one line of output is called in JSON.
const char* field_of(FilterOperation operation) {
  switch (operation) {
    case FilterOperation::order:
    case FilterOperation::moves:
    case FilterOperation::wrong:
    case FilterOperation::symmetry:
      return "value";
    case FilterOperation::position:
      return "position";
    default:
      return "alg";
  }
}

std::string json_lines(std::string_view text, FilterOperation operation) {
  const std::string field = field_of(operation);
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    // What may not fit a double stays a string (docs/json.md).
    const bool number = field == "value" && !line.empty() && line.size() <= 15 &&
                        line.find_first_not_of("0123456789") == std::string::npos;
    lines += json_text(number ? Json{{field, Json::parse(line)}} : Json{{field, line}}) + "\n";
  }
  return lines;
}

void filter(const AlgOptions& options) {
  const FilterOperation operation = filter_operation(options.operation);
  if (options.block_text && options.common.json) {
    throw Error("--block and --json exclude each other: a JSON line holds the compact position");
  }
  const PuzzleDefinition definition = options.common.definition();
  const MoveSet moves = options.common.move_set(definition);
  FilterOptions filter_options;
  if (options.sequences.empty()) filter_options.file = "stdin";
  filter_options.block_text = options.block_text;
  SequenceFilter filter(definition, moves, operation, filter_options);
  const auto write = [&](std::string_view text) {
    if (options.common.json) {
      write_stdout(json_lines(text, operation));
    } else {
      write_stdout(text);
    }
  };
  if (options.sequences.empty()) {
    const auto read = [](char* buffer, std::size_t size) { return read_stdin(buffer, size); };
    run_filter(filter, read, write, options.common.threads);
    return;
  }
  FilterBatch batch;
  for (const std::string& sequence : options.sequences) batch.input += sequence + "\n";
  filter.prepare(batch);
  filter.finish(batch, write);
}

}  // namespace

void add_alg(CLI::App& program) {
  auto options = std::make_shared<AlgOptions>();
  CLI::App* command =
      add_command(program, "alg", "Filter sequences, one a line: invert, simplify, unique, ...",
                  "  gyre alg invert \"R U R' U'\"\n"
                  "  gyre alg unique < algs.txt > different.txt\n"
                  "  gyre alg order -p megaminx \"R U\"",
                  options->common);
  std::vector<std::string> names;
  for (const FilterOperation operation : filter_operations()) {
    names.emplace_back(to_string(operation));
  }
  command
      ->add_option("operation", options->operation,
                   "What to do: " + fmt::format("{}", fmt::join(names, ", ")))
      ->required()
      ->check(CLI::IsMember(names))
      ->type_name("OP");
  command->add_option("sequence", options->sequences, "Sequences; without any, stdin is read");
  command->add_flag("--block", options->block_text,
                    "position: a ScrambleState block instead of a compact line");
  command->callback([options] { filter(*options); });
}

}  // namespace gyre::cli
