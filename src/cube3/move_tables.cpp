#include "cube3/move_tables.h"

namespace gyre::cube3 {
namespace {

// One column by ranking; others follow from it (repeat_column).
template <class Coordinate>
void fill_column(MoveTable& table, int column, int move) {
  const Cube turn = action(FaceTurn::from_index(move));
  for (int value = 0; value < Coordinate::kSize; ++value) {
    table.row(value)[column] =
        static_cast<std::uint16_t>(Coordinate::rank(compose(Coordinate::unrank(value), turn)));
  }
}

// The column after `column` is the same move once more.
void repeat_column(MoveTable& table, int column, int quarter) {
  for (int value = 0; value < table.size(); ++value) {
    table.row(value)[column + 1] = table.row(table.row(value)[column])[quarter];
  }
}

}  // namespace

template <class Coordinate>
MoveTable all_moves() {
  MoveTable table(Coordinate::kSize, kMoves);
  for (int move = 0; move < kMoves; move += 3) {
    fill_column<Coordinate>(table, move, move);
    repeat_column(table, move, move);
    repeat_column(table, move + 1, move);
  }
  return table;
}

template MoveTable all_moves<Twist>();
template MoveTable all_moves<Flip>();
template MoveTable all_moves<SliceSlots>();
template MoveTable all_moves<FourEdges<0>>();
template MoveTable all_moves<FourEdges<4>>();
template MoveTable all_moves<FourEdges<8>>();

template <class Coordinate>
MoveTable h_moves() {
  MoveTable table(Coordinate::kSize, kHMoveCount);
  for (int column = 0; column < kHMoveCount; ++column) {
    const int move = kHMoves[column];
    // U and D come as three turns in a row, of which the first makes the others.
    if (move / 3 % 3 == 0 && move % 3 != 0) {
      repeat_column(table, column - 1, column - move % 3);
    } else {
      fill_column<Coordinate>(table, column, move);
    }
  }
  return table;
}

template MoveTable h_moves<CornerPerm>();
template MoveTable h_moves<EdgePerm>();
template MoveTable h_moves<MiddleOrder>();

MoveTables::MoveTables()
    : twist(all_moves<Twist>()),
      flip(all_moves<Flip>()),
      slice(all_moves<SliceSlots>()),
      corners(h_moves<CornerPerm>()),
      edges(h_moves<EdgePerm>()),
      middle(h_moves<MiddleOrder>()) {}

std::size_t MoveTables::bytes() const noexcept {
  return twist.bytes() + flip.bytes() + slice.bytes() + corners.bytes() + edges.bytes() +
         middle.bytes();
}

}  // namespace gyre::cube3
