#include "cube3/small_tables.h"

#include <cassert>

namespace gyre::cube3 {
namespace {

// Ranks quarter turns only; half turns and inverses follow from the table itself.
template <class Coordinate>
MoveTable all_moves() {
  MoveTable table(Coordinate::kSize, kMoves);
  for (int value = 0; value < Coordinate::kSize; ++value) {
    const Cube cube = Coordinate::unrank(value);
    for (int move = 0; move < kMoves; move += 3) {
      const Cube next = compose(cube, action(FaceTurn::from_index(move)));
      table.row(value)[move] = static_cast<std::uint16_t>(Coordinate::rank(next));
    }
  }
  for (int value = 0; value < Coordinate::kSize; ++value) {
    std::uint16_t* row = table.row(value);
    for (int move = 0; move < kMoves; move += 3) {
      row[move + 1] = table.row(row[move])[move];
      row[move + 2] = table.row(row[move + 1])[move];
    }
  }
  return table;
}

template <class Coordinate>
MoveTable h_moves() {
  MoveTable table(Coordinate::kSize, kHMoves.size());
  for (int value = 0; value < Coordinate::kSize; ++value) {
    const Cube cube = Coordinate::unrank(value);
    for (std::size_t k = 0; k < kHMoves.size(); ++k) {
      const Cube next = compose(cube, action(FaceTurn::from_index(kHMoves[k])));
      table.row(value)[k] = static_cast<std::uint16_t>(Coordinate::rank(next));
    }
  }
  return table;
}

using Columns = std::span<const std::uint8_t>;

constexpr std::array<std::uint8_t, kMoves> kColumns = {0, 1,  2,  3,  4,  5,  6,  7,  8,
                                                       9, 10, 11, 12, 13, 14, 15, 16, 17};
constexpr Columns kAll = kColumns;
constexpr Columns kFirstTen = kAll.first(kHMoves.size());

constexpr std::uint8_t kUnseen = 0xF;

// Breadth-first over pairs, a byte each, row by row: all neighbours of a row lie in one row for
// each move, so that the inner loop stays in the nearest cache.
class PairSearch {
 public:
  PairSearch(const MoveTable& first, Columns first_columns, const MoveTable& second,
             Columns second_columns, int second_size)
      : first_(first),
        first_columns_(first_columns),
        second_size_(second_size),
        moves_(static_cast<int>(first_columns.size())) {
    assert(second_columns.size() == first_columns.size());
    for (int value = 0; value < second_size; ++value) {
      for (const std::uint8_t column : second_columns) {
        assert(second.row(value)[column] < second_size);
        next_second_.push_back(second.row(value)[column]);
      }
    }
    depths_.assign(static_cast<std::size_t>(first.size()) * second_size, kUnseen);
    depths_[0] = 0;
  }

  std::vector<std::uint8_t> run() {
    std::size_t seen = 1;
    std::size_t found = 1;
    for (std::uint8_t depth = 0; found != 0 && seen < depths_.size(); ++depth) {
      assert(depth + 1 < kUnseen);
      // Looking from the unseen ones is cheaper once they are few: it stops at the first neighbour.
      const bool backward = seen > depths_.size() / 3;
      found = 0;
      for (int value = 0; value < first_.size(); ++value) {
        found += backward ? pull_row(value, depth) : push_row(value, depth);
      }
      seen += found;
    }
    return std::move(depths_);
  }

 private:
  void aim(int value) {
    for (int k = 0; k < moves_; ++k) {
      const std::size_t row = first_.row(value)[first_columns_[k]];
      target_[k] = depths_.data() + row * second_size_;
    }
  }

  std::size_t push_row(int value, std::uint8_t depth) {
    aim(value);
    const std::uint8_t* row = depths_.data() + static_cast<std::size_t>(value) * second_size_;
    std::size_t found = 0;
    for (int i = 0; i < second_size_; ++i) {
      if (row[i] != depth) continue;
      for (int k = 0; k < moves_; ++k) {
        std::uint8_t& next = target_[k][next_second_[i * moves_ + k]];
        if (next != kUnseen) continue;
        next = depth + 1;
        ++found;
      }
    }
    return found;
  }

  std::size_t pull_row(int value, std::uint8_t depth) {
    aim(value);
    std::uint8_t* row = depths_.data() + static_cast<std::size_t>(value) * second_size_;
    std::size_t found = 0;
    for (int i = 0; i < second_size_; ++i) {
      if (row[i] != kUnseen) continue;
      for (int k = 0; k < moves_; ++k) {
        if (target_[k][next_second_[i * moves_ + k]] != depth) continue;
        row[i] = depth + 1;
        ++found;
        break;
      }
    }
    return found;
  }

  const MoveTable& first_;
  Columns first_columns_;
  int second_size_;
  int moves_;
  std::vector<std::uint16_t> next_second_;
  std::vector<std::uint8_t> depths_;
  std::array<std::uint8_t*, kMoves> target_{};
};

}  // namespace

PairTable::PairTable(const MoveTable& first, Columns first_columns, const MoveTable& second,
                     Columns second_columns, int second_size)
    : second_size_(second_size) {
  const std::vector<std::uint8_t> depths =
      PairSearch(first, first_columns, second, second_columns, second_size).run();
  nibbles_.assign((depths.size() + 1) / 2, 0);
  for (std::size_t i = 0; i < depths.size(); ++i) {
    nibbles_[i / 2] |= static_cast<std::uint8_t>(depths[i] << (4 * (i % 2)));
  }
}

SmallTables::SmallTables()
    : twist(all_moves<Twist>()),
      flip(all_moves<Flip>()),
      slice_slots(all_moves<SliceSlots>()),
      four_edges(all_moves<FourEdges<8>>()),
      corner_perm(all_moves<CornerPerm>()),
      edge_perm(h_moves<EdgePerm>()),
      twist_flip(twist, kAll, flip, kAll, Flip::kSize),
      twist_slice(twist, kAll, slice_slots, kAll, kSliceSlots),
      flip_slice(flip, kAll, slice_slots, kAll, kSliceSlots),
      corner_slice(corner_perm, kHMoves, four_edges, kHMoves, kOrders),
      edge_slice(edge_perm, kFirstTen, four_edges, kHMoves, kOrders) {}

std::size_t SmallTables::bytes() const noexcept {
  return twist.bytes() + flip.bytes() + slice_slots.bytes() + four_edges.bytes() +
         corner_perm.bytes() + edge_perm.bytes() + twist_flip.bytes() + twist_slice.bytes() +
         flip_slice.bytes() + corner_slice.bytes() + edge_slice.bytes();
}

}  // namespace gyre::cube3
