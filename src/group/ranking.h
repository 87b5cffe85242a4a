// Coordinates: one-to-one maps between arrangements and 0 .. size-1. Each has size(), rank() and
// unrank(). Written for clarity and as the reference for the faster ones of the searches.
#pragma once

#include <gyre/base/bigint.h>
#include "group/permutation.h"

#include <cstdint>
#include <vector>

namespace gyre {

// Permutations of n points in lexicographic order.
class PermutationCoordinate {
 public:
  explicit PermutationCoordinate(int n);  // throws Error unless 0 <= n <= 20 (20! < 2^64)

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t rank(const Permutation& p) const noexcept;
  [[nodiscard]] Permutation unrank(std::uint64_t rank) const;

 private:
  int n_;
  std::uint64_t size_ = 1;
};

// The same for any number of points.
[[nodiscard]] BigInt rank_permutation(const Permutation& p);
[[nodiscard]] Permutation unrank_permutation(int n, BigInt rank);

// Sets of k out of n places as bit masks, in the order of the masks' values.
class CombinationCoordinate {
 public:
  CombinationCoordinate(int n, int k);  // throws Error unless 0 <= k <= n <= 64

  [[nodiscard]] std::uint64_t size() const noexcept { return choose_[n_][k_]; }
  [[nodiscard]] std::uint64_t rank(std::uint64_t mask) const noexcept;
  [[nodiscard]] std::uint64_t unrank(std::uint64_t rank) const noexcept;

 private:
  int n_;
  int k_;
  std::vector<std::vector<std::uint64_t>> choose_;
};

// Arrangements of counts[0] zeros, counts[1] ones, ... in lexicographic order.
class MultisetCoordinate {
 public:
  // Throws Error if there are 2^64 arrangements or more.
  explicit MultisetCoordinate(std::vector<int> counts);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t rank(const std::vector<std::uint8_t>& arrangement) const;
  [[nodiscard]] std::vector<std::uint8_t> unrank(std::uint64_t rank) const;

 private:
  std::vector<int> counts_;
  int places_ = 0;
  std::uint64_t size_ = 1;
};

}  // namespace gyre
