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
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

constexpr int kMostPhaseCoordinates = 64;

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
    std::shared_ptr<const HugeBuffer> distances;  // tables of the same numbers share them
    std::uint64_t reached = 0;                    // entries that moves lead to
    double mean = 0;                              // over these
    int greatest = 0;
    // By distance: how many entries are as near or nearer, as hundredths of a decimal logarithm.
    // What several tables say together is the sum: how rare it is that all are so near.
    std::array<std::uint16_t, 256> rarity{};

    [[nodiscard]] const std::uint8_t* data() const noexcept {
      return reinterpret_cast<const std::uint8_t*>(distances->bytes().data());
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

  // About what the coordinates take, each with a table of its own; 0 if there are none for all of
  // the view.
  [[nodiscard]] static std::uint64_t least_bytes(const PhaseView& view, int moves);

  [[nodiscard]] const PhaseMoves& moves() const noexcept { return moves_; }
  [[nodiscard]] const std::vector<PhaseCoordinate>& coordinates() const noexcept {
    return coordinates_;
  }
  [[nodiscard]] const std::vector<Table>& tables() const noexcept { return tables_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  [[nodiscard]] const PhaseView& view() const noexcept { return view_; }
  // What the phase's moves keep.
  [[nodiscard]] const MovesKeep& keep() const noexcept { return keep_; }
  [[nodiscard]] const PhaseSigns& signs() const noexcept { return signs_; }
  // By move: whether it is one of those that are left.
  [[nodiscard]] const std::vector<char>& left() const noexcept { return left_; }
  // For each table, one after the other: the entry that each move leads to.
  void find_children(const PhaseValues& values, std::uint32_t* entries) const noexcept;
  // Where a move leads.
  void step(const PhaseValues& from, int move, PhaseValues& to) const noexcept {
    to.signs = static_cast<std::uint8_t>(from.signs ^ signs_.change(move));
    for (std::size_t c = 0; c < coordinates_.size(); ++c) {
      const PhaseCoordinate& coordinate = coordinates_[c];
      to[c] = coordinate.row(from[c])[move];
      if (coordinate.has_signs()) to.signs ^= coordinate.sign_row(from[c])[move];
    }
  }
  // Which of the view's ties a coordinate is about, or -1.
  [[nodiscard]] int tie_of(std::size_t coordinate) const noexcept { return tie_of_[coordinate]; }
  void rank_solved(PhaseValues& values) const noexcept { values = solved_; }
  // False if the phase's moves do not lead there.
  [[nodiscard]] bool rank(const State& position, PhaseValues& values) const;

  static constexpr std::uint8_t kFar = 0xFF;
  // A lower bound of the cost, and the sum of the tables' rarities; kFar: cannot be reached.
  struct Bound {
    int cost = 0;
    int sum = 0;
  };
  [[nodiscard]] Bound bound(const PhaseValues& values) const noexcept {
    return bound(values, tables_.size());
  }
  // By the first so many tables.
  [[nodiscard]] Bound bound(const PhaseValues& values, std::size_t tables) const noexcept;

 private:
  void choose_coordinates(const PuzzleDefinition& definition, const PhaseSpaceOptions& options);
  // Which of the view's parts are seen exactly.
  [[nodiscard]] std::map<const ViewPart*, bool> choose_exact(const PuzzleDefinition& definition,
                                                             const PhaseSpaceOptions& options);
  // Where the moves that are left take the goals of some coordinates together, as entries of a
  // table.
  [[nodiscard]] std::vector<std::uint64_t> joint_goals(
      const std::vector<const PhaseCoordinate*>& coordinates,
      const std::vector<std::uint64_t>& strides) const;
  void choose_ties(const PuzzleDefinition& definition, const PhaseSpaceOptions& options);
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
  // By one coordinate for all of a part.
  void replace_by_whole(const PuzzleDefinition& definition, std::vector<Planned>& planned,
                        std::vector<std::optional<PhaseCoordinate>>& made,
                        const std::stop_token& stop);
  // So many values may a further coordinate have.
  [[nodiscard]] std::size_t most_values(const PhaseSpaceOptions& options) const;
  // Logarithms of how many values the coordinates have, the greatest first.
  [[nodiscard]] static std::optional<std::vector<double>> log_sizes(const PhaseView& view,
                                                                    int moves);
  void choose_tables(const PhaseSpaceOptions& options);
  [[nodiscard]] std::vector<int> choose_table(const std::vector<char>& covered,
                                              std::uint64_t most_entries) const;
  void make_table(std::vector<int> chosen, const PhaseSpaceOptions& options);
  static void summarize(Table& table);
  [[nodiscard]] bool share(Table& table) const;
  [[nodiscard]] std::vector<std::uint64_t> goals_of(const Table& table) const;
  void fill(Table& table, const PhaseSpaceOptions& options) const;
  [[nodiscard]] bool fill_layer(const Table& table, std::uint8_t* data, int depth,
                                const PhaseSpaceOptions& options) const;

  PhaseMoves moves_;
  std::vector<char> left_;
  MovesKeep keep_;
  PhaseView view_;
  std::vector<PhaseCoordinate> coordinates_;
  std::vector<int> tie_of_;  // by coordinate
  PhaseValues solved_;
  PhaseSigns signs_;
  std::vector<Table> tables_;
};

}  // namespace gyre
