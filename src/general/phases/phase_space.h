// One phase: its moves, the coordinates of its view, and tables with the exact number of moves to
// the goal for products of coordinates. Their greatest value is a lower bound for the phase; where
// one table holds all coordinates it is exact.
//
// A table is a plain array of bytes in the order of its coordinates' values, the last one running
// fastest, so that the children of a row of entries are rows.
#pragma once

#include "base/huge_pages.h"
#include "general/phases/phase_coordinate.h"
#include "general/phases/phase_moves.h"
#include "general/phases/phase_view.h"

#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

constexpr int kMostPhaseCoordinates = 24;
using PhaseValues = std::array<std::uint32_t, kMostPhaseCoordinates>;

struct PhaseSpaceOptions {
  // Of one table.
  std::uint64_t most_entries = 100'000'000;
  std::uint64_t memory_bytes = 600'000'000;  // of all coordinates and tables
  int threads = 0;
  std::stop_token stop;
};

class PhaseSpace {
 public:
  struct Table {
    std::vector<int> coordinates;  // indices; the last runs fastest
    std::vector<std::uint32_t> strides;
    std::uint64_t size = 0;
    HugeBuffer distances;
    std::uint64_t reached = 0;  // entries that moves lead to
    double mean = 0;            // over these
    int greatest = 0;

    [[nodiscard]] const std::uint8_t* data() const noexcept {
      return reinterpret_cast<const std::uint8_t*>(distances.bytes().data());
    }
  };

  // Throws Error if stopped, or if the memory is too small.
  PhaseSpace(const PuzzleDefinition& definition, PhaseMoves moves, const PhaseView& view,
             const PhaseSpaceOptions& options);

  // Whether there are coordinates for all of a view, with so many moves.
  [[nodiscard]] static bool can_hold(const PhaseView& view, int moves);

  [[nodiscard]] const PhaseMoves& moves() const noexcept { return moves_; }
  [[nodiscard]] const std::vector<PhaseCoordinate>& coordinates() const noexcept {
    return coordinates_;
  }
  [[nodiscard]] const std::vector<Table>& tables() const noexcept { return tables_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  // False if the phase's moves do not lead there.
  [[nodiscard]] bool rank(const State& position, PhaseValues& values) const;

  static constexpr std::uint8_t kFar = 0xFF;
  // A lower bound of the cost, and the sum of what all tables say; kFar: cannot be reached.
  struct Bound {
    int cost = 0;
    int sum = 0;
  };
  [[nodiscard]] Bound bound(const PhaseValues& values) const noexcept;

 private:
  void choose_coordinates(const PuzzleDefinition& definition, const PhaseView& view,
                          const PhaseSpaceOptions& options);
  [[nodiscard]] static std::optional<std::vector<PhaseCoordinate::Choice>> choices_for(
      const ViewPart& part, int moves);
  void choose_part(const PuzzleDefinition& definition, const ViewPart& part,
                   const PhaseSpaceOptions& options);
  bool add(const PuzzleDefinition& definition, const ViewPart& part,
           const PhaseCoordinate::Choice& choice, const PhaseSpaceOptions& options);
  void choose_tables(const PhaseSpaceOptions& options);
  void fill(Table& table, const PhaseSpaceOptions& options) const;
  [[nodiscard]] bool fill_layer(Table& table, int depth, const PhaseSpaceOptions& options) const;

  PhaseMoves moves_;
  std::vector<PhaseCoordinate> coordinates_;
  std::vector<Table> tables_;
};

}  // namespace gyre
