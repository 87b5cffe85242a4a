// Breadth-first search over a space that is folded by symmetry along its rows, a byte an entry, on
// all threads. Serves both tables of the two-phase solver: they differ only in what a row is.
//
// A space is rows x blocks x block_size entries. A move takes all entries of one block to entries
// of one other block (of any row) by a permutation, so the inner loop works on two pieces of memory
// that fit the nearest cache, whatever the size of the whole. With few entries at the last depth
// their neighbours are marked (push); later the unseen entries look whether a neighbour is at the
// last depth (pull), each move shortening the list of those that have not found one.
//
// A row that has symmetries of its own holds its entries more than once. Pulling fills every copy
// by itself; pushing must be told the copies.
#pragma once

#include <gyre/base/error.h>
#include <gyre/table/store.h>
#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace gyre::cube3 {

constexpr std::uint8_t kUnseenDepth = 0xFF;

// Where a move takes a block: entry i to entry images[i] ^ toggle of the block that starts at
// `start`.
struct BlockTarget {
  std::size_t start = 0;
  const std::uint16_t* images = nullptr;
  unsigned toggle = 0;
};

// Space has rows(), blocks(), block_size(), moves(), weight(move): 1 or 2, row_size(row): how many
// rows without folding it stands for, target(row, block, move), and for_copies(index, visit), which
// calls visit(copy) for each entry that a symmetry of its row makes of this one.
template <class Space>
class RowSearch {
 public:
  // Entry 0 is the start. Fills `depths`, which holds an entry for each of the space.
  RowSearch(const Space& space, std::span<std::uint8_t> depths, const TableWork& work,
            std::string_view what)
      : space_(space), depths_(depths), work_(work), what_(what) {
    for (int move = 0; move < space.moves(); ++move) {
      heaviest_ = std::max(heaviest_, space.weight(move));
    }
  }

  // The number of positions (without folding) at each depth; what was found so far if stopped.
  DepthCounts run() {
    for_rows([&](int first, int last) {
      std::fill(block_start(first, 0), block_start(last, 0), kUnseenDepth);
    });
    depths_[0] = 0;
    active_.assign(space_.rows(), 0);
    active_[0] = 1;
    DepthCounts counts = {static_cast<std::uint64_t>(space_.row_size(0))};
    std::uint64_t seen = 1;
    std::uint64_t last_found = 1;
    // With weights of 2 one depth may be empty and the next one not.
    for (int empty = 0;
         seen < depths_.size() && empty < heaviest_ && !work_.stop.stop_requested();) {
      depth_ = static_cast<std::uint8_t>(counts.size());
      const bool push = last_found * kPushCost < depths_.size() - seen;
      std::atomic<std::uint64_t> found = 0;
      std::atomic<std::uint64_t> positions = 0;
      for_rows([&](int first, int last) {
        std::vector<std::uint16_t> list(space_.block_size());
        for (int row = first; row < last && !work_.stop.stop_requested(); ++row) {
          push ? push_row(row, list) : pull_row(row, list);
        }
      });
      // Counted afterwards, since pushing threads may find the same entry twice.
      for_rows([&](int first, int last) {
        for (int row = first; row < last; ++row) {
          const std::span<const std::uint8_t> entries = row_entries(row);
          const auto count =
              static_cast<std::uint64_t>(std::count(entries.begin(), entries.end(), depth_));
          found += count;
          positions += count * space_.row_size(row);
          active_[row] = static_cast<std::uint8_t>(active_[row] << 1 | (count != 0 ? 1 : 0));
        }
      });
      counts.push_back(positions);
      seen += found;
      last_found = found + (empty == 0 ? 0 : last_found);
      empty = found == 0 ? empty + 1 : 0;
      if (work_.progress) work_.progress({what_, seen, depths_.size()});
    }
    while (counts.back() == 0) counts.pop_back();
    return counts;
  }

 private:
  // Marking a neighbour costs about so many times as much as looking at one.
  static constexpr std::uint64_t kPushCost = 8;

  static constexpr int kPullPart = 4'096;

  using Entry = std::atomic_ref<std::uint8_t>;

  [[nodiscard]] std::span<std::uint8_t> row_entries(int row) const {
    const std::size_t size = static_cast<std::size_t>(space_.blocks()) * space_.block_size();
    return depths_.subspan(row * size, size);
  }

  // Calls work(first, last) for ranges that cover the rows, on all threads.
  template <class Work>
  void for_rows(const Work& work) const {
    const int rows = space_.rows();
    const int chunks = std::min(rows, 64 * thread_count(work_.threads));
    parallel_for(chunks, work_.threads, [&](std::size_t chunk) {
      const auto bound = [&](std::size_t k) {
        return static_cast<int>(k * static_cast<std::size_t>(rows) / chunks);
      };
      work(bound(chunk), bound(chunk + 1));
    });
  }

