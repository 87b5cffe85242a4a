// GAP output. A sticker is an orbit, a slot and an orientation; a move sends the sticker of the
// slot perm[i] to slot i and turns it by ori[i]. So the points move where the pieces move, and
// GAP's products, which act from the right and are read left to right, are products of moves read
// left to right.
#include "format/gap.h"

#include "format/write_block.h"

#include <fmt/format.h>

namespace gyre {
namespace {

// The image of each point, from 0.
std::vector<int> sticker_images(const OrbitList& orbits, const State& action) {
  std::vector<int> images;
  int base = 0;
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    const std::uint8_t* perm = action.bytes.data() + orbits.perm_offset(k);
    images.resize(base + n * o);
    for (int slot = 0; slot < n; ++slot) {
      for (int ori = 0; ori < o; ++ori) {
        images[base + perm[slot] * o + ori] = base + slot * o + (ori + perm[n + slot]) % o;
      }
    }
    base += n * o;
  }
  return images;
}

std::string cycles(const std::vector<int>& images) {
  std::string out;
  std::vector<bool> seen(images.size(), false);
  for (std::size_t start = 0; start < images.size(); ++start) {
    if (seen[start] || images[start] == static_cast<int>(start)) continue;
    out += fmt::format("({}", start + 1);
    seen[start] = true;
    for (int point = images[start]; !seen[point]; point = images[point]) {
      seen[point] = true;
      out += fmt::format(",{}", point + 1);
    }
    out += ')';
  }
  return out.empty() ? "()" : out;
}

// A line that GAP reads in any case: it folds no lines, but a string must stay one.
std::string gap_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : as_line(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace

std::string write_gap(const PuzzleDefinition& definition) {
  const OrbitList& orbits = definition.orbits();
  std::string out = fmt::format("# {}\n", as_line(definition.name()));
  int base = 0;
  for (const Orbit& orbit : orbits) {
    const int points = orbit.pieces * orbit.orientations;
    out += fmt::format("# points {} to {}: orbit {}, slot by slot, {} orientation{} each\n",
                       base + 1, base + points, orbit.name, orbit.orientations,
                       orbit.orientations == 1 ? "" : "s");
    base += points;
  }
  // A list with names beside it: moves are called 2R or U', which are no GAP identifiers.
  out += "names := [";
  for (std::size_t i = 0; i < definition.moves().size(); ++i) {
    out += (i == 0 ? "" : ", ") + gap_string(definition.moves()[i].name);
  }
  out += "];\nmoves := [\n";
  for (std::size_t i = 0; i < definition.moves().size(); ++i) {
    out += cycles(sticker_images(orbits, definition.moves()[i].action));
    out += i + 1 < definition.moves().size() ? ",\n" : "\n";
  }
  out += "];\nG := Group(moves);\nPrint(Size(G), \"\\n\");\n";
  return out;
}

}  // namespace gyre
