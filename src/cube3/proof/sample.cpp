#include "cube3/proof/sample.h"

#include "base/random.h"
#include "cube3/core/symmetry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
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

using SlotMap = std::vector<int>;

// Where a symmetry takes the slots. An exchange of two pieces, seen through it, is that of their
// images.
SlotMap images_of_slots(int symmetry, bool edges) {
  const int slots = edges ? kEdges : kCorners;
  const auto piece_at = [&](const Cube& cube, int slot) {
    return edges ? cube.edge_perm(slot) : cube.corner_perm(slot);
  };
  const auto exchanged = [&](int a, int b) {
    Cube cube;
    if (edges) {
      cube.set_edge(a, b, 0);
      cube.set_edge(b, a, 0);
    } else {
      cube.set_corner(a, b, 0);
      cube.set_corner(b, a, 0);
    }
    return conjugate(cube, symmetry);
  };
  SlotMap images;
  for (int slot = 0; slot < slots; ++slot) {
    const Cube first = exchanged(slot, (slot + 1) % slots);
    const Cube second = exchanged(slot, (slot + 2) % slots);
    for (int image = 0; image < slots; ++image) {
      if (piece_at(first, image) != image && piece_at(second, image) != image) {
        images.push_back(image);
      }
    }
  }
  return images;
}

// The slots that a symmetry makes of one, in order.
SlotMap cycle_of(const SlotMap& images, int slot) {
  SlotMap cycle{slot};
  for (int next = images[slot]; next != slot; next = images[next]) cycle.push_back(next);
  return cycle;
}

// A random arrangement of pieces that goes through the symmetry: where a piece lies, its image lies
// in the slot's image. fits: whether a piece may lie in a slot. Empty if chance led nowhere.
template <class Fits>
SlotMap symmetric_arrangement(const SlotMap& images, const Fits& fits, Rng& rng) {
  SlotMap piece_in(images.size(), -1);
  std::vector<bool> used(images.size(), false);
  for (int slot = 0; slot < static_cast<int>(images.size()); ++slot) {
    if (piece_in[slot] >= 0) continue;
    const SlotMap slots = cycle_of(images, slot);
    std::vector<int> possible;
    for (int piece = 0; piece < static_cast<int>(images.size()); ++piece) {
      const SlotMap pieces = cycle_of(images, piece);
      bool good = !used[piece] && pieces.size() == slots.size();
      for (std::size_t i = 0; good && i < slots.size(); ++i) good = fits(slots[i], pieces[i]);
      if (good) possible.push_back(piece);
    }
    if (possible.empty()) return {};
    const SlotMap pieces = cycle_of(images, possible[random_below(rng, possible.size())]);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      piece_in[slots[i]] = pieces[i];
      used[pieces[i]] = true;
    }
  }
  return piece_in;
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

std::vector<Cube> symmetric_positions(const Cube& representative, std::size_t most,
                                      std::uint64_t seed) {
  constexpr int kTriesEach = 200;  // for each symmetry
  constexpr int kFirstMiddle = 8;
  Rng rng(seed);
  std::vector<Cube> found{representative};
  std::set<Cube> seen{representative};
  std::vector<std::pair<SlotMap, SlotMap>> maps;
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    maps.emplace_back(images_of_slots(symmetry, false), images_of_slots(symmetry, true));
  }
  const auto any = [](int, int) { return true; };
  const auto same_kind = [&](int slot, int piece) {
    return (representative.edge_perm(slot) >= kFirstMiddle) == (piece >= kFirstMiddle);
  };
  for (int round = 0; round < kTriesEach && found.size() < most; ++round) {
    for (int symmetry = 1; symmetry < kSymmetries && found.size() < most; ++symmetry) {
      const auto& [corner_map, edge_map] = maps[static_cast<std::size_t>(symmetry) - 1];
      const SlotMap corners = symmetric_arrangement(corner_map, any, rng);
      const SlotMap edges = symmetric_arrangement(edge_map, same_kind, rng);
      if (corners.empty() || edges.empty()) continue;
      Cube cube;
      for (int slot = 0; slot < kCorners; ++slot) {
        cube.set_corner(slot, corners[slot], representative.corner_ori(slot));
      }
      for (int slot = 0; slot < kEdges; ++slot) {
        cube.set_edge(slot, edges[slot], representative.edge_ori(slot));
      }
      // Twists and flips of the coset need not go through the symmetry.
      if (conjugate(cube, symmetry) != cube || has_odd_corners(cube) != has_odd_edges(cube)) {
        continue;
      }
      if (seen.insert(cube).second) found.push_back(cube);
    }
  }
  return found;
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
