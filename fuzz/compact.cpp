// Any bytes as a compact position, on puzzles whose orbits need one, two and three digits.
#include "format/compact.h"
#include <gyre/base/error.h>
#include "format/tws.h"

#include <cstdint>
#include <cstdlib>

namespace {

gyre::PuzzleDefinition make(const char* sets) {
  return gyre::read_tws(std::string("Name t\n") + sets + "Move M\nA\n2 3 1\nEnd\n", "t");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const gyre::PuzzleDefinition kPuzzles[] = {
      make("Set A 3 2\nSolved\nA\n1 1 2\n0 0 ?\nEnd\n"),
      make("Set A 3 20\nSet B 2 32\nSolved\nB\n1 2\n? 3\nEnd\n"),
      make("Set A 3 2\nSet B 40 100\nSolved\nEnd\n"),
  };
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const gyre::PuzzleDefinition& puzzle : kPuzzles) {
    gyre::State state;
    try {
      state = gyre::read_compact(puzzle, text);
    } catch (const gyre::Error&) {
      continue;
    }
    const std::string written = gyre::write_compact(puzzle, state);
    if (gyre::read_compact(puzzle, written) != state) std::abort();
  }
  return 0;
}
