// Random numbers that are the same on every machine: the generator is std::mt19937_64, seeded by
// the caller, and the distributions are our own (those of the standard library differ between
// implementations).
#pragma once

#include <gyre/base/bigint.h>

#include <cstdint>
#include <random>

namespace gyre {

using Rng = std::mt19937_64;

// A number drawn uniformly from [0, bound); bound > 0. Draws from the incomplete last interval are
// rejected, so no value is favoured.
[[nodiscard]] inline std::uint64_t random_below(Rng& rng, std::uint64_t bound) {
  const std::uint64_t surplus = (0 - bound) % bound;  // 2^64 mod bound
  for (;;) {
    const std::uint64_t draw = rng();
    if (draw >= surplus) return draw % bound;
  }
}

// The same for bounds of any size.
[[nodiscard]] inline BigInt random_below(Rng& rng, const BigInt& bound) {
  const unsigned bits = boost::multiprecision::msb(bound) + 1;
  for (;;) {
    BigInt draw = 0;
    for (unsigned have = 0; have < bits; have += 64) draw = (draw << 64U) | rng();
    draw >>= (64 - bits % 64) % 64;
    if (draw < bound) return draw;
  }
}

}  // namespace gyre
