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

#include "puzzle/symmetry/colour_graph.h"
#include "puzzle/symmetry/symmetry_element.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
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
  // No orbit may become another.
  bool keep_orbits = false;
  // Ends the search as if the work were done.
  std::stop_token stop;
};

class AutomorphismSearch {
 public:
  // max_work counts how often it is looked what a generator does to a slot.
  AutomorphismSearch(AutomorphismProblem problem, std::uint64_t max_work);

  // The first automorphism that `accept` takes.
  [[nodiscard]] std::optional<Symmetry> find(const std::function<bool(const Symmetry&)>& accept);

  // Generators of the group of all automorphisms. Those that keep all units (or turn none round)
  // exchange parts that units do not tell apart; positions that units reach stay as they are.
  struct Generators {
    std::vector<Symmetry> moving;   // the group up to those that keep all units
    std::vector<Symmetry> keeping;  // those, as long as the whole has at most max_elements elements
    std::uint64_t ways = 1;         // in which units are moved, max_elements + 1 for more
    bool whole = true;              // both lists are whole
  };
  // It is not to be called with `reverse`.
  [[nodiscard]] Generators generators(std::uint64_t max_elements);

  // The work was not enough: there may be more than what was found.
  [[nodiscard]] bool exhausted() const noexcept { return exhausted_ || gave_up_; }

 private:
  using Colour = ColourGraph::Colour;
  using Colours = ColourGraph::Colours;
  static constexpr int kNoLimit = -1;
  // One step on the way to telling all vertices apart: the vertex singled out, and the colours
  // before.
  struct Level {
    Colours colours;
    ColourGraph::Steps steps;  // that led to them
    int vertex = -1;
  };
  struct IdleSlots {
    Colour colour = 0;
    int identity = 0;  // the vertex
    std::vector<int> slots;
  };
  struct Found {
    Symmetry symmetry;
    std::vector<int> image;  // of each vertex
  };

  void add_arcs(const State& action, int plus, int minus);
  [[nodiscard]] Colours initial_colours(bool reversed) const;
  // Notices when the graph has worked enough.
  void spend();
  void build_levels();
  [[nodiscard]] std::vector<int> all_vertices() const;
  [[nodiscard]] int choose_vertex(const Colours& colours) const;
  // Whether right, with `image` singled out, still looks like the left side; next gets its colours.
  bool single_out(int level, const Colours& right, int image, Colours& next);
  [[nodiscard]] std::vector<int> candidates(int level, const Colours& right) const;
  // Appends what moves the level's vertex to where earlier ones do not; returns how many places it
  // comes to.
  std::uint64_t extend(int level, std::vector<Found>& found);
  bool descend(int level, const Colours& right, const std::function<bool(const Found&)>& accept);
  [[nodiscard]] std::optional<Found> read_off(const Colours& right) const;
  [[nodiscard]] bool map_slots(const std::vector<int>& image, const Colours& right,
                               Symmetry& s) const;
  [[nodiscard]] std::vector<IdleSlots> idle_slots(int orbit, const Colours& colours) const;
  // actions: what each generator must become.
  [[nodiscard]] bool solve_orientations(const std::vector<const State*>& actions,
                                        const std::vector<const State*>& images, Symmetry& s) const;

  AutomorphismProblem problem_;
  std::uint64_t max_work_;
  // So many maps may turn out to be none before a branch is given up, where that is limited.
  int failures_left_ = kNoLimit;
  bool exhausted_ = false;
  bool gave_up_ = false;
  SlotIndex index_;
  std::vector<State> inverse_units_;
  std::vector<bool> involution_;
  std::vector<bool> active_;  // slots that some generator touches
  ColourGraph graph_;
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
