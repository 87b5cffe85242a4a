// Words that take three pieces of one component round: what everything in a full component can be
// made of. The first round is for words that do nothing else. Components for which there is none
// get one in the next round, in which words may do anything to components that are served already:
// those are solved later, so it does no harm. And so on.
//
// If the places that A and B touch have one place in common, and both take its piece elsewhere,
// then the commutator A^-1 B^-1 A B is such a cycle. Letters, their conjugates and commutators are
// tried, short ones first. Where none meet in one place only, those that meet in few are looked at
// whole, with powers that leave three pieces out of place; then products that come out by luck.
#pragma once

#include "general/words/letter_actions.h"

#include <stop_token>
#include <vector>

namespace gyre {

struct CycleSeed {
  PieceCycle cycle;  // places of the component, from 0
  LetterWord word;
  int cost = 0;  // in moves
};

struct ThreeCycles {
  // By component: some of the cheapest that were found. Nothing for components that are not wanted,
  // and where nothing was found. What they do to components of earlier rounds is even, with twists
  // that add up to 0.
  std::vector<std::vector<CycleSeed>> seeds;
  std::vector<int> round;  // by component, from 0
};

// Throws Error if it is stopped.
[[nodiscard]] ThreeCycles find_three_cycles(const LetterActions& actions,
                                            const MoveCanceller& canceller,
                                            const std::vector<bool>& wanted,
                                            const std::stop_token& stop = {});

}  // namespace gyre
