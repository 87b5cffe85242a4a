// A checksum of a set of elements of H that every device computes in its own order: the sum, over
// the 64-bit words of the bitmap, of a mixture of the word and where it stands. Empty words count
// nothing, so that the empty set has 0.
#pragma once

#include "base/arithmetic.h"

#include <cstdint>

namespace gyre::cube3 {

constexpr std::uint64_t mixed_word(std::uint64_t word, std::uint64_t place) noexcept {
  return word == 0 ? 0 : mix_bits(word ^ (place + 1) * 0x9E37'79B9'7F4A'7C15U);
}

}  // namespace gyre::cube3
