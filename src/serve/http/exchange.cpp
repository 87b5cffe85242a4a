#include "serve/http/exchange.h"

#include <strings.h>
#include <algorithm>
#include <charconv>
#include <system_error>

namespace gyre::serve {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// What cannot be decoded stays as it is: a query holds nothing that must not be misread.
std::string decoded_or_same(std::string_view text) {
  return percent_decoded(text).value_or(std::string(text));
}

std::vector<std::pair<std::string, std::string>> query_of(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> query;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view item = text.substr(0, end);
    const std::size_t equals = std::min(item.find('='), item.size());
    if (!item.empty()) {
      query.emplace_back(decoded_or_same(item.substr(0, equals)),
                         decoded_or_same(item.substr(std::min(equals + 1, item.size()))));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return query;
}

}  // namespace

std::optional<ByteRange> parse_range(std::string_view header, std::size_t size) {
  constexpr std::string_view kUnit = "bytes=";
  if (!header.starts_with(kUnit)) return std::nullopt;
  header.remove_prefix(kUnit.size());
  const std::size_t dash = header.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto number = [](std::string_view text) -> std::optional<std::size_t> {
    std::size_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
  };
  const std::optional<std::size_t> first = number(header.substr(0, dash));
  const std::string_view behind = header.substr(dash + 1);
  const std::optional<std::size_t> last = number(behind);
  if (dash == 0) {
    if (!last) return std::nullopt;
    return ByteRange{size - std::min(size, *last), size};
  }
  if (!first || (!behind.empty() && (!last || *last < *first))) return std::nullopt;
  return ByteRange{*first, last ? std::min(size, std::min(size, *last) + 1) : size};
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = digit_of(text[i + 1]);
    const int low = digit_of(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool HttpRequest::set_target(std::string_view target) {
  const std::size_t mark = std::min(target.find('?'), target.size());
  std::optional<std::string> decoded = percent_decoded(target.substr(0, mark));
  if (!decoded || !decoded->starts_with('/') || decoded->find('\0') != std::string::npos) {
    return false;
  }
  path = *std::move(decoded);
  query = query_of(target.substr(std::min(mark + 1, target.size())));
  return true;
}

std::string_view HttpRequest::header(std::string_view name) const noexcept {
  for (const auto& [key, value] : headers) {
    if (key.size() == name.size() && strncasecmp(key.data(), name.data(), name.size()) == 0) {
      return value;
    }
  }
  return {};
}

std::optional<std::string> HttpRequest::query_value(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) return value;
  }
  return std::nullopt;
}

}  // namespace gyre::serve
