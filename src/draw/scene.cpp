// Pictures of puzzles cut out of solids: dark plastic, and on it the stickers.
#include "draw/scene.h"

#include "draw/highlight.h"
#include "draw/sticker_shapes.h"
#include "draw/svg.h"
#include "draw/view.h"
#include "geometry/solid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace gyre {
namespace {

// Letters smaller than this cannot be read, words of them even less.
constexpr double kLeastLetter = 4;
constexpr double kLeastWord = 6;

struct Box {
  double left = std::numeric_limits<double>::infinity();
  double right = -std::numeric_limits<double>::infinity();
  double top = std::numeric_limits<double>::infinity();
  double bottom = -std::numeric_limits<double>::infinity();

  void include(const Point2& p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  [[nodiscard]] double width() const { return right - left; }
  [[nodiscard]] double height() const { return bottom - top; }
};

double distance_to_segment(const Point2& p, const Point2& a, const Point2& b) {
  const double x = b.x - a.x;
  const double y = b.y - a.y;
  const double t = std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y), 0.0, 1.0);
  return distance(p, {a.x + t * x, a.y + t * y});
}

// 0 inside.
double distance_to(const Point2& p, const Polygon2& polygon) {
  double nearest = std::numeric_limits<double>::infinity();
  bool left = false;
  bool right = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2& a = polygon[i];
    const Point2& b = polygon[(i + 1) % polygon.size()];
    nearest = std::min(nearest, distance_to_segment(p, a, b));
    const double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    (side > 0 ? left : right) = true;
  }
  return left && right ? nearest : 0;
}

double label_size(const DrawOptions& options) {
  return std::clamp(options.size * 0.03, 6.0, 18.0);
}

// On the face, as large as fits. Names of several faces would cover what one wants to see, so they
// are small, and in small pictures too small to be there.
FaceLabel label_on(const DrawnFace& face, double size, double half_width) {
  constexpr double kWidest = 0.45;  // of the circle in the face
  const double fitting = kWidest * inradius(face.outline) / half_width;
  return {face.face, centroid(face.outline), size * std::min(1.0, fitting), true};
}

double clearance(const Scene& scene, std::size_t index, const Point2& place) {
  double clear = std::numeric_limits<double>::infinity();
  for (std::size_t other = 0; other < scene.faces.size(); ++other) {
    if (other != index) clear = std::min(clear, distance_to(place, scene.faces[other].outline));
  }
  return clear;
}

// Beside the edge that is farthest from all other faces; on the face if it has a neighbour at each
// edge.
FaceLabel label_beside(const Scene& scene, std::size_t index, double size, double half_width) {
  const DrawnFace& face = scene.faces[index];
  FaceLabel label = label_on(face, size, half_width);
  const Point2 middle = label.centre;
  double best = std::max(0.7 * size, half_width);
  for (std::size_t i = 0; i < face.outline.size(); ++i) {
    const Point2& a = face.outline[i];
    const Point2& b = face.outline[(i + 1) % face.outline.size()];
    const Point2 half{(a.x + b.x) / 2, (a.y + b.y) / 2};
    Point2 outwards{b.y - a.y, a.x - b.x};
    const double length = std::hypot(outwards.x, outwards.y);
    const bool inwards = outwards.x * (half.x - middle.x) + outwards.y * (half.y - middle.y) < 0;
    const double away = (inwards ? -1 : 1) / length;
    const Point2 place{half.x + (0.6 * size + half_width) * away * outwards.x,
                       half.y + 0.85 * size * away * outwards.y};
    const double clear = clearance(scene, index, place);
    // Of edges that are equally far, the highest.
    const bool higher =
        clear > best - 0.01 && !label.on_stickers && place.y < label.centre.y - 0.01;
    if (clear > best + 0.01 || higher) {
      best = std::max(best, clear);
      label = {face.face, place, size, false};
    }
  }
  return label;
}

// Above or below the tip of a face that no other touches, if it has one.
std::optional<FaceLabel> label_at_tip(const Scene& scene, std::size_t index, double size,
                                      double half_width) {
  const DrawnFace& face = scene.faces[index];
  const Point2 middle = centroid(face.outline);
  for (const Point2& tip : face.outline) {
    const Point2 place{tip.x, tip.y + (tip.y < middle.y ? -0.85 : 0.85) * size};
    if (clearance(scene, index, tip) > half_width &&
        clearance(scene, index, place) > std::max(0.7 * size, half_width)) {
      return FaceLabel{face.face, place, size, false};
    }
  }
  return std::nullopt;
}

