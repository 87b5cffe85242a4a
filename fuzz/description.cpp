// Descriptions, made of words that the bytes choose so that many of them are sound: an Error, or a
// definition that survives being written and read, whose picture covers its pieces.
#include <gyre/base/error.h>
#include <gyre/format/tws.h>
#include <gyre/geometry/library.h>
#include <gyre/geometry/picture.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

constexpr std::array<const char*, 5> kSolids{"t", "c", "o", "d", "i"};
constexpr std::array<const char*, 3> kAxes{"f", "e", "v"};
// Meetings of cuts, and what lies near them.
constexpr std::array<const char*, 12> kDistances{
    "0",   "1/3",       "sqrt(1/3)", "sqrt(1/2)",         "0.447213595499958", "0.618033988749895",
    "0.9", "0.5773503", "-0.2",      "0.236067977499790", "1.666666666666667", "sqrt(5/3"};
constexpr std::array<const char*, 11> kOptions{
    "slices",     "outer",          "blocks",   "all-slices",   "fix-corner", "fix-edge",
    "fix-center", "orient-centers", "distinct", "no-rotations", "blocs"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3 || size > 12) return 0;
  std::string text = kSolids[data[0] % kSolids.size()];
  std::size_t at = 1;
  // Few cuts: a description may be as slow as it is long.
  for (int cuts = 0; cuts < 3 && at + 1 < size; ++cuts, at += 2) {
    text += std::string(" ") + kAxes[data[at] % kAxes.size()] + ' ';
    const std::uint8_t distance = data[at + 1];
    text += distance < 128 ? kDistances[distance % kDistances.size()]
                           : std::to_string((distance - 190) / 60.0);
  }
  for (; at < size; ++at) text += std::string(" ") + kOptions[data[at] % kOptions.size()];
  try {
    const gyre::PuzzleDefinition puzzle = gyre::load_puzzle(text);
    if (gyre::read_tws(gyre::write_tws(puzzle), "again").digest() != puzzle.digest()) std::abort();
    const auto picture = gyre::load_picture(text);
    if (!picture) std::abort();
    for (int i = 0; i < static_cast<int>(picture->stickers().size()); ++i) {
      const int shown = picture->shown_face(picture->drawn().solved(), i);
      if (shown != picture->stickers()[i].face) std::abort();
    }
  } catch (const gyre::Error&) {
    return 0;
  }
  return 0;
}
