// Any bytes as a scramble file, and as a KPuzzle pattern, of a small puzzle that has everything:
// look-alike pieces, gaps, wildcards, rotations.
#include "format/scramble.h"
#include <gyre/base/error.h>
#include "format/kpuzzle.h"
#include "format/tws.h"

#include <cstdint>
#include <cstdlib>

namespace {

const gyre::PuzzleDefinition& puzzle() {
  static const gyre::PuzzleDefinition definition = gyre::read_tws(
      "Name t\nSet A 4 3\nSet B 3 2\nSolved\nB\n4 4 2\n1 0 ?\nEnd\n"
      "Move M\nA\n2 3 4 1\n0 1 2 0\nEnd\nMove N\nB\n3 1 2\n0 1 0\nEnd\nMove Uv\nA\n2 1 4 3\nEnd\n",
      "t");
  return definition;
}

void try_scrambles(std::string_view text) {
  std::vector<gyre::Scramble> scrambles;
  try {
    scrambles = gyre::read_scrambles(puzzle(), text, "fuzz");
  } catch (const gyre::Error&) {
    return;
  }
  for (const gyre::Scramble& scramble : scrambles) {
    const std::string written = gyre::write_scramble(puzzle(), scramble);
    const auto again = gyre::read_scrambles(puzzle(), written, "again");
    if (again.size() != 1 || again[0].state != scramble.state) std::abort();
  }
}

void try_pattern(std::string_view text) {
  gyre::State state;
  try {
    state = gyre::read_kpattern(puzzle(), text, "fuzz");
  } catch (const gyre::Error&) {
    return;
  }
  const std::string written = gyre::write_kpattern(puzzle(), state);
  if (gyre::read_kpattern(puzzle(), written, "again") != state) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_scrambles(text);
  try_pattern(text);
  return 0;
}
