// Writing SVG: numbers, escaping, and the frame round a drawing with title, background and caption.
// Decides nothing about what is drawn.
#pragma once

#include "draw/plane.h"

#include <gyre/draw/draw.h>

#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// Writes one decimal, without a zero behind the point.
[[nodiscard]] std::string svg_number(double value);
// "1,2 3.5,4": the points of a polygon.
[[nodiscard]] std::string svg_points(const Polygon2& polygon);
// This is for text and attributes. Bytes that are no UTF-8 and characters that XML does not allow
// become U+FFFD; line ends and tabs become blanks.
[[nodiscard]] std::string xml_escape(std::string_view text);
// Text as it fits into a width, which is counted in Latin letters; other characters take more.
// Broken at blanks, words that are too long for a line anywhere.
[[nodiscard]] std::vector<std::string> broken_into_lines(const std::string& text, double letters);

struct TextStyle {
  double size = 12;
  std::string fill;  // empty: as around it
  bool bold = false;
};

// A text centred on a point.
[[nodiscard]] std::string svg_text(const Point2& centre, const std::string& text,
                                   const TextStyle& style);

// The whole file round elements drawn in (0, 0) .. (width, height).
[[nodiscard]] std::string svg_document(const std::string& elements, double width, double height,
                                       const std::string& default_title,
                                       const DrawOptions& options);

// Throws Error if options are out of range, or name what the puzzle does not have.
void check_options(const DrawOptions& options, const PuzzleDefinition& definition);
void check_options(const DrawOptions& options, const PuzzlePicture& picture);

}  // namespace gyre
