#include "cube3/optimal_table/index.h"

#include "cube3/core/cube_ops_portable.h"

#include "cube3/core/symmetry.h"

#include <stdexcept>

namespace gyre::cube3 {
namespace {

constexpr int kMirrorTurns = 1;    // of the four symmetries of a word, those with this bit are
                                   // mirrors: they turn faces the other way round
constexpr int kExchangeFaces = 2;  // and those with this bit exchange U and D

// The symmetry that makes a view of an axis: a rotation that takes its first face to U.
int view_symmetry(int axis) {
  const Cube probe = replay(Cube{}, {FaceTurn{0, 1}, FaceTurn{1, 2}, FaceTurn{2, 3}});
  Cube view = probe;
  for (int turns = 0; turns < (kAxes - axis) % kAxes; ++turns) view = rotate_urf(view);
  for (int s = 0; s < kSymmetries; ++s) {
    if (!is_mirror(s) && conjugate(probe, s) == view) return s;
  }
  throw std::logic_error("a third of a turn of the cube is one of its symmetries");
}

Cube turns_back(int up, int down) {
  Cube cube;
  if (up != 0) cube = turned(cube, FaceTurn{0, static_cast<std::uint8_t>(kTurns - up)});
  if (down != 0) cube = turned(cube, FaceTurn{3, static_cast<std::uint8_t>(kTurns - down)});
  return cube;
}

std::uint8_t turn_code(int symmetry, int up, int down) {
  return static_cast<std::uint8_t>(symmetry << 4 | (up & 3) << 2 | (down & 3));
}

}  // namespace

IndexTables::IndexTables(const EdgeShape& shape) : words(shape) {
  const QuarterTurn quarter = quarter_turn_of_corners();
  for (int code = 0; code < kTurnCodes; ++code) {
    const int symmetry = code >> 4;
    const int up = code >> 2 & 3;
    const int down = code & 3;
    const SymmetryLanes& lanes = kSymmetryLanes[word_symmetries()[symmetry]];
    const Cube right = compose(lanes.right, turns_back(up, down));
    for (int bit = 0; bit < kEdges; ++bit) {
      const int slot = kLayerSlots[bit];
      edge_sources[code][bit] = static_cast<std::uint8_t>(right.edge_perm(slot));
      if (right.edge_ori(slot) != 0 || lanes.left.edge_ori(slot) != 0) {
        throw std::logic_error("symmetries that keep the F-B axis change no flip");
      }
      edge_names[symmetry][slot] = static_cast<std::uint8_t>(lanes.left.edge_perm(slot));
    }
    for (int i = kEdges; i < 16; ++i) edge_sources[code][i] = 0x80;  // nothing
    for (int turns = 0; turns < kTurns; ++turns) {
      turned[turns][code] =
          turn_code(symmetry, up + turns * quarter.up, down + turns * quarter.down);
    }
    for (int number = 0; number < kAxisMoves; ++number) {
      const int turns = number % 3 + 1;
      const int by = (symmetry & kMirrorTurns) != 0 ? kTurns - turns : turns;
      const bool turns_up = (number < 3) == ((symmetry & kExchangeFaces) == 0);
      moved[code][number] =
          turn_code(symmetry, up + (turns_up ? by : 0), down + (turns_up ? 0 : by));
      reach[code] |= static_cast<std::uint16_t>(1U << (moved[code][number] & 15U));
    }
    for (unsigned reached = 0; reached < moves_to[code].size(); ++reached) {
      unsigned bit = 0;
      for (unsigned position = 0; position < kWordPositions; ++position) {
        if ((reach[code] >> position & 1U) == 0) continue;
        if ((reached >> bit++ & 1U) == 0) continue;
        for (unsigned number = 0; number < kAxisMoves; ++number) {
          if ((moved[code][number] & 15U) == position) {
            moves_to[code][reached] |= static_cast<std::uint8_t>(1U << number);
          }
        }
      }
    }
  }
  for (int axis = 0; axis < kAxes; ++axis) views[axis] = kSymmetryLanes[view_symmetry(axis)];
}

WordPlace word_place(const IndexTables& tables, const Cube& view, int corners) noexcept {
  const CornerOrbits::Place orbit = tables.orbits.places()[corners];
  const unsigned turn = orbit.turn();
  const auto& sources = tables.edge_sources[turn];
  const auto& names = tables.edge_names[turn >> 4U];
  unsigned middle = 0;
  unsigned flips = 0;
  unsigned second = 0;  // slots of the second and fourth middle edges
  unsigned code = 0;
  unsigned read = 0;
  const unsigned name_mask = tables.words.orders().name_mask();
  for (unsigned bit = 0; bit < kEdges; ++bit) {
    const unsigned edge = view.edges[sources[bit]];
    const unsigned name = names[edge & 15U];
    if (name >= kFirstMiddleEdge) {
      middle |= 1U << bit;
      code |= (name & name_mask & 1U) << read | (name & name_mask) >> 1U << (4 + read);
      ++read;
      second |= (name & 1U) << bit;
    }
    flips |= edge >> 4U << bit;
  }
  const EdgeShape& shape = tables.words.shape();
  EdgeWords::Place place = tables.words.place(middle, shape.flips ? flips & ~middle : 0U,
                                              tables.words.orders().rank(code));
  if (shape.pairs) {
    place.word = 2 * place.word + EdgeWords::pair(place.turns, middle, flips, second);
  }
  return {std::uint64_t(orbit.orbit()) * tables.words.count() + place.word,
          tables.turned[place.turns][turn]};
}

}  // namespace gyre::cube3
