// What a KPuzzle definition does not say: which of its moves only turn the whole puzzle, and which
// of its derived moves are needed to reach what the puzzle can do. Decided by names where names say
// it, else by what the moves do. docs/formats.md states the rules; this decides nothing else.
#pragma once

#include <gyre/puzzle/definition.h>

#include <vector>

namespace gyre {

struct KPuzzleRoles {
  std::vector<bool> is_rotation;  // by move
  std::vector<bool> is_move;      // by derived move: searched like a move
};

// The roles by names alone: no derived move is a move.
[[nodiscard]] KPuzzleRoles named_roles(const std::vector<BaseMove>& moves,
                                       const std::vector<DerivedMove>& derived);

// `moves` and `derived` as a file lists them, rotations among them. Where finding out would take
// too long, by names alone.
[[nodiscard]] KPuzzleRoles find_roles(const OrbitList& orbits, const std::vector<BaseMove>& moves,
                                      const std::vector<DerivedMove>& derived);

}  // namespace gyre
