// The bytes of a chunk of a compressed table, as docs/table-format.md specifies them: blocks, each
// stored as it is, as one zstd frame, or as the gaps between the bytes that differ from the most
// frequent one and those bytes, in a zstd frame each. Pure functions on memory; knows no files.
//
// The tables meant are hashed arrays of two-bit entries: no order in them to be found, only values
// of which one ("not seen") stands in most places. So zstd is told not to look for repetitions,
// which makes it faster and its output smaller, and its Huffman codes do the work. They cannot
// spend less than a bit on a byte, which is too much where nearly all bytes are alike; hence gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace gyre {

// Fits into the second cache together with what is made of it.
constexpr std::size_t kBlockBytes = std::size_t{1} << 18U;

// It serves one thread, chunk after chunk.
class ChunkEncoder {
 public:
  explicit ChunkEncoder(std::size_t max_chunk_bytes);
  // What to store, valid until the next call. The chunk itself if nothing is shorter.
  [[nodiscard]] std::span<const std::byte> encode(std::span<const std::byte> chunk);

  // About how much memory one has.
  [[nodiscard]] static std::size_t working_bytes(std::size_t max_chunk_bytes);

 private:
  void encode_block(std::span<const std::byte> block);
  [[nodiscard]] bool encode_gaps(std::span<const std::byte> block);
  // The length of the frame that is put at this place in the output.
  [[nodiscard]] std::size_t put_frame(std::size_t at, std::span<const std::byte> from);
  void put_length(std::size_t at, std::size_t length);

  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  std::vector<std::byte> output_;
  std::size_t size_ = 0;  // of the output that is used
  std::vector<std::byte> gaps_;
  std::vector<std::byte> values_;
};

class ChunkDecoder {
 public:
  ChunkDecoder();
  // False if the stored bytes, fewer than the chunk has, are not what an encoder makes of a chunk
  // of this length: written by another program, since a checksum comes before this.
  [[nodiscard]] bool decode(std::span<const std::byte> stored, std::span<std::byte> chunk);

  [[nodiscard]] static std::size_t working_bytes();

 private:
  // Takes what it has read off the front of stored.
  [[nodiscard]] bool decode_block(std::span<const std::byte>& stored, std::span<std::byte> block);
  [[nodiscard]] bool get_frame(std::span<const std::byte>& stored, std::size_t frame_bytes,
                               std::span<std::byte> to);

  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  std::vector<std::byte> gaps_;
  std::vector<std::byte> values_;
};

// Where bytes differ from a frequent one. gaps[i]: how many frequent bytes stand before values[i],
// up to 255. Where a longer gap or the end of the block asks for it, a value is the frequent byte
// itself. The number of values, or 0 if there are more than fit.
[[nodiscard]] std::size_t split_gaps(std::span<const std::byte> block, std::byte frequent,
                                     std::span<std::byte> gaps, std::span<std::byte> values);
// The block again. False if they do not add up to its length.
[[nodiscard]] bool join_gaps(std::span<const std::byte> gaps, std::span<const std::byte> values,
                             std::byte frequent, std::span<std::byte> block);

}  // namespace gyre
