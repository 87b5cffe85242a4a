// SequenceShortener: shorter sequences with the same effect, by shortest solutions of growing
// windows: all pieces of two moves that stand together, then of three, and so on; where one has a
// shorter way, it is put in and the windows begin anew. What comes out is never longer than what
// went in, and no window of it up to the greatest one can be shortened.
//
// Effect means every piece, also where some look alike. Rotations are moved to the end, and wide
// turns taken apart into base moves, as by the filter `canonical`.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace gyre {

struct ShortenOptions {
  // The greatest window, in moves. Without one, as long as windows take a moment each; with a time,
  // as long as there is time.
  std::optional<int> window;
  std::optional<double> seconds;  // for one sequence; what it gives may differ from run to run
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  int threads = 0;  // of one search; 0: all
  // For a puzzle that the caller knows how to solve in few moves (the 3x3x3 by its own engine):
  // indices of moves that solve a position, or nothing. Asked once for a sequence that is longer
  // than the windows that take a moment.
  std::function<std::optional<std::vector<int>>(const State&, const std::stop_token&)> solver;
};

class SequenceShortener {
 public:
  SequenceShortener(const PuzzleDefinition& definition, const MoveSet& moves,
                    const ShortenOptions& options = {});

  // Gives it in the puzzle's notation, replayed. Throws Error if a move is none of the move set, or
  // is blocked by a rule of the puzzle. It takes one call at a time.
  [[nodiscard]] std::string shorten(const Alg& alg, const std::stop_token& stop = {}) const;

  // The same for moves of the set.
  [[nodiscard]] std::vector<int> shorten(std::vector<int> moves,
                                         const std::stop_token& stop = {}) const;

 private:
  struct Data;
  std::shared_ptr<Data> data_;
};

}  // namespace gyre
