// Breadth-first search over a RankedSpace, two bits an entry, on all threads.
//
// One bit says that an entry was reached before this layer, the other that it is fresh: in the last
// layer, or, where the first bit is not yet set, in the one being made. With few fresh entries
// their neighbours are marked (push); later the unreached entries look for a reached neighbour
// (pull). That is enough of a test: a neighbour that was reached earlier than in the last layer
// would have brought this entry with it. So pulling reads one bit of one block at a time, which
// stays in the nearest cache.
#pragma once

#include "general/god/ranked_space.h"

#include <gyre/base/progress.h>
#include "base/huge_pages.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace gyre {

class RankedSearch {
 public:
  RankedSearch(const RankedSpace& space, int threads, std::stop_token stop);

  struct Layer {
    std::uint64_t positions = 0;
    std::uint64_t classes = 0;  // under the symmetries of the space
  };
  // The layer that was made last; at first it is the start.
  [[nodiscard]] const Layer& last() const noexcept { return last_; }
  enum class Step { layer, end, stopped };
  // Makes the next layer the last. With `end` there is none and the last stays; after `stopped` the
  // search is of no further use.
  Step advance(const ProgressCallback& progress, std::string_view what);

  // Calls visit(row, block, entry) for one entry of each class of the last layer.
  void for_last(const std::function<void(std::size_t, std::size_t, std::size_t)>& visit) const;

  [[nodiscard]] static std::uint64_t bytes(const RankedSpace& space) noexcept;
  // The two planes, for checkpoints; after changing them call recount().
  [[nodiscard]] std::span<std::byte> reached_plane() noexcept { return reached_buffer_.bytes(); }
  [[nodiscard]] std::span<std::byte> fresh_plane() noexcept { return fresh_buffer_.bytes(); }
  [[nodiscard]] std::span<const std::byte> reached_plane() const noexcept {
    return reached_buffer_.bytes();
  }
  [[nodiscard]] std::span<const std::byte> fresh_plane() const noexcept {
    return fresh_buffer_.bytes();
  }
  void recount();

 private:
  struct Scratch {
    std::vector<std::uint16_t> list;
    bool found = false;  // an entry of the next layer
  };

  [[nodiscard]] std::size_t block_words(std::size_t row, std::size_t block) const noexcept {
    return (row * space_.blocks() + block) * words_;
  }
  template <class Work>
  Step for_rows(const ProgressCallback& progress, std::string_view what, const Work& work);
  void push_row(std::size_t row, Scratch& scratch);
  // True if it marked an entry.
  bool push_list(std::span<const std::uint16_t> list, const RankedSpace::Target& target);
  void mark(std::size_t row, std::size_t block, std::uint16_t entry);
  void pull_row(std::size_t row, Scratch& scratch);
  std::size_t pull_list(std::span<std::uint16_t> list, const RankedSpace::Target& target,
                        std::uint64_t* fresh) const;
  // Makes what was marked the last layer.
  void take_over();
  // Entry by entry: whether none of its copies comes before it.
  [[nodiscard]] bool first_of_copies(std::size_t row, std::size_t block,
                                     std::size_t entry) const noexcept;
  [[nodiscard]] std::uint64_t classes_in(std::size_t row) const;

  const RankedSpace& space_;
  int threads_;
  std::stop_token stop_;
  std::size_t words_;  // of a block
  HugeBuffer reached_buffer_;
  HugeBuffer fresh_buffer_;
  std::uint64_t* reached_;
  std::uint64_t* fresh_;
  std::vector<std::uint32_t> active_;  // by row and block: entries in the last layer
  std::uint64_t reached_entries_ = 0;
  std::uint64_t last_entries_ = 0;
  Layer last_;
};

}  // namespace gyre
