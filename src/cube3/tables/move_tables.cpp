#include "cube3/tables/move_tables.h"

#include "base/threads.h"

#include <functional>

namespace gyre::cube3 {
namespace {

// A move and the column that it stands in.
struct ColumnMove {
  int column = 0;
  int move = 0;
};

// These columns by ranking; others follow from them (repeat_column).
template <class Coordinate>
void fill_columns(MoveTable& table, const std::vector<ColumnMove>& columns) {
  std::vector<Cube> turns;
  for (const ColumnMove& one : columns) turns.push_back(action(FaceTurn::from_index(one.move)));
  for (int value = 0; value < Coordinate::kSize; ++value) {
    const Cube cube = Coordinate::unrank(value);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      table.row(value)[columns[i].column] =
          static_cast<std::uint16_t>(Coordinate::rank(compose(cube, turns[i])));
    }
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
  std::vector<ColumnMove> quarters;
  for (int move = 0; move < kMoves; move += 3) quarters.push_back({move, move});
  fill_columns<Coordinate>(table, quarters);
  for (int move = 0; move < kMoves; move += 3) {
    repeat_column(table, move, move);
    repeat_column(table, move + 1, move);
  }
  return table;
}

template MoveTable all_moves<Twist>();
template MoveTable all_moves<Flip>();
template MoveTable all_moves<SliceSlots>();

template <class Coordinate>
MoveTable h_moves() {
  MoveTable table(Coordinate::kSize, kHMoveCount);
  // U and D come as three turns in a row, of which the first makes the others.
  const auto is_repeated = [](int move) { return move / 3 % 3 == 0 && move % 3 != 0; };
  std::vector<ColumnMove> ranked;
  for (int column = 0; column < kHMoveCount; ++column) {
    if (!is_repeated(kHMoves[column])) ranked.push_back({column, kHMoves[column]});
  }
  fill_columns<Coordinate>(table, ranked);
  for (int column = 0; column < kHMoveCount; ++column) {
    const int move = kHMoves[column];
    if (is_repeated(move)) repeat_column(table, column - 1, column - move % 3);
  }
  return table;
}

template MoveTable h_moves<CornerPerm>();
template MoveTable h_moves<EdgePerm>();
template MoveTable h_moves<MiddleOrder>();

MoveTable layer_moves(const MoveTable& perms) {
  MoveTable table(kLayerChoices, perms.columns());
  for (int slots = 0; slots < kLayerChoices; ++slots) {
    for (int column = 0; column < perms.columns(); ++column) {
      const int image = perms.row(slots * kLayerOrders)[column] / kLayerOrders;
      table.row(slots)[column] = static_cast<std::uint16_t>(image);
    }
  }
  return table;
}

MoveTables::MoveTables(int threads)
    : twist(Twist::kSize, kMoves),
      flip(Flip::kSize, kMoves),
      slice(SliceSlots::kSize, kMoves),
      corners(CornerPerm::kSize, kHMoveCount),
      edges(EdgePerm::kSize, kHMoveCount),
      middle(MiddleOrder::kSize, kHMoveCount) {
  // Who solves one cube waits for them.
  const std::array<std::function<void()>, 3> makers = {
      [&] { corners = h_moves<CornerPerm>(); },
      [&] { edges = h_moves<EdgePerm>(); },
      [&] {
        twist = all_moves<Twist>();
        flip = all_moves<Flip>();
        slice = all_moves<SliceSlots>();
        middle = h_moves<MiddleOrder>();
      },
  };
  parallel_for(makers.size(), threads, [&](std::size_t i) { makers[i](); });
}

std::size_t MoveTables::bytes() const noexcept {
  return twist.bytes() + flip.bytes() + slice.bytes() + corners.bytes() + edges.bytes() +
         middle.bytes();
}

}  // namespace gyre::cube3
