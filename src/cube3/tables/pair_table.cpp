#include "cube3/tables/pair_table.h"

#include "cube3/tables/row_search.h"

namespace gyre::cube3 {

std::vector<PairMove> pair_moves(Metric metric) {
  std::vector<PairMove> moves;
  for (const int move : moves_of(metric)) moves.push_back({move, move, 1});
  return moves;
}
namespace {

// A row for each value of the first coordinate, and nothing folded.
class PairSpace {
 public:
  PairSpace(const MoveTable& first, const MoveTable& second, std::span<const PairMove> moves)
      : first_(first), second_size_(second.size()), moves_(moves) {
    for (const PairMove& move : moves) {
      for (int value = 0; value < second_size_; ++value) {
        images_.push_back(second.row(value)[move.second_column]);
      }
    }
  }

  [[nodiscard]] int rows() const { return first_.size(); }
  [[nodiscard]] int blocks() const { return 1; }
  [[nodiscard]] int block_size() const { return second_size_; }
  [[nodiscard]] int moves() const { return static_cast<int>(moves_.size()); }
  [[nodiscard]] int weight(int move) const { return moves_[move].weight; }
  [[nodiscard]] int row_size(int /*row*/) const { return 1; }

  [[nodiscard]] BlockTarget target(int row, int /*block*/, int move) const {
    const std::size_t to = first_.row(row)[moves_[move].first_column];
    return {to * second_size_, images_.data() + static_cast<std::size_t>(move) * second_size_, 0};
  }

  template <class Visit>
  void for_copies(std::size_t /*index*/, const Visit& /*visit*/) const {}

 private:
  const MoveTable& first_;
  int second_size_;
  std::span<const PairMove> moves_;
  std::vector<std::uint16_t> images_;  // of the second coordinate, by move
};

}  // namespace

std::vector<std::uint8_t> pair_distances(const MoveTable& first, const MoveTable& second,
                                         std::span<const PairMove> moves) {
  const PairSpace space(first, second, moves);
  std::vector<std::uint8_t> depths(static_cast<std::size_t>(first.size()) * second.size());
  TableWork work;
  work.threads = 1;
  RowSearch(space, depths, work, "pair table").run();
  return depths;
}

PairTable::PairTable(const MoveTable& first, const MoveTable& second,
                     std::span<const PairMove> moves)
    : second_size_(second.size()) {
  const std::vector<std::uint8_t> depths = pair_distances(first, second, moves);
  nibbles_.assign((depths.size() + 1) / 2, 0);
  for (std::size_t i = 0; i < depths.size(); ++i) {
    nibbles_[i / 2] |=
        static_cast<std::uint8_t>(std::min(depths[i], std::uint8_t{15}) << (4 * (i % 2)));
  }
}

}  // namespace gyre::cube3
