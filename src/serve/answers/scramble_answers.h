// POST /v1/scrambles: sequences that scramble a puzzle, as gyre scramble makes them. A seed gives
// the same positions on every machine; without one the answer names the seed that was drawn.
#pragma once

#include "front/puzzle/scrambling.h"
#include "front/solve/scramble_solving.h"
#include "serve/answers/puzzle_shelf.h"
#include "serve/http/request.h"

#include <gyre/general/scramble_maker.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace gyre::serve {

// Keeps what makes scrambles of the last puzzles. Any thread may ask it.
class ScrambleDesk {
 public:
  // What takes so many bytes for tables from a budget, and gives them back with the pointer; the
  // caller waits for it, or stops.
  using Hold =
      std::function<std::shared_ptr<void>(std::uint64_t bytes, const std::stop_token& stop)>;
  // What finds a solver for any puzzle, for who asks, with so many seconds for each scramble.
  using FindSolver = std::function<ScrambleSolverFinder(const EngineCaller&, double seconds)>;

  // cube: for the 3x3x3; any: for others that only phases solve. memory_bytes: what the tables of
  // one puzzle may take. hold: empty if nobody counts.
  explicit ScrambleDesk(CubeScrambling cube, FindSolver any = {},
                        std::uint64_t memory_bytes = std::uint64_t{256} << 20U, int threads = 0,
                        Hold hold = {})
      : cube_(std::move(cube)),
        any_(std::move(any)),
        memory_bytes_(memory_bytes),
        threads_(threads),
        hold_(std::move(hold)) {}

  // Reads "metric", "moves", "count", "seed", "competition", "kind" and "seconds". Throws Error;
  // also if it is stopped.
  [[nodiscard]] Json answer(const std::shared_ptr<const AskedPuzzle>& puzzle, RequestFields& fields,
                            const std::stop_token& stop = {});

  // Forgets the tables of the puzzle that was asked for longest ago and that nobody uses. False if
  // there are none.
  bool give_up_oldest();

 private:
  struct Wish {
    Metric metric = Metric::htm;
    std::string moves;
    bool competition = false;
    std::string event;  // of which the form is
    std::optional<ScrambleKind> kind;
    double seconds = kScrambleSeconds;

    bool operator==(const Wish&) const = default;
  };
  struct Place {
    std::shared_ptr<const AskedPuzzle> puzzle;
    Wish wish;
    std::shared_ptr<const ScrambleMaker> maker;  // null while it is being made
    std::shared_ptr<void> held = nullptr;        // null: its tables take nothing
  };
  // With what its tables take.
  struct Made {
    std::shared_ptr<const ScrambleMaker> maker;
    std::shared_ptr<void> held;
  };

  [[nodiscard]] std::shared_ptr<const ScrambleMaker> find_or_make(
      const std::shared_ptr<const AskedPuzzle>& puzzle, const Wish& wish,
      const std::stop_token& stop);
  [[nodiscard]] Made make(const std::shared_ptr<const AskedPuzzle>& puzzle, const Wish& wish,
                          const std::stop_token& stop) const;

  CubeScrambling cube_;
  FindSolver any_;
  const std::uint64_t memory_bytes_;
  const int threads_;
  const Hold hold_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Place> places_;  // the last asked for first
};

}  // namespace gyre::serve
