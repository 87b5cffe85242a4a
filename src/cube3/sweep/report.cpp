// What a sweep tells about the whole cube. All cosets have the same number of positions, so the
// part of a random coset at some distance has the part of the whole cube as its mean, and cosets
// are drawn independently: the interval is Student's, from how the parts differ between cosets.
// Classes that were chosen by number are weighed by their cosets; then the mean is a ratio of two
// sums, and its variance is the usual one of such a ratio.
#include "cube3/sweep/report.h"

#include "cube3/core/metric_facts.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace gyre::cube3 {
namespace {

constexpr double kTail = 0.975;  // 95 %, from both sides

std::optional<BigInt> known_count(Metric metric, int depth) {
  const auto at = static_cast<std::size_t>(depth);
  const auto& known = facts_of(metric).positions;
  if (at < known.size()) return known[at];
  return std::nullopt;
}

// Where a row's counts end, nothing is farther if all was reached and searched.
int exact_depth_of(const SweepRow& row) {
  const int last = static_cast<int>(row.positions.size()) - 1;
  return row.left == 0 && row.exact_depth == last ? kLongestCoset : row.exact_depth;
}

}  // namespace

void CosetMean::add(double weight, double part) noexcept {
  const double square = weight * weight;
  ++count_;
  weights_ += weight;
  parts_ += weight * part;
  square_weights_ += square;
  square_parts_ += square * part;
  square_squares_ += square * part * part;
}

SweepEstimate CosetMean::of_cube() const {
  const double mean = parts_ / weights_;
  SweepEstimate estimate{kCubePositions * mean, {}, {}};
  // Where nothing was seen, nothing is known about how cosets differ either.
  if (count_ < 2 || parts_ == 0) return estimate;
  const auto n = static_cast<double>(count_);
  // This is the sum of weight^2 (part - mean)^2.
  const double spread =
      std::max(0.0, square_squares_ - 2 * mean * square_parts_ + mean * mean * square_weights_);
  const double error = std::sqrt(spread * n / (n - 1)) / weights_;
  const double reach = error * boost::math::quantile(boost::math::students_t(n - 1), kTail);
  estimate.low = kCubePositions * std::max(0.0, mean - reach);
  estimate.high = kCubePositions * std::min(1.0, mean + reach);
  return estimate;
}

SweepReport report_of(const SweepFile& file) {
  SweepReport report;
  report.task = file.task().value();
  int exact_depth = kLongestCoset;
  std::size_t depths = 0;
  std::array<std::uint64_t, kLongestCoset + 1> sums{};
  std::array<CosetMean, kLongestCoset + 1> means;
  // What is farther than each depth.
  std::array<CosetMean, kLongestCoset + 1> beyond;
  const bool drawn = report.task.plan.kind == SweepPlan::Kind::random;
  file.for_each_row([&](const SweepRow& row) {
    ++report.done;
    report.seconds += row.seconds;
    report.left += row.left;
    report.solved += row.solved;
    if (report.task.within && row.left != row.solved) ++report.unproved;
    exact_depth = std::min(exact_depth, exact_depth_of(row));
    depths = std::max(depths, row.positions.size());
    const double weight = drawn ? 1 : row.coset.cosets;
    std::uint64_t reached = 0;
    for (std::size_t depth = 0; depth < sums.size(); ++depth) {
      const std::uint64_t here = depth < row.positions.size() ? row.positions[depth] : 0;
      sums[depth] += here;
      reached += here;
      means[depth].add(weight, static_cast<double>(here) / kCosetPositions);
      beyond[depth].add(weight, static_cast<double>(kCosetPositions - reached) / kCosetPositions);
    }
  });
  if (report.done == 0) return report;
  report.exact_depth = std::min(exact_depth, static_cast<int>(depths) - 1);
  for (int depth = 0; depth < static_cast<int>(depths); ++depth) {
    SweepDepth line;
    line.depth = depth;
    line.positions = sums[depth];
    line.exact = depth <= report.exact_depth;
    if (line.exact) line.estimate = means[depth].of_cube();
    line.known = known_count(report.task.metric, depth);
    report.depths.push_back(std::move(line));
  }
  if (report.exact_depth >= 0 && exact_depth < kLongestCoset) {
    report.beyond = beyond[report.exact_depth].of_cube();
  }
  return report;
}

}  // namespace gyre::cube3
