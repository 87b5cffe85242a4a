#include "cube3/tables/pair_masks.h"

#include "cube3/core/with_metric.h"
#include "cube3/tables/pair_table.h"

#include <utility>

namespace gyre::cube3 {
namespace {

// The distances of all pairs, and of a row of them after each move. Rows are gathered move by move
// and the bits made of whole rows, which compilers turn into vector instructions.
class Rows {
 public:
  Rows(const MoveTable& first, const MoveTable& second, std::vector<std::uint8_t> depths)
      : first_(first),
        size_(second.size()),
        columns_(second.columns()),
        depths_(std::move(depths)) {
    images_.resize(static_cast<std::size_t>(columns_) * size_);
    for (int b = 0; b < size_; ++b) {
      for (int column = 0; column < columns_; ++column) {
        images_[static_cast<std::size_t>(column) * size_ + b] = second.row(b)[column];
      }
    }
    after_.resize(static_cast<std::size_t>(columns_) * size_);
  }

  [[nodiscard]] std::size_t pairs() const { return depths_.size(); }
  [[nodiscard]] const std::uint8_t* own(int a) const {
    return depths_.data() + static_cast<std::size_t>(a) * size_;
  }
  void gather(int a) {
    for (int column = 0; column < columns_; ++column) {
      const std::uint8_t* from = own(first_.row(a)[column]);
      const std::uint16_t* images = images_.data() + static_cast<std::size_t>(column) * size_;
      std::uint8_t* to = after_.data() + static_cast<std::size_t>(column) * size_;
      for (int b = 0; b < size_; ++b) to[b] = from[images[b]];
    }
  }
  [[nodiscard]] const std::uint8_t* after(int column) const {
    return after_.data() + static_cast<std::size_t>(column) * size_;
  }

 private:
  const MoveTable& first_;
  int size_;
  int columns_;
  std::vector<std::uint8_t> depths_;
  std::vector<std::uint16_t> images_;  // of the second coordinate, by column
  std::vector<std::uint8_t> after_;
};

// The four bits of a face in all entries of a row.
template <Metric metric>
void add_face(const Rows& rows, const std::uint8_t* own, int face, int size,
              std::uint32_t* entries) {
  const std::uint8_t* one = rows.after(3 * face);
  const std::uint8_t* two = rows.after(3 * face + 1);
  const std::uint8_t* three = rows.after(3 * face + 2);
  for (int b = 0; b < size; ++b) {
    const std::uint8_t depth = own[b];
    const auto is = [](bool holds, unsigned bit) { return (holds ? 1U : 0U) << bit; };
    std::uint32_t closer = is(one[b] < depth, 0) | is(three[b] < depth, 2);
    std::uint32_t same = is(one[b] == depth, 0) | is(three[b] == depth, 2);
    if constexpr (counts_units(metric)) {
      entries[b] |= (closer | (closer | same) << 1U) << (4 * face);
    } else {
      closer |= is(two[b] < depth, 1);
      same |= is(two[b] == depth, 1);
      entries[b] |= (closer != 0 ? closer : same | 8U) << (4 * face);
    }
  }
}

}  // namespace

PairMasks::PairMasks(const MoveTable& first, const MoveTable& second, Metric metric)
    : second_size_(static_cast<std::uint32_t>(second.size())) {
  Rows rows(first, second, pair_distances(first, second, pair_moves(metric)));
  entries_.resize(rows.pairs());
  for (int a = 0; a < first.size(); ++a) {
    rows.gather(a);
    const std::uint8_t* own = rows.own(a);
    std::uint32_t* entries = entries_.data() + static_cast<std::size_t>(a) * second_size_;
    for (int b = 0; b < second.size(); ++b) entries[b] = std::uint32_t{own[b]} << 24U;
    with_metric(metric, [&](auto constant) {
      for (int face = 0; face < kFaces; ++face) {
        add_face<constant.value>(rows, own, face, second.size(), entries);
      }
    });
  }
}

}  // namespace gyre::cube3
