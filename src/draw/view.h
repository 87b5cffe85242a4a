// From space to paper: which faces are seen, and where their points go. Decides the layout of nets
// and the camera. Units are those of space; the scale comes later (scene.cpp).
#pragma once

#include "draw/plane.h"

#include <gyre/draw/draw.h>

#include <functional>
#include <vector>

namespace gyre {

struct SeenFace {
  int face = 0;
  // Keeps straight lines. y points down, as on screens.
  std::function<Point2(const Point3&)> map;
  double flatness = 1;  // how much of its area is seen: 1 from straight above, less from the side
  double light = 1;
};

struct View {
  std::vector<SeenFace> faces;  // none covers another
};

// The faces laid out flat, as people who know the solid lay it out: docs/drawing.md.
[[nodiscard]] View net_view(PuzzlePicture::Solid solid, const std::vector<PictureFace>& faces);

// The view in space, in mild perspective; the light comes from above the viewer's left shoulder.
[[nodiscard]] View solid_view(const std::vector<PictureFace>& faces, const ViewAngle& angle,
                              bool shading);
// One that shows several faces.
[[nodiscard]] ViewAngle usual_angle(PuzzlePicture::Solid solid) noexcept;

}  // namespace gyre
