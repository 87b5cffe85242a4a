// Work on all chunks of a table, on all threads: what reading, checking and writing share.
#pragma once

#include "table/header.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace gyre {

// Calls body(chunk) for each chunk. Reports progress as "<doing> <name>"; throws Error if stopped.
void for_each_chunk(const TableHeader& header, std::string_view doing, const TableWork& work,
                    const std::function<void(std::uint64_t chunk)>& body);

// The bytes of a chunk of this payload.
template <class Byte>
[[nodiscard]] std::span<Byte> chunk_of(const TableHeader& header, std::span<Byte> payload,
                                       std::uint64_t chunk) {
  return payload.subspan(chunk * header.chunk_bytes, header.chunk_length(chunk));
}

[[nodiscard]] std::uint64_t chunk_checksum(std::span<const std::byte> chunk) noexcept;

}  // namespace gyre
