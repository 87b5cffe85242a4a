// What a device does for a coset: it holds the bits of what has been reached, spreads them by moves
// of H, searches, and counts. The order of depths is CosetSolver's.
#pragma once

#include "cube3/coset/layout.h"

#include <gyre/cube3/coset.h>
#include <gyre/cube3/solver.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace gyre::cube3 {

class CosetEngine {
 public:
  struct Search {
    bool complete = false;
    std::uint64_t fresh = 0;  // bits that were not set before
    std::uint64_t ends = 0;
  };

  virtual ~CosetEngine() = default;

  // Depth 0 of another coset: nothing is set, but for H itself the representative.
  // Gives how many bits are set.
  [[nodiscard]] virtual std::uint64_t begin(const Cube& representative) = 0;
  // The next depth: what moves of H make of what is set. Gives how many bits are set then.
  [[nodiscard]] virtual std::uint64_t spread() = 0;
  // Sets what sequences of this length reach that end in a quarter turn of F, R, B or L. Below 1,
  // only this share of the sequences is looked at.
  [[nodiscard]] virtual Search search(int depth, double share, const ProgressCallback& progress,
                                      const std::stop_token& stop) = 0;
  // A sum over the bits that are set; see checksum.h.
  [[nodiscard]] virtual std::uint64_t checksum() const = 0;
  [[nodiscard]] virtual bool holds(const CosetPlace& place) const = 0;
  // Copies the kGroupBytes of one group.
  virtual void copy_group(int group, std::uint8_t* bytes) const = 0;

  // The phase-1 table that it searches with.
  [[nodiscard]] virtual const Table& table() const noexcept = 0;
  [[nodiscard]] virtual const CosetLayout& layout() const noexcept = 0;
  [[nodiscard]] virtual Metric metric() const noexcept = 0;
  [[nodiscard]] virtual std::string device() const = 0;
  [[nodiscard]] virtual bool uses_gpu() const noexcept = 0;
  [[nodiscard]] virtual int threads() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t memory_bytes() const noexcept = 0;
};

// Options for the tables of phase 1 and 2, which are made if they are not there.
[[nodiscard]] TwoPhaseOptions two_phase_options(const CosetOptions& options);

// Throws Error if the processor has or may use too little memory for a coset.
void check_cpu_memory(const CosetOptions& options);

// Throw Error if there is too little memory, or no such device.
[[nodiscard]] std::unique_ptr<CosetEngine> make_coset_engine(const CosetOptions& options);
[[nodiscard]] std::unique_ptr<CosetEngine> make_cpu_coset_engine(const CosetOptions& options);
// Defined in src/gpu.
[[nodiscard]] std::unique_ptr<CosetEngine> make_gpu_coset_engine(const CosetOptions& options);

}  // namespace gyre::cube3
