// What the kernels read to conjugate a cube, and to find its canonical representative without
// trying all symmetries.
#pragma once

#include <gyre/cube3/cube.h>
#include "cube3/core/symmetry.h"

#include <array>
#include <cstdint>

namespace gyre::cube3 {

// A conjugate is left * a * right, where a mirror has turned round all twists of a before. Neither
// is a position of its own: a mirrored cube has no sum of twists.
struct SymmetryLanes {
  Cube left;
  Cube right;
};

extern const std::array<SymmetryLanes, kSymmetries> kSymmetryLanes;

// A bit for each symmetry that is a mirror.
extern const std::uint64_t kMirrors;

// The first byte of a conjugate comes from a single slot: of the 48, four bring it from each.
struct FirstEdges {
  static constexpr int kValues = 32;  // of an edge's byte
  static constexpr unsigned kByteShift = kSymmetries;

  // By slot and the byte in it: the least byte that one of the four makes of it (from kByteShift
  // on), and a bit for each of the four that does.
  std::array<std::array<std::uint64_t, kValues>, kEdges> least{};
  // By symmetry: the slot, and what becomes of the byte in it.
  std::array<std::uint8_t, kSymmetries> source{};
  std::array<std::array<std::uint8_t, kValues>, kSymmetries> image{};
};

extern const FirstEdges kFirstEdges;

}  // namespace gyre::cube3
