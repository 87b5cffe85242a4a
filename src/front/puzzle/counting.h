// God's algorithm for who asks: the plan in words, and a checkpoint that is neither overwritten nor
// left behind.
#pragma once

#include "front/puzzle/spelling.h"

#include <gyre/general/god.h>

#include <string>

namespace gyre {

// "3674160 positions; two bits for each, at most 2 MB of memory".
[[nodiscard]] std::string plan_sentence(const GodPlan& plan);

// As count_positions. Throws Error too if the checkpoint is there and nobody said that the count is
// to go on from it; when all is counted, the file is removed.
[[nodiscard]] GodResult count_with_checkpoint(const PuzzleDefinition& definition,
                                              const MoveSet& moves, const GodOptions& options,
                                              const Spelling& spelling = {});

}  // namespace gyre
