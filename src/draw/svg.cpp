#include "draw/svg.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace gyre {
namespace {

constexpr double kCaptionSize = 14;
// The mean width of a letter of a sans-serif face as a part of its size, on the wide side: captions
// are capitals, digits and blanks.
constexpr double kLetterWidth = 0.62;
constexpr double kLineHeight = 1.35;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Bytes of the UTF-8 character at the front that XML allows, or 0.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : std::uint32_t{0};
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return 0;
  std::uint32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3FU);
  }
  const bool too_long = code < (length == 4 ? 0x10000U : length == 3 ? 0x800U : 0x80U);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool control = code >= 0x80 && code <= 0x9F;
  const bool none = (code & 0xFFFEU) == 0xFFFE || code > 0x10FFFF;
  return too_long || surrogate || control || none ? 0 : length;
}

// The width of a character in mean Latin letters, on the wide side: which face a viewer takes for
// other scripts is not known.
double width_of(const std::string& character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character == "M" || character == "W" || character == "m" || character == "w" ||
      character == "@" || character == "%") {
    return 1.6;
  }
  if (first < 0xCD) return 1;    // Latin
  if (first < 0xE0) return 1.4;  // Greek, Cyrillic and their neighbours, to U+07FF
  // Scripts of a square a character are an em wide, pictures of U+10000 and beyond more.
  return first < 0xF0 ? 1.8 : 2.2;
}

std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    characters.emplace_back(length == 0 ? kReplacement : text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return characters;
}

// Line ends and tabs as blanks.
std::string in_one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  return line;
}

// The sixteen of HTML 4, and two more that people write; SVG knows them all.
constexpr std::array<std::string_view, 18> kColourWords{
    "aqua", "black", "blue",   "fuchsia", "gray", "green",  "grey", "lime",  "maroon",
    "navy", "olive", "orange", "purple",  "red",  "silver", "teal", "white", "yellow"};

bool is_index(int number, std::size_t count) {
  return number >= 0 && static_cast<std::size_t>(number) < count;
}

}  // namespace

std::string svg_number(double value) {
  // The nudge makes halves fall the same way on machines whose last bits differ.
  const auto tenths = std::llround(std::floor(value * 10 + 0.5 + 1e-6));
  const auto magnitude = std::llabs(tenths);
  const char* sign = tenths < 0 ? "-" : "";
  return magnitude % 10 == 0 ? fmt::format("{}{}", sign, magnitude / 10)
                             : fmt::format("{}{}.{}", sign, magnitude / 10, magnitude % 10);
}

std::string svg_points(const Polygon2& polygon) {
  std::string text;
  for (const Point2& point : polygon) {
    if (!text.empty()) text += ' ';
    text += svg_number(point.x);
    text += ',';
    text += svg_number(point.y);
  }
  return text;
}

std::string xml_escape(std::string_view text) {
  std::string out;
  for (const std::string& character : characters_of(in_one_line(text))) {
    if (character == "&") {
      out += "&amp;";
    } else if (character == "<") {
      out += "&lt;";
    } else if (character == ">") {
      out += "&gt;";
    } else if (character == "\"") {
      out += "&quot;";
    } else {
      out += character;
    }
  }
  return out;
}

std::vector<std::string> broken_into_lines(const std::string& text, double letters) {
  std::vector<std::string> lines;
  std::string line;
  double line_width = 0;
  std::string word;
  double word_width = 0;
  const auto end_line = [&] {
    if (!line.empty()) lines.push_back(line);
    line.clear();
    line_width = 0;
  };
  const auto end_word = [&] {
    if (word.empty()) return;
    if (!line.empty() && line_width + 1 + word_width > letters) end_line();
    line_width += word_width + (line.empty() ? 0 : 1);
    line += (line.empty() ? "" : " ") + word;
    word.clear();
    word_width = 0;
  };
  for (const std::string& character : characters_of(text)) {
    if (character == " ") {
      end_word();
      continue;
    }
    const double width = width_of(character);
    if (word_width + width > letters) end_word();
    word += character;
    word_width += width;
  }
  end_word();
  end_line();
  return lines;
}

