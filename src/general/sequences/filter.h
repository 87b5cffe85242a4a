// Filters on sequences, one a line: what `gyre alg OP` does. A SequenceFilter is made once for a
// definition, a move set and an operation; batches of whole lines are prepared on any thread and
// finished in the order of the input, so that all threads work while the output keeps its order and
// memory stays constant (but for unique, which remembers 16 bytes a position).
//
// A line without moves (blank, or only a comment) passes unchanged through operations that give
// sequences; those that give a number or a position take it as the empty sequence.
//
// Where a puzzle has Illegal rules, operations that need the position (position, wrong, symmetry,
// unique, unique_symmetric, shorten) refuse a sequence with a blocked move, as apply() does; those
// that only rewrite the sequence, and order, do not ask.
#pragma once

#include <gyre/base/error.h>
#include <gyre/puzzle/move_set.h>
#include "general/sequences/shorten.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

enum class FilterOperation {
  invert,            // the inverse, structure kept
  simplify,          // turns that meet merged, also across commuting turns
  expand,            // brackets written out
  canonical,         // cancelled, in the order that CanonicalAutomaton accepts; rotations last
  order,             // how often the sequence must be repeated to do nothing
  position,          // the position that it makes of the solved one
  conjugacy,         // its cycles by length and twist, and how many positions have such
  move,              // the block of a definition file that makes one move of it
  moves,             // how many moves it has in the metric of the move set; rotations are free
  wrong,             // how many pieces the position has out of place
  symmetry,          // how many symmetries the position has
  unique,            // the first of each set of sequences that make the same position
  unique_symmetric,  // the first of each set that make the same position up to symmetry
  unrotate,          // rotations moved to the end
  shorten,           // growing windows solved by fewest moves; rotations last
};

// The name that the command line uses ("unique-symmetric").
[[nodiscard]] std::string_view to_string(FilterOperation operation) noexcept;
// Throws Error naming the operations.
[[nodiscard]] FilterOperation filter_operation(std::string_view name);
[[nodiscard]] const std::vector<FilterOperation>& filter_operations();

// So many sequences for one position can be kept.
constexpr int kMostForOne = 1'000;

struct FilterOptions {
  std::string file;         // names the input in errors
  bool block_text = false;  // position: a ScrambleState block instead of a compact line
  bool mirrors = true;      // symmetry, unique_symmetric: not only rotations
  // unique, unique_symmetric: so many sequences for each position instead of one, at most
  // kMostForOne. wrong: the sequences that leave at most so many pieces wrong instead of numbers.
  std::optional<int> at_most = {};
  ShortenOptions shorten = {};
};

// Whole lines on their way. Reusing a batch keeps its memory.
class FilterBatch {
 public:
  // The whole lines, given before prepare(); only the last line of the input may lack its newline.
  std::string input;

 private:
  friend class SequenceFilter;

  std::string output_;
  std::uint64_t lines_ = 0;
  std::optional<Error> error_;  // of the line after `lines_`; its line number counts in the batch
  // For what passes some lines on: where they start and end; keys_ has a fingerprint for each.
  struct Line {
    std::size_t begin = 0;
    std::size_t size = 0;
    bool has_key = false;
  };
  std::vector<Line> kept_;
  std::vector<std::array<std::uint64_t, 2>> keys_;
};

class SequenceFilter {
 public:
  // Keeps no reference to its arguments.
  SequenceFilter(const PuzzleDefinition& definition, const MoveSet& moves,
                 FilterOperation operation, FilterOptions options = {});
  ~SequenceFilter();
  SequenceFilter(SequenceFilter&&) noexcept;
  SequenceFilter& operator=(SequenceFilter&&) noexcept;

  // Does the work of a batch. May run on several batches at once (but for shorten, which takes all
  // threads itself); never throws for bad input.
  void prepare(FilterBatch& batch) const;

  // To be called batch after batch in the order of the input: passes the output to `write`, then
  // throws if a line was bad, naming its line and column in the whole input.
  void finish(FilterBatch& batch, const std::function<void(std::string_view)>& write);

  // A whole text at once, on the calling thread.
  [[nodiscard]] std::string apply(std::string_view text);

  // Whether lines of plain names take the short way; the results are the same. It is here for
  // tests.
  void set_fast(bool fast) noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Streams: read(buffer, size) gives the next bytes as they come, 0 at the end; write gets the
// output in order. Up to `threads` threads (0: all) call them, one at a time each. A few lines that
// come slowly are answered at once. Throws what finish() throws, after the output before it is
// written.
void run_filter(SequenceFilter& filter, const std::function<std::size_t(char*, std::size_t)>& read,
                const std::function<void(std::string_view)>& write, int threads);

}  // namespace gyre
