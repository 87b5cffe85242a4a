// A coset of H as three coordinates, and how the 16 symmetries that keep the U-D axis act on it.
//
// The symmetries fold the twists into 168 classes; tables keep a row for each class only. That
// stores a coset whose class has symmetries of its own more than once, but finding an entry takes
// no search among them: "a cache miss is a cache miss", and a lookup should be one.
#pragma once

#include "cube3/core/coordinates.h"

#include "cube3/core/symmetry.h"

#include <array>
#include <cstdint>
#include <vector>

namespace gyre::cube3 {

constexpr int kTwistClasses = 168;
constexpr std::uint64_t kCosets = 2'217'093'120;
constexpr std::uint64_t kCosetClasses = 138'639'780;

// All three are 0 for H itself.
struct Coset {
  std::uint16_t twist = 0;
  std::uint16_t flip = 0;
  std::uint16_t slice = 0;

  static Coset of(const Cube& cube) noexcept;
  // A possible cube in this coset.
  [[nodiscard]] Cube representative() const noexcept;
  bool operator==(const Coset&) const = default;
  auto operator<=>(const Coset&) const = default;
};

class CosetSymmetries {
 public:
  CosetSymmetries();

  [[nodiscard]] int conjugate_twist(int twist, int symmetry) const noexcept {
    return twist_[twist * kAxisSymmetries + symmetry];
  }
  // Flips count relative to the F-B axis. A symmetry that swaps it with the R-L axis toggles the
  // flip of a middle-slice edge outside the middle slice and of another inside it: an exclusive-or
  // that depends on the slice slots.
  [[nodiscard]] int conjugate_flip(int flip, int slice, int symmetry) const noexcept {
    return flip_[symmetry][flip] ^ slice_[slice * kAxisSymmetries + symmetry].toggle;
  }
  [[nodiscard]] int conjugate_slice(int slice, int symmetry) const noexcept {
    return slice_[slice * kAxisSymmetries + symmetry].slice;
  }
  [[nodiscard]] Coset conjugate(const Coset& coset, int symmetry) const noexcept;

  // A symmetry that takes a twist to the smallest of its class, and the number of that class.
  struct TwistClass {
    std::uint8_t row = 0;
    std::uint8_t symmetry = 0;
  };
  [[nodiscard]] TwistClass class_of(int twist) const noexcept { return class_[twist]; }
  [[nodiscard]] int class_twist(int row) const noexcept { return class_twist_[row]; }
  // How many twists a class has.
  [[nodiscard]] int class_size(int row) const noexcept {
    return kAxisSymmetries / static_cast<int>(class_symmetries_[row].size());
  }
  // The symmetries that keep the twist of a class; the identity is the first.
  [[nodiscard]] const std::vector<std::uint8_t>& class_symmetries(int row) const noexcept {
    return class_symmetries_[row];
  }

  // The least of the 16 images of a coset, compared by twist, slice, flip. Only the symmetries that
  // bring the twist to its least are tried.
  [[nodiscard]] Coset canonical(const Coset& coset) const noexcept;
  // How many of the 16 symmetries keep the coset.
  [[nodiscard]] int count_symmetries(const Coset& coset) const noexcept;

  // The linear part of conjugate_flip, 2,048 entries for each symmetry.
  [[nodiscard]] const std::uint16_t* flip_images(int symmetry) const noexcept {
    return flip_[symmetry].data();
  }
  struct SliceImage {
    std::uint16_t slice = 0;
    std::uint16_t toggle = 0;  // of the flips, after their images
  };
  // kAxisSymmetries for each value.
  [[nodiscard]] const SliceImage* slice_images() const noexcept { return slice_.data(); }
  [[nodiscard]] int flip_toggle(int slice, int symmetry) const noexcept {
    return slice_[slice * kAxisSymmetries + symmetry].toggle;
  }

 private:
  std::vector<std::uint16_t> twist_;
  std::array<std::array<std::uint16_t, Flip::kSize>, kAxisSymmetries> flip_{};
  std::vector<SliceImage> slice_;
  std::array<TwistClass, Twist::kSize> class_{};
  std::array<std::uint16_t, kTwistClasses> class_twist_{};
  std::array<std::vector<std::uint8_t>, kTwistClasses> class_symmetries_;
};

}  // namespace gyre::cube3
