#include "group/ranking.h"
#include <gyre/base/error.h>

#include <fmt/format.h>

#include <bit>
#include <limits>
#include <numeric>

namespace gyre {
namespace {

constexpr int kMaxPoints64 = 20;

// size * count / left, which is whole when `size` counts arrangements of `left` things of which
// `count` are of one kind; exact although the product may not fit in 64 bits.
std::uint64_t part_of(std::uint64_t size, std::uint64_t count, std::uint64_t left) {
  const std::uint64_t common = std::gcd(size, left);
  return (size / common) * (count / (left / common));
}

}  // namespace

PermutationCoordinate::PermutationCoordinate(int n) : n_(n) {
  if (n < 0 || n > kMaxPoints64) {
    throw Error(
        fmt::format("permutations of {} points have no 64-bit rank; 0 to {} do", n, kMaxPoints64));
  }
  for (int i = 2; i <= n; ++i) size_ *= static_cast<std::uint64_t>(i);
}

std::uint64_t PermutationCoordinate::rank(const Permutation& p) const noexcept {
  std::uint64_t rank = 0;
  std::uint32_t used = 0;
  for (int i = 0; i < n_; ++i) {
    const std::uint32_t below = (std::uint32_t{1} << p[i]) - 1;
    const int smaller_used = std::popcount(used & below);
    rank = rank * static_cast<std::uint64_t>(n_ - i) + (p[i] - smaller_used);
    used |= std::uint32_t{1} << p[i];
  }
  return rank;
}

Permutation PermutationCoordinate::unrank(std::uint64_t rank) const {
  Permutation p(n_);
  // From the right: each digit counts the smaller entries to its right.
  for (int i = n_ - 1; i >= 0; --i) {
    const auto radix = static_cast<std::uint64_t>(n_ - i);
    p[i] = static_cast<std::uint16_t>(rank % radix);
    rank /= radix;
    for (int j = i + 1; j < n_; ++j) {
      if (p[j] >= p[i]) ++p[j];
    }
  }
  return p;
}

BigInt rank_permutation(const Permutation& p) {
  const int n = static_cast<int>(p.size());
  BigInt rank = 0;
  for (int i = 0; i < n; ++i) {
    int smaller_right = 0;
    for (int j = i + 1; j < n; ++j) smaller_right += p[j] < p[i] ? 1 : 0;
    rank = rank * (n - i) + smaller_right;
  }
  return rank;
}

Permutation unrank_permutation(int n, BigInt rank) {
  Permutation p(n);
  for (int i = n - 1; i >= 0; --i) {
    p[i] = static_cast<std::uint16_t>(static_cast<unsigned>(rank % (n - i)));
    rank /= n - i;
    for (int j = i + 1; j < n; ++j) {
      if (p[j] >= p[i]) ++p[j];
    }
  }
  return p;
}

CombinationCoordinate::CombinationCoordinate(int n, int k) : n_(n), k_(k) {
  if (k < 0 || k > n || n > 64) {
    throw Error(fmt::format("sets of {} out of {} have no rank; 0 <= k <= n <= 64 do", k, n));
  }
  choose_.assign(n + 1, std::vector<std::uint64_t>(n + 1, 0));
  for (int i = 0; i <= n; ++i) {
    choose_[i][0] = 1;
    for (int j = 1; j <= i; ++j) {
      choose_[i][j] = choose_[i - 1][j - 1] + (j < i ? choose_[i - 1][j] : 0);
    }
  }
}

std::uint64_t CombinationCoordinate::rank(std::uint64_t mask) const noexcept {
  std::uint64_t rank = 0;
  for (int taken = 1; mask != 0; ++taken, mask &= mask - 1) {
    rank += choose_[std::countr_zero(mask)][taken];
  }
  return rank;
}

std::uint64_t CombinationCoordinate::unrank(std::uint64_t rank) const noexcept {
  std::uint64_t mask = 0;
  int place = n_ - 1;
  for (int left = k_; left > 0; --left, --place) {
    while (choose_[place][left] > rank) --place;
    rank -= choose_[place][left];
    mask |= std::uint64_t{1} << place;
  }
  return mask;
}

MultisetCoordinate::MultisetCoordinate(std::vector<int> counts) : counts_(std::move(counts)) {
  BigInt size = 1;
  for (const int count : counts_) {
    for (int i = 1; i <= count; ++i) size = size * ++places_ / i;
  }
  if (size > std::numeric_limits<std::uint64_t>::max()) {
    throw Error("too many arrangements for a 64-bit rank");
  }
  size_ = static_cast<std::uint64_t>(size);
}

std::uint64_t MultisetCoordinate::rank(const std::vector<std::uint8_t>& arrangement) const {
  std::vector<int> left = counts_;
  std::uint64_t rank = 0;
  std::uint64_t size = size_;  // arrangements of what is left
  for (int place = 0; place < places_; ++place) {
    const auto places_left = static_cast<std::uint64_t>(places_ - place);
    for (int smaller = 0; smaller < arrangement[place]; ++smaller) {
      rank += part_of(size, left[smaller], places_left);
    }
    size = part_of(size, left[arrangement[place]], places_left);
    --left[arrangement[place]];
  }
  return rank;
}

std::vector<std::uint8_t> MultisetCoordinate::unrank(std::uint64_t rank) const {
  std::vector<int> left = counts_;
  std::vector<std::uint8_t> arrangement(places_);
  std::uint64_t size = size_;
  for (int place = 0; place < places_; ++place) {
    const auto places_left = static_cast<std::uint64_t>(places_ - place);
    int kind = 0;
    std::uint64_t part = part_of(size, left[kind], places_left);
    while (rank >= part) {
      rank -= part;
      part = part_of(size, left[++kind], places_left);
    }
    arrangement[place] = static_cast<std::uint8_t>(kind);
    size = part;
    --left[kind];
  }
  return arrangement;
}

}  // namespace gyre
