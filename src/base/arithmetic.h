// Small integer functions that several rooms need.
#pragma once

#include <cstdint>

namespace gyre {

// The rest in 0 .. divisor - 1, for negative values too.
constexpr int modulo(int value, int divisor) noexcept {
  const int rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}

// The least multiple of `unit` that is no less.
constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) noexcept {
  return (value + unit - 1) / unit * unit;
}

// Spreads the bits of a sum, so that any part of the result can be used as a hash.
constexpr std::uint64_t mix_bits(std::uint64_t x) noexcept {
  x ^= x >> 32U;
  x *= 0xd6e8feb86659fd93U;
  x ^= x >> 32U;
  x *= 0xd6e8feb86659fd93U;
  return x ^ (x >> 32U);
}

}  // namespace gyre
