#include "group/permutation.h"

#include "base/random.h"

#include <numeric>
#include <utility>

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

Permutation random_permutation(int degree, Rng& rng) {
  Permutation p = identity_permutation(degree);
  for (int i = degree - 1; i > 0; --i) {
    const auto other = static_cast<std::size_t>(random_below(rng, std::uint64_t(i) + 1));
    std::swap(p[i], p[other]);
  }
  return p;
}

}  // namespace gyre
