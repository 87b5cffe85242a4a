#include "cube3/optimal_search.h"

#include "cube3/cube_ops_portable.h"
#include "cube3/optimal_loop.h"
#include "cube3/optimal_maps.h"

namespace gyre::cube3 {
namespace {

struct PortableOps : portable::CubeOps {
  static Cube view(const Cube& cube, const SymmetryLanes& lanes) noexcept {
    return compose(compose(lanes.left, cube), lanes.right);
  }
  static WordPlace place(const IndexTables& tables, const Cube& view) noexcept {
    return word_place(tables, view);
  }
};

}  // namespace

OptimalBounds::OptimalBounds(Metric of, const OptimalShape& shape,
                             std::span<const std::byte> payload)
    : metric(of),
      base(shape.base),
      index(shape.edges),
      words(reinterpret_cast<const std::uint32_t*>(payload.data())),
      near_distances(reinterpret_cast<const std::uint8_t*>(payload.data()) +
                     OptimalLayout(index.words.count()).near_offset) {
  EdgeMaps maps(EdgeShape{1, false});
  constexpr unsigned kMasks = 1U << kEdges;
  near_rows.resize(std::size_t{kAxisSymmetries} * kMasks);
  for (int s = 0; s < kAxisSymmetries; ++s) {
    const std::vector<RowMap>& rows = maps.add(Cube{}, s);
    for (int row = 0; row < kMiddleSlotChoices; ++row) {
      near_rows[s * std::size_t{kMasks} + maps.middle_of(row)] = rows[row].row;
    }
  }
  for (int move = 0; move < kMoves; ++move) actions[move] = action(FaceTurn::from_index(move));
}

int OptimalBounds::near_distance(const Cube& view) const noexcept {
  const CornerClasses::Place place = classes.place(TopCorners::rank(view));
  unsigned middle = 0;
  for (unsigned bit = 0; bit < kEdges; ++bit) {
    if (view.edge_perm(kLayerSlots[bit]) >= kFirstMiddleEdge) middle |= 1U << bit;
  }
  const std::size_t row = near_rows[(std::size_t{place.symmetry} << kEdges) + middle];
  return near_distances[std::size_t{place.number} * kMiddleSlotChoices + row];
}

int OptimalBounds::lower_bound(const Cube& cube) const noexcept {
  int bound = 0;
  for (const Cube& side : {cube, invert(cube)}) {
    for (const SymmetryLanes& lanes : index.views) {
      const Cube view = PortableOps::view(side, lanes);
      const WordPlace place = word_place(index, view);
      const int above = level(words[place.word], place.turn);
      bound = std::max(bound, above == 0 ? near_distance(view) : base + above);
    }
  }
  return bound;
}

void run_optimal_portable(const OptimalBounds& bounds, OptimalBoard& board,
                          OptimalWorkspace& workspace) {
  OptimalLoop<PortableOps>(bounds, board, workspace).run();
}

}  // namespace gyre::cube3
