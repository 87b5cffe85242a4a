#include "table/header.h"

#include "base/arithmetic.h"

#include "table/fault.h"
#include "table/little_endian.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace gyre {
namespace {

constexpr std::array<std::uint8_t, 8> kMagic = {0x89, 'G', 'Y', 'R', 'E', '\r', '\n', 0x1a};
constexpr std::size_t kCompressedFixedBytes = 120;
constexpr std::size_t kMaxNameBytes = 100;
constexpr std::size_t kMaxParameterBytes = 4096;
constexpr std::size_t kMaxDepths = 4096;
constexpr std::uint64_t kMaxPayloadBytes = std::uint64_t{1} << 50U;
constexpr std::uint64_t kMinChunkBytes = 4096;
constexpr std::uint64_t kMaxChunkBytes = std::uint64_t{1} << 30U;

// Offsets of the fields, as in docs/table-format.md.
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kHeaderBytesAt = 12;
constexpr std::size_t kDigestAt = 16;
constexpr std::size_t kPayloadBytesAt = 32;
constexpr std::size_t kPayloadOffsetAt = 40;
constexpr std::size_t kChunkBytesAt = 48;
constexpr std::size_t kBuildTimeAt = 56;
constexpr std::size_t kContentsVersionAt = 64;
constexpr std::size_t kNameBytesAt = 68;
constexpr std::size_t kParameterBytesAt = 72;
constexpr std::size_t kDepthsAt = 76;
constexpr std::size_t kIndexChecksumAt = 80;
constexpr std::size_t kHeaderChecksumAt = 88;
// From version 2 on.
constexpr std::size_t kEncodingAt = 96;
constexpr std::size_t kReservedAt = 100;
constexpr std::size_t kCompressedBytesAt = 104;
constexpr std::size_t kWriteTimeAt = 112;

std::size_t fixed_bytes(std::uint64_t version) {
  return version == kPlainFormatVersion ? kFixedHeaderBytes : kCompressedFixedBytes;
}

// Of the index, for each chunk: the checksum, and the length if it is not known.
std::size_t entry_bytes(const TableHeader& header) {
  return header.compressed() ? 16 : 8;
}

std::uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

std::string text_at(std::span<const std::byte> from, std::size_t at, std::size_t bytes) {
  return {reinterpret_cast<const char*>(from.data()) + at, bytes};
}

bool all_zero(std::span<const std::byte> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

// What can be said before the header is known to be whole: is it one of ours, and of this version?
void check_magic_and_version(std::span<const std::byte> start) {
  if (start.empty()) throw TableFault("is empty");
  const std::size_t known = std::min(start.size(), kMagic.size());
  for (std::size_t i = 0; i < known; ++i) {
    if (static_cast<std::uint8_t>(start[i]) != kMagic[i]) {
      throw TableFault("is no table of gyre (its first eight bytes are others)");
    }
  }
  if (start.size() < kFixedHeaderBytes) {
    throw TableFault(fmt::format("ends within its header, after {} bytes", start.size()));
  }
  const auto version = number_at(start, kVersionAt, 4);
  if (version < kPlainFormatVersion || version > kTableFormatVersion) {
    throw TableFault(fmt::format("has format version {} (this program reads versions {} and {})",
                                 version, kPlainFormatVersion, kTableFormatVersion));
  }
}

// What version 2 has beside the fields of version 1.
void read_encoding(std::span<const std::byte> start, TableHeader& header) {
  const auto encoding = number_at(start, kEncodingAt, 4);
  if (encoding != static_cast<std::uint32_t>(TableEncoding::blocks) ||
      number_at(start, kReservedAt, 4) != 0) {
    throw TableFault(fmt::format("has encoding {} (this program reads encoding {})",
                                 number_at(start, kEncodingAt, 8),
                                 static_cast<std::uint32_t>(TableEncoding::blocks)));
  }
  header.encoding = TableEncoding::blocks;
  header.compressed_bytes = number_at(start, kCompressedBytesAt, 8);
  header.write_microseconds = number_at(start, kWriteTimeAt, 8);
}

}  // namespace

std::uint32_t TableHeader::version() const noexcept {
  return compressed() ? kTableFormatVersion : kPlainFormatVersion;
}

std::size_t TableHeader::header_bytes() const noexcept {
  return round_up(
      fixed_bytes(version()) + 8 * counts.size() + key.name.size() + key.parameters.size(), 8);
}

std::uint64_t TableHeader::chunks() const noexcept {
  return (key.payload_bytes + chunk_bytes - 1) / chunk_bytes;
}

std::uint64_t TableHeader::payload_offset() const noexcept {
  return round_up(header_bytes() + entry_bytes(*this) * chunks(), kPayloadAlignment);
}

std::uint64_t TableHeader::stored_bytes() const noexcept {
  return compressed() ? compressed_bytes : key.payload_bytes;
}

std::uint64_t TableHeader::file_bytes() const noexcept {
  return payload_offset() + stored_bytes();
}

std::uint64_t TableHeader::chunk_length(std::uint64_t chunk) const noexcept {
  return std::min(chunk_bytes, key.payload_bytes - chunk * chunk_bytes);
}

std::string why_no_key(const TableKey& key) {
  if (key.name.empty() || key.name.size() > kMaxNameBytes ||
      !std::all_of(key.name.begin(), key.name.end(), is_name_character)) {
    return fmt::format("'{}' is no name of a table (expected up to {} letters, digits and -)",
                       key.name, kMaxNameBytes);
  }
  if (key.parameters.size() > kMaxParameterBytes ||
      !std::all_of(key.parameters.begin(), key.parameters.end(),
                   [](char c) { return c >= ' ' && c <= '~'; })) {
    return fmt::format("the parameters of table {} are not up to {} printable characters", key.name,
                       kMaxParameterBytes);
  }
  if (key.payload_bytes == 0 || key.payload_bytes > kMaxPayloadBytes) {
    return fmt::format("table {} cannot have {} bytes (expected 1 to {})", key.name,
                       key.payload_bytes, kMaxPayloadBytes);
  }
  return {};
}

std::vector<std::byte> encode_start(TableHeader& header, std::span<const StoredChunk> chunks) {
  assert(why_no_key(header.key).empty());
  assert(chunks.size() == header.chunks());
  assert(header.counts.size() <= kMaxDepths);
  std::vector<std::byte> index;
  header.compressed_bytes = 0;
  for (const StoredChunk& chunk : chunks) {
    append_number(index, chunk.checksum, 8);
    if (!header.compressed()) continue;
    append_number(index, chunk.bytes, 8);
    header.compressed_bytes += chunk.bytes;
  }
  index.resize(header.payload_offset() - header.header_bytes());
  header.index_checksum = checksum(index);

  std::vector<std::byte> start;
  for (const std::uint8_t byte : kMagic) start.push_back(static_cast<std::byte>(byte));
  append_number(start, header.version(), 4);
  append_number(start, header.header_bytes(), 4);
  for (const std::uint8_t byte : header.key.digest()) start.push_back(static_cast<std::byte>(byte));
  append_number(start, header.key.payload_bytes, 8);
  append_number(start, header.payload_offset(), 8);
  append_number(start, header.chunk_bytes, 8);
  append_number(start, header.build_microseconds, 8);
  append_number(start, static_cast<std::uint32_t>(header.key.contents_version), 4);
  append_number(start, header.key.name.size(), 4);
  append_number(start, header.key.parameters.size(), 4);
  append_number(start, header.counts.size(), 4);
  append_number(start, header.index_checksum, 8);
  append_number(start, 0, 8);
  if (header.compressed()) {
    append_number(start, static_cast<std::uint32_t>(header.encoding), 4);
    append_number(start, 0, 4);
    append_number(start, header.compressed_bytes, 8);
    append_number(start, header.write_microseconds, 8);
  }
  for (const std::uint64_t count : header.counts) append_number(start, count, 8);
  append_text(start, header.key.name);
  append_text(start, header.key.parameters);
  start.resize(header.header_bytes());
  std::vector<std::byte> sum;
  append_number(sum, header_checksum(start), 8);
  std::copy(sum.begin(), sum.end(), start.begin() + kHeaderChecksumAt);
  start.insert(start.end(), index.begin(), index.end());
  return start;
}

std::uint64_t header_checksum(std::span<const std::byte> header) {
  std::vector<std::byte> copy(header.begin(), header.end());
  std::fill_n(copy.begin() + kHeaderChecksumAt, 8, std::byte{0});
  return checksum(copy);
}

TableHeader decode_header(std::span<const std::byte> start) {
  check_magic_and_version(start);
  const auto version = number_at(start, kVersionAt, 4);
  const std::size_t header_bytes = number_at(start, kHeaderBytesAt, 4);
  if (header_bytes < fixed_bytes(version) || header_bytes > kMaxHeaderBytes) {
    throw TableFault(fmt::format("has a damaged header: it cannot be {} bytes long", header_bytes));
  }
  if (header_bytes > start.size()) {
    throw TableFault(fmt::format("ends within its header, after {} bytes", start.size()));
  }
  start = start.first(header_bytes);
  if (header_checksum(start) != number_at(start, kHeaderChecksumAt, 8)) {
    throw TableFault("has a damaged header: its checksum is wrong");
  }
  // From here on the header is what its writer wrote. Nothing follows about who that was.
  TableHeader header;
  header.key.contents_version = static_cast<int>(number_at(start, kContentsVersionAt, 4));
  header.key.payload_bytes = number_at(start, kPayloadBytesAt, 8);
  header.chunk_bytes = number_at(start, kChunkBytesAt, 8);
  header.build_microseconds = number_at(start, kBuildTimeAt, 8);
  header.index_checksum = number_at(start, kIndexChecksumAt, 8);
  if (version != kPlainFormatVersion) read_encoding(start, header);
  const std::size_t name_bytes = number_at(start, kNameBytesAt, 4);
  const std::size_t parameter_bytes = number_at(start, kParameterBytesAt, 4);
  const std::size_t depths = number_at(start, kDepthsAt, 4);
  const std::size_t used = fixed_bytes(version) + 8 * depths + name_bytes + parameter_bytes;
  if (depths > kMaxDepths || round_up(used, 8) != header_bytes) {
    throw TableFault("has a wrong header: the sizes of its parts do not add up");
  }
  std::size_t at = fixed_bytes(version);
  for (std::size_t depth = 0; depth < depths; ++depth, at += 8) {
    header.counts.push_back(number_at(start, at, 8));
  }
  header.key.name = text_at(start, at, name_bytes);
  header.key.parameters = text_at(start, at + name_bytes, parameter_bytes);
  if (!all_zero(start.subspan(used))) {
    throw TableFault("has a wrong header: its padding is not zero");
  }
  if (!why_no_key(header.key).empty()) {
    throw TableFault("has a wrong header: its name, parameters or size cannot be");
  }
  if (!std::has_single_bit(header.chunk_bytes) || header.chunk_bytes < kMinChunkBytes ||
      header.chunk_bytes > kMaxChunkBytes) {
    throw TableFault(
        fmt::format("has a wrong header: chunks cannot be {} bytes long", header.chunk_bytes));
  }
  if (header.compressed() && header.compressed_bytes > header.key.payload_bytes) {
    throw TableFault(
        "has a wrong header: what is compressed cannot be larger than what was compressed");
  }
  if (number_at(start, kPayloadOffsetAt, 8) != header.payload_offset()) {
    throw TableFault(fmt::format("has a wrong header: the payload should start at byte {}",
                                 header.payload_offset()));
  }
  const auto digest = header.key.digest();
  for (std::size_t i = 0; i < digest.size(); ++i) {
    if (static_cast<std::uint8_t>(start[kDigestAt + i]) != digest[i]) {
      throw TableFault("has a wrong header: the digest is not that of its key");
    }
  }
  return header;
}

std::vector<StoredChunk> decode_index(const TableHeader& header, std::span<const std::byte> index) {
  assert(index.size() == header.payload_offset() - header.header_bytes());
  if (checksum(index) != header.index_checksum) {
    throw TableFault(fmt::format("has damaged checksums (in bytes {} to {})", header.header_bytes(),
                                 header.payload_offset() - 1));
  }
  std::vector<StoredChunk> chunks(header.chunks());
  const std::size_t entry = entry_bytes(header);
  std::uint64_t offset = header.payload_offset();
  for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
    StoredChunk& stored = chunks[chunk];
    stored.checksum = number_at(index, entry * chunk, 8);
    stored.offset = offset;
    stored.bytes = header.chunk_length(chunk);
    if (header.compressed()) {
      stored.bytes = number_at(index, entry * chunk + 8, 8);
      if (stored.bytes == 0 || stored.bytes > header.chunk_length(chunk)) {
        throw TableFault(fmt::format("has a wrong index: chunk {} cannot have {} bytes", chunk + 1,
                                     stored.bytes));
      }
    }
    offset += stored.bytes;
  }
  if (offset != header.file_bytes()) {
    throw TableFault("has a wrong index: the lengths of its chunks do not add up");
  }
  if (!all_zero(index.subspan(entry * chunks.size()))) {
    throw TableFault("has a wrong header: the padding behind its checksums is not zero");
  }
  return chunks;
}

}  // namespace gyre