std::string svg_text(const Point2& centre, const std::string& text, const TextStyle& style) {
  // Not every renderer knows dominant-baseline; a third of the size puts capitals in the middle.
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{}>{}</text>\n",
                     svg_number(centre.x), svg_number(centre.y + 0.36 * style.size),
                     svg_number(style.size), style.bold ? " font-weight=\"bold\"" : "",
                     style.fill.empty() ? "" : fmt::format(" fill=\"{}\"", style.fill),
                     xml_escape(text));
}

std::string svg_document(const std::string& elements, double width, double height,
                         const std::string& default_title, const DrawOptions& options) {
  const double caption_size = std::min(kCaptionSize, width / 12);
  const double fitting = width * 0.96 / (caption_size * kLetterWidth);
  const std::vector<std::string> lines = broken_into_lines(in_one_line(options.caption), fitting);
  const double line_height = caption_size * kLineHeight;
  const double caption_height =
      lines.empty() ? 0 : line_height * (static_cast<double>(lines.size()) + 0.4);
  const double whole_height = std::ceil(height + caption_height);
  const std::string w = svg_number(std::ceil(width));
  const std::string h = svg_number(whole_height);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\">\n"
      "<title>{2}</title>\n",
      w, h, xml_escape(options.title.empty() ? default_title : options.title));
  if (!options.background.empty()) {
    svg +=
        fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", w, h, options.background);
  }
  svg += elements;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double y = height + line_height * (static_cast<double>(i) + 0.6);
    svg += svg_text({width / 2, y}, lines[i], {caption_size, "#767676", false});
  }
  return svg + "</svg>\n";
}

bool is_colour(std::string_view text) {
  if (text.starts_with('#')) {
    const std::string_view digits = text.substr(1);
    return (digits.size() == 3 || digits.size() == 6) &&
           digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
  }
  return std::find(kColourWords.begin(), kColourWords.end(), to_lower(text)) != kColourWords.end();
}

std::string no_colour(std::string_view text) {
  return fmt::format("'{}' is no colour (colours: #rgb, #rrggbb, {})", text,
                     fmt::join(kColourWords, ", "));
}

void check_options(const DrawOptions& options, const PuzzleDefinition& definition) {
  if (options.size < kMinDrawSize || options.size > kMaxDrawSize) {
    throw Error(fmt::format("{} is no size of a picture (expected {} to {} pixels)", options.size,
                            kMinDrawSize, kMaxDrawSize));
  }
  if (!options.background.empty() && !is_colour(options.background)) {
    throw Error(no_colour(options.background));
  }
  if (options.angle &&
      !(std::isfinite(options.angle->yaw) && std::isfinite(options.angle->pitch))) {
    throw Error("an angle of view is two numbers of degrees");
  }
  const OrbitList& orbits = definition.orbits();
  for (const auto& [orbit, slot] : options.highlight) {
    if (orbit < 0 || orbit >= orbits.size()) {
      throw Error(fmt::format("orbit {} cannot be highlighted (orbits of {}: 0 to {})", orbit,
                              definition.name(), orbits.size() - 1));
    }
    if (slot < 0 || slot >= orbits[orbit].pieces) {
      throw Error(fmt::format("slot {} cannot be highlighted (slots of {}: 0 to {})", slot,
                              orbits[orbit].name, orbits[orbit].pieces - 1));
    }
  }
}

void check_options(const DrawOptions& options, const PuzzlePicture& picture) {
  check_options(options, picture.drawn());
  const std::size_t stickers = picture.stickers().size();
  if (!options.colours.empty() && options.colours.size() != stickers) {
    throw Error(
        fmt::format("{} colours for the {} stickers of {} (expected one for each, or "
                    "none)",
                    options.colours.size(), stickers, picture.drawn().name()));
  }
  for (const int face : options.colours) {
    if (face != -1 && !is_index(face, picture.faces().size())) {
      throw Error(fmt::format("{} is no colour of a sticker (faces of {}: 0 to {}; -1 is grey)",
                              face, picture.drawn().name(), picture.faces().size() - 1));
    }
  }
  for (const int sticker : options.marked) {
    if (!is_index(sticker, stickers)) {
      throw Error(fmt::format("sticker {} cannot be marked (stickers of {}: 0 to {})", sticker,
                              picture.drawn().name(), stickers - 1));
    }
  }
}

}  // namespace gyre
