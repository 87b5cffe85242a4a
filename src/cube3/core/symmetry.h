// The 48 symmetries of the cube: what they do to positions and to moves, and canonical
// representatives.
#pragma once

#include <gyre/cube3/cube.h>

#include <cstdint>
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

// The first, in the order of Cubes, of all positions that are the same but for symmetry, and how it
// is reached: cube = conjugate(inverse ? invert(a) : a, symmetry). Of several ways the position
// itself goes before its inverse, then the lower number.
struct Canonical {
  Cube cube;
  int symmetry = 0;
  bool inverse = false;
};

// Under the 48 symmetries.
[[nodiscard]] Canonical canonical(const Cube& a) noexcept;
// Under the 48 symmetries and inversion, 96 in all.
[[nodiscard]] Canonical canonical_or_inverse(const Cube& a) noexcept;

// A bit for each symmetry that leaves the position as it is; bit 0 always. 48 divided by their
// number is how many different positions the symmetries make of it.
[[nodiscard]] std::uint64_t symmetry_mask(const Cube& a) noexcept;
// A bit for each symmetry that takes the position to its inverse. 96 divided by the number of both
// together is how many different positions symmetries and inversion make of it.
[[nodiscard]] std::uint64_t antisymmetry_mask(const Cube& a) noexcept;
[[nodiscard]] int count_symmetries(const Cube& a) noexcept;
// In ascending order.
[[nodiscard]] std::vector<int> symmetries_of(const Cube& a);

}  // namespace gyre::cube3
