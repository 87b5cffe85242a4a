// All positions of a puzzle with Illegal rules, as a shape and a value of each coordinate, and
// tables with the exact number of legal moves to the solved position for the shape with some of the
// coordinates. The greatest of their values is a lower bound.
//
// A table stands shape after shape, so that what a move does to all entries of a shape is one small
// permutation between two rows. Rows are filled by the thread that owns them.
#pragma once

#include "base/huge_pages.h"
#include "general/shapes/shape_coordinate.h"
#include "general/shapes/shape_moves.h"

#include <gyre/base/progress.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace gyre {

constexpr std::size_t kMostShapeCoordinates = 16;

// Where a position stands.
struct ShapeValues {
  std::uint32_t shape = 0;
  std::array<std::uint32_t, kMostShapeCoordinates> of_coordinate{};
};

struct ShapeSpaceOptions {
  std::uint64_t memory_bytes = std::uint64_t{2} << 30U;
  std::uint64_t most_entries = 300'000'000;  // of one table
  int threads = 0;
  ProgressCallback progress;
  std::stop_token stop;
};

class ShapeSpace {
 public:
  struct Table {
    std::vector<int> coordinates;  // indices; the last runs fastest
    std::vector<std::uint32_t> strides;
    std::uint64_t row = 1;  // entries of a shape
    HugeBuffer distances;
    std::uint64_t reached = 0;  // entries that moves lead to
    double mean = 0;            // over these
    int greatest = 0;
    // By distance: how many entries are as near or nearer, as hundredths of a decimal logarithm.
    std::array<std::uint16_t, 256> rarity{};

    [[nodiscard]] const std::uint8_t* data() const noexcept {
      return reinterpret_cast<const std::uint8_t*>(distances.bytes().data());
    }
  };

  // Throws Error if there are too many shapes for any table within the memory, or if it is stopped.
  // Keeps a reference to the definition and the moves.
  ShapeSpace(const PuzzleDefinition& definition, const MoveSet& moves,
             const ShapeSpaceOptions& options);
  ShapeSpace(const ShapeSpace&) = delete;
  ShapeSpace& operator=(const ShapeSpace&) = delete;

  [[nodiscard]] const PuzzleDefinition& definition() const noexcept { return definition_; }
  [[nodiscard]] const MoveSet& move_set() const noexcept { return move_set_; }
  [[nodiscard]] const ShapeMoves& moves() const noexcept { return moves_; }
  [[nodiscard]] const std::vector<ShapeCoordinate>& coordinates() const noexcept {
    return coordinates_;
  }
  [[nodiscard]] const std::vector<Table>& tables() const noexcept { return tables_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept;

  // No value if legal moves do not lead there.
  [[nodiscard]] std::optional<ShapeValues> rank(const State& position) const;
  void step(const ShapeValues& from, std::size_t edge, ShapeValues& to) const noexcept {
    const std::uint32_t* locals = moves_.locals(edge);
    to.shape = moves_.edges()[edge].to;
    for (std::size_t c = 0; c < coordinates_.size(); ++c) {
      const ShapeCoordinate& coordinate = coordinates_[c];
      to.of_coordinate[c] = coordinate.row(locals[coordinate.component()])[from.of_coordinate[c]];
    }
  }
  [[nodiscard]] static std::uint64_t entry(const Table& table, const ShapeValues& values) noexcept {
    std::uint64_t entry = values.shape * table.row;
    for (std::size_t i = 0; i < table.coordinates.size(); ++i) {
      entry += std::uint64_t{table.strides[i]} * values.of_coordinate[table.coordinates[i]];
    }
    return entry;
  }

  // A hash of a position.
  [[nodiscard]] std::uint64_t key(const ShapeValues& values) const noexcept;

  static constexpr std::uint8_t kFar = 0xFF;
  // A lower bound; kFar: cannot be reached. 0: solved.
  [[nodiscard]] int bound(const ShapeValues& values) const noexcept {
    int bound = 0;
    for (const Table& table : tables_)
      bound = std::max<int>(bound, table.data()[entry(table, values)]);
    return bound;
  }

 private:
  // False if coordinates or tables do not fit.
  [[nodiscard]] bool choose(std::uint64_t most_entries, const ShapeSpaceOptions& options);
  [[nodiscard]] bool choose_coordinates(std::size_t most_values, const ShapeSpaceOptions& options);
  [[nodiscard]] bool add_coordinates(int component, std::size_t most_values,
                                     const ShapeSpaceOptions& options);
  void choose_tables(std::uint64_t most_entries);
  [[nodiscard]] std::uint64_t table_bytes() const noexcept;
  void fill(Table& table, const ShapeSpaceOptions& options);
  class Filling;

  const PuzzleDefinition& definition_;
  const MoveSet& move_set_;
  ShapeMoves moves_;
  std::vector<ShapeCoordinate> coordinates_;
  std::vector<Table> tables_;
};

}  // namespace gyre
