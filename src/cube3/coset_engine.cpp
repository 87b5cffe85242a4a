#include "cube3/coset_engine.h"

#include <gyre/base/error.h>

namespace gyre::cube3 {

std::unique_ptr<CosetEngine> make_coset_engine(const CosetOptions& options) {
  if (options.device == CosetDevice::gpu) throw Error(why_no_gpu());
  return make_cpu_coset_engine(options);
}

std::string why_no_gpu() {
  return "this gyre was built without GPU support";
}

}  // namespace gyre::cube3
