// The 48 symmetries of the cube: what they do to positions and to moves.
#pragma once

#include <gyre/cube3/cube.h>

#include <vector>

namespace gyre::cube3 {

constexpr int kSymmetries = 48;
// The first 16 keep the U-D axis, the first 8 of these also the F-B axis. 0 is the identity.
constexpr int kAxisSymmetries = 16;

// The position as it looks after the whole cube is turned or mirrored, colours and all: s^-1 a s.
// So conjugate(conjugate(a, s), t) = conjugate(a, product(s, t)).
[[nodiscard]] Cube conjugate(const Cube& a, int symmetry) noexcept;
// conjugate(action(move), s) = action(image(move, s)).
[[nodiscard]] FaceTurn image(FaceTurn move, int symmetry) noexcept;
[[nodiscard]] int product(int first, int second) noexcept;
[[nodiscard]] int inverse(int symmetry) noexcept;
[[nodiscard]] bool is_mirror(int symmetry) noexcept;

// Those that leave the position as it is, in ascending order; 0 always. 48 divided by their number
// is how many different positions the symmetries make of it.
[[nodiscard]] std::vector<int> symmetries_of(const Cube& a);

}  // namespace gyre::cube3