void add_labels(Scene& scene, const std::vector<PictureFace>& faces, const DrawOptions& options) {
  const double size = label_size(options);
  // Half of a name's width, on the wide side.
  const auto half_width = [&](std::size_t letters) {
    return 0.36 * size * static_cast<double>(letters);
  };
  std::size_t longest = 0;
  for (const PictureFace& face : faces) longest = std::max(longest, face.name.size());
  // Names of icosahedra are long: beside the edges they would run into each other, and on the faces
  // they are all as small as the longest.
  const bool words = longest > 3;
  for (std::size_t i = 0; i < scene.faces.size(); ++i) {
    const DrawnFace& face = scene.faces[i];
    const double half = half_width(faces[face.face].name.size());
    const FaceLabel label =
        words
            ? label_at_tip(scene, i, size, half).value_or(label_on(face, size, half_width(longest)))
            : label_beside(scene, i, size, half);
    const bool covers_letters = label.on_stickers && options.letters;
    if (label.size >= (words ? kLeastWord : kLeastLetter) && !covers_letters) {
      scene.labels.push_back(label);
    }
  }
}

}  // namespace

Scene make_scene(const PuzzlePicture& picture, const State& position, const DrawOptions& options) {
  check_options(options, picture);
  const std::vector<PictureFace>& faces = picture.faces();
  const std::vector<PictureSticker>& stickers = picture.stickers();
  const bool net = options.view == DrawView::net;
  const View view = net ? net_view(picture.solid(), faces)
                        : solid_view(faces, options.angle.value_or(usual_angle(picture.solid())),
                                     options.shading);
  const std::vector<Ink> inks = face_inks(picture.solid(), faces, options.palette);
  const Highlight highlight(picture.drawn(), options.highlight);

  const std::vector<StickerShape> shapes = sticker_shapes(picture);

  Box box;
  for (const SeenFace& seen : view.faces) {
    for (const Point3& point : faces[seen.face].outline) box.include(seen.map(point));
  }
  Scene scene;
  const double margin = net ? 2.1 * label_size(options) : options.size * 0.02;
  const double scale = (options.size - 2 * margin) / std::max(box.width(), box.height());
  scene.width = box.width() * scale + 2 * margin;
  scene.height = box.height() * scale + 2 * margin;
  for (const SeenFace& seen : view.faces) {
    const auto place = [&](const Point3& point) {
      const Point2 p = seen.map(point);
      return Point2{margin + (p.x - box.left) * scale, margin + (p.y - box.top) * scale};
    };
    DrawnFace drawn{seen.face, {}, {}};
    for (const Point3& point : faces[seen.face].outline) drawn.outline.push_back(place(point));
    for (int i = 0; i < static_cast<int>(stickers.size()); ++i) {
      if (stickers[i].face != seen.face) continue;
      DrawnSticker sticker;
      sticker.sticker = i;
      if (highlight.shows(position, stickers[i].orbit, stickers[i].slot)) {
        sticker.shown =
            options.colours.empty() ? picture.shown_face(position, i) : options.colours[i];
      }
      sticker.ink = sticker.shown < 0 ? Ink{kGrey} : inks[sticker.shown];
      sticker.ink.colour = shaded(sticker.ink.colour, seen.light);
      if (shapes[i].outline.empty()) continue;
      for (const Point3& point : shapes[i].outline) sticker.outline.push_back(place(point));
      sticker.centre = centroid(sticker.outline);
      sticker.rounding = shapes[i].rounding * scale * seen.flatness;
      sticker.radius = shapes[i].radius * scale * seen.flatness;
      drawn.stickers.push_back(std::move(sticker));
    }
    scene.faces.push_back(std::move(drawn));
  }
  if (net) add_labels(scene, faces, options);
  return scene;
}

