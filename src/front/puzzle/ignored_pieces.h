// Pieces that do not matter for a partial goal, as a person names them. Leaves out what ignoring
// does to a definition (puzzle/definition/modify.h) and how positions are read (position_forms.h).
#pragma once

#include <gyre/draw/draw.h>
#include <gyre/puzzle/definition.h>

#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// As find_pieces() takes them, by their faces where there is a picture (null: none); only those
// that are pieces of the definition, since middles of faces that no turn moves are in no position.
// Throws Error that lists what there is.
[[nodiscard]] std::vector<PieceHome> find_ignored_pieces(const PuzzleDefinition& definition,
                                                         const PuzzlePicture* picture,
                                                         std::string_view pieces);

}  // namespace gyre
