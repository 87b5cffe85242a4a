#include "cube3/tables/phase1_coset.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace gyre::cube3 {
namespace {

constexpr int kNoTwistClass = 0xFF;

bool less(const Coset& a, const Coset& b) noexcept {
  return std::tie(a.twist, a.slice, a.flip) < std::tie(b.twist, b.slice, b.flip);
}

}  // namespace

Coset Coset::of(const Cube& cube) noexcept {
  return {static_cast<std::uint16_t>(Twist::rank(cube)),
          static_cast<std::uint16_t>(Flip::rank(cube)),
          static_cast<std::uint16_t>(SliceSlots::rank(cube))};
}

Cube Coset::representative() const noexcept {
  // Orientations belong to slots, so the three parts do not disturb each other.
  const Cube twisted = Twist::unrank(twist);
  const Cube flipped = Flip::unrank(flip);
  Cube cube = SliceSlots::unrank(slice);
  int last_two = 0;  // where edges 8 and 9 are, as a mask
  for (int slot = 0; slot < kCorners; ++slot) {
    cube.set_corner(slot, slot, twisted.corner_ori(slot));
  }
  for (int slot = 0; slot < kEdges; ++slot) {
    cube.set_edge(slot, cube.edge_perm(slot), flipped.edge_ori(slot));
    if (cube.edge_perm(slot) / 2 == 4) last_two |= 1 << slot;
  }
  // The corners are solved: an odd permutation of the edges is made even by a swap inside H.
  if (!why_impossible(cube).empty()) {
    for (int slot = 0; slot < kEdges; ++slot) {
      if ((last_two >> slot & 1) == 0) continue;
      cube.set_edge(slot, cube.edge_perm(slot) ^ 1, cube.edge_ori(slot));
    }
  }
  return cube;
}

CosetSymmetries::CosetSymmetries()
    : twist_(static_cast<std::size_t>(Twist::kSize) * kAxisSymmetries),
      slice_(static_cast<std::size_t>(kSliceSlots) * kAxisSymmetries) {
  for (int s = 0; s < kAxisSymmetries; ++s) {
    for (int twist = 0; twist < Twist::kSize; ++twist) {
      twist_[twist * kAxisSymmetries + s] =
          static_cast<std::uint16_t>(Twist::rank(cube3::conjugate(Twist::unrank(twist), s)));
    }
    for (int flip = 0; flip < Flip::kSize; ++flip) {
      flip_[s][flip] =
          static_cast<std::uint16_t>(Flip::rank(cube3::conjugate(Flip::unrank(flip), s)));
    }
    for (int slice = 0; slice < kSliceSlots; ++slice) {
      const Cube image = cube3::conjugate(SliceSlots::unrank(slice), s);
      slice_[slice * kAxisSymmetries + s] = {static_cast<std::uint16_t>(SliceSlots::rank(image)),
                                             static_cast<std::uint16_t>(Flip::rank(image))};
    }
  }
  class_.fill({kNoTwistClass, 0});
  int classes = 0;
  for (int twist = 0; twist < Twist::kSize; ++twist) {
    if (class_[twist].row != kNoTwistClass) continue;
    assert(classes < kTwistClasses);
    class_twist_[classes] = static_cast<std::uint16_t>(twist);
    for (int s = 0; s < kAxisSymmetries; ++s) {
      const int other = conjugate_twist(twist, s);
      if (other == twist) class_symmetries_[classes].push_back(static_cast<std::uint8_t>(s));
      if (class_[other].row != kNoTwistClass) continue;
      class_[other] = {static_cast<std::uint8_t>(classes), static_cast<std::uint8_t>(inverse(s))};
    }
    ++classes;
  }
  assert(classes == kTwistClasses);
}

Coset CosetSymmetries::conjugate(const Coset& coset, int symmetry) const noexcept {
  return {static_cast<std::uint16_t>(conjugate_twist(coset.twist, symmetry)),
          static_cast<std::uint16_t>(conjugate_flip(coset.flip, coset.slice, symmetry)),
          static_cast<std::uint16_t>(conjugate_slice(coset.slice, symmetry))};
}

Coset CosetSymmetries::canonical(const Coset& coset) const noexcept {
  const TwistClass found = class_of(coset.twist);
  const Coset first = conjugate(coset, found.symmetry);
  Coset best = first;
  for (const std::uint8_t s : class_symmetries_[found.row]) {
    best = std::min(best, conjugate(first, s), less);
  }
  return best;
}

int CosetSymmetries::count_symmetries(const Coset& coset) const noexcept {
  const TwistClass found = class_of(coset.twist);
  const Coset first = conjugate(coset, found.symmetry);
  int count = 0;
  for (const std::uint8_t s : class_symmetries_[found.row]) {
    count += conjugate(first, s) == first ? 1 : 0;
  }
  return count;
}

}  // namespace gyre::cube3
