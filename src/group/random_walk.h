// Nearly random elements of a group given by generators: product replacement with an accumulator.
// Good enough to find things fast; whatever is found has to be proved otherwise.
#pragma once

#include "base/random.h"

#include <utility>
#include <vector>

namespace gyre {

// Element is any value type; multiply(a, b) gives the product, invert(a) the inverse.
template <class Element, class Multiply, class Invert>
class RandomWalk {
 public:
  RandomWalk(std::vector<Element> generators, Element identity, Multiply multiply, Invert invert,
             std::uint64_t seed)
      : pool_(std::move(generators)),
        accumulator_(std::move(identity)),
        multiply_(std::move(multiply)),
        invert_(std::move(invert)),
        rng_(seed) {
    if (pool_.empty()) return;
    const std::size_t given = pool_.size();
    for (std::size_t i = 0; pool_.size() < kMinPool; ++i) pool_.push_back(pool_[i % given]);
    for (std::size_t i = 0; i < kWarmUpRounds * pool_.size(); ++i) (void)next();
  }

  const Element& next() {
    if (pool_.size() < 2) return accumulator_;
    const std::size_t changed = random_below(rng_, pool_.size());
    std::size_t other = random_below(rng_, pool_.size() - 1);
    if (other >= changed) ++other;
    const std::uint64_t how = rng_();
    const Element factor = (how & 1U) != 0 ? pool_[other] : invert_(pool_[other]);
    pool_[changed] =
        (how & 2U) != 0 ? multiply_(pool_[changed], factor) : multiply_(factor, pool_[changed]);
    accumulator_ = multiply_(accumulator_, pool_[changed]);
    return accumulator_;
  }

 private:
  static constexpr std::size_t kMinPool = 10;
  static constexpr std::size_t kWarmUpRounds = 6;

  std::vector<Element> pool_;
  Element accumulator_;
  Multiply multiply_;
  Invert invert_;
  Rng rng_;
};

}  // namespace gyre
