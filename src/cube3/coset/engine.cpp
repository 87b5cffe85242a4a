#include "cube3/coset/engine.h"

#include <filesystem>

namespace gyre::cube3 {

TwoPhaseOptions two_phase_options(const CosetOptions& options) {
  static const TableStore no_store{std::filesystem::path{}};
  TwoPhaseOptions tables;
  tables.metric = options.metric;
  tables.store = options.store != nullptr ? options.store : &no_store;
  tables.build = true;
  tables.table = options.table;
  return tables;
}

std::unique_ptr<CosetEngine> make_coset_engine(const CosetOptions& options) {
  const bool gpu = options.device == CosetDevice::gpu ||
                   (options.device == CosetDevice::automatic && why_no_gpu(options.metric).empty());
  return gpu ? make_gpu_coset_engine(options) : make_cpu_coset_engine(options);
}

}  // namespace gyre::cube3
