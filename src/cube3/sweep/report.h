// The mean over cosets that estimates the whole cube.
#pragma once

#include "cube3/sweep/sweep.h"

#include <cstdint>

namespace gyre::cube3 {

constexpr double kCubePositions = 43'252'003'274'489'856'000.0;

// A weighted mean and its interval, from sums alone: a sweep may have millions of rows.
class CosetMean {
 public:
  // `part` is a part of the positions of a coset, from 0 to 1.
  void add(double weight, double part) noexcept;
  // Called after at least one was added.
  [[nodiscard]] SweepEstimate of_cube() const;

 private:
  std::uint64_t count_ = 0;
  double weights_ = 0;
  double parts_ = 0;
  double square_weights_ = 0;
  double square_parts_ = 0;
  double square_squares_ = 0;
};

}  // namespace gyre::cube3
