// Schreier-Sims: the order of a permutation group, membership, and uniformly random elements,
// exact. Knows nothing of puzzles; puzzle/puzzle_group.h stands on it.
#pragma once

#include <gyre/base/bigint.h>

#include <cstdint>
#include <vector>

namespace gyre {

// image[i] is where point i goes. Products go left to right: (p * q)[i] = q[p[i]].
using Permutation = std::vector<std::uint16_t>;

}  // namespace gyre
