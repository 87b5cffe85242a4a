// The first depths of a coset counted once more, in the plainest way: all sequences of a length
// that lead into H, found with two small tables that are made here, and a set of the elements that
// they make. Nothing is used of what makes certificates (no big table, no bitmap that spreads), so
// a fault there, or a hand that wrote a certificate, cannot hide here.
#pragma once

#include <gyre/cube3/coset.h>

#include <cstdint>
#include <stop_token>
#include <vector>

namespace gyre::cube3 {

struct RecountLimits {
  int depth = kLongestCoset;
  // A depth that would take more is left out, and so are those behind it: some seconds of one
  // thread.
  std::uint64_t nodes = 60'000'000;
};

// For each depth positions, reached and the checksum of what is reached; exact. Fewer if stopped.
[[nodiscard]] std::vector<CosetDepth> recount_depths(const Cube& representative, Metric metric,
                                                     const RecountLimits& limits = {},
                                                     const std::stop_token& stop = {});

}  // namespace gyre::cube3
