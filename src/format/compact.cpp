// The compact position line. For each slot v = identity * orientations + orientation in base 62,
// with as many digits as the largest v of the orbit needs; a wild piece has a ? before its digits
// and the orientation 0. Identities are the packed ones, so labels do not matter here.
#include "format/compact.h"

#include "format/lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre {
namespace {

constexpr int kBase = 62;
constexpr std::string_view kCompactDigits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
static_assert(kCompactDigits.size() == kBase);

int digit_value(char c) {
  const std::size_t place = kCompactDigits.find(c);
  return place == std::string_view::npos ? -1 : static_cast<int>(place);
}

int width_of(const Orbit& orbit) {
  const int values = orbit.pieces * orbit.orientations;
  return values <= kBase ? 1 : values <= kBase * kBase ? 2 : 3;
}

std::string digits_of(int value, int width) {
  std::string digits(width, '0');
  for (int i = width - 1; i >= 0; --i, value /= kBase) digits[i] = kCompactDigits[value % kBase];
  return digits;
}

class CompactReader {
 public:
  CompactReader(const PuzzleDefinition& definition, std::string_view line, const SourcePlace& place)
      : definition_(definition), line_(line), place_(place) {}

  State read() {
    skip_spaces();
    if (line_.substr(at_, 4) != "CPOS") fail(at_, "expected CPOS and a position");
    at_ += 4;
    if (at_ < line_.size() && !is_space(line_[at_])) {
      fail(at_, "expected a space after CPOS");
    }
    skip_spaces();
    const OrbitList& orbits = definition_.orbits();
    State state;
    state.bytes.resize(orbits.state_bytes());
    for (int k = 0; k < orbits.size(); ++k) {
      std::uint8_t* out = state.bytes.data() + orbits.perm_offset(k);
      for (int slot = 0; slot < orbits[k].pieces; ++slot) read_slot(k, slot, out);
    }
    const std::size_t end = at_;
    skip_spaces();
    if (at_ < line_.size()) {
      fail(at_, fmt::format("{} is too much; the position of {} ends at column {}",
                            in_quotes(line_.substr(at_)), definition_.name(),
                            std::max(place_.column, 1) + static_cast<int>(end)));
    }
    try {
      definition_.check_position(state);
    } catch (const Error& error) {
      throw Error(place_, error.message());
    }
    return state;
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  void skip_spaces() {
    while (at_ < line_.size() && is_space(line_[at_])) ++at_;
  }

  [[noreturn]] void fail(std::size_t at, std::string_view message) const {
    SourcePlace place = place_;
    if (place.line == 0) place.line = 1;
    place.column = std::max(place.column, 1) + static_cast<int>(at);
    throw Error(place, message);
  }

  void read_slot(int k, int slot, std::uint8_t* out) {
    const Orbit& orbit = definition_.orbits()[k];
    const std::size_t start = at_;
    const bool wild = at_ < line_.size() && line_[at_] == '?';
    if (wild) ++at_;
    int value = 0;
    for (int i = 0; i < width_of(orbit); ++i, ++at_) {
      if (at_ == line_.size() || is_space(line_[at_])) {
        fail(at_, fmt::format("the position ends in orbit {}, slot {} of {}", orbit.name, slot + 1,
                              orbit.pieces));
      }
      const int digit = digit_value(line_[at_]);
      if (digit < 0) {
        fail(at_, fmt::format("{} stands for no number; expected 0-9, A-Z or a-z",
                              in_quotes(line_.substr(at_, 1))));
      }
      value = value * kBase + digit;
    }
    const int most = definition_.identities(k) * orbit.orientations - 1;
    if (value > most) {
      fail(start,
           fmt::format("{} stands for {}; the pieces of orbit {} have 0 to {}",
                       in_quotes(line_.substr(start, at_ - start)), value, orbit.name, most));
    }
    if (wild && value % orbit.orientations != 0) {
      fail(start, fmt::format("{} is wild and has an orientation; expected ?{}",
                              in_quotes(line_.substr(start, at_ - start)),
                              digits_of(value - value % orbit.orientations, width_of(orbit))));
    }
    out[slot] = static_cast<std::uint8_t>(value / orbit.orientations);
    out[orbit.pieces + slot] =
        wild ? kWildOrientation : static_cast<std::uint8_t>(value % orbit.orientations);
  }

  const PuzzleDefinition& definition_;
  std::string_view line_;
  SourcePlace place_;
  std::size_t at_ = 0;
};

}  // namespace

std::string write_compact(const PuzzleDefinition& definition, const State& state) {
  const OrbitList& orbits = definition.orbits();
  std::string out = "CPOS ";
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const std::uint8_t* perm = state.bytes.data() + orbits.perm_offset(k);
    for (int slot = 0; slot < n; ++slot) {
      const bool wild = perm[n + slot] == kWildOrientation;
      if (wild) out += '?';
      const int value = perm[slot] * orbits[k].orientations + (wild ? 0 : perm[n + slot]);
      out += digits_of(value, width_of(orbits[k]));
    }
  }
  return out;
}

State read_compact(const PuzzleDefinition& definition, std::string_view line,
                   const SourcePlace& place) {
  return CompactReader(definition, line, place).read();
}

}  // namespace gyre
