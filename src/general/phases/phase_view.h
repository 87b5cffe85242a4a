// What of a position the moves of a subgroup cannot change: which of their components each piece
// belongs to, how far it is turned against that component, and which pieces are beside each other.
// A phase that leads from the moves S to the moves H is over when all of it is as at the start
// (and, where that is not all that H keeps, the position is in the group of H).
#pragma once

#include "general/phases/phase_ties.h"
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

// Pieces that must come together with others, each with its own.
struct ViewTie {
  int orbit = 0;
  std::vector<int> slots;  // where the phase's moves may take them
  std::vector<int> homes;  // of the pieces, slots of the orbit
  int other_orbit = 0;
  std::vector<int> other_slots;    // where the others may be
  std::vector<int> partner_slots;  // by piece: the home of its partner
  std::vector<int> partner_turns;  // by piece: how partners are turned where they belong
  bool turns = false;              // whether these matter
  int orientations = 1;            // of the others
  bool is_within_itself = false;   // the others are pieces of the same kind

  // The decimal logarithm of the arrangements of all pieces, or of some of them.
  [[nodiscard]] double log_size() const;
  [[nodiscard]] double log_size_of(int pieces) const;
};

// The slots that a set of moves connects, and those that it keeps beside each other.
struct MovesKeep {
  ComponentSplit split;
  PieceTies ties;

  MovesKeep(const PuzzleDefinition& definition, const std::vector<State>& generators)
      : split(definition.orbits(), generators), ties(definition, split, generators) {}
};

class PhaseView {
 public:
  // here: of the phase's moves; goal: of the moves that are left afterwards.
  PhaseView(const PuzzleDefinition& definition, const MovesKeep& here, const MovesKeep& goal);

  [[nodiscard]] const std::vector<ViewPart>& parts() const noexcept { return parts_; }
  // Those in which there is one colour only, so that colours say nothing.
  [[nodiscard]] const std::vector<ViewPart>& plain_parts() const noexcept { return plain_parts_; }
  [[nodiscard]] const std::vector<ViewTie>& ties() const noexcept { return ties_; }
  [[nodiscard]] double log_size() const;

 private:
  void add_parts(const PuzzleDefinition& definition, const MovesKeep& here,
                 const ComponentSplit& goal);
  void add_ties(const PuzzleDefinition& definition, const MovesKeep& here, const MovesKeep& goal);

  std::vector<ViewPart> parts_;
  std::vector<ViewPart> plain_parts_;
  std::vector<ViewTie> ties_;
};

}  // namespace gyre
