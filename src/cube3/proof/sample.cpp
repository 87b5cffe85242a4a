#include "cube3/proof/sample.h"

#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gyre::cube3 {
namespace {

// Each of the positions of H with the same probability.
Cube random_in_subgroup(Rng& rng) {
  std::vector<int> corners{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<int> outer{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<int> middle{8, 9, 10, 11};
  const auto shuffle = [&](std::vector<int>& pieces) {
    for (std::size_t i = pieces.size(); i > 1; --i) {
      std::swap(pieces[i - 1], pieces[random_below(rng, i)]);
    }
  };
  shuffle(corners);
  shuffle(outer);
  shuffle(middle);
  Cube cube;
  for (int slot = 0; slot < kCorners; ++slot) cube.set_corner(slot, corners[slot], 0);
  for (int slot = 0; slot < 8; ++slot) cube.set_edge(slot, outer[slot], 0);
  for (int slot = 8; slot < kEdges; ++slot) cube.set_edge(slot, middle[slot - 8], 0);
  if (has_odd_corners(cube) != has_odd_edges(cube)) {
    const int piece = cube.edge_perm(0);
    cube.set_edge(0, cube.edge_perm(1), 0);
    cube.set_edge(1, piece, 0);
  }
  return cube;
}

double log_binomial(std::size_t n, std::size_t k, double p) {
  const auto a = static_cast<double>(n);
  const auto b = static_cast<double>(k);
  if (p <= 0) return k == 0 ? 0 : -std::numeric_limits<double>::infinity();
  if (p >= 1) return k == n ? 0 : -std::numeric_limits<double>::infinity();
  return std::lgamma(a + 1) - std::lgamma(b + 1) - std::lgamma(a - b + 1) + b * std::log(p) +
         (a - b) * std::log1p(-p);
}

// The probability that `least` or more of n draws are within a share p of all.
double upper_tail(std::size_t n, std::size_t least, double p) {
  double sum = 0;
  for (std::size_t k = least; k <= n; ++k) sum += std::exp(log_binomial(n, k, p));
  return std::min(sum, 1.0);
}

// The same of `most` or fewer.
double lower_tail(std::size_t n, std::size_t most, double p) {
  double sum = 0;
  for (std::size_t k = 0; k <= most; ++k) sum += std::exp(log_binomial(n, k, p));
  return std::min(sum, 1.0);
}

}  // namespace

std::vector<Cube> random_positions(const Cube& representative, std::size_t count,
                                   std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Cube> positions;
  for (std::size_t i = 0; i < count; ++i) {
    positions.push_back(compose(random_in_subgroup(rng), representative));
  }
  return positions;
}

double Agreement::of_distances(const std::vector<int>& distances) const {
  return probability(distances, true);
}

double Agreement::of_lengths(const std::vector<int>& lengths) const {
  return probability(lengths, false);
}

double Agreement::probability(const std::vector<int>& lengths, bool below) const {
  double least = 1;
  int comparisons = 0;
  for (const CosetDepth& depth : claimed_.depths) {
    const auto is_within = [&](int length) { return length <= depth.depth; };
    const auto seen =
        static_cast<std::size_t>(std::count_if(lengths.begin(), lengths.end(), is_within));
    const double share = static_cast<double>(depth.reached) / static_cast<double>(kCosetPositions);
    if (depth.searched) {
      least = std::min(least, upper_tail(lengths.size(), seen, share));
      ++comparisons;
    }
    if (below) {
      least = std::min(least, lower_tail(lengths.size(), seen, share));
      ++comparisons;
    }
  }
  return std::min(1.0, least * std::max(1, comparisons));
}

}  // namespace gyre::cube3
