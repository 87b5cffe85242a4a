#include "cube3/core/cube_functions.h"

#if defined(__AVX2__)
#include "cube3/core/cube_loops.h"
#include "cube3/core/cube_ops_avx2.h"

namespace gyre::cube3 {

CubeFunctions avx2_cube_functions() noexcept {
  return CubeLoops<avx2::CubeOps>::all();
}

}  // namespace gyre::cube3

#else

namespace gyre::cube3 {

CubeFunctions avx2_cube_functions() noexcept {
  return portable_cube_functions();
}

}  // namespace gyre::cube3

#endif
