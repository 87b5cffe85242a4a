// What stands in for the GPU where gyre is built without CUDA.
#include "cube3/coset/engine.h"

#include "cube3/coset/device.h"

#include <gyre/base/error.h>

#if !defined(GYRE_WITH_CUDA)

namespace gyre::cube3 {
namespace {

constexpr const char* kWhy = "this gyre was built without CUDA";

}  // namespace

GpuOffer ask_gpu(Metric /*metric*/) {
  return {kWhy, 0};
}

std::unique_ptr<CosetEngine> make_gpu_coset_engine(const CosetOptions& /*options*/) {
  throw Error(kWhy);
}

}  // namespace gyre::cube3

#endif
