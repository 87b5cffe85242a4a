#include "cube3/proof/recount.h"

#include "cube3/core/metric_facts.h"
#include "cube3/coset/checksum.h"
#include "cube3/coset/layout.h"
#include "cube3/tables/move_tables.h"
#include "cube3/tables/phase1_coset.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <unordered_map>

namespace gyre::cube3 {
namespace {

// How many moves a pair of coordinates is from 0, where they are 0 in H.
class PairDistance {
 public:
  PairDistance(const MoveTable& first, const MoveTable& second, Metric metric)
      : columns_(static_cast<std::size_t>(second.size())),
        depth_(static_cast<std::size_t>(first.size()) * columns_, kFar) {
    depth_[0] = 0;
    std::vector<std::size_t> now{0};
    for (std::uint8_t depth = 1; !now.empty(); ++depth) {
      std::vector<std::size_t> next;
      for (const std::size_t place : now) {
        const std::uint16_t* a = first.row(static_cast<int>(place / columns_));
        const std::uint16_t* b = second.row(static_cast<int>(place % columns_));
        for (int move = 0; move < kMoves; ++move) {
          if (!is_one_move(metric, move)) continue;
          const std::size_t to = a[move] * columns_ + b[move];
          if (depth_[to] != kFar) continue;
          depth_[to] = depth;
          next.push_back(to);
        }
      }
      now = std::move(next);
    }
  }
  [[nodiscard]] int of(int first, int second) const noexcept {
    return depth_[static_cast<std::size_t>(first) * columns_ + static_cast<std::size_t>(second)];
  }

 private:
  static constexpr std::uint8_t kFar = std::numeric_limits<std::uint8_t>::max();

  std::size_t columns_;
  std::vector<std::uint8_t> depth_;
};

class Recounting {
 public:
  Recounting(const Cube& representative, Metric metric, const RecountLimits& limits,
             const std::stop_token& stop)
      : representative_(representative),
        metric_(metric),
        limits_(limits),
        stop_(stop),
        twist_(all_moves<Twist>()),
        flip_(all_moves<Flip>()),
        slice_(all_moves<SliceSlots>()),
        twist_slice_(twist_, slice_, metric),
        flip_slice_(flip_, slice_, metric) {}

  std::vector<CosetDepth> run() {
    const Coset start = Coset::of(representative_);
    std::vector<CosetDepth> depths;
    std::uint64_t reached = 0;
    for (int depth = 0; depth <= limits_.depth; ++depth) {
      // A move more makes about so many times as many.
      const double growth = facts_of(metric_).growth;
      if (static_cast<double>(nodes_) * growth > static_cast<double>(limits_.nodes)) break;
      nodes_ = 0;
      fresh_ = 0;
      ends_ = 0;
      search(start.twist, start.flip, start.slice, depth, kNothingTurned);
      if (stop_.stop_requested()) break;
      CosetDepth& done = depths.emplace_back();
      done.depth = depth;
      done.searched = true;
      done.positions = fresh_;
      done.reached = reached += fresh_;
      done.ends = ends_;
      done.checksum = checksum();
    }
    return depths;
  }

 private:
  // All ways into H with exactly so many moves left.
  void search(int twist, int flip, int slice, int left, int last_face) {
    ++nodes_;
    if (std::max(twist_slice_.of(twist, slice), flip_slice_.of(flip, slice)) > left) return;
    if (left == 0) return note_end();
    constexpr std::uint64_t kNodesBetweenLooks = 65'536;
    if (nodes_ % kNodesBetweenLooks == 0 && stop_.stop_requested()) stopped_ = true;
    if (stopped_) return;
    const std::uint16_t* twists = twist_.row(twist);
    const std::uint16_t* flips = flip_.row(flip);
    const std::uint16_t* slices = slice_.row(slice);
    for (int move = 0; move < kMoves; ++move) {
      const int weight = turn_weight(metric_, move);
      if (weight > left || !may_follow(move / 3, last_face)) continue;
      path_[static_cast<std::size_t>(length_++)] = static_cast<std::uint8_t>(move);
      search(twists[move], flips[move], slices[move], left - weight, move / 3);
      --length_;
    }
  }

  void note_end() {
    ++ends_;
    Cube element = representative_;
    for (int i = 0; i < length_; ++i) {
      element = turned(element, FaceTurn::from_index(path_[static_cast<std::size_t>(i)]));
    }
    const CosetPlace place = layout_.place(element);
    const std::uint64_t bit = std::uint64_t{place.page} * kPageBits + place.bit;
    std::uint64_t& word = words_[bit / 64];
    const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
    if ((word & mask) == 0) ++fresh_;
    word |= mask;
  }

  [[nodiscard]] std::uint64_t checksum() const {
    std::uint64_t sum = 0;
    for (const auto& [place, word] : words_) sum += mixed_word(word, place);
    return sum;
  }

  const Cube& representative_;
  Metric metric_;
  RecountLimits limits_;
  const std::stop_token& stop_;
  MoveTable twist_;
  MoveTable flip_;
  MoveTable slice_;
  PairDistance twist_slice_;
  PairDistance flip_slice_;
  CosetLayout layout_;
  std::unordered_map<std::uint64_t, std::uint64_t> words_;  // of the bitmap that are not empty
  std::array<std::uint8_t, kLongestCoset> path_{};
  int length_ = 0;
  bool stopped_ = false;
  std::uint64_t nodes_ = 0;
  std::uint64_t fresh_ = 0;
  std::uint64_t ends_ = 0;
};

}  // namespace

std::vector<CosetDepth> recount_depths(const Cube& representative, Metric metric,
                                       const RecountLimits& limits, const std::stop_token& stop) {
  return Recounting(representative, metric, limits, stop).run();
}

}  // namespace gyre::cube3
