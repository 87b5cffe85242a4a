#include "cube3/pair_masks.h"

#include "cube3/pair_table.h"

#include <array>

namespace gyre::cube3 {
namespace {

// The four bits of a face, from the distances before and after its turns.
std::uint32_t face_bits(Metric metric, std::uint8_t own, const std::array<std::uint8_t, 3>& after) {
  std::uint32_t closer = 0;
  std::uint32_t same = 0;
  for (unsigned turn = 0; turn < after.size(); ++turn) {
    if (metric == Metric::qtm && turn == 1) continue;
    closer |= (after[turn] < own ? 1U : 0U) << turn;
    same |= (after[turn] == own ? 1U : 0U) << turn;
  }
  if (metric == Metric::qtm) return closer | (closer | same) << 1U;
  return closer != 0 ? closer : same | 8U;
}

}  // namespace

PairMasks::PairMasks(const MoveTable& first, const MoveTable& second, Metric metric)
    : second_size_(static_cast<std::uint32_t>(second.size())) {
  std::vector<PairMove> moves;
  for (int move = 0; move < kMoves; ++move) {
    if (metric == Metric::htm || quarter_turns(move) == 1) moves.push_back({move, move, 1});
  }
  const std::vector<std::uint8_t> depths = pair_distances(first, second, moves);
  entries_.resize(depths.size());
  for (int a = 0; a < first.size(); ++a) {
    const std::uint16_t* next_first = first.row(a);
    std::array<const std::uint8_t*, kMoves> rows{};
    for (int move = 0; move < kMoves; ++move) {
      rows[move] = depths.data() + std::size_t{next_first[move]} * second_size_;
    }
    std::size_t at = static_cast<std::size_t>(a) * second_size_;
    for (int b = 0; b < second.size(); ++b, ++at) {
      const std::uint16_t* next_second = second.row(b);
      std::uint32_t bits = std::uint32_t{depths[at]} << 24U;
      for (int face = 0; face < kFaces; ++face) {
        const int move = 3 * face;
        bits |= face_bits(metric, depths[at],
                          {rows[move][next_second[move]], rows[move + 1][next_second[move + 1]],
                           rows[move + 2][next_second[move + 2]]})
                << (4 * face);
      }
      entries_[at] = bits;
    }
  }
}

}  // namespace gyre::cube3
