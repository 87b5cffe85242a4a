// The operations on single cubes for one instruction set, chosen once.
#pragma once

#include "base/cpu.h"
#include "cube3/core/symmetry.h"

namespace gyre::cube3 {

struct CubeFunctions {
  Cube (*compose)(const Cube& a, const Cube& b) noexcept;
  Cube (*invert)(const Cube& a) noexcept;
  Cube (*conjugate)(const Cube& a, int symmetry) noexcept;
  Canonical (*canonical)(const Cube& a) noexcept;
  Canonical (*canonical_or_inverse)(const Cube& a) noexcept;
  std::uint64_t (*symmetries)(const Cube& a) noexcept;
  std::uint64_t (*antisymmetries)(const Cube& a) noexcept;
};

[[nodiscard]] CubeFunctions portable_cube_functions() noexcept;
// Only where the processor has AVX2; the portable ones if the compiler had not.
[[nodiscard]] CubeFunctions avx2_cube_functions() noexcept;
// The best for this processor.
[[nodiscard]] const CubeFunctions& cube_functions() noexcept;

}  // namespace gyre::cube3
