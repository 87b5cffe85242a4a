#include "group/permutation.h"
#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace gyre {

Permutation identity_permutation(int degree) {
  Permutation p(degree);
  std::iota(p.begin(), p.end(), std::uint16_t{0});
  return p;
}

bool is_identity(const Permutation& p) noexcept {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] != i) return false;
  }
  return true;
}

bool is_permutation(const Permutation& p) {
  std::vector<bool> seen(p.size(), false);
  for (const std::uint16_t image : p) {
    if (image >= p.size() || seen[image]) return false;
    seen[image] = true;
  }
  return true;
}

Permutation compose(const Permutation& p, const Permutation& q) {
  Permutation product(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) product[i] = q[p[i]];
  return product;
}

Permutation inverse(const Permutation& p) {
  Permutation result(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) result[p[i]] = static_cast<std::uint16_t>(i);
  return result;
}

Permutation power(const Permutation& p, std::int64_t exponent) {
  Permutation base = exponent < 0 ? inverse(p) : p;
  auto left =
      exponent < 0 ? -static_cast<std::uint64_t>(exponent) : static_cast<std::uint64_t>(exponent);
  Permutation result = identity_permutation(static_cast<int>(p.size()));
  for (; left != 0; left >>= 1U) {
    if ((left & 1U) != 0) result = compose(result, base);
    base = compose(base, base);
  }
  return result;
}

std::vector<int> cycle_type(const Permutation& p) {
  std::vector<int> lengths;
  std::vector<bool> seen(p.size(), false);
  for (std::size_t start = 0; start < p.size(); ++start) {
    if (seen[start]) continue;
    int length = 0;
    for (std::size_t point = start; !seen[point]; point = p[point]) {
      seen[point] = true;
      ++length;
    }
    lengths.push_back(length);
  }
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  return lengths;
}

BigInt permutation_order(const Permutation& p) {
  BigInt order = 1;
  for (const int length : cycle_type(p)) order = boost::multiprecision::lcm(order, BigInt(length));
  return order;
}

int parity(const Permutation& p) {
  int odd = 0;
  for (const int length : cycle_type(p)) odd ^= (length - 1) & 1;
  return odd;
}

Permutation random_permutation(int degree, Rng& rng) {
  Permutation p = identity_permutation(degree);
  for (int i = degree - 1; i > 0; --i) {
    const auto other = static_cast<std::size_t>(random_below(rng, std::uint64_t(i) + 1));
    std::swap(p[i], p[other]);
  }
  return p;
}

Permutation permutation_from_cycles(int degree, const std::vector<std::vector<int>>& cycles) {
  Permutation p = identity_permutation(degree);
  std::vector<bool> used(degree, false);
  for (const std::vector<int>& cycle : cycles) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const int point = cycle[i];
      if (point < 0 || point >= degree) {
        throw Error(fmt::format("point {} of a cycle; 0 to {} are possible", point, degree - 1));
      }
      if (used[point]) throw Error(fmt::format("point {} stands twice in the cycles", point));
      used[point] = true;
      p[point] = static_cast<std::uint16_t>(cycle[(i + 1) % cycle.size()]);
    }
  }
  return p;
}

}  // namespace gyre
