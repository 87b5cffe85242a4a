// What the kernels read to conjugate a cube.
#pragma once

#include <gyre/cube3/cube.h>
#include "cube3/core/symmetry.h"

#include <array>

namespace gyre::cube3 {

// A conjugate is left * a * right, where a mirror has turned round all twists of a before. Neither
// is a position of its own: a mirrored cube has no sum of twists.
struct SymmetryLanes {
  Cube left;
  Cube right;
};

extern const std::array<SymmetryLanes, kSymmetries> kSymmetryLanes;

}  // namespace gyre::cube3
