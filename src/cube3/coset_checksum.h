// A checksum of a set of elements of H that every device computes in its own order: the sum, over
// the 64-bit words of the bitmap, of a mixture of the word and where it stands. Empty words count
// nothing, so that the empty set has 0.
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define GYRE_HOST_DEVICE __host__ __device__
#else
#define GYRE_HOST_DEVICE
#endif

namespace gyre::cube3 {

GYRE_HOST_DEVICE constexpr std::uint64_t mixed_word(std::uint64_t word,
                                                    std::uint64_t place) noexcept {
  if (word == 0) return 0;
  std::uint64_t x = (word ^ (place + 1) * 0x9E37'79B9'7F4A'7C15U) * 0xD6E8'FEB8'6659'FD93U;
  x = (x ^ x >> 32U) * 0xD6E8'FEB8'6659'FD93U;
  return x ^ x >> 32U;
}

}  // namespace gyre::cube3
