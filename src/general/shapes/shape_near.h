// Positions near the solved one, with their exact distance. The tables of a ShapeSpace know nothing
// of each other, so a beam that they lead comes near the goal and passes by; here it learns the
// rest.
#pragma once

#include "general/shapes/shape_space.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace gyre {

class ShapeNear {
 public:
  // There is room for so many positions. Keeps a reference. Throws Error if stopped.
  ShapeNear(const ShapeSpace& space, std::size_t positions, const std::stop_token& stop);

  static constexpr int kFar = 0xFF;
  // The distance; kFar if it is not known. key: ShapeSpace::key.
  [[nodiscard]] int distance(std::uint64_t key) const noexcept;
  // All that is known is so near.
  [[nodiscard]] int greatest() const noexcept { return greatest_; }
  // Adds the way to the solved position to the moves; false if there is none: of 2^50 positions one
  // or the other has the key of another.
  [[nodiscard]] bool append_way(ShapeValues values, std::vector<int>& moves) const;
  [[nodiscard]] std::uint64_t bytes() const noexcept {
    return tags_.size() * sizeof(std::uint32_t) + distances_.size();
  }

 private:
  [[nodiscard]] std::size_t find(std::uint64_t key) const noexcept;
  // False if it was there.
  bool insert(std::uint64_t key, int distance);

  const ShapeSpace& space_;
  std::size_t count_ = 0;
  int greatest_ = 0;
  std::vector<std::uint32_t> tags_;  // 0: free; a power of two of them
  std::vector<std::uint8_t> distances_;
};

}  // namespace gyre
