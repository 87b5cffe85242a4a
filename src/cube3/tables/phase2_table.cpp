#include "cube3/tables/phase2_table.h"

#include "cube3/tables/row_search.h"

#include "base/huge_pages.h"

#include <cassert>

namespace gyre::cube3 {
namespace {

constexpr std::uint16_t kNoCornerClass = 0xFFFF;

// Rows are classes of corner permutations, each one block of edge permutations.
class PermSpace {
 public:
  PermSpace(Metric metric, const PermSymmetries& symmetries)
      : metric_(metric), symmetries_(symmetries), corners_(h_moves<CornerPerm>()) {
    const MoveTable edges = h_moves<EdgePerm>();
    images_.resize(std::size_t{kHMoveCount} * kAxisSymmetries * EdgePerm::kSize);
    std::uint16_t* images = images_.data();
    for (int column = 0; column < kHMoveCount; ++column) {
      for (int s = 0; s < kAxisSymmetries; ++s) {
        for (int value = 0; value < EdgePerm::kSize; ++value) {
          *images++ =
              static_cast<std::uint16_t>(symmetries.conjugate_edges(edges.row(value)[column], s));
        }
      }
    }
  }

  [[nodiscard]] int rows() const { return kCornerClasses; }
  [[nodiscard]] int blocks() const { return 1; }
  [[nodiscard]] int block_size() const { return EdgePerm::kSize; }
  [[nodiscard]] int moves() const { return kHMoveCount; }
  [[nodiscard]] int weight(int move) const { return turn_weight(metric_, kHMoves[move]); }
  [[nodiscard]] int row_size(int row) const { return symmetries_.class_size(row); }

  [[nodiscard]] BlockTarget target(int row, int /*block*/, int move) const {
    const int corners = corners_.row(symmetries_.class_corners(row))[move];
    const auto [to_row, s] = symmetries_.class_of(corners);
    return {std::size_t{to_row} * EdgePerm::kSize,
            images_.data() + (std::size_t{kAxisSymmetries} * move + s) * EdgePerm::kSize, 0};
  }

  template <class Visit>
  void for_copies(std::size_t index, const Visit& visit) const {
    const auto row = static_cast<int>(index / EdgePerm::kSize);
    const auto edges = static_cast<int>(index % EdgePerm::kSize);
    for (const std::uint8_t s : symmetries_.class_symmetries(row)) {
      if (s != 0) visit(index - edges + symmetries_.conjugate_edges(edges, s));
    }
  }

 private:
  Metric metric_;
  const PermSymmetries& symmetries_;
  MoveTable corners_;
  std::vector<std::uint16_t> images_;  // of the edges, by move and symmetry
};

DepthCounts capped(DepthCounts counts) {
  for (std::size_t depth = kPhase2Cap + 1; depth < counts.size(); ++depth) {
    counts[kPhase2Cap] += counts[depth];
  }
  counts.resize(std::min(counts.size(), std::size_t{kPhase2Cap} + 1));
  return counts;
}

}  // namespace

PermSymmetries::PermSymmetries()
    : class_(CornerPerm::kSize, {kNoCornerClass, 0}),
      edges_(std::size_t{EdgePerm::kSize} * kAxisSymmetries) {
  for (int value = 0; value < EdgePerm::kSize; ++value) {
    const Cube cube = EdgePerm::unrank(value);
    for (int s = 0; s < kAxisSymmetries; ++s) {
      edges_[value * kAxisSymmetries + s] =
          static_cast<std::uint16_t>(EdgePerm::rank(conjugate(cube, s)));
    }
  }
  for (int value = 0; value < CornerPerm::kSize; ++value) {
    if (class_[value].row != kNoCornerClass) continue;
    const auto row = static_cast<std::uint16_t>(class_corners_.size());
    class_corners_.push_back(static_cast<std::uint16_t>(value));
    std::vector<std::uint8_t>& own = class_symmetries_.emplace_back();
    const Cube cube = CornerPerm::unrank(value);
    for (int s = 0; s < kAxisSymmetries; ++s) {
      const int other = CornerPerm::rank(conjugate(cube, s));
      if (other == value) own.push_back(static_cast<std::uint8_t>(s));
      if (class_[other].row == kNoCornerClass) {
        class_[other] = {row, static_cast<std::uint16_t>(inverse(s))};
      }
    }
  }
  assert(class_corners_.size() == kCornerClasses);
}

std::size_t PermSymmetries::bytes() const noexcept {
  return class_.size() * sizeof(class_[0]) + edges_.size() * sizeof(edges_[0]);
}

DepthCounts make_phase2(Metric metric, std::span<std::uint8_t> table, const TableWork& work,
                        DepthCounts* exact) {
  assert(table.size() == kPhase2Bytes);
  const PermSymmetries symmetries;
  const PermSpace space(metric, symmetries);
  HugeBuffer memory(kPhase2Entries);
  const std::span<std::uint8_t> depths(reinterpret_cast<std::uint8_t*>(memory.bytes().data()),
                                       kPhase2Entries);
  const DepthCounts counts = RowSearch(space, depths, work, "phase-2 distances").run();
  if (exact != nullptr) *exact = counts;
  const auto stored = [](std::uint8_t depth) { return std::clamp(int{depth}, 1, kPhase2Cap) - 1; };
  constexpr std::size_t kRowBytes = EdgePerm::kSize / 2;
  parallel_for(kCornerClasses, work.threads, [&](std::size_t row) {
    const std::uint8_t* from = depths.data() + row * EdgePerm::kSize;
    std::uint8_t* to = table.data() + row * kRowBytes;
    for (std::size_t i = 0; i < kRowBytes; ++i) {
      to[i] = static_cast<std::uint8_t>(stored(from[2 * i]) | stored(from[2 * i + 1]) << 4);
    }
  });
  return capped(counts);
}

DepthCounts count_phase2(std::span<const std::uint8_t> table, const TableWork& work) {
  const PermSymmetries symmetries;
  std::vector<DepthCounts> rows(kCornerClasses, DepthCounts(kPhase2Cap + 1));
  constexpr std::size_t kRowBytes = EdgePerm::kSize / 2;
  parallel_for(kCornerClasses, work.threads, [&](std::size_t row) {
    for (const std::uint8_t pair : table.subspan(row * kRowBytes, kRowBytes)) {
      ++rows[row][(pair & 0xFU) + 1];
      ++rows[row][(pair >> 4U) + 1];
    }
    for (std::uint64_t& count : rows[row]) count *= symmetries.class_size(static_cast<int>(row));
  });
  DepthCounts counts(kPhase2Cap + 1);
  for (const DepthCounts& row : rows) {
    for (std::size_t depth = 0; depth < row.size(); ++depth) counts[depth] += row[depth];
  }
  // The solved entry stands among those at distance 1.
  ++counts[0];
  --counts[1];
  return counts;
}

}  // namespace gyre::cube3
