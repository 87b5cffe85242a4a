#include "base/text.h"

namespace gyre {

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

namespace {

bool is_control(std::string_view text, std::size_t at) noexcept {
  const auto byte = static_cast<unsigned char>(text[at]);
  const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
  const auto before = at > 0 ? static_cast<unsigned char>(text[at - 1]) : 0U;
  const auto is_second = [](unsigned other) { return other >= 0x80 && other < 0xA0; };
  return byte < 0x20 || byte == 0x7F || (byte == 0xC2 && is_second(next)) ||
         (before == 0xC2 && is_second(byte));
}

}  // namespace

bool has_control_characters(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_control(text, i)) return true;
  }
  return false;
}

std::string without_control_characters(std::string_view text, bool keep_lines) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool kept = keep_lines && (byte == '\n' || byte == '\t');
    if (kept || !is_control(text, i)) {
      shown += text[i];
    } else {
      shown += {'\\', 'x', kDigits[byte >> 4U], kDigits[byte & 15U]};
    }
  }
  return shown;
}

void drop_byte_order_mark(std::string& text) {
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
}

std::string grouped(const std::string& digits) {
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0 && digits[i - 1] != '-') text += ',';
    text += digits[i];
  }
  return text;
}

std::string grouped(std::uint64_t count) {
  return grouped(std::to_string(count));
}

}  // namespace gyre
