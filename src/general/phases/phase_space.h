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
#include "general/phases/phase_signs.h"
#include "general/phases/phase_view.h"

#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

constexpr int kMostPhaseCoordinates = 40;

// Where a position stands in a phase.
struct PhaseValues {
  std::array<std::uint32_t, kMostPhaseCoordinates> of_coordinate;
  std::uint8_t signs = 0;  // PhaseSigns

  [[nodiscard]] std::uint32_t operator[](std::size_t c) const noexcept { return of_coordinate[c]; }
  [[nodiscard]] std::uint32_t& operator[](std::size_t c) noexcept { return of_coordinate[c]; }
};

struct PhaseSpaceOptions {
  // One table has at most so many.
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

  // left: the moves that are left afterwards. Throws Error if stopped, or if the memory is too
  // small.
  PhaseSpace(const PuzzleDefinition& definition, PhaseMoves moves, const PhaseMoves& left,
             const PhaseSpaceOptions& options);

  // Of the entries of the largest table that there would be, the logarithm; no value if there are
  // no coordinates for all of the view with so many moves.
  [[nodiscard]] static std::optional<double> log_of_table(const PhaseView& view, int moves,
                                                          const PhaseSpaceOptions& options);

  [[nodiscard]] const PhaseMoves& moves() const noexcept { return moves_; }
  [[nodiscard]] const std::vector<PhaseCoordinate>& coordinates() const noexcept {
    return coordinates_;
  }
  [[nodiscard]] const std::vector<Table>& tables() const noexcept { return tables_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  [[nodiscard]] const PhaseView& view() const noexcept { return view_; }
  [[nodiscard]] const PhaseSigns& signs() const noexcept { return signs_; }
  // Where a move leads.
  void step(const PhaseValues& from, int move, PhaseValues& to) const noexcept {
    to.signs = static_cast<std::uint8_t>(from.signs ^ signs_.change(move));
    for (std::size_t c = 0; c < coordinates_.size(); ++c) {
      const PhaseCoordinate& coordinate = coordinates_[c];
      to[c] = coordinate.row(from[c])[move];
      if (coordinate.has_signs()) to.signs ^= coordinate.sign_row(from[c])[move];
    }
  }
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
  void choose_coordinates(const PuzzleDefinition& definition, const PhaseSpaceOptions& options);
  // A coordinate that is to be made.
  struct Planned {
    const ViewPart* part = nullptr;
    PhaseCoordinate::Choice choice;
    double log_size = 0;  // about
  };
  [[nodiscard]] static std::optional<std::vector<PhaseCoordinate::Choice>> choices_for(
      const ViewPart& part, int moves);
  [[nodiscard]] static std::optional<std::vector<Planned>> plan_coordinates(const PhaseView& view,
                                                                            int moves);
  bool add(const PuzzleDefinition& definition, const Planned& planned,
           const PhaseSpaceOptions& options);
  void choose_tables(const PhaseSpaceOptions& options);
  [[nodiscard]] std::vector<int> choose_table(const std::vector<char>& covered,
                                              std::uint64_t most_entries) const;
  void make_table(std::vector<int> chosen, const PhaseSpaceOptions& options);
  static void summarize(Table& table);
  void fill(Table& table, const PhaseSpaceOptions& options) const;
  [[nodiscard]] bool fill_layer(Table& table, int depth, const PhaseSpaceOptions& options) const;

  PhaseMoves moves_;
  ComponentSplit split_;
  PhaseView view_;
  std::vector<PhaseCoordinate> coordinates_;
  PhaseSigns signs_;
  std::vector<Table> tables_;
};

}  // namespace gyre
