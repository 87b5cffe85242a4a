// Colours of faces: the usual ones, all different, and far apart for those who do not see all.
#include "draw/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gyre {
namespace {

using Shape = PuzzlePicture::Solid;

const std::vector<std::string> kOneOfEachSolid{"pyraminx", "3x3x3",     "fto",
                                               "megaminx", "icosaminx", "2x3x4"};

TEST(Palette, FacesOfASolidHaveDifferentInks) {
  for (const std::string& name : kOneOfEachSolid) {
    const auto picture = load_picture(name);
    ASSERT_TRUE(picture) << name;
    for (const DrawPalette palette : {DrawPalette::standard, DrawPalette::colorblind}) {
      const std::vector<Ink> inks = face_inks(picture->solid(), picture->faces(), palette);
      for (std::size_t i = 0; i < inks.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(inks[i], inks[j]) << name << i << j;
      }
    }
  }
}

// Every face of these solids has a name that people know a colour for.
TEST(Palette, UsualColoursAreFoundByTheNamesOfFaces) {
  const auto colour = [](const std::string& puzzle, const std::string& face) -> std::string {
    const auto picture = load_picture(puzzle);
    const std::vector<Ink> inks =
        face_inks(picture->solid(), picture->faces(), DrawPalette::standard);
    for (std::size_t i = 0; i < inks.size(); ++i) {
      if (picture->faces()[i].name == face) return to_hex(inks[i].colour);
    }
    return "no such face";
  };
  EXPECT_EQ(colour("3x3x3", "U"), "#fff");
  EXPECT_EQ(colour("3x3x3", "F"), "#00a651");
  EXPECT_EQ(colour("3x3x3", "R"), "#c4122f");
  EXPECT_EQ(colour("3x3x3", "B"), "#0051ba");
  EXPECT_EQ(colour("3x3x3", "L"), "#ff6a00");
  EXPECT_EQ(colour("3x3x3", "D"), "#ffd500");
  EXPECT_EQ(colour("2x3x4", "F"), "#00a651");
  EXPECT_EQ(colour("pyraminx", "D"), "#ffd500");
  EXPECT_EQ(colour("pyraminx", "L"), "#c4122f");
  EXPECT_EQ(colour("fto", "U"), "#fff");
  EXPECT_EQ(colour("fto", "BR"), "#a6a6a6");
  EXPECT_EQ(colour("megaminx", "U"), "#fff");
  EXPECT_EQ(colour("megaminx", "DBR"), "#ff9bd6");
  EXPECT_EQ(colour("megaminx", "DL"), "#79d2ff");
}

using Lab = std::array<double, 3>;
using Matrix = std::array<std::array<double, 3>, 3>;

// How colours look with each kind of colour blindness: Machado, Oliveira and Fernandes, "A
// physiologically-based model for simulation of color vision deficiency" (2009), severity 1.
constexpr std::array<Matrix, 4> kEyes{{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
}};

Lab seen(const Rgb& colour, const Matrix& eye) {
  const auto linear = [](std::uint8_t value) {
    const double part = value / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  const Lab in{linear(colour.red), linear(colour.green), linear(colour.blue)};
  Lab out{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out[i] += eye[i][j] * in[j];
    out[i] = std::clamp(out[i], 0.0, 1.0);
  }
  const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = root((0.4124 * out[0] + 0.3576 * out[1] + 0.1805 * out[2]) / 0.9505);
  const double y = root(0.2126 * out[0] + 0.7152 * out[1] + 0.0722 * out[2]);
  const double z = root((0.0193 * out[0] + 0.1192 * out[1] + 0.9505 * out[2]) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// Distance in CIELAB for the eye to which two colours are nearest; 2 is just noticeable.
double least_distance(const Rgb& a, const Rgb& b) {
  double least = 1e9;
  for (const Matrix& eye : kEyes) {
    const Lab p = seen(a, eye);
    const Lab q = seen(b, eye);
    least = std::min(least, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return least;
}

double least_distance(const std::vector<Ink>& inks) {
  double least = 1e9;
  for (const Ink& a : inks) {
    for (const Ink& b : inks) {
      if (a.colour != b.colour) least = std::min(least, least_distance(a.colour, b.colour));
    }
  }
  return least;
}

TEST(Palette, ColorblindColoursStayApartForEveryEye) {
  const auto least = [](const std::string& puzzle, DrawPalette palette) {
    const auto picture = load_picture(puzzle);
    return least_distance(face_inks(picture->solid(), picture->faces(), palette));
  };
  EXPECT_GT(least("3x3x3", DrawPalette::colorblind), 20);
  EXPECT_GT(least("fto", DrawPalette::colorblind), 15);
  EXPECT_GT(least("icosaminx", DrawPalette::colorblind), 15);
  // Why there is such a palette.
  EXPECT_LT(least("megaminx", DrawPalette::standard), 12);
}

TEST(Palette, MoreThanEightFacesAreToldApartByMarks) {
  const auto picture = load_picture("icosaminx");
  const std::vector<Ink> inks =
      face_inks(picture->solid(), picture->faces(), DrawPalette::colorblind);
  ASSERT_EQ(inks.size(), 20U);
  EXPECT_EQ(inks[7].mark, InkMark::none);
  EXPECT_EQ(inks[8].mark, InkMark::dot);
  EXPECT_EQ(inks[16].mark, InkMark::ring);
}

TEST(Palette, ShadingDarkensAndLettersCanBeRead) {
  EXPECT_EQ(shaded({200, 100, 0}, 0.5), (Rgb{100, 50, 0}));
  EXPECT_EQ(shaded({200, 100, 0}, 1), (Rgb{200, 100, 0}));
  EXPECT_EQ(to_hex(readable_on({255, 213, 0})), "#000");
  EXPECT_EQ(to_hex(readable_on({0, 81, 186})), "#fff");
}

}  // namespace
}  // namespace gyre
