#include "cube3/core/cube_functions.h"

#include "cube3/core/cube_loops.h"
#include "cube3/core/cube_ops_portable.h"

namespace gyre::cube3 {

CubeFunctions portable_cube_functions() noexcept {
  return CubeLoops<portable::CubeOps>::all();
}

const CubeFunctions& cube_functions() noexcept {
  static const CubeFunctions chosen =
      cpu_level() >= CpuLevel::avx2 ? avx2_cube_functions() : portable_cube_functions();
  return chosen;
}

}  // namespace gyre::cube3
