// Which dialect (docs/notation.md) the sequences of a puzzle are written in. Decided by its moves,
// so that a definition read back from a file behaves like the one that was written.
#pragma once

#include <gyre/puzzle/definition.h>

namespace gyre {

// Sets the dialect of `names`, which has the names of the parts, and pairs of names like R++ and
// R--. The orders of the moves must be known.
void add_dialect(const PuzzleDefinition::Parts& parts, MoveNames& names);

}  // namespace gyre
