#include "cube3/tables/phase1_table.h"

#include "cube3/tables/row_search.h"

#include "base/huge_pages.h"
#include "cube3/core/with_metric.h"

#include <array>
#include <cassert>
#include <mutex>
#include <vector>

namespace gyre::cube3 {
namespace {

// Rows are classes of twists, blocks slice slots, and a block holds the flips.
class CosetSpace {
 public:
  explicit CosetSpace(Metric metric)
      : moves_(moves_of(metric)), twist_(all_moves<Twist>()), slice_(all_moves<SliceSlots>()) {
    const MoveTable flips = all_moves<Flip>();
    images_.resize(moves_.size() * kAxisSymmetries * Flip::kSize);
    std::uint16_t* images = images_.data();
    for (const int move : moves_) {
      for (int s = 0; s < kAxisSymmetries; ++s) {
        for (int flip = 0; flip < Flip::kSize; ++flip) {
          *images++ = symmetries_.flip_images(s)[flips.row(flip)[move]];
        }
      }
    }
  }

  [[nodiscard]] int rows() const { return kTwistClasses; }
  [[nodiscard]] int blocks() const { return kSliceSlots; }
  [[nodiscard]] int block_size() const { return Flip::kSize; }
  [[nodiscard]] int moves() const { return static_cast<int>(moves_.size()); }
  [[nodiscard]] int weight(int /*move*/) const { return 1; }
  [[nodiscard]] int row_size(int row) const { return symmetries_.class_size(row); }

  [[nodiscard]] BlockTarget target(int row, int block, int move) const {
    const int twist = twist_.row(symmetries_.class_twist(row))[moves_[move]];
    const int slice = slice_.row(block)[moves_[move]];
    const auto [to_row, s] = symmetries_.class_of(twist);
    const auto to_slice = static_cast<std::uint32_t>(symmetries_.conjugate_slice(slice, s));
    return {to_row * kPhase1Row + to_slice * Flip::kSize,
            images_.data() + static_cast<std::size_t>(move * kAxisSymmetries + s) * Flip::kSize,
            static_cast<unsigned>(symmetries_.flip_toggle(slice, s))};
  }

  template <class Visit>
  void for_copies(std::size_t index, const Visit& visit) const {
    const auto row = static_cast<int>(index / kPhase1Row);
    const auto slice = static_cast<int>(index % kPhase1Row / Flip::kSize);
    const auto flip = static_cast<int>(index % Flip::kSize);
    for (const std::uint8_t s : symmetries_.class_symmetries(row)) {
      if (s == 0) continue;
      visit(static_cast<std::size_t>(row) * kPhase1Row +
            static_cast<std::size_t>(symmetries_.conjugate_slice(slice, s)) * Flip::kSize +
            symmetries_.conjugate_flip(flip, slice, s));
    }
  }

  [[nodiscard]] int face_turn(int move) const { return moves_[move]; }

 private:
  CosetSymmetries symmetries_;
  std::vector<int> moves_;  // indices of face turns
  MoveTable twist_;
  MoveTable slice_;
  // By move and symmetry: where the flips go, without the toggle.
  std::vector<std::uint16_t> images_;
};

using FlipBlock = std::array<std::uint8_t, Flip::kSize>;

// The distances after a move, for the flips of a block.
void gather(const CosetSpace& space, std::span<const std::uint8_t> depths, int row, int block,
            int move, FlipBlock& out) {
  const BlockTarget target = space.target(row, block, move);
  const std::uint8_t* from = depths.data() + target.start;
  for (int flip = 0; flip < Flip::kSize; ++flip) {
    out[flip] = from[target.images[flip] ^ target.toggle];
  }
}

// The four bits of a face in each entry of a block.
template <Metric metric>
void add_face(const FlipBlock& own, const std::array<FlipBlock, 3>& after, unsigned shift,
              std::uint32_t* entries) {
  for (int i = 0; i < Flip::kSize; ++i) {
    const std::uint8_t depth = own[i];
    std::uint32_t closer = 0;
    std::uint32_t same = 0;
    for (unsigned turn = 0; turn < after.size(); ++turn) {
      if (!is_one_move(metric, static_cast<int>(turn))) continue;
      closer |= (after[turn][i] < depth ? 1U : 0U) << turn;
      same |= (after[turn][i] == depth ? 1U : 0U) << turn;
    }
    std::uint32_t face = 0;
    if constexpr (counts_units(metric)) {
      face = closer | (closer | same) << 1U;
    } else {
      face = closer != 0 ? closer : same | 8U;
    }
    entries[i] |= face << shift;
  }
}

template <Metric metric>
void add_masks(const CosetSpace& space, std::span<const std::uint8_t> depths, int row,
               std::span<std::uint32_t> table) {
  FlipBlock own;
  std::array<FlipBlock, 3> after{};
  for (int block = 0; block < kSliceSlots; ++block) {
    const std::size_t start = row * std::size_t{kPhase1Row} + std::size_t{Flip::kSize} * block;
    std::uint32_t* entries = table.data() + start;
    for (int i = 0; i < Flip::kSize; ++i) {
      own[i] = depths[start + i];
      entries[i] = std::uint32_t{own[i]} << 24U;
    }
    for (int move = 0; move < space.moves(); ++move) {
      const int turn = space.face_turn(move);
      gather(space, depths, row, block, move, after[turn % 3]);
      if (turn % 3 == 2) add_face<metric>(own, after, 4U * (turn / 3), entries);
    }
  }
}

}  // namespace

DepthCounts make_phase1(Metric metric, std::span<std::uint32_t> table, const TableWork& work) {
  assert(table.size() == kPhase1Entries);
  const CosetSpace space(metric);
  HugeBuffer memory(kPhase1Entries);
  const std::span<std::uint8_t> depths(reinterpret_cast<std::uint8_t*>(memory.bytes().data()),
                                       kPhase1Entries);
  DepthCounts counts = RowSearch(space, depths, work, "phase-1 distances").run();
  std::uint64_t done = 0;
  std::mutex mutex;
  parallel_for(kTwistClasses, work.threads, [&](std::size_t row) {
    if (work.stop.stop_requested()) return;
    with_metric(metric, [&](auto constant) {
      add_masks<constant.value>(space, depths, static_cast<int>(row), table);
    });
    const std::lock_guard lock(mutex);
    ++done;
    if (work.progress) work.progress({"phase-1 masks", done, kTwistClasses});
  });
  return counts;
}

DepthCounts count_phase1(std::span<const std::uint32_t> table, const TableWork& work) {
  const CosetSymmetries symmetries;
  std::vector<DepthCounts> rows(kTwistClasses);
  parallel_for(kTwistClasses, work.threads, [&](std::size_t row) {
    DepthCounts counts(16);
    for (const std::uint32_t entry : table.subspan(row * kPhase1Row, kPhase1Row)) {
      ++counts[entry >> 24U & 15U];
    }
    for (std::uint64_t& count : counts) count *= symmetries.class_size(static_cast<int>(row));
    rows[row] = counts;
  });
  DepthCounts counts(16);
  for (const DepthCounts& row : rows) {
    for (std::size_t depth = 0; depth < row.size(); ++depth) counts[depth] += row[depth];
  }
  while (counts.back() == 0) counts.pop_back();
  return counts;
}

}  // namespace gyre::cube3
