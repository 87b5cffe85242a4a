// Pieces that go together. On a large cube whose outer layers alone turn, a wing goes wherever its
// edge goes: which places are beside each other never changes. So what these moves keep is more
// than which piece can come where; a phase that leads to them must bring such pieces together.
//
// A component A is tied to a component B if whatever leaves a place of A where it is leaves some
// place of B where it is: then each place of A has its partner in B, and the moves take partners to
// partners.
#pragma once

#include "puzzle/group/components.h"

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/state.h>

#include <vector>

namespace gyre {

struct PieceTie {
  int from = 0;  // components
  int to = 0;
  // By place of `from`: the partner's slot, and how far a piece there is turned against one that
  // came from the first partner. Turns are 0 if the moves do not tie them.
  std::vector<int> slot;
  std::vector<int> turn;
  bool ties_turns = false;
};

class PieceTies {
 public:
  PieceTies() = default;
  // split: of the actions. Only components whose pieces are all different are looked at, and of
  // ties that follow from each other some are kept.
  PieceTies(const PuzzleDefinition& definition, const ComponentSplit& split,
            const std::vector<State>& actions);

  [[nodiscard]] const std::vector<PieceTie>& ties() const noexcept { return ties_; }
  // Whether a place is beside another, directly or through others.
  [[nodiscard]] bool are_beside(int orbit, int slot, int other_orbit, int other_slot) const;
  // Makes two places be beside each other.
  void join(int orbit, int slot, int other_orbit, int other_slot);
  // Components about which all is known from another one's places and turns.
  [[nodiscard]] bool is_implied(int component) const noexcept { return implied_[component] != 0; }

 private:
  void find_implied(const PuzzleDefinition& definition, const ComponentSplit& split,
                    const std::vector<State>& actions);
  [[nodiscard]] int find(int point) const;
  [[nodiscard]] int point(int orbit, int slot) const { return first_point_[orbit] + slot; }

  std::vector<PieceTie> ties_;
  std::vector<char> different_;   // by component: whether all its pieces are
  std::vector<int> first_point_;  // by orbit
  std::vector<int> parent_;    // by slot, all orbits one after the other: those beside each other
  std::vector<char> implied_;  // by component
};

}  // namespace gyre
