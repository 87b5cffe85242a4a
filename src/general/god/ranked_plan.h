// Whether all positions of a puzzle can be numbered by coordinates with few numbers to spare, and
// how to lay them out: rows, folded by symmetry, and in each row blocks of entries. The layout is
// chosen by an estimate of the time that a breadth-first search will take in it.
#pragma once

#include "general/god/coordinate_ties.h"
#include "general/god/framed_symmetry.h"
#include "general/shared/coordinate.h"

#include <gyre/base/bigint.h>
#include <gyre/puzzle/puzzle_group.h>
#include "puzzle/symmetry/symmetry.h"

#include <memory>
#include <optional>
#include <vector>

namespace gyre {

// Several coordinates as one number, the first of them the lowest digit.
class CoordinateProduct {
 public:
  CoordinateProduct() = default;
  CoordinateProduct(const std::vector<Coordinate>& coordinates, std::vector<int> indices);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const std::vector<int>& indices() const noexcept { return indices_; }
  [[nodiscard]] const std::vector<int>& bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::uint32_t move(std::uint32_t value, int move) const noexcept;
  void write(std::uint32_t value, std::uint8_t* framed) const noexcept;
  // Coordinate::kNone if the bytes are no value.
  [[nodiscard]] std::uint32_t rank(const std::uint8_t* framed) const noexcept;
  // The sum of the colours of the digits.
  [[nodiscard]] int colour(const CoordinateTies::Sheets& sheets,
                           std::uint32_t value) const noexcept;

 private:
  std::vector<int> indices_;
  std::vector<const Coordinate*> parts_;
  std::vector<int> bytes_;
  std::size_t size_ = 1;
};

struct RankedPlan {
  // Stable in memory: products and ties point into it.
  std::shared_ptr<const OrientationFrame> frame;
  std::shared_ptr<const std::vector<Coordinate>> coordinates;
  std::shared_ptr<const CoordinateTies> ties;
  std::vector<FramedSymmetry> symmetries;  // of the whole group
  std::vector<int> usable;                 // elements that keep the layout: a subgroup
  // Indices of coordinates.
  std::vector<int> row;
  std::vector<int> block;
  std::vector<int> entry;
  double entries = 0;       // about, after folding
  double memory_bytes = 0;  // about, of everything
  double seconds = 0;       // about, of one thread
};

struct RankedPlanOptions {
  State start;
  bool from_solved = true;  // else no symmetry but the identity is used
  std::uint64_t memory_bytes = 0;
  // How many positions there are, and which components are full, where that is known.
  std::optional<BigInt> states;
  std::vector<GroupComponent> components;
  bool whole_group = false;  // fewer symmetries than all will not do
  bool closed_only = false;  // entries whose image depends on the row are not wanted
};

// nullopt if there is no layout that fits the memory, or if it would be nearly empty.
[[nodiscard]] std::optional<RankedPlan> plan_ranked(const PuzzleDefinition& definition,
                                                    const MoveSet& moves,
                                                    const SymmetryGroup& group,
                                                    const RankedPlanOptions& options);

}  // namespace gyre
