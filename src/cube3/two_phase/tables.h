// The tables that one Cube3Solver looks up. Both modes share the move tables and one pair table of
// phase 2; beyond that the big mode has exact distances with masks, the small mode pair tables.
#pragma once

#include "cube3/tables/completions.h"
#include "cube3/tables/move_tables.h"
#include "cube3/tables/pair_masks.h"
#include "cube3/tables/pair_table.h"
#include "cube3/tables/phase1_coset.h"
#include "cube3/tables/phase1_table.h"
#include "cube3/tables/phase2_table.h"

#include <gyre/cube3/solver.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/table/store.h>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace gyre::cube3 {

// Lower bounds from pairs of coordinates: less than 17 MB with the move tables, made in a fraction
// of a second, never stored. The smaller two of phase 1 say at once which turns are worth a look;
// masks for the third, or for phase 2, gained nothing. In phase 2 a permutation of corners or edges
// stands with the slots that the other pieces of a layer are in: without these, an end of phase 1
// takes eight times as many nodes.
struct SmallTables {
  // What makes the tables here, each by itself. `moves` must stay as long as they are made.
  [[nodiscard]] std::vector<std::function<void()>> makers(const MoveTables& moves, Metric metric);

  std::optional<PairTable> twist_flip;
  std::optional<PairMasks> twist_slice;
  std::optional<PairMasks> flip_slice;
  std::optional<PairTable> edge_middle;
  std::optional<PairTable> corners_edge_layers;
  std::optional<PairTable> edges_corner_layers;

  [[nodiscard]] std::size_t bytes() const noexcept;
};

struct BigTables {
  // phase1 and phase2 hold what two_phase_recipes make.
  BigTables(const MoveTables& moves, Metric metric, Table phase1_table, Table phase2_table);

  Table phase1;
  Table phase2;
  CosetSymmetries cosets;
  PermSymmetries perms;
  std::optional<Completions> completions;  // half-turn metric
  // What becomes of the first twist of a class, by row of the phase-1 table and move.
  std::vector<CosetSymmetries::TwistClass> row_moves;
  // The products of two symmetries, one after the other.
  std::array<std::uint8_t, kAxisSymmetries * kAxisSymmetries> products{};

  [[nodiscard]] const std::uint32_t* phase1_entries() const noexcept {
    return reinterpret_cast<const std::uint32_t*>(phase1.payload().data());
  }
  [[nodiscard]] const std::uint8_t* phase2_bounds() const noexcept {
    return reinterpret_cast<const std::uint8_t*>(phase2.payload().data());
  }
  [[nodiscard]] std::size_t bytes() const noexcept;
};

class TwoPhaseTables {
 public:
  explicit TwoPhaseTables(const TwoPhaseOptions& options);

  [[nodiscard]] Metric metric() const noexcept { return metric_; }
  [[nodiscard]] const MoveTables& moves() const noexcept { return moves_; }
  // Corner permutation with the order of the middle edges: phase 2 looks here first, since it
  // misses the cache least.
  [[nodiscard]] const PairTable& corner_middle() const noexcept { return *corner_middle_; }
  // The least entry of each corner permutation there. They fit the nearest cache.
  [[nodiscard]] const std::uint8_t* corner_bounds() const noexcept { return corner_bounds_.data(); }
  // One of the two is there.
  [[nodiscard]] const SmallTables* small() const noexcept { return small_ ? &*small_ : nullptr; }
  [[nodiscard]] const BigTables* big() const noexcept { return big_ ? &*big_ : nullptr; }
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  Metric metric_;
  MoveTables moves_;
  std::optional<PairTable> corner_middle_;
  std::vector<std::uint8_t> corner_bounds_;
  std::optional<SmallTables> small_;
  std::optional<BigTables> big_;
};

}  // namespace gyre::cube3
