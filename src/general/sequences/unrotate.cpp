#include "general/sequences/unrotate.h"
#include <gyre/puzzle/move_set.h>
#include "general/sequences/filter.h"

#include <algorithm>

namespace gyre {

Unrotated unrotate(const PuzzleDefinition& definition, const Alg& alg) {
  SequenceFilter canonical(definition, MoveSet(definition, Metric::htm),
                           FilterOperation::canonical);
  const std::string text = canonical.apply(print(from_moves(expand(alg))));
  const std::vector<MoveToken> tokens = expand(parse_alg(text, &definition.names()));
  const auto first_rotation = std::find_if(
      tokens.begin(), tokens.end(), [](const MoveToken& t) { return is_rotation_name(t.family); });
  return {from_moves({tokens.begin(), first_rotation}), from_moves({first_rotation, tokens.end()})};
}

}  // namespace gyre
