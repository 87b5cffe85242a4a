// The simplest coset solver: every sequence is turned out, and where it leads into H is kept in a
// set. For small depths; shares nothing with the library but positions and face turns.
#pragma once

#include <gyre/cube3/cube.h>
#include <gyre/puzzle/move_set.h>

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

namespace gyre::cube3 {

// As the specification writes them: F3R2U3.
inline Cube after(std::string_view moves) {
  Cube cube;
  for (std::size_t i = 0; i + 1 < moves.size(); i += 2) {
    cube = turned(cube, {static_cast<std::uint8_t>(kFaceNames.find(moves[i])),
                         static_cast<std::uint8_t>(moves[i + 1] - '0')});
  }
  return cube;
}

inline bool is_in_h(const Cube& cube) {
  for (int slot = 0; slot < kCorners; ++slot) {
    if (cube.corner_ori(slot) != 0) return false;
  }
  for (int slot = 0; slot < kEdges; ++slot) {
    if (cube.edge_ori(slot) != 0 || (cube.edge_perm(slot) < 8) != (slot < 8)) return false;
  }
  return true;
}

class ReferenceCoset {
 public:
  ReferenceCoset(Metric metric, const Cube& representative, int depth) : metric_(metric) {
    for (int length = 0; length <= depth; ++length) {
      walk(representative, length, -1);
      sizes_.push_back(reached_.size());
    }
  }

  // Elements of H: r s for sequences s of up to the depth.
  [[nodiscard]] const std::set<Cube>& reached() const noexcept { return reached_; }
  // How many within each depth.
  [[nodiscard]] const std::vector<std::uint64_t>& sizes() const noexcept { return sizes_; }

 private:
  void walk(const Cube& cube, int left, int last_face) {
    if (left == 0) {
      if (is_in_h(cube)) reached_.insert(cube);
      return;
    }
    for (int face = 0; face < kFaces; ++face) {
      // In half turns, two turns of a face in a row are one; opposite faces commute.
      if (metric_ == Metric::htm && (face == last_face || face + 3 == last_face)) continue;
      for (int turns = 1; turns <= 3; ++turns) {
        if (metric_ == Metric::qtm && turns == 2) continue;
        walk(turned(cube, {static_cast<std::uint8_t>(face), static_cast<std::uint8_t>(turns)}),
             left - 1, face);
      }
    }
  }

  Metric metric_;
  std::set<Cube> reached_;
  std::vector<std::uint64_t> sizes_;
};

}  // namespace gyre::cube3
