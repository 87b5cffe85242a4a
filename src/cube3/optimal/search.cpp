#include "cube3/optimal/search.h"

#include "cube3/core/cube_ops_portable.h"
#include "cube3/optimal/loop.h"
#include "cube3/optimal_table/maps.h"

namespace gyre::cube3 {
namespace {

struct PortableOps : portable::CubeOps {
  static Cube view(const Cube& cube, const SymmetryLanes& lanes) noexcept {
    return compose(compose(lanes.left, cube), lanes.right);
  }
  static int corners(const Cube& view) noexcept { return TopCorners::rank(view); }
  static WordPlace place(const IndexTables& tables, const Cube& view, int corners) noexcept {
    return word_place(tables, view, corners);
  }
  // The bits of a mask, side by side.
  static unsigned extract(unsigned bits, unsigned mask) noexcept {
    unsigned out = 0;
    for (unsigned at = 0; mask != 0; mask &= mask - 1) {
      out |= (bits >> static_cast<unsigned>(std::countr_zero(mask)) & 1U) << at++;
    }
    return out;
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
                     OptimalLayout(index.words.count()).near_offset),
      flips_and_slots(all_moves<Flip>(), all_moves<SliceSlots>(), pair_moves(of)),
      twists_and_flips(all_moves<Twist>(), all_moves<Flip>(), pair_moves(of)) {
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
  for (int left = 0; left + kBelow < static_cast<int>(limits.size()); ++left) {
    const int more = left - base;
    const auto mask = [&](int least) { return more >= least ? 0xFFFFU : 0U; };
    OptimalLimit& limit = limits[static_cast<unsigned>(left + kBelow)];
    limit.near = 0xFFFFU;
    limit.one_more = mask(1);
    limit.two_more = mask(2);
    limit.any = mask(3);
    limit.level = std::clamp(more, 0, 3);
    limit.plan = std::clamp(more, 1, ReadPlans::kThresholds - 1);
  }
}

namespace {

ReadPlan make_plan(int move_side, int axis, int threshold, unsigned both, unsigned levels) {
  const auto level = [&](unsigned read) { return static_cast<int>(levels >> 2 * read & 3U); };
  ReadPlan plan;
  std::array<int, kSides> known{};
  for (int side = 0; side < kSides; ++side) {
    unsigned blocked = (both >> static_cast<unsigned>(side) & 1U) << static_cast<unsigned>(axis);
    for (unsigned read = 0; read < 2 && side == move_side; ++read) {
      if (level(static_cast<unsigned>(2 * side) + read) < threshold) continue;
      blocked |= 1U << static_cast<unsigned>(axis_of_read(axis, read));
    }
    known[side] = std::popcount(blocked);
    plan.blocked |= static_cast<std::uint8_t>(blocked << view_number(side, 0));
  }
  plan.is_dead = ReadPlan::dead(plan.blocked) != 0;
  std::array<unsigned, kReads> order = {0, 1, 2, 3};
  const auto view = [&](unsigned read) {
    return view_number(static_cast<int>(read >> 1U), axis_of_read(axis, read));
  };
  const auto key = [&](unsigned read) {
    const auto side = static_cast<int>(read >> 1U);
    const bool open = (plan.blocked >> view(read) & 1U) == 0;
    return known[side] * 16 + (side != move_side ? 8 : 0) + (open ? 4 : 0) + level(read);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](unsigned a, unsigned b) { return key(a) > key(b); });
  for (unsigned i = 0; i < kReads; ++i) {
    plan.reads |= static_cast<std::uint16_t>((view(order[i]) + 1) << 3 * i);
  }
  return plan;
}

}  // namespace

// Levels that the highest threshold asks for do not exist: nothing is known then.
ReadPlans::ReadPlans() {
  for (int side = 0; side < kSides; ++side) {
    for (int axis = 0; axis < kAxes; ++axis) {
      for (int threshold = 0; threshold < kThresholds; ++threshold) {
        for (unsigned both = 0; both < 4; ++both) {
          for (unsigned levels = 0; levels < 256; ++levels) {
            plans_.push_back(make_plan(side, axis, threshold, both, levels));
          }
        }
      }
    }
  }
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

int OptimalBounds::near_bound(const Cube& view) const noexcept {
  int bound = near_distance(view);
  // Flips are seen along F and B; after a quarter turn of the cube also along L and R.
  for (const Cube& seen : {view, conjugate(view, quarter_turn_symmetry())}) {
    const int flip = Flip::rank(seen);
    bound = std::max({bound, flips_and_slots(flip, SliceSlots::rank(seen)),
                      twists_and_flips(Twist::rank(seen), flip)});
  }
  return bound;
}

int OptimalBounds::lower_bound(const Cube& cube) const noexcept {
  int bound = 0;
  for (const Cube& side : {cube, invert(cube)}) {
    for (const SymmetryLanes& lanes : index.views) {
      const Cube view = PortableOps::view(side, lanes);
      const WordPlace place = word_place(index, view, TopCorners::rank(view));
      const int above = level(words[place.word], place.turn);
      bound = std::max(bound, above == 0 ? near_bound(view) : base + above);
    }
  }
  return bound;
}

void run_optimal_portable(const OptimalBounds& bounds, OptimalBoard& board,
                          OptimalWorkspace& workspace) {
  OptimalLoop<PortableOps>(bounds, board, workspace).run();
}

}  // namespace gyre::cube3
