// gyre alg: filters on sequences, one a line, streamed on all threads.
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/general/solver.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "cube3/core/held.h"
#include "general/sequences/filter.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <functional>
#include <memory>
#include <optional>

#include "command.h"
#include "cube_solving.h"
#include "numbers.h"

namespace gyre::cli {
namespace {

struct AlgOptions {
  CommonOptions common;
  std::string operation;
  std::vector<std::string> sequences;
  bool block_text = false;
  std::optional<int> window;
  std::optional<double> seconds;
  std::optional<int> at_most;
  std::optional<std::uint64_t> first;
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
const char* field_of(FilterOperation operation, bool selects) {
  switch (operation) {
    case FilterOperation::wrong:
      return selects ? "alg" : "value";
    case FilterOperation::order:
    case FilterOperation::moves:
    case FilterOperation::symmetry:
      return "value";
    case FilterOperation::position:
      return "position";
    default:
      return "alg";
  }
}

// "CORNERS 3 5+1 (20 positions)".
Json conjugacy_json(const std::string& line) {
  const std::size_t end = line.ends_with(')') ? line.rfind(" (") : std::string::npos;
  Json positions;
  if (end != std::string::npos) {
    positions = line.substr(end + 2, line.find(' ', end + 2) - end - 2);
  }
  return {{"class", line.substr(0, end)}, {"positions", std::move(positions)}};
}

std::string json_lines(std::string_view text, FilterOperation operation, bool selects) {
  const std::string field = field_of(operation, selects);
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (operation == FilterOperation::conjugacy) {
      lines += json_text(conjugacy_json(line)) + "\n";
      continue;
    }
    // What may not fit a double stays a string (docs/json.md).
    const bool number = field == "value" && !line.empty() && line.size() <= 15 &&
                        line.find_first_not_of("0123456789") == std::string::npos;
    lines += json_text(number ? Json{{field, Json::parse(line)}} : Json{{field, line}}) + "\n";
  }
  return lines;
}

using Write = std::function<void(std::string_view)>;

// Passes so many lines on; then it says that there are enough.
class FirstLines {
 public:
  explicit FirstLines(std::optional<std::uint64_t> number) : left_(number) {}

  [[nodiscard]] bool enough() const noexcept { return enough_; }
  // What is left of the text.
  std::string_view take(std::string_view text) {
    if (!left_) return text;
    std::size_t end = 0;
    while (*left_ > 0 && end < text.size()) {
      end = text.find('\n', end) + 1;
      --*left_;
    }
    enough_ = *left_ == 0;
    return text.substr(0, end);
  }

