// The container of a table as docs/table-format.md specifies it: encoding and decoding of what
// stands before the payload. Pure functions on bytes; knows no files.
#pragma once

#include <gyre/table/recipe.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gyre {

constexpr std::uint32_t kTableFormatVersion = 1;
constexpr std::size_t kMaxHeaderBytes = 65'536;
constexpr std::size_t kFixedHeaderBytes = 96;
constexpr std::uint64_t kPayloadAlignment = 4096;
constexpr std::uint64_t kDefaultChunkBytes = std::uint64_t{2} << 20U;

struct TableHeader {
  TableKey key;
  std::uint64_t chunk_bytes = kDefaultChunkBytes;
  std::uint64_t build_microseconds = 0;
  DepthCounts counts;
  std::uint64_t index_checksum = 0;

  [[nodiscard]] std::size_t header_bytes() const noexcept;
  [[nodiscard]] std::uint64_t chunks() const noexcept;
  [[nodiscard]] std::uint64_t payload_offset() const noexcept;
  [[nodiscard]] std::uint64_t file_bytes() const noexcept;
  // How many bytes of the payload a chunk holds: all but the last are full.
  [[nodiscard]] std::uint64_t chunk_length(std::uint64_t chunk) const noexcept;
};

// Why a key cannot be stored, or nothing: the name names a file.
[[nodiscard]] std::string why_no_key(const TableKey& key);

// Everything before the payload. checksums: one for each chunk. Sets header.index_checksum.
[[nodiscard]] std::vector<std::byte> encode_start(TableHeader& header,
                                                  std::span<const std::uint64_t> checksums);

// The header at the start of a file of which the first bytes are given: at least kMaxHeaderBytes of
// them, or the whole file. Throws TableFault.
[[nodiscard]] TableHeader decode_header(std::span<const std::byte> start);

// The checksums of the chunks. index: the bytes between header and payload. Throws TableFault.
[[nodiscard]] std::vector<std::uint64_t> decode_index(const TableHeader& header,
                                                      std::span<const std::byte> index);

// What must stand at byte 88 of a header; for tests and fuzzing, which damage headers.
[[nodiscard]] std::uint64_t header_checksum(std::span<const std::byte> header);

}  // namespace gyre