namespace {

std::string mark_element(const DrawnSticker& sticker) {
  const std::string place = fmt::format("<circle cx=\"{}\" cy=\"{}\"", svg_number(sticker.centre.x),
                                        svg_number(sticker.centre.y));
  const std::string colour = to_hex(readable_on(sticker.ink.colour));
  if (sticker.ink.mark == InkMark::dot) {
    return fmt::format("{} r=\"{}\" fill=\"{}\"/>\n", place, svg_number(0.32 * sticker.radius),
                       colour);
  }
  return fmt::format("{} r=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n", place,
                     svg_number(0.45 * sticker.radius), colour,
                     svg_number(std::max(0.3, 0.16 * sticker.radius)));
}

std::string face_group(const PuzzlePicture& picture, const DrawnFace& face,
                       const DrawOptions& options) {
  const std::string plastic = to_hex(kPlastic);
  std::string text = fmt::format(
      "<g data-face=\"{}\" stroke-linejoin=\"round\">\n"
      "<polygon fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" points=\"{}\"/>\n",
      xml_escape(picture.faces()[face.face].name), plastic, plastic,
      svg_number(std::max(1.0, options.size * 0.006)), svg_points(face.outline));
  // Stickers of one colour and roundness stand together: their attributes are said once.
  std::map<std::string, std::string> groups;
  std::string above;
  for (const DrawnSticker& sticker : face.stickers) {
    const std::string colour = to_hex(sticker.ink.colour);
    groups[fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"", colour, colour,
                       svg_number(2 * sticker.rounding))] +=
        fmt::format("<polygon points=\"{}\"/>\n", svg_points(sticker.outline));
    if (options.letters && sticker.shown >= 0) {
      const std::string& name = picture.faces()[sticker.shown].name;
      const double size =
          std::min(1.2 * sticker.radius, 2.2 * sticker.radius / static_cast<double>(name.size()));
      if (size >= kLeastLetter) {
        above +=
            svg_text(sticker.centre, name, {size, to_hex(readable_on(sticker.ink.colour)), true});
      }
    } else if (sticker.ink.mark != InkMark::none) {
      above += mark_element(sticker);
    }
  }
  for (const auto& [attributes, polygons] : groups) {
    text += fmt::format("<g {}>\n{}</g>\n", attributes, polygons);
  }
  return text + above + "</g>\n";
}

std::string outlines_of_marked(const Scene& scene, const DrawOptions& options) {
  std::string text;
  const double width = std::max(1.5, options.size * 0.009);
  for (const DrawnFace& face : scene.faces) {
    for (const DrawnSticker& sticker : face.stickers) {
      if (std::find(options.marked.begin(), options.marked.end(), sticker.sticker) ==
          options.marked.end()) {
        continue;
      }
      // Two lines, so that one of them stands out on any colour.
      for (const auto& [colour, part] : {std::pair{"#fff", 2.0}, std::pair{"#e6007e", 1.0}}) {
        text += fmt::format(
            "<polygon fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
            "points=\"{}\"/>\n",
            colour, svg_number(width * part), svg_points(sticker.outline));
      }
    }
  }
  return text;
}

}  // namespace

std::string draw_scene(const PuzzlePicture& picture, const Scene& scene,
                       const DrawOptions& options) {
  std::string elements;
  for (const DrawnFace& face : scene.faces) elements += face_group(picture, face, options);
  elements += outlines_of_marked(scene, options);
  std::string beside;
  std::string above;
  for (const FaceLabel& label : scene.labels) {
    const std::string& name = picture.faces()[label.face].name;
    const std::string text = svg_text(label.centre, name, {label.size, "", false});
    if (!label.on_stickers) {
      beside += text;
      continue;
    }
    // White with a dark rim can be read on any sticker.
    above += fmt::format("<g stroke-width=\"{}\">\n{}</g>\n", svg_number(0.14 * label.size), text);
  }
  if (!beside.empty()) elements += "<g fill=\"#767676\">\n" + beside + "</g>\n";
  if (!above.empty()) {
    elements += "<g fill=\"#fff\" stroke=\"#000\" paint-order=\"stroke\">\n" + above + "</g>\n";
  }
  return svg_document(elements, scene.width, scene.height, picture.drawn().name(), options);
}

std::string draw_svg(const PuzzlePicture& picture, const State& drawn_position,
                     const DrawOptions& options) {
  return draw_scene(picture, make_scene(picture, drawn_position, options), options);
}

}  // namespace gyre