 private:
  std::optional<std::uint64_t> left_;
  std::atomic<bool> enough_ = false;  // also seen by threads that read
};

void finish_batch(SequenceFilter& filter, FilterBatch& batch, const Write& write) {
  filter.prepare(batch);
  filter.finish(batch, write);
  batch.input.clear();
}

// Line by line: for an operation that takes all threads for one line.
void filter_lines(SequenceFilter& filter,
                  const std::function<std::size_t(char*, std::size_t)>& read,
                  const FirstLines& first, const Write& write) {
  constexpr std::size_t kBytes = std::size_t{1} << 16U;
  std::string rest;
  FilterBatch batch;
  for (bool more = true; more;) {
    const std::size_t old = rest.size();
    rest.resize(old + kBytes);
    const std::size_t got = read(rest.data() + old, kBytes);
    rest.resize(old + got);
    more = got > 0;
    for (std::size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
      batch.input = rest.substr(0, end + 1);
      rest.erase(0, end + 1);
      finish_batch(filter, batch, write);
      if (first.enough()) return;
    }
  }
  if (rest.empty()) return;
  batch.input = rest;
  finish_batch(filter, batch, write);
}

ShortenOptions shorten_options(const AlgOptions& options, const PuzzleDefinition& definition,
                               const MoveSet& moves) {
  ShortenOptions wish;
  wish.window = options.window;
  wish.seconds = options.seconds;
  wish.memory_bytes = options.common.memory_bytes();
  wish.threads = options.common.threads;
  const bool all_turns = options.common.moves.empty() && !counts_units(moves.metric());
  if (all_turns && cube3::is_cube3(definition)) {
    wish.solver = cube_solving(options.common, definition, moves);
  }
  return wish;
}

// Of the arguments, or of standard input as far as it is wanted.
void filter_all(SequenceFilter& filter, const AlgOptions& options, bool shortens,
                const FirstLines& first, const Write& write) {
  if (options.sequences.empty()) {
    const auto read = [&](char* buffer, std::size_t size) {
      return first.enough() ? 0 : read_stdin(buffer, size);
    };
    if (shortens) {
      filter_lines(filter, read, first, write);
      return;
    }
    run_filter(filter, read, write, options.common.threads);
    return;
  }
  FilterBatch batch;
  for (const std::string& sequence : options.sequences) {
    batch.input += sequence + "\n";
    // Each takes long enough to be shown at once.
    if (shortens && !first.enough()) finish_batch(filter, batch, write);
  }
  if (!shortens) finish_batch(filter, batch, write);
}

void filter(const AlgOptions& options) {
  const FilterOperation operation = filter_operation(options.operation);
  if (options.block_text && options.common.json) {
    throw Error("--block and --json exclude each other: a JSON line holds the compact position");
  }
  if (operation == FilterOperation::move && options.common.json) {
    throw Error("move writes a block of a definition file, which --json has no form for");
  }
  const bool is_unique =
      operation == FilterOperation::unique || operation == FilterOperation::unique_symmetric;
  if (options.at_most && !is_unique && operation != FilterOperation::wrong) {
    throw Error("--at-most is for unique, unique-symmetric and wrong");
  }
  if (options.at_most && is_unique && (*options.at_most < 1 || *options.at_most > kMostForOne)) {
    throw Error(fmt::format("--at-most: of one position 1 to {} sequences can be kept, not {}",
                            kMostForOne, *options.at_most));
  }
  if (options.first && (options.block_text || operation == FilterOperation::move)) {
    throw Error("--first counts lines, and blocks have several");
  }
  const PuzzleDefinition definition = options.common.definition();
  const MoveSet moves = options.common.move_set(definition);
  FilterOptions filter_options;
  if (options.sequences.empty()) filter_options.file = "stdin";
  filter_options.block_text = options.block_text;
  filter_options.at_most = options.at_most;
  const bool shortens = operation == FilterOperation::shorten;
  if (!shortens && (options.window || options.seconds)) {
    throw Error("--window and --time are for shorten");
  }
  if (shortens) filter_options.shorten = shorten_options(options, definition, moves);
  SequenceFilter filter(definition, moves, operation, filter_options);
  FirstLines first(options.first);
  const auto write = [&](std::string_view all) {
    const std::string_view text = first.take(all);
    if (options.common.json) {
      write_stdout(json_lines(text, operation, options.at_most.has_value()));
    } else {
      write_stdout(text);
    }
  };
  try {
    filter_all(filter, options, shortens, first, write);
  } catch (const Error&) {
    // What comes after the lines that were wanted is nobody's.
    if (!first.enough()) throw;
  }
}

}  // namespace

void add_alg(CLI::App& program) {
  auto options = std::make_shared<AlgOptions>();
  CLI::App* command =
      add_command(program, "alg", "Filter sequences, one a line: invert, simplify, unique, ...",
                  "  gyre alg invert \"R U R' U'\"\n"
                  "  gyre alg unique < algs.txt > different.txt\n"
                  "  gyre alg order -p megaminx \"R U\"\n"
                  "  gyre alg shorten -p pyraminx < algs.txt",
                  options->common);
  std::vector<std::string> names;
  for (const FilterOperation operation : filter_operations()) {
    names.emplace_back(to_string(operation));
  }
  command
      ->add_option("operation", options->operation,
                   "What to do: " + fmt::format("{}", fmt::join(names, ", ")))
      ->required()
      ->check(word_among(names))
      ->type_name("OP");
  command->add_option("sequence", options->sequences, "Sequences; without any, stdin is read");
  command->add_flag("--block", options->block_text,
                    "position: a ScrambleState block instead of a compact line");
  command
      ->add_option("--window", options->window,
                   "shorten: the greatest number of moves that are replaced together")
      ->check(number_within(2, kMaxSolutionLength))
      ->type_name("MOVES");
  command
      ->add_option(
          "--at-most", options->at_most,
          "unique, unique-symmetric: keep so many sequences for each position; wrong: pass "
          "on the sequences that leave at most so many pieces wrong")
      ->check(number_within(0, 1'000'000))
      ->type_name("N");
  command->add_option("--first", options->first, "Stop after so many lines of output")
      ->check(number_within(std::uint64_t{1}, std::uint64_t{1} << 40U))
      ->type_name("N");
  command->add_option("--time", options->seconds, "shorten: stop a sequence after so many seconds")
      ->check(number_within(0.001, 1e9))
      ->type_name("SECONDS");
  command->callback([options] { filter(*options); });
}

}  // namespace gyre::cli
