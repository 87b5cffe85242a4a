// The classes of cosets under the 16 symmetries that keep the U-D axis, as numbers.
//
// The first member of a class has the least twist of its class of twists, then the least slice that
// the symmetries of that twist can bring, then the least flip that the symmetries of both can. So
// the classes fall into rows of one twist and one slice. A row without a symmetry of its own has
// all 2,048 flips; the others have the flips that none of their symmetries makes less, which depend
// on the slice and the symmetries only: few lists serve all rows.
#include "cube3/tables/phase1_coset.h"

#include <gyre/base/error.h>
#include <gyre/cube3/coset.h>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace gyre::cube3 {
namespace {

static_assert(kCosetClassCount == kCosetClasses);

class CosetClasses {
 public:
  CosetClasses() {
    first_.reserve(kRows + 1);
    flips_.reserve(kRows);
    std::uint64_t count = 0;
    for (int row = 0; row < kTwistClasses; ++row) {
      for (int slice = 0; slice < kSliceSlots; ++slice) {
        first_.push_back(static_cast<std::uint32_t>(count));
        flips_.push_back(nullptr);
        bool least = true;
        std::uint32_t keeping = 0;  // symmetries of twist and slice, a bit each
        for (const std::uint8_t s : symmetries_.class_symmetries(row)) {
          const int image = symmetries_.conjugate_slice(slice, s);
          least = least && image >= slice;
          if (image == slice) keeping |= 1U << s;
        }
        if (!least) continue;
        if (keeping == 1) {
          count += Flip::kSize;
          continue;
        }
        flips_.back() = &flips_of(slice, keeping);
        count += flips_.back()->size();
      }
    }
    first_.push_back(static_cast<std::uint32_t>(count));
    assert(count == kCosetClassCount);
  }

  [[nodiscard]] CosetClass at(std::uint64_t index) const {
    const auto after = std::upper_bound(first_.begin(), first_.end(), index);
    const std::size_t row = static_cast<std::size_t>(after - first_.begin()) - 1;
    const auto within = static_cast<std::size_t>(index - first_[row]);
    const Flips* flips = flips_[row];
    const Coset coset{
        static_cast<std::uint16_t>(symmetries_.class_twist(static_cast<int>(row / kSliceSlots))),
        static_cast<std::uint16_t>(flips == nullptr ? within : (*flips)[within]),
        static_cast<std::uint16_t>(row % kSliceSlots)};
    return described(index, coset);
  }

  [[nodiscard]] CosetClass of(const Coset& coset) const {
    const Coset least = symmetries_.canonical(coset);
    const std::size_t row =
        std::size_t{symmetries_.class_of(least.twist).row} * kSliceSlots + least.slice;
    const Flips* flips = flips_[row];
    std::size_t within = least.flip;
    if (flips != nullptr) {
      const auto found = std::lower_bound(flips->begin(), flips->end(), least.flip);
      assert(found != flips->end() && *found == least.flip);
      within = static_cast<std::size_t>(found - flips->begin());
    }
    return described(first_[row] + within, least);
  }

 private:
  using Flips = std::vector<std::uint16_t>;
  static constexpr std::size_t kRows = std::size_t{kTwistClasses} * kSliceSlots;

  const Flips& flips_of(int slice, std::uint32_t keeping) {
    Flips& flips = lists_[{slice, keeping}];
    if (!flips.empty()) return flips;  // the least of all is never missing
    for (int flip = 0; flip < Flip::kSize; ++flip) {
      bool least = true;
      for (int s = 1; s < kAxisSymmetries && least; ++s) {
        if ((keeping >> s & 1U) == 0) continue;
        least = symmetries_.conjugate_flip(flip, slice, s) >= flip;
      }
      if (least) flips.push_back(static_cast<std::uint16_t>(flip));
    }
    return flips;
  }

  [[nodiscard]] CosetClass described(std::uint64_t index, const Coset& coset) const {
    return {index, coset.twist, coset.flip, coset.slice,
            kAxisSymmetries / symmetries_.count_symmetries(coset)};
  }

  CosetSymmetries symmetries_;
  std::map<std::pair<int, std::uint32_t>, Flips> lists_;
  std::vector<std::uint32_t> first_;  // index of the first class of each row
  std::vector<const Flips*> flips_;   // of each row; none: all, or none at all
};

const CosetClasses& classes() {
  static const CosetClasses all;
  return all;
}

}  // namespace

CosetClass coset_class(std::uint64_t index) {
  if (index >= kCosetClassCount) {
    throw Error(
        fmt::format("there is no coset class {} (expected 0 to {})", index, kCosetClassCount - 1));
  }
  return classes().at(index);
}

CosetClass coset_class_of(const Cube& cube) {
  require_possible(cube);
  return classes().of(Coset::of(cube));
}

Cube coset_representative(const CosetClass& coset) {
  return Coset{static_cast<std::uint16_t>(coset.twist), static_cast<std::uint16_t>(coset.flip),
               static_cast<std::uint16_t>(coset.slice)}
      .representative();
}

}  // namespace gyre::cube3
