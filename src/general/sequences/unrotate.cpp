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
  // Written by their own names, or by another that says what it is (x for Rv).
  const auto is_rotation = [&](const MoveToken& token) {
    return is_rotation_name(token.family) ||
           std::any_of(definition.rotations().begin(), definition.rotations().end(),
                       [&](const BaseMove& rotation) { return rotation.name == token.family; });
  };
  const auto first_rotation = std::find_if(tokens.begin(), tokens.end(), is_rotation);
  return {from_moves({tokens.begin(), first_rotation}), from_moves({first_rotation, tokens.end()})};
}

}  // namespace gyre
