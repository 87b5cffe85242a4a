#include "draw/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gyre {
namespace {

constexpr Rgb rgb(std::uint32_t code) {
  return {static_cast<std::uint8_t>(code >> 16U), static_cast<std::uint8_t>(code >> 8U),
          static_cast<std::uint8_t>(code)};
}

struct NamedInk {
  std::string_view face;
  Rgb colour;
};

// White up, green to the front, red to the right: how cubes have been sold since the 1980s.
constexpr std::array kCubeInks{NamedInk{"U", rgb(0xFFFFFF)}, NamedInk{"F", rgb(0x00A651)},
                               NamedInk{"R", rgb(0xC4122F)}, NamedInk{"D", rgb(0xFFD500)},
                               NamedInk{"B", rgb(0x0051BA)}, NamedInk{"L", rgb(0xFF6A00)}};

constexpr std::array kTetrahedronInks{NamedInk{"F", rgb(0x00A651)}, NamedInk{"D", rgb(0xFFD500)},
                                      NamedInk{"L", rgb(0xC4122F)}, NamedInk{"R", rgb(0x0051BA)}};

constexpr std::array kOctahedronInks{NamedInk{"U", rgb(0xFFFFFF)},  NamedInk{"F", rgb(0xC4122F)},
                                     NamedInk{"R", rgb(0x00A651)},  NamedInk{"L", rgb(0x7B2D9E)},
                                     NamedInk{"D", rgb(0xFFD500)},  NamedInk{"B", rgb(0x0051BA)},
                                     NamedInk{"BR", rgb(0xA6A6A6)}, NamedInk{"BL", rgb(0xFF8A00)}};

// White over dark green, each face opposite its pale or bright relative: the scheme of competition
// megaminxes.
constexpr std::array kDodecahedronInks{
    NamedInk{"U", rgb(0xFFFFFF)},  NamedInk{"F", rgb(0x00772D)},   NamedInk{"R", rgb(0xD3141F)},
    NamedInk{"BR", rgb(0x1531B4)}, NamedInk{"BL", rgb(0xFFC60B)},  NamedInk{"L", rgb(0x7D28C4)},
    NamedInk{"D", rgb(0x9C9C9C)},  NamedInk{"DR", rgb(0xFFF3B0)},  NamedInk{"DBR", rgb(0xFF9BD6)},
    NamedInk{"B", rgb(0x76D51F)},  NamedInk{"DBL", rgb(0xFF7F27)}, NamedInk{"DL", rgb(0x79D2FF)}};

// For solids whose people have no custom. Neighbours in the list are far apart, since faces are
// numbered round and round.
constexpr std::array<Rgb, 20> kTwenty{rgb(0xFFFFFF), rgb(0xC4122F), rgb(0x0051BA), rgb(0xFFD500),
                                      rgb(0x00772D), rgb(0xFF9BD6), rgb(0x1DA7A0), rgb(0x8B4A1F),
                                      rgb(0x79D2FF), rgb(0xFF7F27), rgb(0x76D51F), rgb(0x7D28C4),
                                      rgb(0xFFF3B0), rgb(0x12245E), rgb(0xE5369E), rgb(0x9C9C9C),
                                      rgb(0xFFC59E), rgb(0x6B7A12), rgb(0xB9A5EE), rgb(0x7A0F3A)};

// Okabe and Ito, Color Universal Design (2002), with white in the place of black, which does not
// show on dark plastic. Ordered so that the first six are those that stay farthest apart for every
// common kind of colour blindness (palette_test measures).
constexpr std::array<Rgb, 8> kOkabeIto{rgb(0xFFFFFF), rgb(0x56B4E9), rgb(0xD55E00), rgb(0xF0E442),
                                       rgb(0x0072B2), rgb(0xCC79A7), rgb(0xE69F00), rgb(0x009E73)};

template <std::size_t N>
const Rgb* find(const std::array<NamedInk, N>& list, std::string_view name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const NamedInk& ink) { return ink.face == name; });
  return found == list.end() ? nullptr : &found->colour;
}

const Rgb* usual_colour(PuzzlePicture::Solid solid, std::string_view name) {
  switch (solid) {
    case PuzzlePicture::Solid::cube:
    case PuzzlePicture::Solid::cuboid:
      return find(kCubeInks, name);
    case PuzzlePicture::Solid::tetrahedron:
      return find(kTetrahedronInks, name);
    case PuzzlePicture::Solid::octahedron:
      return find(kOctahedronInks, name);
    case PuzzlePicture::Solid::dodecahedron:
      return find(kDodecahedronInks, name);
    case PuzzlePicture::Solid::icosahedron:
      break;
  }
  return nullptr;
}

Ink colorblind_ink(std::size_t number) {
  constexpr std::array kMarks{InkMark::none, InkMark::dot, InkMark::ring};
  return {kOkabeIto[number % kOkabeIto.size()],
          kMarks[std::min(kMarks.size() - 1, number / kOkabeIto.size())]};
}

}  // namespace

std::vector<Ink> face_inks(PuzzlePicture::Solid solid, const std::vector<PictureFace>& faces,
                           DrawPalette palette) {
  std::vector<Ink> inks;
  for (std::size_t face = 0; face < faces.size(); ++face) {
    if (palette == DrawPalette::colorblind) {
      const bool cubic =
          solid == PuzzlePicture::Solid::cube || solid == PuzzlePicture::Solid::cuboid;
      inks.push_back(cubic && faces[face].name.size() == 1 ? cube_ink(faces[face].name[0], palette)
                                                           : colorblind_ink(face));
    } else {
      const Rgb* usual = usual_colour(solid, faces[face].name);
      inks.push_back({usual != nullptr ? *usual : kTwenty[face % kTwenty.size()]});
    }
  }
  return inks;
}

Ink cube_ink(char side, DrawPalette palette) {
  const std::size_t number = std::string_view("UFRDBL").find(side);
  if (palette == DrawPalette::colorblind) return colorblind_ink(number);
  return {kCubeInks[number].colour};
}

Rgb shaded(const Rgb& colour, double light) noexcept {
  const auto part = [&](std::uint8_t value) {
    return static_cast<std::uint8_t>(
        std::clamp(std::floor(value * light + 0.5 + 1e-6), 0.0, 255.0));
  };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

std::string to_hex(const Rgb& colour) {
  const std::string text = fmt::format("{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
  if (text[0] == text[1] && text[2] == text[3] && text[4] == text[5]) {
    return fmt::format("#{}{}{}", text[0], text[2], text[4]);
  }
  return "#" + text;
}

Rgb readable_on(const Rgb& colour) noexcept {
  const double luma = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue;
  return luma > 125 ? Rgb{} : Rgb{255, 255, 255};
}

}  // namespace gyre
