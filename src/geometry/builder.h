// From a recipe (a cut solid and the turns that the puzzle allows) to a PuzzleDefinition and its
// picture. Decides what an orbit is, how pieces and orientations are numbered and named, and which
// pieces look alike. Leaves out which turns there are (turns.h) and which puzzles (catalogue.h).
#pragma once

#include "geometry/pieces.h"

#include <gyre/geometry/picture.h>
#include <gyre/puzzle/definition.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gyre {

// The smallest clockwise turn about an axis of the layers first..last, counted from 1 at the
// axis's end.
struct TurnRecipe {
  std::string name;
  Vec3 axis{};
  int first_layer = 1;
  int last_layer = 1;
};

// The same turn of the whole puzzle.
struct RotationRecipe {
  std::string name;
  Vec3 axis{};
};

// A name for a product of turns, typed but not searched: base names or earlier ones, each with an
// optional amount and prime ("L x", "R' L x", "Lv2' L2").
struct DerivedRecipe {
  std::string name;
  std::string definition;
};

struct PuzzleRecipe {
  std::string name;
  std::shared_ptr<const CutSolid> cut;
  std::vector<TurnRecipe> turns;
  // Must map the set of turns to itself.
  std::vector<RotationRecipe> rotations;
  std::vector<DerivedRecipe> derived;
  // Turns that are to keep all orientations as far as possible, the most wanted first; those not
  // named come after these in their own order.
  std::vector<std::string> keep_orientation;
  // Only pieces with so many stickers are part of the puzzle (redi cube: no centres; rex cube: no
  // corners).
  int least_stickers = 1;
  int most_stickers = std::numeric_limits<int>::max();
  // The middle layers are gone, as from the megaminx in the kilominx: only pieces that lie beside
  // the middle layers of three axes are there, and in pictures they fill the faces.
  bool even_layers = false;
  // Whether one sees how a piece with a single sticker is turned (a picture on it).
  bool orient_centers = false;
  // Whether pieces that look alike are told apart.
  bool distinct = false;
};

// Turns that change nothing that one sees are left out. Throws Error if none is left.
[[nodiscard]] PuzzleDefinition::Parts build_puzzle(const PuzzleRecipe& recipe);
[[nodiscard]] PuzzlePicture build_picture(const PuzzleRecipe& recipe);
// Nothing if the recipe makes another puzzle.
[[nodiscard]] std::optional<PuzzlePicture> build_picture_of(const PuzzleRecipe& recipe,
                                                            const PuzzleDefinition& definition);

}  // namespace gyre
