// Any bytes as a definition file: an Error, or a definition that survives being written and read.
#include "format/tws.h"
#include <gyre/base/error.h>
#include "format/gap.h"

#include <cstdint>
#include <cstdlib>
#include <optional>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::optional<gyre::PuzzleDefinition> puzzle;
  try {
    puzzle.emplace(gyre::read_tws(text, "fuzz"));
  } catch (const gyre::Error&) {
    return 0;
  }
  const gyre::PuzzleDefinition again = gyre::read_tws(gyre::write_tws(*puzzle), "again");
  if (again.digest() != puzzle->digest()) std::abort();
  (void)gyre::write_gap(*puzzle);
  return 0;
}
