#include "support/random_puzzle.h"

#include "format/gap.h"
#include "format/tws.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace gyre {
namespace {

TEST(Gap, PointsMoveWithThePieces) {
  const PuzzleDefinition puzzle = read_tws(
      "Name t\nSet A 3 2\nSet B 2 1\nSolved\nEnd\n"
      "MoveTransformation 2R\nA\n1 2 0\n1 0 0\nEnd\nMove idle\nEnd\n",
      "t");
  // The piece of slot 1 (points 3, 4) comes to slot 0 (1, 2) and flips; 2 goes to 1, 0 to 2.
  EXPECT_EQ(write_gap(puzzle),
            "# t\n"
            "# points 1 to 6: orbit A, slot by slot, 2 orientations each\n"
            "# points 7 to 8: orbit B, slot by slot, 1 orientation each\n"
            "names := [\"2R\", \"idle\"];\n"
            "moves := [\n"
            "(1,5,3,2,6,4),\n"
            "()\n"
            "];\n"
            "G := Group(moves);\n"
            "Print(Size(G), \"\\n\");\n");
}

// The permutations that a GAP text gives, as images from 0.
std::vector<std::vector<int>> read_cycles(const std::string& text, int points) {
  std::vector<std::vector<int>> moves;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] != '(') continue;
    std::vector<int> images(points);
    std::iota(images.begin(), images.end(), 0);
    std::vector<int> cycle;
    int number = 0;
    for (const char c : line) {
      if (c >= '0' && c <= '9') {
        number = number * 10 + (c - '0');
        continue;
      }
      if (number > 0) cycle.push_back(number - 1);
      number = 0;
      if (c == ')') {
        for (std::size_t i = 0; i < cycle.size(); ++i) {
          images[cycle[i]] = cycle[(i + 1) % cycle.size()];
        }
        cycle.clear();
      }
    }
    moves.push_back(images);
  }
  return moves;
}

// Products of moves, left to right, are products of permutations, left to right: a homomorphism.
RC_GTEST_PROP(GapProperty, ProductsKeepTheirDirection, (std::uint64_t seed)) {
  RandomPuzzle random(seed);
  PuzzleDefinition::Parts parts = random.definition().parts();
  const OrbitList orbits(parts.orbits);
  parts.moves.resize(1);
  BaseMove second = parts.moves[0];
  second.name = "B";
  // Another action on the same orbits: the first one conjugated by a reversal of the slots.
  State reversal = identity_state(orbits);
  for (int k = 0; k < orbits.size(); ++k) {
    const auto perm = reversal.bytes.begin() + orbits.perm_offset(k);
    std::reverse(perm, perm + orbits[k].pieces);
  }
  second.action = compose(orbits, compose(orbits, reversal, second.action), reversal);
  parts.moves.push_back(second);
  const State product = compose(orbits, parts.moves[0].action, second.action);
  if (state_order(orbits, product) > kMaxMoveOrder) RC_DISCARD("order");
  parts.moves.push_back({"C", product, 0});
  parts.derived.clear();
  parts.rotations.clear();
  int points = 0;
  for (const Orbit& orbit : orbits) points += orbit.pieces * orbit.orientations;
  const auto moves = read_cycles(write_gap(PuzzleDefinition(parts)), points);
  RC_ASSERT(moves.size() == 3U);
  for (int point = 0; point < points; ++point) {
    RC_ASSERT(moves[2][point] == moves[1][moves[0][point]]);
  }
}

std::string run_gap(const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("gyre_gap_test_" + std::to_string(std::random_device{}()) + ".g");
  std::ofstream(file) << text << "QUIT;\n";
  std::string out;
  const std::string command = "gap -q -A -b " + file.string() + " < /dev/null";
  if (FILE* pipe = popen(command.c_str(), "r")) {
    std::array<char, 256> buffer{};
    while (fgets(buffer.data(), buffer.size(), pipe) != nullptr) out += buffer.data();
    pclose(pipe);
  }
  std::filesystem::remove(file);
  return out;
}

// The 3x3x3 without centres, numbered by hand: corners URF UFL ULB UBR DFR DLF DBL DRB, edges UR UF
// UL UB DR DF DL DB FR FL BL BR.
const char* const kCube =
    "Name cube\nSet C 8 3\nSet E 12 2\nSolved\nEnd\n"
    "MoveTransformation U\nC\n3 0 1 2 4 5 6 7\nE\n3 0 1 2 4 5 6 7 8 9 10 11\nEnd\n"
    "MoveTransformation R\nC\n4 1 2 0 7 5 6 3\n2 0 0 1 1 0 0 2\nE\n8 1 2 3 11 5 6 7 4 9 10 0\nEnd\n"
    "MoveTransformation F\nC\n1 5 2 3 0 4 6 7\n1 2 0 0 2 1 0 0\n"
    "E\n0 9 2 3 4 8 6 7 1 5 10 11\n0 1 0 0 0 1 0 0 1 1 0 0\nEnd\n"
    "MoveTransformation D\nC\n0 1 2 3 5 6 7 4\nE\n0 1 2 3 5 6 7 4 8 9 10 11\nEnd\n"
    "MoveTransformation L\nC\n0 2 6 3 4 1 5 7\n0 1 2 0 0 2 1 0\nE\n0 1 10 3 4 5 9 7 8 2 6 11\nEnd\n"
    "MoveTransformation B\nC\n0 1 3 7 4 5 2 6\n0 0 1 2 0 0 2 1\n"
    "E\n0 1 2 11 4 5 6 10 8 9 3 7\n0 0 0 1 0 0 0 1 0 0 1 1\nEnd\n";

TEST(Gap, GapAgreesOnTheCube) {
  if (std::system("command -v gap > /dev/null") != 0) GTEST_SKIP() << "GAP is not installed";
  const PuzzleDefinition cube = read_tws(kCube, "cube");
  EXPECT_EQ(run_gap(write_gap(cube)), "43252003274489856000\n");
  // The order of R U and of U R U' R' by GAP's own multiplication.
  const std::string orders =
      "Print(Order(moves[2] * moves[1]), \" \", Order(moves[1] * moves[2] * moves[1]^-1 * "
      "moves[2]^-1), \"\\n\");\n";
  EXPECT_EQ(run_gap(write_gap(cube) + orders), "43252003274489856000\n105 6\n");
}

}  // namespace
}  // namespace gyre
