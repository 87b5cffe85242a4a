// The positions of a puzzle as numbers: row x block x entry, the rows folded by symmetry. What a
// RankedPlan decided, turned into tables: where a move takes each block of each row, and by which
// map of its entries. A row that has symmetries of its own holds each position more than once, as
// copies.
//
// Decides the numbering; the search over it is ranked_search.h.
#pragma once

#include "general/god/ranked_plan.h"

#include "puzzle/symmetry/symmetry.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace gyre {

class RankedSpace {
 public:
  // nullopt if the layout turns out not to be closed under its symmetries, or to need more memory
  // than planned: then plan again with closed_only.
  [[nodiscard]] static std::optional<RankedSpace> make(RankedPlan plan, const MoveSet& moves,
                                                       const SymmetryGroup& group, int threads,
                                                       std::uint64_t memory_bytes);

  [[nodiscard]] int moves() const noexcept { return moves_; }
  [[nodiscard]] int symmetries() const noexcept { return static_cast<int>(elements_.size()); }
  [[nodiscard]] std::size_t rows() const noexcept { return row_sizes_.size(); }
  [[nodiscard]] std::size_t blocks() const noexcept { return blocks_.size(); }   // of a row
  [[nodiscard]] std::size_t entries() const noexcept { return sheet_entries_; }  // of a block
  // How many rows it stands for.
  [[nodiscard]] std::uint32_t row_size(std::size_t row) const noexcept { return row_sizes_[row]; }

  // Entry i of a block goes to entry second[first[i]] of block `block` of row `row`; without a
  // second, to first[i].
  struct Target {
    std::size_t row = 0;
    std::size_t block = 0;
    const std::uint16_t* first = nullptr;
    const std::uint16_t* second = nullptr;

    [[nodiscard]] std::uint16_t entry(std::size_t i) const noexcept {
      return second == nullptr ? first[i] : second[first[i]];
    }
  };
  [[nodiscard]] Target target(std::size_t row, std::size_t block, int move) const noexcept {
    const Step& step = steps_[row * static_cast<std::size_t>(moves_) + move];
    return along(step, row, block, move);
  }
  // The symmetries of a row beyond the identity: each takes the row to itself.
  [[nodiscard]] std::size_t copies(std::size_t row) const noexcept {
    return copies_from_[row + 1] - copies_from_[row];
  }
  [[nodiscard]] Target copy(std::size_t row, std::size_t block, std::size_t which) const noexcept {
    return along(copies_[copies_from_[row] + which], row, block, moves_);
  }

  [[nodiscard]] State state_at(std::size_t row, std::size_t block, std::size_t entry) const;
  // Equal for spaces that number positions in the same way.
  [[nodiscard]] std::uint64_t signature() const;
  // All tables take so much together.
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  struct Step {
    std::uint32_t row = 0;
    std::uint16_t symmetry = 0;  // index into elements_
    std::uint32_t turn = 0;      // index into turns_; 0: none
  };

  RankedSpace() = default;
  [[nodiscard]] bool build(const MoveSet& moves, const SymmetryGroup& group, int threads,
                           std::uint64_t memory_bytes);
  void choose_generators(const SymmetryGroup& group);
  // The image of every value under each generator; empty if one has none.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> generator_images(
      const CoordinateProduct& product, int threads) const;
  // Makes of the images under generators those under every element.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> element_images(
      std::vector<std::vector<std::uint32_t>> generators, std::size_t size) const;
  [[nodiscard]] bool number_entries(bool sheets);
  [[nodiscard]] bool make_entry_tables(int threads, bool& sheets_fit);
  [[nodiscard]] bool make_block_tables(int threads);
  [[nodiscard]] bool fold_rows(int threads);
  // What the row's pieces add to the images of entries, as an index into turns_.
  [[nodiscard]] std::uint32_t turn_index(int symmetry, std::uint32_t row_value,
                                         std::uint8_t* buffer);
  [[nodiscard]] bool make_turn_tables(int threads);
  [[nodiscard]] std::vector<std::uint16_t> translation(const std::vector<std::uint8_t>& turn,
                                                       bool& closed) const;

  [[nodiscard]] int sheet(std::size_t row, std::size_t block) const noexcept {
    return sheets_.add(row_colours_[row], block_colours_[block]);
  }
  [[nodiscard]] Target along(const Step& step, std::size_t row, std::size_t block,
                             int move) const noexcept {
    const std::size_t table = static_cast<std::size_t>(step.symmetry) * (moves_ + 1) + move;
    const int from = sheet(row, block);
    Target out;
    out.row = step.row;
    out.block = block_tables_[table * blocks_.size() + block];
    out.first = entry_tables_.data() + table * all_entries_ + from * sheet_entries_;
    if (step.turn != 0) {
      out.second = turn_tables_[step.turn].data() +
                   sheet_images_[table * sheets_.count + from] * sheet_entries_;
    }
    return out;
  }

  RankedPlan plan_;
  CoordinateProduct rows_;
  CoordinateProduct blocks_;
  CoordinateProduct entries_;
  int moves_ = 0;
  // The subgroup that is used: elements of the whole group, generators as indices into elements_,
  // and how each element is made of those.
  std::vector<int> elements_;
  std::vector<int> generators_;
  struct Word {
    int before = 0;  // element
    int generator = 0;
  };
  std::vector<Word> words_;  // by element but the first; `before` comes earlier in word_order_
  std::vector<int> word_order_;
  std::vector<std::vector<int>> times_;  // by generator and element: element first, then generator
  std::vector<int> inverses_;

  CoordinateTies::Sheets sheets_;
  std::size_t all_entries_ = 0;
  std::size_t sheet_entries_ = 0;
  std::vector<std::uint32_t> number_of_;  // by value: sheet * sheet_entries_ + place in it
  std::vector<std::uint32_t> value_of_;
  std::vector<std::uint8_t> row_colours_;
  std::vector<std::uint8_t> block_colours_;

  // The place in the sheet where a number goes, by element and move (the last: none).
  std::vector<std::uint16_t> entry_tables_;
  std::vector<std::uint8_t> sheet_images_;   // by element, move and sheet
  std::vector<std::uint32_t> block_tables_;  // by element, move and block
  std::vector<std::uint32_t> row_values_;    // by row: that which stands for its class
  std::vector<std::uint32_t> row_sizes_;
  std::vector<Step> steps_;  // by row and move
  std::vector<std::size_t> copies_from_;
  std::vector<Step> copies_;
  // The turns to add, by place in entries_.bytes(). 0 is that of all zeros.
  std::vector<std::vector<std::uint8_t>> turns_;
  std::vector<std::vector<std::uint16_t>> turn_tables_;
  struct TurnHash {
    std::size_t operator()(const std::vector<std::uint8_t>& turn) const noexcept;
  };
  std::unordered_map<std::vector<std::uint8_t>, std::uint32_t, TurnHash> turn_numbers_;
  // Orientations among entries_.bytes() whose image may depend on the row.
  struct Turning {
    int place = 0;
    int byte = 0;
    int orientations = 1;
    int component = 0;
  };
  std::vector<Turning> turning_;
  std::vector<int> entry_places_;  // by byte of a state: the place in entries_.bytes(), or -1
};

}  // namespace gyre
