// Numbers as little-endian bytes, on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gyre {

inline void append_number(std::vector<std::byte>& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to.push_back(static_cast<std::byte>(value >> (8 * i)));
}

inline void append_text(std::vector<std::byte>& to, std::string_view text) {
  for (const char c : text) to.push_back(static_cast<std::byte>(c));
}

[[nodiscard]] inline std::uint64_t number_at(std::span<const std::byte> from, std::size_t at,
                                             int bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) {
    value |= static_cast<std::uint64_t>(from[at + static_cast<std::size_t>(i)]) << (8 * i);
  }
  return value;
}

}  // namespace gyre
