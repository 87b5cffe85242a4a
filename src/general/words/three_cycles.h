// Words that do nothing but take three pieces of one component round: what everything in a full
// component can be made of.
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

// By component: some of the cheapest that were found. Nothing for components that are not wanted,
// and where nothing was found. Throws Error if it is stopped.
[[nodiscard]] std::vector<std::vector<CycleSeed>> find_three_cycles(
    const LetterActions& actions, const MoveCanceller& canceller, const std::vector<bool>& wanted,
    const std::stop_token& stop = {});

}  // namespace gyre