  void push_row(int row, std::vector<std::uint16_t>& list) {
    for (int block = 0; block < space_.blocks(); ++block) {
      for (int weight = 1; weight <= heaviest_ && weight <= depth_; ++weight) {
        if ((active_[row] >> (weight - 1) & 1) == 0) continue;
        const std::size_t count =
            collect(row, block, depth_ - weight, 0, space_.block_size(), list);
        if (count == 0) continue;
        for (int move = 0; move < space_.moves(); ++move) {
          if (space_.weight(move) == weight) push_list(row, block, move, {list.data(), count});
        }
      }
    }
  }

  void push_list(int row, int block, int move, std::span<const std::uint16_t> list) {
    const BlockTarget target = space_.target(row, block, move);
    for (const std::uint16_t inner : list) {
      const std::size_t index = target.start + (target.images[inner] ^ target.toggle);
      if (Entry(depths_[index]).load(std::memory_order_relaxed) != kUnseenDepth) continue;
      Entry(depths_[index]).store(depth_, std::memory_order_relaxed);
      space_.for_copies(index, [&](std::size_t copy) {
        Entry(depths_[copy]).store(depth_, std::memory_order_relaxed);
      });
    }
  }

  void pull_row(int row, std::vector<std::uint16_t>& list) {
    for (int block = 0; block < space_.blocks(); ++block) {
      // In parts, so that the list stays in the nearest cache from one move to the next.
      for (int from = 0; from < space_.block_size(); from += kPullPart) {
        const int to = std::min(from + kPullPart, space_.block_size());
        const std::size_t count = collect(row, block, kUnseenDepth, from, to, list);
        pull_list(row, block, {list.data(), count});
      }
    }
  }

  void pull_list(int row, int block, std::span<std::uint16_t> list) {
    std::uint8_t* own = block_start(row, block);
    for (int move = 0; move < space_.moves() && !list.empty(); ++move) {
      const int weight = space_.weight(move);
      if (weight > depth_) continue;
      const auto wanted = static_cast<std::uint8_t>(depth_ - weight);
      const BlockTarget target = space_.target(row, block, move);
      std::uint8_t* from = depths_.data() + target.start;
      std::size_t left = 0;
      for (const std::uint16_t inner : list) {
        std::uint8_t& other = from[target.images[inner] ^ target.toggle];
        const bool reached = Entry(other).load(std::memory_order_relaxed) == wanted;
        Entry(own[inner]).store(reached ? depth_ : kUnseenDepth, std::memory_order_relaxed);
        list[left] = inner;
        left += reached ? 0 : 1;
      }
      list = list.first(left);
    }
  }

  [[nodiscard]] std::uint8_t* block_start(int row, int block) const {
    return depths_.data() +
           (static_cast<std::size_t>(row) * space_.blocks() + block) * space_.block_size();
  }

  // The entries of a block that stand at a depth. Most passes look for few: so eight at a time.
  std::size_t collect(int row, int block, int depth, int from, int to,
                      std::vector<std::uint16_t>& list) const {
    std::uint8_t* entries = block_start(row, block);
    std::size_t count = 0;
    const auto look = [&](int first, int last) {
      for (int i = first; i < last; ++i) {
        list[count] = static_cast<std::uint16_t>(i);
        count += Entry(entries[i]).load(std::memory_order_relaxed) == depth ? 1 : 0;
      }
    };
    if (reinterpret_cast<std::uintptr_t>(entries + from) % sizeof(std::uint64_t) != 0) {
      look(from, to);
      return count;
    }
    const std::uint64_t wanted = kLowBits * static_cast<std::uint8_t>(depth);
    const int whole = to - (to - from) % 8;
    for (int i = from; i < whole; i += 8) {
      auto* eight = reinterpret_cast<std::uint64_t*>(entries + i);
      const std::uint64_t differ =
          std::atomic_ref<std::uint64_t>(*eight).load(std::memory_order_relaxed) ^ wanted;
      // Not zero if some byte of `differ` is.
      if (((differ - kLowBits) & ~differ & kHighBits) != 0) look(i, i + 8);
    }
    look(whole, to);
    return count;
  }

  static constexpr std::uint64_t kLowBits = 0x0101'0101'0101'0101;
  static constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080;

  const Space& space_;
  std::span<std::uint8_t> depths_;
  const TableWork& work_;
  std::string_view what_;
  // By row: whether it has entries at the last depth (bit 0), the one before (bit 1) and so on. At
  // first most rows have none, and pushing need not look.
  std::vector<std::uint8_t> active_;
  int heaviest_ = 1;
  std::uint8_t depth_ = 0;  // that is being looked for
};

}  // namespace gyre::cube3
