// RandomMoves: sequences of random turns in which no two of one class meet, also across turns that
// commute with both.
#pragma once

#include "base/random.h"

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <string>
#include <vector>

namespace gyre {

class RandomMoves {
 public:
  RandomMoves(const PuzzleDefinition& definition, const MoveSet& moves);
  // Any turns that the notation of the puzzle knows, like 3Rw; their powers are made.
  RandomMoves(const PuzzleDefinition& definition, const std::vector<std::string>& names);

  // So many turns, each uniform among those that may follow; where the puzzle has rules, those that
  // keep them. Shorter only where nothing may follow.
  [[nodiscard]] std::string draw(Rng& rng, int length) const;

 private:
  struct Turn {
    std::string name;
    int turn_class = 0;
    State action;
  };
  void find_commuting(const std::vector<State>& units);

  PuzzleDefinition definition_;
  std::vector<Turn> turns_;
  int classes_ = 0;
  std::vector<char> commutes_;
};

// Turns of outer blocks of an NxNxN that are not each other's but for a rotation: on the 4x4x4 the
// six faces, Uw, Rw and Fw.
[[nodiscard]] std::vector<std::string> outer_block_turns(int layers);

// Seven lines of R++ D-- ... and a U as they are written for the megaminx, in one.
[[nodiscard]] std::string random_pochmann(Rng& rng, int length);

}  // namespace gyre
