#include "front/puzzle/puzzle_facts.h"

#include "library/quoted_states.h"
#include "puzzle/canonical/canonical.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

namespace gyre {
namespace {

std::optional<BigInt> states_up_to_rotation(const AskedPuzzle& puzzle, const MoveSet& moves,
                                            const PuzzleGroup& group) {
  if (puzzle.is_file() || puzzle.wish().changes_puzzle()) return std::nullopt;
  return quoted_states(puzzle.option(), puzzle.definition(), moves, group);
}

std::optional<int> least_gods_number(const PuzzleFacts& facts, const FactsLimits& limits) {
  CanonicalOptions options;
  options.memory_bytes = limits.memory_bytes;
  options.threads = limits.threads;
  options.stop = limits.stop;
  try {
    const CanonicalAutomaton automaton(facts.definition, facts.moves, options);
    const int bound =
        CanonicalCounts(automaton, limits.threads, limits.stop).lower_bound(facts.states);
    return bound >= 0 ? std::optional(bound) : std::nullopt;
  } catch (const Error& error) {
    if (limits.stop.stop_requested()) throw;
    if (limits.note) limits.note(fmt::format("no bound on God's number: {}", error.what()));
    return std::nullopt;
  }
}

}  // namespace

PuzzleFacts::PuzzleFacts(const AskedPuzzle& asked, const MoveSet& of, const FactsLimits& limits)
    : definition(asked.definition()),
      moves(of),
      symmetries(definition, moves, symmetry_options(SymmetryUse::all, limits.stop)),
      group(definition, moves, limits.stop),
      states(group.states()),
      up_to_rotation(states_up_to_rotation(asked, moves, group)),
      at_least(least_gods_number(*this, limits)) {}

}  // namespace gyre
