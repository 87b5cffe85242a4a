// Descriptions and boxes, made of words that the bytes choose so that many of them are sound: an
// Error, or a definition that survives being written and read, whose picture covers its pieces and
// has faces of one colour however the whole is turned.
#include <gyre/base/error.h>
#include <gyre/geometry/picture.h>
#include <gyre/library/library.h>
#include "format/tws.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr std::array<const char*, 5> kSolids{"t", "c", "o", "d", "i"};
constexpr std::array<const char*, 4> kBoxes{"1x3x3", "2x3x4", "1x1x3", "5x5x5"};
constexpr std::array<const char*, 3> kAxes{"f", "e", "v"};
// Meetings of cuts, and what lies near them.
constexpr std::array<const char*, 12> kDistances{
    "0",   "1/3",       "sqrt(1/3)", "sqrt(1/2)",         "0.447213595499958", "0.618033988749895",
    "0.9", "0.5773503", "-0.2",      "0.236067977499790", "1.666666666666667", "sqrt(5/3"};
constexpr std::array<const char*, 11> kOptions{
    "slices",     "outer",          "blocks",   "all-slices",   "fix-corner", "fix-edge",
    "fix-center", "orient-centers", "distinct", "no-rotations", "blocs"};

// A turn of the whole carries faces to faces, and their colours with them.
void check_rotated(const gyre::PuzzlePicture& picture, const gyre::BaseMove& rotation) {
  const gyre::PuzzleDefinition& drawn = picture.drawn();
  const gyre::State turned = gyre::compose(drawn.orbits(), drawn.solved(), rotation.action);
  std::vector<int> colours(picture.faces().size(), -1);  // by face
  for (int i = 0; i < static_cast<int>(picture.stickers().size()); ++i) {
    const int shown = picture.shown_face(turned, i);
    int& colour = colours[picture.stickers()[i].face];
    if (shown < 0 || (colour >= 0 && colour != shown)) std::abort();
    colour = shown;
  }
  std::sort(colours.begin(), colours.end());
  // Every face has stickers, so no colour is -1 any more.
  for (int face = 0; face < static_cast<int>(colours.size()); ++face) {
    if (colours[face] != face) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3 || size > 12) return 0;
  const std::size_t first = data[0] % (kSolids.size() + kBoxes.size());
  const bool box = first >= kSolids.size();
  std::string text = box ? kBoxes[first - kSolids.size()] : kSolids[first];
  std::size_t at = 1;
  // Few cuts: a description may be as slow as it is long.
  for (int cuts = 0; !box && cuts < 3 && at + 1 < size; ++cuts, at += 2) {
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
    for (const gyre::BaseMove& rotation : picture->drawn().rotations()) {
      check_rotated(*picture, rotation);
    }
  } catch (const gyre::Error&) {
    return 0;
  }
  return 0;
}
