// Stickers as they are drawn: a little smaller than the pieces and with round corners. For whoever
// draws a puzzle, here or in a browser.
#pragma once

#include <gyre/geometry/picture.h>

#include <vector>

namespace gyre {

// Lengths are in units of space.
struct StickerShape {
  // It lies in the plane of the face. Its corners are rounded by a stroke that goes `rounding`
  // beyond it. Empty if nothing would be left.
  std::vector<Point3> outline;
  double rounding = 0;
  double radius = 0;  // of a circle that fits in, rounding included
};

// The list has one shape for each sticker of the picture.
[[nodiscard]] std::vector<StickerShape> sticker_shapes(const PuzzlePicture& picture);

}  // namespace gyre
