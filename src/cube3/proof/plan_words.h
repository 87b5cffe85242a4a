// What is said of a plan before it is followed, and of a proof that fails: how long it may take,
// and why the bound does not hold.
#pragma once

#include "cube3/proof/compact_cubes.h"

#include <gyre/cube3/coset.h>

#include <string>

namespace gyre::cube3 {

// What the plan takes by rough measure: on the processor with so many threads (0: all), or on a
// GPU. Without what is solved one by one.
[[nodiscard]] double rough_seconds(const CosetPlan& plan, Metric metric, bool gpu, int threads);

// Why the bound does not hold; empty if nothing is known against it.
[[nodiscard]] std::string sentence_beyond(const CosetProof& proof, const CompactCubes& cubes);

}  // namespace gyre::cube3
