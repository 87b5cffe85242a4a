// Which turns a cut solid gets, and what they are called. Decides the meaning of the options that
// stand behind a description (blocks, fix-corner). Leaves out puzzles whose people turn and name
// their own way (catalogue.cpp).
#pragma once

#include "geometry/axis_names.h"
#include "geometry/builder.h"

#include <vector>

namespace gyre {

enum class TurnChoice {
  usual,   // as the puzzle's people do; slices where nothing else is known
  slices,  // each layer alone; the middle one of an odd number is left out
  outer,   // the outermost layers of each axis, unless the core shows there
  blocks,  // the outer layers together: R, Rw, 3Rw
  all,     // each layer alone, the middle one too
};

enum class FixedPiece { none, corner, edge, center };

struct PuzzleOptions {
  TurnChoice turns = TurnChoice::usual;
  // This piece is never turned: of two sides of a cut the one without it turns, and all layers
  // without it do.
  FixedPiece fixed = FixedPiece::none;
  bool orient_centers = false;
  bool distinct = false;
  bool rotations = true;

  bool operator==(const PuzzleOptions&) const = default;
};

// Fills turns, rotations and derived of a recipe whose cut is there. kinds: the axes that are cut,
// in the order in which their turns are listed. Throws Error if the fixed piece does not exist.
void choose_turns(PuzzleRecipe& recipe, const AxisNames& names, const std::vector<AxisKind>& kinds,
                  const PuzzleOptions& options);

// Rotations alone: generators as its people name them, and derived ones about all other axes with
// a name. For recipes that list their own turns.
void choose_rotations(PuzzleRecipe& recipe, const AxisNames& names);

// Single layers that no turn of the recipe moves alone, as derived moves: 2U, 3U, ..., as far as
// turns and rotations of the recipe make them.
void derive_layers(PuzzleRecipe& recipe, const AxisNames& names);

}  // namespace gyre
