// SymmetryGroup: the symmetries of a puzzle with a move set. Elements, products, inverses, images
// of moves, and conjugation of states in the plain form. Rotations are the closure of those that
// the definition gives; mirrors are searched for as automorphisms of the moves, and every element
// is proved on the definition before it is kept. The packed form is left to the kernels.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/symmetry_use.h>

#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

namespace gyre {

// What a symmetry does to one orbit. A piece in slot i with orientation x comes to slot[i] of orbit
// `target` with orientation multiplier * x + offset[i], modulo the number of orientations.
struct OrbitSymmetry {
  int target = 0;
  int multiplier = 1;  // coprime to the orientations: 1, or orientations - 1 for most mirrors
  std::vector<std::uint8_t> slot;
  std::vector<std::uint8_t> offset;
  // What becomes of the identities of positions, so that solved is mapped to solved: identity c of
  // this orbit becomes identity[c] of the target, and its orientation gets shift[c] more. All
  // pieces that look alike agree, or the symmetry would not have been kept.
  std::vector<std::uint8_t> identity;
  std::vector<std::uint8_t> shift;

  bool operator==(const OrbitSymmetry&) const = default;
};

struct Symmetry {
  std::vector<OrbitSymmetry> orbits;

  bool operator==(const Symmetry&) const = default;
};

// s^-1 a s for a move or any other transformation a (proper permutations, no wildcards):
//   perm'[slot[i]] = slot[perm[i]]
//   ori'[slot[i]]  = multiplier * ori[i] + offset[i] - offset[perm[i]]
[[nodiscard]] State conjugate(const OrbitList& orbits, const Symmetry& s, const State& a);

// The image of a position: solved a becomes solved (s^-1 a s), also where pieces look alike or are
// wild:
//   perm'[slot[i]] = identity[perm[i]]
//   ori'[slot[i]]  = multiplier * ori[i] + offset[i] + shift[perm[i]], wild if ori[i] is wild
[[nodiscard]] State conjugate_position(const OrbitList& orbits, const Symmetry& s,
                                       const State& position);

class SymmetryGroup;
[[nodiscard]] std::vector<Symmetry> all_elements(const SymmetryGroup& group);

struct SymmetryOptions {
  bool rotations = true;     // use those that the definition gives
  bool mirrors = true;       // look for symmetries beyond the given rotations
  int max_elements = 2'000;  // at most 65,535; generators that would make more are left out
  // Effort for the mirrors: how often it is looked what a move does to a slot; a second or so.
  std::uint64_t max_work = 20'000'000;
  std::stop_token stop;
};

[[nodiscard]] inline SymmetryOptions symmetry_options(SymmetryUse use, std::stop_token stop = {}) {
  SymmetryOptions options;
  options.stop = std::move(stop);
  options.rotations = use != SymmetryUse::none;
  options.mirrors = use == SymmetryUse::all;
  return options;
}

class SymmetryGroup {
 public:
  // Only symmetries that map the move set to itself, the solved state to the solved state and the
  // Illegal rules to themselves are kept.
  //
  // Where the definition gives rotations, one more generator is searched for: a mirror that
  // normalises them, turning every move into an inverse one if there is such a mirror. Where it
  // gives none, all automorphisms of the move set that map units to units or their inverses are
  // searched for. If those are too many, symmetries that do the same to all moves count as one:
  // they do the same to every position that the moves reach (and only to those; nothing else is
  // promised of the group then). Throws Error if it is stopped.
  SymmetryGroup(const PuzzleDefinition& definition, const MoveSet& moves,
                const SymmetryOptions& options = {});

  // Rotations and mirrors. Element 0 is the identity, then come the other rotations, then the
  // rest.
  [[nodiscard]] int size() const noexcept { return static_cast<int>(elements_.size()); }
  // How many of the elements are products of the definition's rotations.
  [[nodiscard]] int rotations() const noexcept { return rotations_; }
  // Whether a position and its inverse need equally many moves: all pieces are different, none is
  // wild, and no rule makes positions illegal. Doubles the symmetry.
  [[nodiscard]] bool inversion() const noexcept { return inversion_; }
  [[nodiscard]] int size_with_inversion() const noexcept {
    return inversion_ ? 2 * size() : size();
  }
  // False if a limit of the options cut the search short, so that there may be more symmetries.
  [[nodiscard]] bool complete() const noexcept { return complete_; }

  [[nodiscard]] const Symmetry& operator[](int element) const noexcept {
    return elements_[element];
  }
  // a first, then b: conjugating by a and the result by b is conjugating by product(a, b).
  [[nodiscard]] int product(int a, int b) const noexcept {
    return products_[static_cast<std::size_t>(a) * elements_.size() + b];
  }
  [[nodiscard]] int inverse(int element) const noexcept { return inverses_[element]; }
  // The index in the MoveSet of the conjugate of a move.
  [[nodiscard]] int move_image(int element, int move) const noexcept {
    return move_images_[static_cast<std::size_t>(element) * move_count_ + move];
  }

  [[nodiscard]] State conjugate(int element, const State& a) const {
    return gyre::conjugate(orbits_, elements_[element], a);
  }
  [[nodiscard]] State conjugate_position(int element, const State& position) const {
    return gyre::conjugate_position(orbits_, elements_[element], position);
  }
  // solved a^-1 for the position solved a. It exists only with inversion().
  [[nodiscard]] State invert_position(const State& position) const;

 private:
  OrbitList orbits_;
  State solved_;
  std::vector<Symmetry> elements_;
  int rotations_ = 1;
  bool inversion_ = false;
  bool complete_ = true;
  std::size_t move_count_ = 0;
  std::vector<std::uint16_t> products_;
  std::vector<std::uint16_t> inverses_;
  std::vector<std::int32_t> move_images_;
};

}  // namespace gyre
