#include "alg/dialect.h"

#include "alg/word.h"

#include <algorithm>
#include <array>

namespace gyre {
namespace {

constexpr std::int64_t kTwelfths = 12;

// The end of a signed number that starts at `place`, which is moved behind it; false if there is
// none.
bool read_number(std::string_view text, std::size_t& place, std::int64_t& number) {
  std::size_t at = place;
  const std::size_t minus = minus_length(text.substr(at));
  at += minus;
  if (minus == 0 && text.substr(at).starts_with('+')) ++at;
  const std::size_t digits = digits_length(text.substr(at));
  if (digits == 0) return false;
  number = read_amount(text.substr(at, digits));
  if (minus > 0) number = -number;
  place = at + digits;
  return true;
}

void skip_blanks(std::string_view text, std::size_t& place) {
  while (place < text.size() && (text[place] == ' ' || text[place] == '\t')) ++place;
}

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

}  // namespace

SquareTurn square_turn(const Dialect& dialect, const MoveToken& move) {
  using Part = SquareTurn::Part;
  if (move.outer_layer != 0 || move.inner_layer != 0) return {};
  if (move.family == dialect.slash) return {Part::slash, move.amount % 2 == 0 ? 0 : 1};
  const bool top = move.family == dialect.top;
  if (!top && move.family != dialect.bottom) return {};
  std::int64_t amount = move.amount % kTwelfths;
  if (amount < 0) amount += kTwelfths;
  if (amount > kTwelfths / 2) amount -= kTwelfths;
  return {top ? Part::top : Part::bottom, amount};
}

SquarePair read_square_pair(std::string_view text) {
  SquarePair pair;
  std::size_t place = 0;
  const bool bracket = text.starts_with('(');
  if (bracket) ++place;
  skip_blanks(text, place);
  pair.top_at = place;
  if (!read_number(text, place, pair.top)) return {};
  skip_blanks(text, place);
  if (!text.substr(place).starts_with(',')) return {};
  ++place;
  skip_blanks(text, place);
  pair.bottom_at = place;
  if (!read_number(text, place, pair.bottom)) return {};
  if (bracket) {
    skip_blanks(text, place);
    // Otherwise a group that begins with a pair without brackets of its own.
    if (!text.substr(place).starts_with(')')) return {};
    ++place;
  }
  pair.length = place;
  return pair;
}

bool is_clock_turn(const Dialect& dialect, const MoveToken& move) {
  return move.outer_layer == 0 && move.inner_layer == 0 && dialect.turns.contains(move.family);
}

bool has_clock_steps(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (!is_letter(text[i])) continue;
    const std::size_t digits = digits_length(text.substr(i + 1));
    const std::string_view rest = text.substr(i + 1 + digits);
    if (digits > 0 && (rest.starts_with('+') || minus_length(rest) > 0)) return true;
  }
  return false;
}

bool is_clock_pin(std::string_view word) {
  constexpr std::array<std::string_view, 4> kPins = {"UR", "DR", "DL", "UL"};
  return std::find(kPins.begin(), kPins.end(), word) != kPins.end();
}

bool ends_in_sign(std::string_view name) noexcept {
  return name.ends_with('+') || name.ends_with('-');
}

std::size_t minus_length(std::string_view text) noexcept {
  constexpr std::string_view kTypographic = "\xE2\x88\x92";
  if (text.starts_with('-')) return 1;
  return text.starts_with(kTypographic) ? kTypographic.size() : 0;
}

}  // namespace gyre
