#include "front/puzzle/ignored_pieces.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

namespace gyre {

std::vector<PieceHome> find_ignored_pieces(const PuzzleDefinition& definition,
                                           const PuzzlePicture* picture, std::string_view pieces) {
  if (picture == nullptr) return find_pieces(definition, pieces);
  std::vector<PieceHome> found = find_pieces(*picture, pieces);
  // The definition's own orbits are the first ones of the picture's.
  std::erase_if(found,
                [&](const PieceHome& piece) { return piece.orbit >= definition.orbits().size(); });
  if (found.empty()) {
    throw Error(fmt::format("'{}' cannot be ignored: no move of {} ever moves it", pieces,
                            definition.name()));
  }
  return found;
}

}  // namespace gyre
