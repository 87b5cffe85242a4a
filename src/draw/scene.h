// What is to be drawn of a puzzle cut out of a solid, in pixels, before it becomes text.
#pragma once

#include "draw/palette.h"
#include "draw/plane.h"

#include <gyre/draw/draw.h>

#include <string>
#include <vector>

namespace gyre {

struct DrawnSticker {
  int sticker = 0;  // of the picture
  int shown = -1;   // the face whose colour it has; -1: grey
  Ink ink;          // as lit
  Polygon2 outline;
  Point2 centre;
  double radius = 0;    // of a circle that fits in
  double rounding = 0;  // its corners are rounded by a stroke that goes so far beyond the outline
};

struct DrawnFace {
  int face = 0;
  Polygon2 outline;
  std::vector<DrawnSticker> stickers;
};

struct FaceLabel {
  int face = 0;
  Point2 centre;
  double size = 0;
  bool on_stickers = false;  // there is no room beside the face
};

struct Scene {
  double width = 0;
  double height = 0;
  std::vector<DrawnFace> faces;
  std::vector<FaceLabel> labels;  // of nets, where they can be read
};

[[nodiscard]] Scene make_scene(const PuzzlePicture& picture, const State& position,
                               const DrawOptions& options);
[[nodiscard]] std::string draw_scene(const PuzzlePicture& picture, const Scene& scene,
                                     const DrawOptions& options);

}  // namespace gyre
