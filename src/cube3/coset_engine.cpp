#include "cube3/coset_engine.h"

namespace gyre::cube3 {

std::unique_ptr<CosetEngine> make_coset_engine(const CosetOptions& options) {
  const bool gpu = options.device == CosetDevice::gpu ||
                   (options.device == CosetDevice::automatic && why_no_gpu(options.metric).empty());
  return gpu ? make_gpu_coset_engine(options) : make_cpu_coset_engine(options);
}

}  // namespace gyre::cube3
