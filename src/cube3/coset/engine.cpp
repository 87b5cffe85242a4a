#include "cube3/coset/engine.h"

#include "cube3/coset/device.h"

#include <gyre/base/error.h>

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

ChosenDevice choose_device(CosetDevice wish, Metric metric,
                           const std::function<GpuOffer(Metric)>& ask) {
  if (wish != CosetDevice::cpu) {
    const GpuOffer offer = ask(metric);
    if (offer.why_not.empty()) return {true, offer.memory_bytes};
    if (wish == CosetDevice::gpu) throw Error(offer.why_not);
  }
  return {false, coset_memory_bytes(metric)};
}

void check_device(const CosetOptions& options) {
  if (!choose_device(options.device, options.metric).gpu) check_cpu_memory(options);
}

std::unique_ptr<CosetEngine> make_coset_engine(const CosetOptions& options) {
  return choose_device(options.device, options.metric).gpu ? make_gpu_coset_engine(options)
                                                           : make_cpu_coset_engine(options);
}

}  // namespace gyre::cube3
