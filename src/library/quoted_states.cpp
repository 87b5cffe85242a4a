#include "library/quoted_states.h"
#include <gyre/geometry/picture.h>
#include <gyre/library/library.h>
#include "puzzle/group/up_to_rotation.h"

#include <algorithm>
#include <vector>

namespace gyre {

std::optional<BigInt> quoted_states(const std::string& text, const PuzzleDefinition& definition,
                                    const MoveSet& moves, const PuzzleGroup& group) {
  if (definition.rotations().empty()) return group.states();
  if (const std::optional<PuzzlePicture> picture = load_picture(text)) {
    return count_up_to_rotation(definition, moves, group, picture->drawn()).states;
  }
  // The files of the library hold all pieces; only they have a name but no picture.
  const std::vector<std::string> names = puzzle_names();
  if (std::find(names.begin(), names.end(), definition.name()) == names.end() ||
      load_named_puzzle(definition.name()).digest() != definition.digest()) {
    return std::nullopt;
  }
  return count_up_to_rotation(definition, moves, group, definition).states;
}

}  // namespace gyre
