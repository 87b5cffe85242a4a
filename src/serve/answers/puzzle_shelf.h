// The puzzle that a request is about: by name, by description, or as the text of a definition. No
// file is ever opened. The last ones are kept, so that a page that asks about one puzzle again and
// again, or a thousand clients with the same one, do not have it made anew.
#pragma once

#include "front/puzzle/asked_puzzle.h"
#include "serve/http/request.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace gyre::serve {

// A sequence that makes a position has at most so many moves when it is written out: brackets of
// brackets would take all memory in a few letters.
constexpr std::size_t kMaxPositionMoves = 100'000;

// The last puzzles that were asked for. Any thread may ask it.
class PuzzleShelf {
 public:
  // What takes a puzzle's bytes from a budget, until its pointer goes; null where there are not so
  // many.
  using Hold = std::function<std::shared_ptr<void>(std::uint64_t bytes)>;

  // hold: empty if nobody counts.
  explicit PuzzleShelf(std::size_t most_puzzles = 32,
                       std::uint64_t most_bytes = std::uint64_t{256} << 20U, Hold hold = {})
      : most_puzzles_(most_puzzles), most_bytes_(most_bytes), hold_(std::move(hold)) {}

  // Reads the fields "puzzle" and "definition" {file, text}, of which there must be exactly one,
  // and "moves", whose derived moves become moves. Who asks for a puzzle that is being made waits
  // for it. Throws Error.
  [[nodiscard]] std::shared_ptr<const AskedPuzzle> find(RequestFields& fields);

  // Forgets the one that was asked for longest ago. False if there is none.
  bool give_up_oldest();
  // How many are kept.
  [[nodiscard]] std::size_t size() const;

 private:
  using Puzzle = std::shared_ptr<const AskedPuzzle>;
  struct Place {
    std::string key;
    std::shared_future<Puzzle> puzzle;
    std::uint64_t bytes = 0;  // 0 while it is being made
    std::shared_ptr<void> held = nullptr;
  };

  [[nodiscard]] Puzzle find_asked(RequestFields& fields);
  [[nodiscard]] Puzzle find_or_make(const std::string& key, const std::function<Puzzle()>& make);
  void keep(const std::string& key, std::uint64_t bytes);
  void forget(const std::string& key);

  const std::size_t most_puzzles_;
  const std::uint64_t most_bytes_;
  const Hold hold_;
  mutable std::mutex mutex_;
  std::list<Place> places_;  // the last asked for first
};

// The same puzzle, changed as the fields "omit", "no_orientation" (true: all orbits, or a list of
// them), "no_permutation", "distinguish_all", "relabel" and "ignore" say, which are those of the
// command line.
[[nodiscard]] std::shared_ptr<const AskedPuzzle> read_changes(
    RequestFields& fields, std::shared_ptr<const AskedPuzzle> puzzle);

// The field "metric"; half turns if it is left out.
[[nodiscard]] Metric read_metric(RequestFields& fields);
// The fields "metric" and "moves"; all moves if they are left out.
[[nodiscard]] MoveSet read_move_set(const AskedPuzzle& puzzle, RequestFields& fields);

}  // namespace gyre::serve
