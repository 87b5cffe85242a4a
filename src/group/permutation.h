// Permutations of up to 65,535 points: the arithmetic that chains stand on. Puzzle states have
// their own product (puzzle/state.h), which is passive and carries orientations.
#pragma once

#include "base/random.h"

#include <cstdint>
#include <vector>

namespace gyre {

// image[i] is where point i goes. Products go left to right: (p * q)[i] = q[p[i]].
using Permutation = std::vector<std::uint16_t>;

[[nodiscard]] Permutation identity_permutation(int degree);
[[nodiscard]] bool is_identity(const Permutation& p) noexcept;
// Every point below the degree is an image once.
[[nodiscard]] bool is_permutation(const Permutation& p);

// p first, then q.
[[nodiscard]] Permutation compose(const Permutation& p, const Permutation& q);
[[nodiscard]] Permutation inverse(const Permutation& p);

// Uniform over all permutations of the degree.
[[nodiscard]] Permutation random_permutation(int degree, Rng& rng);

}  // namespace gyre
