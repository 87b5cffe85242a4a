// A symmetry is a signed permutation of the three axes. What it does to pieces follows from what it
// does to the letters of the slots' names, as for the turns (cube.cpp).
#include "cube3/core/symmetry.h"

#include "cube3/core/cube_ops_portable.h"
#include "cube3/core/names.h"
#include "cube3/core/symmetry_lanes.h"

#include <array>

namespace gyre::cube3 {
namespace {

// What a symmetry does to one kind of piece: slot i goes to slot[i], and letter k of its name to
// letter offset[i] + sign * k there.
template <std::size_t N>
struct Orbit {
  std::array<std::uint8_t, N> slot{};
  std::array<std::uint8_t, N> offset{};
};

struct Symmetry {
  std::array<std::uint8_t, kFaces> face{};
  bool mirror = false;
  Orbit<kCorners> corners;
  Orbit<kEdges> edges;
};

// A slot's name as face numbers, and the slot for each set of faces: searching through the names
// for each of 48 symmetries would exceed what compilers work out.
template <std::size_t N, std::size_t K>
struct SlotFaces {
  std::array<std::array<std::uint8_t, K>, N> face{};
  std::array<std::uint8_t, 64> slot{};  // by a bit for each face

  constexpr explicit SlotFaces(const std::array<std::string_view, N>& names) {
    for (std::size_t i = 0; i < N; ++i) {
      unsigned set = 0;
      for (std::size_t k = 0; k < K; ++k) {
        face[i][k] = static_cast<std::uint8_t>(kFaceNames.find(names[i][k]));
        set |= 1U << face[i][k];
      }
      slot[set] = static_cast<std::uint8_t>(i);
    }
  }
};

constexpr SlotFaces<kCorners, 3> kCornerFaces(kCornerNames);
constexpr SlotFaces<kEdges, 2> kEdgeFaces(kEdgeNames);

template <std::size_t N, std::size_t K>
constexpr Orbit<N> orbit_of(const SlotFaces<N, K>& slots,
                            const std::array<std::uint8_t, kFaces>& face) {
  Orbit<N> orbit;
  for (std::size_t from = 0; from < N; ++from) {
    unsigned set = 0;
    for (const std::uint8_t f : slots.face[from]) set |= 1U << face[f];
    const std::uint8_t to = slots.slot[set];
    orbit.slot[from] = to;
    while (slots.face[to][orbit.offset[from]] != face[slots.face[from][0]]) ++orbit.offset[from];
  }
  return orbit;
}

// Faces are axis + 3 * side, axes U-D, F-B, R-L. The order of the axes is chosen so that the first
// 16 symmetries keep the first axis, and the first 8 all three.
constexpr std::array<Symmetry, kSymmetries> make_symmetries() {
  constexpr std::array<std::array<std::uint8_t, 3>, 6> kAxes = {
      {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {2, 1, 0}}};
  std::array<Symmetry, kSymmetries> symmetries;
  int count = 0;
  for (std::size_t a = 0; a < kAxes.size(); ++a) {
    const bool odd = a == 1 || a >= 4;
    for (unsigned sides = 0; sides < 8; ++sides) {
      Symmetry symmetry;
      symmetry.mirror = odd;
      for (unsigned axis = 0; axis < 3; ++axis) {
        const unsigned side = sides >> axis & 1U;
        if (side != 0) symmetry.mirror = !symmetry.mirror;
        symmetry.face[axis] = static_cast<std::uint8_t>(kAxes[a][axis] + 3 * side);
        symmetry.face[axis + 3] = static_cast<std::uint8_t>(kAxes[a][axis] + 3 * (1 - side));
      }
      symmetry.corners = orbit_of(kCornerFaces, symmetry.face);
      symmetry.edges = orbit_of(kEdgeFaces, symmetry.face);
      symmetries[count++] = symmetry;
    }
  }
  return symmetries;
}

constexpr std::array<Symmetry, kSymmetries> kTable = make_symmetries();

constexpr std::array<std::array<std::uint8_t, kSymmetries>, kSymmetries> make_products() {
  // Where the first faces of the three axes go says which symmetry it is.
  const auto key = [](int first, int second, int third) {
    return (first * kFaces + second) * kFaces + third;
  };
  std::array<std::uint8_t, kFaces * kFaces * kFaces> number{};
  for (int s = 0; s < kSymmetries; ++s) {
    const auto& face = kTable[s].face;
    number[key(face[0], face[1], face[2])] = static_cast<std::uint8_t>(s);
  }
  std::array<std::array<std::uint8_t, kSymmetries>, kSymmetries> products{};
  for (int a = 0; a < kSymmetries; ++a) {
    const auto& first = kTable[a].face;
    for (int b = 0; b < kSymmetries; ++b) {
      const auto& then = kTable[b].face;
      products[a][b] = number[key(then[first[0]], then[first[1]], then[first[2]])];
    }
  }
  return products;
}

constexpr std::array<std::array<std::uint8_t, kSymmetries>, kSymmetries> kProducts =
    make_products();

constexpr std::array<std::uint8_t, kSymmetries> make_inverses() {
  std::array<std::uint8_t, kSymmetries> inverses{};
  for (int a = 0; a < kSymmetries; ++a) {
    for (int b = 0; b < kSymmetries; ++b) {
      if (kProducts[a][b] == 0) inverses[a] = static_cast<std::uint8_t>(b);
    }
  }
  return inverses;
}

constexpr std::array<std::uint8_t, kSymmetries> kInverses = make_inverses();

// Slot i goes to slot[i], with its orientation counted from offset[i] there.
constexpr std::array<SymmetryLanes, kSymmetries> make_lanes() {
  std::array<SymmetryLanes, kSymmetries> lanes;
  for (int s = 0; s < kSymmetries; ++s) {
    const Orbit<kCorners>& corners = kTable[s].corners;
    const Orbit<kEdges>& edges = kTable[s].edges;
    for (int i = 0; i < kCorners; ++i) {
      lanes[s].left.set_corner(i, corners.slot[i], (3 - corners.offset[i]) % 3);
      lanes[s].right.set_corner(corners.slot[i], i, corners.offset[i]);
    }
    for (int i = 0; i < kEdges; ++i) {
      lanes[s].left.set_edge(i, edges.slot[i], edges.offset[i]);
      lanes[s].right.set_edge(edges.slot[i], i, edges.offset[i]);
    }
  }
  return lanes;
}

constexpr std::array<SymmetryLanes, kSymmetries> kLanes = make_lanes();

}  // namespace

constinit const std::array<SymmetryLanes, kSymmetries> kSymmetryLanes = kLanes;

Cube conjugate(const Cube& a, int symmetry) noexcept {
  using Ops = portable::CubeOps;
  return Ops::conjugate(is_mirror(symmetry) ? Ops::mirror_twists(a) : a, kSymmetryLanes[symmetry]);
}

std::vector<int> symmetries_of(const Cube& a) {
  std::vector<int> found;
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    if (conjugate(a, symmetry) == a) found.push_back(symmetry);
  }
  return found;
}

FaceTurn image(FaceTurn move, int symmetry) noexcept {
  const Symmetry& s = kTable[symmetry];
  return {s.face[move.face], s.mirror ? static_cast<std::uint8_t>(4 - move.turns) : move.turns};
}

int product(int first, int second) noexcept {
  return kProducts[first][second];
}

int inverse(int symmetry) noexcept {
  return kInverses[symmetry];
}

bool is_mirror(int symmetry) noexcept {
  return kTable[symmetry].mirror;
}

}  // namespace gyre::cube3
