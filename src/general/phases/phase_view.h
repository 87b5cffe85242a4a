// What of a position the moves of a subgroup cannot change: which of their components each piece
// belongs to, and how far it is turned against that component. A phase that leads from the moves S
// to the moves H is over when all of it is as at the start (and, where that is not all that H
// keeps, the position is in the group of H).
#pragma once

#include "puzzle/group/components.h"

#include <gyre/puzzle/definition.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gyre {

// Slots that the moves of the phase connect, and how their pieces are told apart.
struct ViewPart {
  int orbit = 0;
  std::vector<int> slots;
  int colours = 0;
  std::vector<int> pieces;           // by colour: how many there are
  std::vector<int> modulus;          // by colour: what matters of orientations; 1: nothing
  int step = 1;                      // the phase's moves turn by multiples of it only
  std::vector<std::int16_t> colour;  // by identity of the orbit; -1: never here
  std::vector<int> zero;             // by identity: what is taken from its orientation, too
  std::vector<int> gauge;            // by place: what is taken from orientations there

  // The decimal logarithm of the arrangements that can be told apart, reachable or not.
  [[nodiscard]] double log_size() const;
};

class PhaseView {
 public:
  // split: of the phase's moves; goal: of the moves that are left afterwards.
  PhaseView(const PuzzleDefinition& definition, const ComponentSplit& split,
            const ComponentSplit& goal);

  [[nodiscard]] const std::vector<ViewPart>& parts() const noexcept { return parts_; }
  [[nodiscard]] double log_size() const;

 private:
  std::vector<ViewPart> parts_;
};

}  // namespace gyre
