// The colours of faces. Decides which colour a face has on each solid, in each palette, and what
// light does to it.
#pragma once

#include <gyre/draw/draw.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gyre {

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool operator==(const Rgb&) const = default;
};

// What tells colours apart that come twice.
enum class InkMark { none, dot, ring };

struct Ink {
  Rgb colour;
  InkMark mark = InkMark::none;

  bool operator==(const Ink&) const = default;
};

constexpr Rgb kPlastic{0x1B, 0x1B, 0x1B};
// Pieces that are not picked out, and stickers whose colour is not known.
constexpr Rgb kGrey{0x5C, 0x5C, 0x5C};

// The ink of each face. All are different.
[[nodiscard]] std::vector<Ink> face_inks(PuzzlePicture::Solid solid,
                                         const std::vector<PictureFace>& faces,
                                         DrawPalette palette);
// The ink of a side of the cube, for puzzles of that shape that are not cut out of one.
[[nodiscard]] Ink cube_ink(char side, DrawPalette palette);

// light: 0 (dark) to 1 (as it is).
[[nodiscard]] Rgb shaded(const Rgb& colour, double light) noexcept;
[[nodiscard]] std::string to_hex(const Rgb& colour);
// Black or white, whichever can be read on the colour.
[[nodiscard]] Rgb readable_on(const Rgb& colour) noexcept;

}  // namespace gyre
