// What written moves and algs do, given only what the literal names do. Stands below
// PuzzleDefinition, so that readers can compute moves that are defined by other moves.
#pragma once

#include <gyre/alg/alg.h>
#include <gyre/puzzle/state.h>

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace gyre {

// Turns of literal names, forwards or backwards, whose product is one unit of a written turn: the
// name itself if it is known; else of a layered form the block that it is (1-3R: 3Rw), what two
// blocks leave (2-3R: 3Rw R'), or its slices (3Rw: R 2R 3R). Empty if what it takes is not known.
[[nodiscard]] std::vector<MoveToken> literal_parts(
    const MoveToken& move, const std::function<bool(const std::string&)>& known);

class AlgEvaluator {
 public:
  // Null for a name that is not known.
  using Lookup = std::function<const State*(const std::string&)>;
  // Called for a move that is not known; must throw.
  using Unknown = std::function<void(const MoveToken&)>;

  // Keeps a reference to the orbits.
  AlgEvaluator(const OrbitList& orbits, Lookup lookup, Unknown unknown)
      : orbits_(orbits), lookup_(std::move(lookup)), unknown_(std::move(unknown)) {}

  [[nodiscard]] State unit(const MoveToken& move) const;
  [[nodiscard]] State turn(const MoveToken& move) const;
  // state := state after alg. Repeated brackets are powers, so that ((R U)1000)1000 is cheap.
  void apply(const Alg& alg, State& state);

 private:
  const State& known_turn(const MoveToken& move);
  [[nodiscard]] State action(const Alg& alg);

  const OrbitList& orbits_;
  Lookup lookup_;
  Unknown unknown_;
  std::unordered_map<std::string, State> turns_;
};

}  // namespace gyre
