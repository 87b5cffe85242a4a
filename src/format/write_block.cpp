#include "format/write_block.h"

#include <algorithm>
#include <charconv>

namespace gyre {
namespace {

void append_number(int number, std::string& out) {
  std::array<char, 12> digits{};
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), result.ptr);
}

}  // namespace

void append_numbers(const std::vector<int>& numbers, std::string& out) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i != 0) out += ' ';
    append_number(numbers[i], out);
  }
  out += '\n';
}

void write_position(const PuzzleDefinition& definition, const State& state, int first,
                    std::string& out) {
  const OrbitList& orbits = definition.orbits();
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const std::uint8_t* identity = state.bytes.data() + orbits.perm_offset(k);
    const std::uint8_t* ori = identity + n;
    out += orbits[k].name + '\n';
    std::vector<int> labels(n);
    for (int slot = 0; slot < n; ++slot) {
      labels[slot] = definition.label(k, identity[slot]) + first;
    }
    append_numbers(labels, out);
    if (std::all_of(ori, ori + n, [](std::uint8_t o) { return o == 0; })) continue;
    for (int slot = 0; slot < n; ++slot) {
      if (slot != 0) out += ' ';
      if (ori[slot] == kWildOrientation) {
        out += '?';
      } else {
        append_number(ori[slot], out);
      }
    }
    out += '\n';
  }
}

std::string as_token(std::string_view text) {
  std::string out(text.empty() ? "unnamed" : text);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) c = '_';
  }
  return out;
}

std::string as_line(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return out;
}

}  // namespace gyre
