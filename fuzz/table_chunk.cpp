// Any bytes as a stored chunk: refused, or a chunk; nothing outside of its memory is touched. And
// any bytes as a chunk: what is stored gives them back.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "table/chunk_codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  static gyre::ChunkDecoder decoder;
  static gyre::ChunkEncoder encoder(std::size_t{1} << 21U);
  // The first bytes say how long the chunk is: up to two blocks.
  const std::size_t length = 1 + (data[0] + 256U * data[1] + 65536U * (data[2] % 8U));
  const auto* bytes = reinterpret_cast<const std::byte*>(data + 3);
  std::vector<std::byte> chunk(length);
  (void)decoder.decode({bytes, size - 3}, chunk);

  for (std::size_t i = 0; i < length; ++i)
    chunk[i] = size == 3 ? std::byte{0} : bytes[i % (size - 3)];
  const auto stored = encoder.encode(chunk);
  if (stored.size() == length) return 0;
  std::vector<std::byte> back(length);
  if (!decoder.decode(stored, back) || back != chunk) std::abort();
  return 0;
}
