// The arithmetic of cubes without vector instructions, also for constants worked out by the
// compiler. A search is a template over such a struct (here or cube_ops_avx2.h), so that the choice
// is made once for it and everything below is inlined.
#pragma once

#include <gyre/cube3/cube.h>

#include "cube3/core/symmetry_lanes.h"

namespace gyre::cube3::portable {

struct CubeOps {
  // What a search keeps its positions in.
  using Packed = Cube;

  static constexpr Packed load(const Cube& cube) noexcept { return cube; }
  static constexpr Cube unload(const Packed& packed) noexcept { return packed; }

  static constexpr Packed compose(const Packed& a, const Packed& b) noexcept {
    Packed out;
    for (int i = 0; i < kEdges; ++i) out.edges[i] = a.edges[b.edges[i] & 0xF] ^ (b.edges[i] & 0xF0);
    for (int i = 0; i < kCorners; ++i) {
      out.corners[i] = corner_sum(a.corners[b.corners[i] & 0xF], b.corners[i] & 0xF0);
    }
    return out;
  }

  static constexpr Packed invert(const Packed& a) noexcept {
    Packed out;
    for (int i = 0; i < kEdges; ++i) {
      out.edges[a.edges[i] & 0xF] = static_cast<std::uint8_t>(i | (a.edges[i] & 0xF0));
    }
    for (int i = 0; i < kCorners; ++i) {
      out.corners[a.corners[i] & 0xF] = static_cast<std::uint8_t>(i | opposite(a.corners[i]));
    }
    return out;
  }

  // The same position with every corner twisted the other way: what a mirror does first.
  static constexpr Packed mirror_twists(const Packed& a) noexcept {
    Packed out = a;
    for (int i = 0; i < kCorners; ++i) {
      out.corners[i] = static_cast<std::uint8_t>((a.corners[i] & 0xF) | opposite(a.corners[i]));
    }
    return out;
  }

  // `a` has mirrored twists where the symmetry is a mirror.
  static constexpr Packed conjugate(const Packed& a, const SymmetryLanes& symmetry) noexcept {
    return compose(compose(symmetry.left, a), symmetry.right);
  }

 private:
  static constexpr std::uint8_t corner_sum(int a, int ori) noexcept {
    const int sum = a + ori;
    return static_cast<std::uint8_t>(sum >= 0x30 ? sum - 0x30 : sum);
  }
  // Twists 1 and 2 change places.
  static constexpr int opposite(int corner) noexcept {
    return (corner & 0x10) << 1 | (corner & 0x20) >> 1;
  }
};

}  // namespace gyre::cube3::portable
