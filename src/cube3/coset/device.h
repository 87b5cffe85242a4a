// Where a coset will be searched: what the processor and the GPU would take for it and offer, and
// which of them a wish comes to. Known before anything is made.
#pragma once

#include <gyre/cube3/coset.h>

#include <cstdint>
#include <functional>
#include <string>

namespace gyre::cube3 {

// What a solver on the processor would take, without taking it.
[[nodiscard]] std::uint64_t coset_memory_bytes(Metric metric = Metric::htm);

// What the GPU of this machine says when it is asked for a coset. Quarter turns take more of its
// memory than half turns.
struct GpuOffer {
  // Why it cannot be used, as a sentence without a full stop; empty if it can.
  std::string why_not;
  // What a solver would take of its memory.
  std::uint64_t memory_bytes = 0;
};
[[nodiscard]] GpuOffer ask_gpu(Metric metric);

struct ChosenDevice {
  bool gpu = false;
  // What a solver would take there.
  std::uint64_t memory_bytes = 0;
};
// The device that a wish comes to, where a GPU answers like this. Throws Error if a GPU is wished
// for and cannot be used.
[[nodiscard]] ChosenDevice choose_device(CosetDevice wish, Metric metric,
                                         const std::function<GpuOffer(Metric)>& ask = ask_gpu);
// Throws Error if there is no such device or too little memory, as CosetSolver would, before
// anything is made.
void check_device(const CosetOptions& options);

}  // namespace gyre::cube3
