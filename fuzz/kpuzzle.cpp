// Any bytes as KPuzzle JSON: an Error, or a definition that survives both JSON and .tws.
#include "format/kpuzzle.h"
#include <gyre/base/error.h>
#include "format/tws.h"

#include <cstdint>
#include <cstdlib>
#include <optional>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::optional<gyre::PuzzleDefinition> puzzle;
  try {
    puzzle.emplace(gyre::read_kpuzzle(text, "fuzz"));
  } catch (const gyre::Error&) {
    return 0;
  }
  const gyre::PuzzleDefinition json = gyre::read_kpuzzle(gyre::write_kpuzzle(*puzzle), "again");
  if (json.digest() != puzzle->digest()) std::abort();
  if (json.derived().size() != puzzle->derived().size()) std::abort();
  const gyre::PuzzleDefinition tws = gyre::read_tws(gyre::write_tws(*puzzle), "again");
  if (tws.digest() != puzzle->digest()) std::abort();
  return 0;
}
