// Any bytes as facelets and as Reid's list of the 3x3x3. What is read is written and read again.
#include "cube3/core/notation.h"
#include <gyre/base/error.h>

#include <cstdint>
#include <cstdlib>
#include <optional>

namespace {

using gyre::cube3::Cube;

template <class Read>
std::optional<Cube> try_read(const Read& read, std::string_view text) {
  try {
    return read(text, gyre::SourcePlace{"fuzz", 1, 1});
  } catch (const gyre::Error&) {
    return std::nullopt;
  }
}

void try_both_ways(const Cube& cube) {
  if (gyre::cube3::read_facelets(gyre::cube3::write_facelets(cube)) != cube) std::abort();
  if (gyre::cube3::read_reid(gyre::cube3::write_reid(cube)) != cube) std::abort();
  // Each piece is there once, so that what is left to say is what turns keep.
  const std::string why = gyre::cube3::why_impossible(cube);
  if (why.find("missing") != std::string::npos || why.find("only") != std::string::npos) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto cube = try_read(gyre::cube3::read_facelets, text)) {
    if (!gyre::cube3::looks_like_facelets(text) && text.find_first_of(" \t\r\n") == text.npos) {
      std::abort();
    }
    try_both_ways(*cube);
  }
  if (const auto cube = try_read(gyre::cube3::read_reid, text)) {
    if (!gyre::cube3::looks_like_reid(text)) std::abort();
    try_both_ways(*cube);
  }
  return 0;
}
