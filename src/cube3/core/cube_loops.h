// Canonical representatives and symmetries of a position, written once over the arithmetic of one
// instruction set (cube_ops_*.h).
//
// Trying all 48 symmetries is not needed. The least conjugate has the least first byte, the piece
// in the first edge slot; which symmetries reach that follows from twelve lookups, one for each
// slot that this piece can come from, and usually two or three are left to be tried.
#pragma once

#include "cube3/core/cube_functions.h"
#include "cube3/core/symmetry_lanes.h"

namespace gyre::cube3 {

template <class Ops>
struct CubeLoops {
  using Packed = typename Ops::Packed;

  static Cube compose(const Cube& a, const Cube& b) noexcept {
    return Ops::unload(Ops::compose(Ops::load(a), Ops::load(b)));
  }
  static Cube invert(const Cube& a) noexcept { return Ops::unload(Ops::invert(Ops::load(a))); }
  static Cube conjugate(const Cube& a, int symmetry) noexcept {
    return Ops::unload(Views(Ops::load(a)).conjugate(symmetry));
  }

  static Canonical canonical(const Cube& a) noexcept {
    const Views views(Ops::load(a));
    std::uint64_t open = least_first(a) & kAllSymmetries;
    Best best{views.conjugate(__builtin_ctzll(open)), __builtin_ctzll(open), false};
    try_all(views, open & (open - 1), false, best);
    return best.result();
  }

  static Canonical canonical_or_inverse(const Cube& a) noexcept {
    const Packed packed = Ops::load(a);
    const Packed packed_inverse = Ops::invert(packed);
    const std::uint64_t here = least_first(a);
    const std::uint64_t there = least_first(Ops::unload(packed_inverse));
    const std::uint64_t byte_here = here >> FirstEdges::kByteShift;
    const std::uint64_t byte_there = there >> FirstEdges::kByteShift;
    const bool start_inverse = byte_there < byte_here;
    const Views views(start_inverse ? packed_inverse : packed);
    const std::uint64_t open = (start_inverse ? there : here) & kAllSymmetries;
    Best best{views.conjugate(__builtin_ctzll(open)), __builtin_ctzll(open), start_inverse};
    try_all(views, open & (open - 1), start_inverse, best);
    if (byte_there == byte_here) {
      try_all(Views(packed_inverse), there & kAllSymmetries, true, best);
    }
    return best.result();
  }

  static std::uint64_t symmetries(const Cube& a) noexcept {
    return symmetries_to(a, a.edges[0], Ops::load(a));
  }
  static std::uint64_t antisymmetries(const Cube& a) noexcept {
    const Packed goal = Ops::invert(Ops::load(a));
    return symmetries_to(a, Ops::unload(goal).edges[0], goal);
  }

  static CubeFunctions all() noexcept {
    return {compose,    invert,        conjugate, canonical, canonical_or_inverse,
            symmetries, antisymmetries};
  }

 private:
  static constexpr std::uint64_t kAllSymmetries = (std::uint64_t{1} << kSymmetries) - 1;

  // A position as symmetries want it: its own twists for the rotations, turned ones for mirrors.
  struct Views {
    Packed plain;
    Packed mirrored;

    explicit Views(Packed a) noexcept : plain(a), mirrored(Ops::mirror_twists(a)) {}
    [[nodiscard]] Packed conjugate(int symmetry) const noexcept {
      const bool mirror = (kMirrors >> static_cast<unsigned>(symmetry) & 1U) != 0;
      return Ops::conjugate(mirror ? mirrored : plain, kSymmetryLanes[symmetry]);
    }
  };

  struct Best {
    Packed cube;
    int symmetry;
    bool inverse;

    [[nodiscard]] Canonical result() const noexcept {
      return {Ops::unload(cube), symmetry, inverse};
    }
  };

  // The least first byte of all conjugates, and the symmetries that reach it: see FirstEdges.
  static std::uint64_t least_first(const Cube& a) noexcept {
    std::uint64_t best = ~std::uint64_t{0};
    for (int slot = 0; slot < kEdges; ++slot) {
      const std::uint64_t entry = kFirstEdges.least[slot][a.edges[slot] & 0x1FU];
      const std::uint64_t byte = entry >> FirstEdges::kByteShift;
      const std::uint64_t best_byte = best >> FirstEdges::kByteShift;
      best = byte < best_byte ? entry : byte == best_byte ? best | entry : best;
    }
    return best;
  }

  // In ascending order, so that of several symmetries the first is kept.
  static void try_all(const Views& views, std::uint64_t open, bool inverse, Best& best) noexcept {
    for (; open != 0; open &= open - 1) {
      const int symmetry = __builtin_ctzll(open);
      const Packed image = views.conjugate(symmetry);
      if (Ops::less(image, best.cube)) best = {image, symmetry, inverse};
    }
  }

  // The symmetries that take `a` to `goal`, whose first byte is `first`.
  static std::uint64_t symmetries_to(const Cube& a, unsigned first, Packed goal) noexcept {
    const Views views(Ops::load(a));
    std::uint64_t found = 0;
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const unsigned byte = a.edges[kFirstEdges.source[symmetry]] & 0x1FU;
      if (kFirstEdges.image[symmetry][byte] != first) continue;
      if (!Ops::equal(views.conjugate(symmetry), goal)) continue;
      found |= std::uint64_t{1} << static_cast<unsigned>(symmetry);
    }
    return found;
  }
};

}  // namespace gyre::cube3
