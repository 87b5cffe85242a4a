// The gallery in docs/ shows every puzzle, and as gyre draws it today.
#include <gyre/library/library.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace gyre {
namespace {

TEST(Gallery, HasEveryNamedPuzzle) {
  for (const std::string& name : puzzle_names()) {
    // Larger cubes look as one expects.
    const int layers = std::atoi(name.c_str());
    if (layers > 7 && name.find('x') != std::string::npos) continue;
    EXPECT_TRUE(std::filesystem::exists(GYRE_SOURCE_DIR "/docs/gallery/" + name + ".svg"))
        << name << ": add it to the list in tools/make_gallery";
  }
}

TEST(Gallery, IsWhatGyreDraws) {
  EXPECT_EQ(std::system("GYRE='" GYRE_PROGRAM "' '" GYRE_SOURCE_DIR "/tools/make_gallery' --check"),
            0);
}

}  // namespace
}  // namespace gyre
