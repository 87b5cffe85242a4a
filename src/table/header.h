// The container of a table as docs/table-format.md specifies it: encoding and decoding of what
// stands before the payload. Pure functions on bytes; knows no files.
#pragma once

#include <gyre/table/store.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gyre {

// The versions that are read. Each table is written in the lowest that can express it: plain ones
// in version 1, so that programs which know no other keep reading them.
constexpr std::uint32_t kPlainFormatVersion = 1;
constexpr std::uint32_t kTableFormatVersion = 2;
constexpr std::size_t kMaxHeaderBytes = 65'536;
constexpr std::size_t kFixedHeaderBytes = 96;  // what all versions have
constexpr std::uint64_t kPayloadAlignment = 4096;
constexpr std::uint64_t kDefaultChunkBytes = std::uint64_t{2} << 20U;

enum class TableEncoding : std::uint32_t {
  plain = 0,   // the payload as it is, which can be mapped
  blocks = 1,  // chunks compressed as chunk_codec.h says
};

struct TableHeader {
  TableKey key;
  TableEncoding encoding = TableEncoding::plain;
  std::uint64_t chunk_bytes = kDefaultChunkBytes;
  std::uint64_t build_microseconds = 0;
  DepthCounts counts;
  std::uint64_t index_checksum = 0;
  // Only compressed tables have these.
  std::uint64_t compressed_bytes = 0;
  std::uint64_t write_microseconds = 0;

  [[nodiscard]] bool compressed() const noexcept { return encoding != TableEncoding::plain; }
  [[nodiscard]] std::uint32_t version() const noexcept;
  [[nodiscard]] std::size_t header_bytes() const noexcept;
  [[nodiscard]] std::uint64_t chunks() const noexcept;
  [[nodiscard]] std::uint64_t payload_offset() const noexcept;
  // How many bytes stand in the file for the payload.
  [[nodiscard]] std::uint64_t stored_bytes() const noexcept;
  [[nodiscard]] std::uint64_t file_bytes() const noexcept;
  // How many bytes of the payload a chunk holds: all but the last are full.
  [[nodiscard]] std::uint64_t chunk_length(std::uint64_t chunk) const noexcept;
};

// What a file holds of a chunk, and where.
struct StoredChunk {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

// Why a key cannot be stored, or nothing: the name names a file.
[[nodiscard]] std::string why_no_key(const TableKey& key);

// Everything before the payload. Sets header.index_checksum and header.compressed_bytes.
[[nodiscard]] std::vector<std::byte> encode_start(TableHeader& header,
                                                  std::span<const StoredChunk> chunks);

// The header at the start of a file of which the first bytes are given: at least kMaxHeaderBytes of
// them, or the whole file. Throws TableFault.
[[nodiscard]] TableHeader decode_header(std::span<const std::byte> start);

// The chunks. index: the bytes between header and payload. Throws TableFault.
[[nodiscard]] std::vector<StoredChunk> decode_index(const TableHeader& header,
                                                    std::span<const std::byte> index);

// What must stand at byte 88 of a header; for tests and fuzzing, which damage headers.
[[nodiscard]] std::uint64_t header_checksum(std::span<const std::byte> header);

}  // namespace gyre
