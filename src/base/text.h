// Texts that people type, made comparable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gyre {

// 0 to 9, whatever the locale.
[[nodiscard]] constexpr bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

// A to Z as a to z. All other bytes stay, whatever the locale: names and words of gyre are ASCII,
// and what a person typed in another alphabet comes back in messages as it was.
[[nodiscard]] std::string to_lower(std::string_view text);

// Digits in groups of three: "3,674,160". A minus may stand before them.
[[nodiscard]] std::string grouped(const std::string& digits);
[[nodiscard]] std::string grouped(std::uint64_t count);

// Bytes that a terminal would obey instead of showing them: those below the blank, DEL, and U+0080
// to U+009F as UTF-8 writes them.
[[nodiscard]] bool has_control_characters(std::string_view text) noexcept;
// The same text with those written as \x1b. Line ends and tabulators stay if `keep_lines`.
[[nodiscard]] std::string without_control_characters(std::string_view text,
                                                     bool keep_lines = false);

// What some editors put before a text in UTF-8. It stands for nothing, and is for files and streams
// only: whoever reads one drops it.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
void drop_byte_order_mark(std::string& text);

}  // namespace gyre
