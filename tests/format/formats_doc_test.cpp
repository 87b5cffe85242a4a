// The examples of docs/formats.md, read out of the page.
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>
#include "cube3/core/conversion.h"
#include "cube3/core/notation.h"
#include "format/compact.h"
#include "format/gap.h"
#include "format/kpuzzle.h"
#include "format/scramble.h"
#include "format/tws.h"
#include "library/facelets.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace gyre {
namespace {

// The text of the only block with this label.
std::string example(const std::string& label) {
  std::ifstream file(std::string(GYRE_SOURCE_DIR) + "/docs/formats.md");
  std::stringstream buffer;
  buffer << file.rdbuf();
  const std::string page = buffer.str();
  const std::string open = "```" + label + "\n";
  const std::size_t begin = page.find(open);
  if (begin == std::string::npos) {
    ADD_FAILURE() << "docs/formats.md has no example " << label;
    return "";
  }
  const std::size_t end = page.find("```\n", begin + open.size());
  return page.substr(begin + open.size(), end - begin - open.size());
}

TEST(FormatsDoc, ExamplesAreTrue) {
  const PuzzleDefinition puzzle = read_tws(example("tws"), "docs/formats.md");
  EXPECT_EQ(puzzle.derived().size(), 2U);
  EXPECT_EQ(to_hex(read_kpuzzle(example("json"), "docs/formats.md").digest()),
            to_hex(puzzle.digest()));
  EXPECT_EQ(write_compact(puzzle, puzzle.solved()) + "\n", example("compact"));
  EXPECT_EQ(write_gap(puzzle), example("gap"));
  const auto scrambles = read_scrambles(puzzle, example("scramble"), "docs/formats.md");
  ASSERT_EQ(scrambles.size(), 4U);
  EXPECT_EQ(read_kpattern(puzzle, example("pattern"), "docs/formats.md"), scrambles[0].state);
  EXPECT_EQ(write_compact(puzzle, scrambles[3].state), "CPOS 0369?201");
}

TEST(FormatsDoc, CubesAreTrue) {
  const auto cube = [](const char* text) {
    static const PuzzleDefinition definition = load_puzzle("3x3x3");
    return cube3::Conversion(definition)
        .to_cube(apply(definition, parse_alg(text, &definition.names())));
  };
  EXPECT_EQ(cube3::write_facelets(cube("R U R' U'")) + "\n", example("facelets"));
  EXPECT_EQ(cube3::read_facelets(example("facelets")), cube("R U R' U'"));
  EXPECT_EQ(cube3::read_facelets(example("colours")), cube("R U R' U'"));
  const PuzzleDefinition big = load_puzzle("4x4x4");
  EXPECT_EQ(CubeFacelets::of(big).value().read_position(example("facelets-4x4x4")),
            apply(big, parse_alg("Rw", &big.names())));
  EXPECT_EQ(cube3::write_reid(cube("")) + "\n", example("reid-solved"));
  EXPECT_EQ(cube3::write_reid(cube("F")) + "\n", example("reid"));
  EXPECT_EQ(cube3::read_reid(example("reid")), cube("F"));
}

}  // namespace
}  // namespace gyre
