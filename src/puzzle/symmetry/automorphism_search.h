// Looks for automorphisms of a puzzle: maps of slots and orientations under which every generator
// becomes a generator or the inverse of one. Mirrors are found this way, and for puzzles that give
// no rotations these too.
//
// The method is that of graph isomorphism programs: slots, generators, orbits and look-alike pieces
// are vertices, each takes a colour, and colours are refined by what a vertex is connected with
// until nothing more can be told apart; then one vertex is singled out and its image is guessed.
// Colours are 64-bit hashes. A collision can only make the search longer: what it returns has been
// checked exactly. Which of the symmetries found are wanted is left to the caller.
#pragma once

#include "puzzle/symmetry/symmetry_element.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace gyre {

struct AutomorphismProblem {
  const PuzzleDefinition* definition = nullptr;
  // The generators: units of the move classes. An automorphism maps each to another or to the
  // inverse of another. No two are equal or inverses of each other.
  std::vector<State> units;
  // An automorphism maps this set to itself. Used for rotations: a mirror normalises them.
  std::vector<State> normalised;
  // Every unit of order above 2 must become the inverse of a unit.
  bool reverse = false;
};

class AutomorphismSearch {
 public:
  // max_work counts visits of one slot by one generator.
  AutomorphismSearch(AutomorphismProblem problem, std::uint64_t max_work);

  // The first automorphism that `accept` takes.
  [[nodiscard]] std::optional<Symmetry> find(const std::function<bool(const Symmetry&)>& accept);

  // Generators of the group of all automorphisms, or of a subgroup if that group has more than
  // max_elements elements (then exhausted() is true). Not with `reverse`.
  [[nodiscard]] std::vector<Symmetry> generators(std::uint64_t max_elements);

  // A limit was reached: there may be more than what was found.
  [[nodiscard]] bool exhausted() const noexcept { return exhausted_; }

 private:
  using Colour = std::uint64_t;
  using Colours = std::vector<Colour>;
  // Generator `plus` takes the piece in slot `from` to slot `to`; `minus` takes it back. minus is
  // plus for units of order 2, and -1 for members of the normalised set, whose inverses are
  // members.
  struct Arc {
    int plus = 0;
    int minus = 0;
    int from = 0;
    int to = 0;
    Colour label = 0;
  };
  // One step on the way to telling all vertices apart: the vertex singled out, and the colours
  // before.
  struct Level {
    Colours colours;
    std::vector<Colour> sorted;
    int rounds = 0;
    int vertex = -1;
  };
  struct Found {
    Symmetry symmetry;
    std::vector<int> image;  // of each vertex
  };

  void add_arcs(const State& action, int plus, int minus);
  [[nodiscard]] Colours initial_colours(bool reversed) const;
  void refine_once(const Colours& old, Colours& next);
  // Refines until no more vertices can be told apart; returns the number of rounds.
  int refine(Colours& colours);
  void build_levels();
  [[nodiscard]] int choose_vertex(const Colours& colours) const;
  // Whether right, with `image` singled out, still looks like the left side; next gets its colours.
  bool single_out(int level, const Colours& right, int image, Colours& next);
  [[nodiscard]] std::vector<int> candidates(int level, const Colours& right) const;
  bool descend(int level, const Colours& right, const std::function<bool(const Found&)>& accept);
  [[nodiscard]] std::optional<Found> read_off(const Colours& right) const;
  [[nodiscard]] bool map_slots(const std::vector<int>& image, Symmetry& s) const;
  // For each generator the action that it must become.
  [[nodiscard]] bool solve_orientations(const std::vector<const State*>& actions,
                                        const std::vector<const State*>& images, Symmetry& s) const;

  AutomorphismProblem problem_;
  std::uint64_t work_left_;
  bool exhausted_ = false;
  SlotIndex index_;
  std::vector<State> inverse_units_;
  std::vector<bool> involution_;
  std::vector<bool> active_;  // slots that some generator touches
  std::vector<Arc> arcs_;
  // Vertices: slots, then orbits, then identities, then two for each unit, then the normalised.
  int first_orbit_ = 0;
  int first_identity_ = 0;
  int first_unit_ = 0;
  int first_normalised_ = 0;
  int vertices_ = 0;
  std::vector<int> identity_vertex_;  // of each slot
  std::vector<Level> levels_;
};

}  // namespace gyre
