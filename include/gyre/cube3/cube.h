// The 3x3x3 as corners and edges: positions, the 18 face turns, and why a cube is impossible.
// Leaves out centres (face turns never move them) and notation (alg/alg.h).
//
// Passive, as puzzle/state.h: entry i is the piece in slot i, orientation belongs to the slot, and
// a product is read left to right.
//
// Slots: corners URF UFL ULB UBR DFR DLF DBL DRB, edges UR UF UL UB DR DF DL DB FR FL BL BR. The
// orientation of a piece says where the sticker that its name starts with has gone: so U, D, F2,
// B2, L2 and R2 change no orientation.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::cube3 {

constexpr int kCorners = 8;
constexpr int kEdges = 12;
constexpr int kFaces = 6;
constexpr int kMoves = 18;
// Opposite faces stand three apart.
constexpr std::string_view kFaceNames = "UFRDBL";

// A default Cube is solved.
struct Cube {
  std::array<std::uint8_t, kCorners> corner_perm{0, 1, 2, 3, 4, 5, 6, 7};
  std::array<std::uint8_t, kCorners> corner_ori{};
  std::array<std::uint8_t, kEdges> edge_perm{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::array<std::uint8_t, kEdges> edge_ori{};

  bool operator==(const Cube&) const = default;
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

// a first, then b.
[[nodiscard]] Cube compose(const Cube& a, const Cube& b) noexcept;
[[nodiscard]] Cube invert(const Cube& a) noexcept;
[[nodiscard]] Cube replay(const Cube& start, const std::vector<FaceTurn>& moves) noexcept;

// The same position seen after a third of a turn of the whole cube about the corner URF, which
// takes U to F, F to R and R to U; and what becomes of a move.
[[nodiscard]] Cube rotate_urf(const Cube& a) noexcept;
[[nodiscard]] FaceTurn rotate_urf(FaceTurn move) noexcept;

// Why face turns cannot solve this cube, as a sentence without a full stop; empty if they can.
[[nodiscard]] std::string why_impossible(const Cube& cube);

// Uniform over the 43,252,003,274,489,856,000 positions; the same on every platform for one seed.
[[nodiscard]] Cube random_cube(std::mt19937_64& random);

}  // namespace gyre::cube3
