// ScrambleMaker: sequences that scramble a puzzle. Where it can be solved in reasonable time, a
// uniformly random position is drawn and a sequence found that makes it; elsewhere the sequence
// itself is random. Which of the two is decided from the definition and the moves, never from the
// memory or the threads, so that a seed gives the same positions on every machine. It gives the
// same sequences too, but for those that a solver of the caller's finds within a time.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace GYRE_API gyre {

enum class ScrambleKind { random_state, random_move };

// "random-state", "random-move".
[[nodiscard]] std::string_view to_string(ScrambleKind kind) noexcept;

// Indices of moves that solve a position, or nothing when stopped. Any thread may call it.
using ScrambleSolver =
    std::function<std::optional<std::vector<int>>(const State&, const std::stop_token&)>;

struct ScrambleMakerOptions {
  // The form that competitions use. Throws Error where there is none for the puzzle; the moves
  // must then be all of them.
  bool competition = false;
  // An event whose form is not that of its puzzle: 333bf, 333fm, 444bf, 555bf.
  std::string event;
  // Only this kind: an Error if it cannot be had. Without it, random states wherever sequences of
  // reasonable length make them in reasonable time.
  std::optional<ScrambleKind> kind;
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  int threads = 0;      // of one search; 0: all
  double expected = 1;  // about how many scrambles will be made
  // For a puzzle that the caller knows how to solve: the 3x3x3 by its own engine.
  ScrambleSolver solver;
  // What solves any position by these moves, for the puzzles that the maker itself does not solve;
  // empty if it would take too long, or too many moves unless they are wanted `at_any_length`.
  // Called at most once, while the maker is made.
  std::function<ScrambleSolver(const PuzzleDefinition&, const MoveSet&, bool at_any_length)>
      find_solver;
  ProgressCallback progress;  // of tables
  std::stop_token stop;       // while tables are made; then an Error is thrown
};

// The puzzles that competitions have a form for, by name.
[[nodiscard]] const std::vector<std::string>& competition_puzzles();

class ScrambleMaker {
 public:
  // Makes what tables it needs, in seconds at most; those of a search grow later.
  ScrambleMaker(const PuzzleDefinition& definition, const MoveSet& moves,
                const ScrambleMakerOptions& options = {});

  [[nodiscard]] ScrambleKind kind() const noexcept;
  // How many random moves a scramble has; 0 for random states.
  [[nodiscard]] int length() const noexcept;
  // Whether write() gains by being called on several threads at once; it may be in any case.
  [[nodiscard]] bool concurrent() const noexcept;

  // What its tables take, when they have grown as far as they may. What a solver of the caller's
  // takes is the caller's.
  [[nodiscard]] std::uint64_t most_bytes() const noexcept;

  // What a sequence will lead to: for a random state, the position alone.
  struct Draw {
    State position;
    std::string sequence;  // of random moves; of a random state, the turns at its end that hold it
  };
  // Random states are uniform over the positions that the moves reach; in the competition form over
  // those of them that need as many moves as the regulations ask for.
  [[nodiscard]] Draw draw(std::mt19937_64& rng) const;

  // The sequence that makes the position of the solved one; it has been replayed. Nothing if it was
  // stopped.
  [[nodiscard]] std::optional<std::string> write(const Draw& draw,
                                                 const std::stop_token& stop = {}) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace gyre
