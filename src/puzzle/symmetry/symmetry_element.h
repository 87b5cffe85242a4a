// Single symmetries in the plain form: how they are made, multiplied, compared and proved. The
// group is symmetry.cpp, the search for mirrors is automorphism_search.h.
#pragma once

#include "puzzle/symmetry/symmetry.h"

#include <string>
#include <vector>

namespace gyre {

// The slots of all orbits, counted through.
class SlotIndex {
 public:
  explicit SlotIndex(const OrbitList& orbits);

  [[nodiscard]] int size() const noexcept { return static_cast<int>(orbit_.size()); }
  [[nodiscard]] int first(int orbit) const noexcept { return first_[orbit]; }
  [[nodiscard]] int orbit(int slot) const noexcept { return orbit_[slot]; }

 private:
  std::vector<int> first_;
  std::vector<int> orbit_;
};

// Slots that moves and rotations connect, or that oriented pieces which look alike connect. Adding
// one constant to the offsets of a whole block changes neither a conjugate of a move nor the image
// of a position, so symmetries that differ by such constants count as one.
class SlotBlocks {
 public:
  SlotBlocks(const OrbitList& orbits, const State& solved,
             const std::vector<const State*>& actions);

  // The least slot of the block that a slot of an orbit belongs to.
  [[nodiscard]] int base(int orbit, int slot) const noexcept {
    return base_[index_.first(orbit) + slot] - index_.first(orbit);
  }
  [[nodiscard]] const SlotIndex& index() const noexcept { return index_; }

 private:
  SlotIndex index_;
  std::vector<int> base_;
};

[[nodiscard]] Symmetry identity_symmetry(const OrbitList& orbits);

// The symmetry whose conjugates of a are r^-1 a r.
[[nodiscard]] Symmetry symmetry_of_rotation(const OrbitList& orbits, const State& rotation);

// a first, then b; the parts for positions are left empty.
[[nodiscard]] Symmetry multiply(const OrbitList& orbits, const Symmetry& a, const Symmetry& b);

// Fills the parts for positions. False if the solved state does not allow the symmetry: pieces that
// look alike would become different, or an Illegal rule would not become one.
[[nodiscard]] bool fit_to_positions(const PuzzleDefinition& definition, Symmetry& s);

// Equal exactly for symmetries that count as one.
[[nodiscard]] std::string symmetry_key(const OrbitList& orbits, const SlotBlocks& blocks,
                                       const Symmetry& s);

}  // namespace gyre
