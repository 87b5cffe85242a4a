// Pixels, where librsvg is there; a clear word where it is not.
#include "draw/png.h"
#include <gyre/base/error.h>
#include <gyre/draw/draw.h>

#include <gtest/gtest.h>

// The cache of fonts of the thread is never given back; it is not ours. Read by the leak sanitizer
// where there is one.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\n";
}

namespace gyre {
namespace {

int number_at(const std::string& bytes, std::size_t at) {
  int value = 0;
  for (std::size_t i = at; i < at + 4; ++i)
    value = value * 256 + static_cast<unsigned char>(bytes[i]);
  return value;
}

TEST(Png, HasTheSizeOfTheSvg) {
  const auto picture = load_picture("3x3x3");
  DrawOptions options;
  options.view = DrawView::net;
  options.size = 120;
  const std::string svg = draw_svg(*picture, picture->drawn().solved(), options);
  if (!has_png()) {
    try {
      (void)make_png(svg);
      FAIL() << "a PNG from nothing";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("librsvg2-dev"), std::string::npos);
    }
    return;
  }
  const std::string png = make_png(svg);
  ASSERT_GT(png.size(), 100U);
  EXPECT_EQ(png.substr(1, 3), "PNG");
  EXPECT_EQ(number_at(png, 16), 120);
  EXPECT_LT(number_at(png, 20), 120);
}

TEST(Png, RefusesWhatIsNoSvg) {
  EXPECT_THROW((void)make_png("<html"), Error);
}

}  // namespace
}  // namespace gyre
