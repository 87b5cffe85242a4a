// gyre count: canonical sequences by length, the automaton that says what may follow, and its
// branching factor.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include "base/threads.h"

#include <algorithm>
#include <memory>

#include "command.h"
#include "interrupt.h"
#include "numbers.h"
#include "progress.h"
#include "puzzle/canonical/canonical.h"

namespace gyre::cli {
namespace {

struct CountOptions {
  CommonOptions common;
  int depth = 10;
  int canon_depth = 0;
};

// Says beforehand what a canon depth will cost, if that is more than a moment: all canonical
// sequences of one move more than the depth are compared. 150 ns of one thread and 9 bytes each
// were measured (docs/performance.md).
void announce(const CountOptions& options, const PuzzleDefinition& definition, const MoveSet& moves,
              std::uint64_t memory_bytes, const std::stop_token& stop) {
  if (options.canon_depth == 0 || options.common.quiet) return;
  CanonicalOptions commuting;
  commuting.stop = stop;
  const CanonicalCounts counts(CanonicalAutomaton(definition, moves, commuting),
                               options.common.threads, stop);
  const auto words = counts.sequences(options.canon_depth + 1).back().convert_to<double>();
  const double seconds = words * 150e-9 / thread_count(options.common.threads);
  if (seconds < 1) return;
  const double bytes = std::min(words * 9, static_cast<double>(memory_bytes));
  note(fmt::format("comparing up to {:.3g} sequences of {} moves: about {:.2g} s, {:.0f} MiB",
                   words, options.canon_depth + 1, seconds, bytes / 1048576));
}

void count(const CountOptions& options) {
  const PuzzleDefinition definition = options.common.definition();
  const MoveSet moves = options.common.move_set(definition);
  const Interrupt interrupt;
  CanonicalOptions canonical;
  canonical.depth = options.canon_depth;
  canonical.memory_bytes = options.common.memory_bytes();
  canonical.threads = options.common.threads;
  canonical.progress = progress_callback(options.common);
  canonical.stop = interrupt.token();
  announce(options, definition, moves, canonical.memory_bytes, canonical.stop);
  const CanonicalAutomaton automaton(definition, moves, canonical);
  const CanonicalCounts counts(automaton, options.common.threads, canonical.stop);
  const std::vector<BigInt> sequences = counts.sequences(options.depth);
  const std::string branching = fmt::format("{:.7f}", counts.branching_factor());
  if (options.common.json) {
    Json line{{"puzzle", definition.name()},
              {"metric", options.common.metric_name},
              {"canon_depth", options.canon_depth},
              {"automaton_states", automaton.states()},
              {"branching_factor", std::stod(branching)}};
    line["sequences"] = Json::array();
    for (const BigInt& number : sequences) line["sequences"].push_back(number.str());
    out_line(line);
    return;
  }
  out(fmt::format("automaton states  {}\n", grouped(automaton.states())));
  out(fmt::format("branching factor  {}\n", branching));
  out("length  canonical sequences\n");
  for (std::size_t length = 0; length < sequences.size(); ++length) {
    out(fmt::format("{:>6}  {}\n", length, grouped(sequences[length].str())));
  }
}

}  // namespace

void add_count(CLI::App& program) {
  auto options = std::make_shared<CountOptions>();
  CLI::App* command = add_command(program, "count", "Count canonical sequences by length",
                                  "  gyre count --depth 20\n"
                                  "  gyre count -p 20x20x20\n"
                                  "  gyre count -p pentultimate --canon-depth 3\n"
                                  "  gyre count --moves U,R --metric qtm",
                                  options->common);
  command->add_option("--depth", options->depth, "Count sequences up to this length")
      ->check(number_within(0, 10000))
      ->capture_default_str();
  command
      ->add_option("--canon-depth", options->canon_depth,
                   "Remember so many moves, and allow only the first of all sequences of one more "
                   "move or fewer that have the same effect")
      ->check(number_within(0, kMaxCanonDepth))
      ->capture_default_str();
  command->callback([options] { count(*options); });
}

}  // namespace gyre::cli
