// What a puzzle is, in numbers: its symmetries, how many positions the moves reach, and how far the
// furthest must be at least.
#pragma once

#include "front/puzzle/asked_puzzle.h"
#include "puzzle/symmetry/symmetry.h"

#include <gyre/base/bigint.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/puzzle_group.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace gyre {

struct FactsLimits {
  std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
  int threads = 0;  // 0: all
  std::stop_token stop;
  std::function<void(const std::string&)> note;  // why a fact is not known; may be empty
};

struct PuzzleFacts {
  // Keeps a reference to the puzzle. Throws Error where its positions cannot be counted, or if it
  // is stopped.
  PuzzleFacts(const AskedPuzzle& asked, const MoveSet& of, const FactsLimits& limits);

  const PuzzleDefinition& definition;
  MoveSet moves;
  SymmetryGroup symmetries;
  PuzzleGroup group;
  BigInt states;
  // Positions that differ by turning the whole counted once; nothing where nobody says how many
  // those are.
  std::optional<BigInt> up_to_rotation;
  // God's number is not less; nothing where it is not known, because the automaton may be too large
  // for the memory.
  std::optional<int> at_least;
};

}  // namespace gyre
