// The 3x3x3 as corners and edges: positions, the 18 face turns, and why a cube is impossible.
// Leaves out centres (face turns never move them) and notation (alg/alg.h).
//
// Passive, as puzzle/state.h: entry i says which piece is in slot i, orientation belongs to the
// slot, and a product is read left to right.
//
// Slots: corners URF UFL ULB UBR DFR DLF DBL DRB, edges UR UF UL UB DR DF DL DB FR FL BL BR. The
// orientation of a piece says where the sticker that its name starts with has gone: so U, D, F2,
// B2, L2 and R2 change no orientation.
#pragma once

#include <gyre/base/api.h>
#include <gyre/base/error.h>

#include <array>
#include <compare>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace GYRE_API gyre {
namespace cube3 {

constexpr int kCorners = 8;
constexpr int kEdges = 12;
constexpr int kFaces = 6;
constexpr int kMoves = 18;
// Opposite faces stand three apart.
constexpr std::string_view kFaceNames = "UFRDBL";

// One byte for each slot: the piece in the low four bits, its orientation above. What follows the
// last slot holds its own number, so that a product is one shuffle of 16 bytes and an addition.
using Lane = std::array<std::uint8_t, 16>;
constexpr Lane kSolvedLane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

// A default Cube is solved. Cubes are ordered as their 32 bytes, edges first, on every platform.
struct alignas(32) Cube {
  Lane edges = kSolvedLane;
  Lane corners = kSolvedLane;

  [[nodiscard]] constexpr int edge_perm(int slot) const noexcept { return edges[slot] & 0xF; }
  [[nodiscard]] constexpr int edge_ori(int slot) const noexcept { return edges[slot] >> 4; }
  [[nodiscard]] constexpr int corner_perm(int slot) const noexcept { return corners[slot] & 0xF; }
  [[nodiscard]] constexpr int corner_ori(int slot) const noexcept { return corners[slot] >> 4; }
  // Pieces and orientations below 16; those that do not exist are for why_impossible alone.
  constexpr void set_edge(int slot, int piece, int ori) noexcept {
    edges[slot] = static_cast<std::uint8_t>(piece | ori << 4);
  }
  constexpr void set_corner(int slot, int piece, int ori) noexcept {
    corners[slot] = static_cast<std::uint8_t>(piece | ori << 4);
  }

  bool operator==(const Cube&) const = default;
  auto operator<=>(const Cube&) const = default;  // NOLINT(modernize-use-nullptr): no pointer here
};

// Quarter turns clockwise: 1, 2 or 3.
struct FaceTurn {
  std::uint8_t face = 0;  // into kFaceNames
  std::uint8_t turns = 1;

  // "R", "R2" or "R'".
  [[nodiscard]] std::string name() const;
  // 0..17, three to a face.
  [[nodiscard]] int index() const noexcept { return 3 * face + turns - 1; }
  [[nodiscard]] static FaceTurn from_index(int index) noexcept {
    return {static_cast<std::uint8_t>(index / 3), static_cast<std::uint8_t>(index % 3 + 1)};
  }
  [[nodiscard]] FaceTurn inverse() const noexcept {
    return {face, static_cast<std::uint8_t>(4 - turns)};
  }
  bool operator==(const FaceTurn&) const = default;
};

// "R U2 F'".
[[nodiscard]] std::string to_string(const std::vector<FaceTurn>& moves);

// What a face turn does to the solved cube.
[[nodiscard]] const Cube& action(FaceTurn move) noexcept;

// a first, then b. For cubes whose pieces are all there and whose orientations exist.
[[nodiscard]] Cube compose(const Cube& a, const Cube& b) noexcept;
[[nodiscard]] Cube invert(const Cube& a) noexcept;
// The cube after one turn more.
[[nodiscard]] Cube turned(const Cube& a, FaceTurn move) noexcept;
[[nodiscard]] Cube replay(const Cube& start, const std::vector<FaceTurn>& moves) noexcept;

// The same position seen after a third of a turn of the whole cube about the corner URF, which
// takes U to F, F to R and R to U; and what becomes of a move.
[[nodiscard]] Cube rotate_urf(const Cube& a) noexcept;
[[nodiscard]] FaceTurn rotate_urf(FaceTurn move) noexcept;

// What face turns keep: the sum of all twists modulo 3 and of all flips modulo 2 stays 0, and the
// permutations of corners and edges stay both even or both odd. For cubes that hold each piece
// once.
[[nodiscard]] int twist_sum(const Cube& cube) noexcept;
[[nodiscard]] int flip_sum(const Cube& cube) noexcept;
[[nodiscard]] bool has_odd_corners(const Cube& cube) noexcept;
[[nodiscard]] bool has_odd_edges(const Cube& cube) noexcept;

// All reasons why face turns cannot solve this cube, as a sentence without a full stop; empty if
// they can. Any bytes will do.
[[nodiscard]] std::string why_impossible(const Cube& cube);
// Throws Error with these reasons. place: where the cube was written, if it was.
void require_possible(const Cube& cube, const SourcePlace& place = {});

// Draws uniformly from the 43,252,003,274,489,856,000 positions; one seed gives the same on every
// platform.
[[nodiscard]] Cube random_cube(std::mt19937_64& random);

}  // namespace cube3
}  // namespace gyre
