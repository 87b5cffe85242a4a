#include "cube3/two_phase/tables.h"

#include "base/threads.h"
#include "cube3/tables/tables.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

namespace gyre::cube3 {
namespace {

std::vector<PairMove> phase2_moves(Metric metric) {
  std::vector<PairMove> moves;
  for (int column = 0; column < kHMoveCount; ++column) {
    moves.push_back({column, column, turn_weight(metric, kHMoves[column])});
  }
  return moves;
}

// Whether these options lead to the big tables.
bool wants_big_tables(const TwoPhaseOptions& options) {
  if (options.store == nullptr) return false;
  const std::vector<TableRecipe> recipes = two_phase_recipes(options.metric);
  std::uint64_t bytes = 0;
  for (const TableRecipe& recipe : recipes) bytes += recipe.key.payload_bytes;
  if (bytes > options.memory_bytes) return false;
  if (options.build) return true;
  // Whether the files are sound is seen when they are opened.
  return !options.store->folder().empty() &&
         std::all_of(recipes.begin(), recipes.end(), [&](const auto& recipe) {
           std::error_code ignored;
           return std::filesystem::exists(options.store->path_of(recipe.key), ignored);
         });
}

std::optional<BigTables> open_big(const MoveTables& moves, const TwoPhaseOptions& options) {
  if (!wants_big_tables(options)) return std::nullopt;
  std::vector<Table> tables;
  // A file that turns out to be damaged is made anew: somebody wanted it.
  for (const TableRecipe& recipe : two_phase_recipes(options.metric)) {
    tables.push_back(options.store->open_or_make(recipe, options.table));
  }
  return BigTables(moves, options.metric, std::move(tables[0]), std::move(tables[1]));
}

// By the first coordinate, the least distance of its pairs.
std::vector<std::uint8_t> least_of_rows(const PairTable& table, int rows) {
  std::vector<std::uint8_t> bounds;
  for (int row = 0; row < rows; ++row) {
    int least = table(row, 0);
    for (int second = 1; second < table.second_size(); ++second) {
      least = std::min(least, table(row, second));
    }
    bounds.push_back(static_cast<std::uint8_t>(least));
  }
  return bounds;
}

}  // namespace

std::vector<std::function<void()>> SmallTables::makers(const MoveTables& moves, Metric metric) {
  const std::vector<PairMove> h = phase2_moves(metric);
  return {
      [this, &moves, metric] { twist_flip.emplace(moves.twist, moves.flip, pair_moves(metric)); },
      [this, &moves, metric] { twist_slice.emplace(moves.twist, moves.slice, metric); },
      [this, &moves, metric] { flip_slice.emplace(moves.flip, moves.slice, metric); },
      [this, &moves, h] {
        corners_edge_layers.emplace(moves.corners, layer_moves(moves.edges), h);
      },
      [this, &moves, h] {
        edges_corner_layers.emplace(moves.edges, layer_moves(moves.corners), h);
      },
      [this, &moves, h] { edge_middle.emplace(moves.edges, moves.middle, h); },
  };
}

std::size_t SmallTables::bytes() const noexcept {
  return twist_flip->bytes() + twist_slice->bytes() + flip_slice->bytes() + edge_middle->bytes() +
         corners_edge_layers->bytes() + edges_corner_layers->bytes();
}

BigTables::BigTables(const MoveTables& moves, Metric metric, Table phase1_table, Table phase2_table)
    : phase1(std::move(phase1_table)), phase2(std::move(phase2_table)) {
  if (Completions::serves(metric)) completions.emplace(moves, cosets);
  for (int row = 0; row < kTwistClasses; ++row) {
    for (int move = 0; move < kMoves; ++move) {
      row_moves.push_back(cosets.class_of(moves.twist.row(cosets.class_twist(row))[move]));
    }
  }
  for (int a = 0; a < kAxisSymmetries; ++a) {
    for (int b = 0; b < kAxisSymmetries; ++b) {
      products[a * kAxisSymmetries + b] = static_cast<std::uint8_t>(product(a, b));
    }
  }
}

std::size_t BigTables::bytes() const noexcept {
  return phase1.payload().size() + phase2.payload().size() + perms.bytes() + sizeof(cosets) +
         (completions ? completions->bytes() : 0);
}

TwoPhaseTables::TwoPhaseTables(const TwoPhaseOptions& options)
    : metric_(options.metric), moves_(options.table.work.threads), big_(open_big(moves_, options)) {
  std::vector<std::function<void()>> makers;
  if (!big_) makers = small_.emplace().makers(moves_, metric_);
  makers.emplace_back([this] {
    corner_middle_.emplace(moves_.corners, moves_.middle, phase2_moves(metric_));
    corner_bounds_ = least_of_rows(*corner_middle_, CornerPerm::kSize);
  });
  // All at once: who solves one cube waits for them.
  parallel_for(makers.size(), options.table.work.threads, [&](std::size_t i) { makers[i](); });
}

std::size_t TwoPhaseTables::bytes() const noexcept {
  return moves_.bytes() + corner_middle_->bytes() + corner_bounds_.size() +
         (big_ ? big_->bytes() : small_->bytes());
}

}  // namespace gyre::cube3
