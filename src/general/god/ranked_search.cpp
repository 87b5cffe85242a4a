#include "general/god/ranked_search.h"

#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

namespace gyre {
namespace {

// Marking a neighbour costs about so many times as much as looking at one.
constexpr std::uint64_t kPushCost = 3;
// Unreached entries that are listed at a time, so that the list stays in the nearest cache.
constexpr std::size_t kPullWords = 64;

using Word = std::atomic_ref<std::uint64_t>;

std::uint64_t bit_of(std::uint16_t entry) noexcept {
  return std::uint64_t{1} << (entry % 64U);
}

// Appends the numbers of the bits that are set.
void list_bits(std::uint64_t bits, std::size_t first, std::vector<std::uint16_t>& list,
               std::size_t& count) {
  while (bits != 0) {
    list[count++] = static_cast<std::uint16_t>(first + std::countr_zero(bits));
    bits &= bits - 1;
  }
}

}  // namespace

RankedSearch::RankedSearch(const RankedSpace& space, int threads, std::stop_token stop)
    : space_(space),
      threads_(threads),
      stop_(std::move(stop)),
      words_((space.entries() + 63) / 64),
      reached_buffer_(space.rows() * space.blocks() * words_ * sizeof(std::uint64_t)),
      fresh_buffer_(space.rows() * space.blocks() * words_ * sizeof(std::uint64_t)),
      reached_(reinterpret_cast<std::uint64_t*>(reached_buffer_.bytes().data())),
      fresh_(reinterpret_cast<std::uint64_t*>(fresh_buffer_.bytes().data())),
      active_(space.rows() * space.blocks(), 0) {
  // Entries that are not there count as reached, so that nobody looks for them.
  if (space.entries() % 64 != 0) {
    const std::uint64_t beyond = ~std::uint64_t{0} << (space.entries() % 64);
    for (std::size_t block = 0; block < active_.size(); ++block) {
      reached_[(block + 1) * words_ - 1] = beyond;
    }
  }
  fresh_[0] |= 1U;
  take_over();
}

std::uint64_t RankedSearch::bytes(const RankedSpace& space) noexcept {
  const std::uint64_t blocks = space.rows() * space.blocks();
  return blocks *
         (2 * sizeof(std::uint64_t) * ((space.entries() + 63) / 64) + sizeof(std::uint32_t));
}

template <class Work>
RankedSearch::Step RankedSearch::for_rows(const ProgressCallback& progress, std::string_view what,
                                          const Work& work) {
  const std::size_t rows = space_.rows();
  const std::size_t tasks = std::min<std::size_t>(rows, 64U * thread_count(threads_));
  std::mutex reporting;
  std::size_t done = 0;
  std::atomic<bool> found = false;
  parallel_for(tasks, threads_, [&](std::size_t task) {
    Scratch scratch;
    scratch.list.resize(words_ * 64);
    const std::size_t first = task * rows / tasks;
    const std::size_t last = (task + 1) * rows / tasks;
    for (std::size_t row = first; row < last; ++row) {
      if (stop_.stop_requested()) return;
      work(row, scratch);
    }
    if (scratch.found) found = true;
    if (!progress) return;
    const std::lock_guard lock(reporting);
    done += last - first;
    progress({what, done, rows});
  });
  if (stop_.stop_requested()) return Step::stopped;
  return found ? Step::layer : Step::end;
}

RankedSearch::Step RankedSearch::advance(const ProgressCallback& progress, std::string_view what) {
  const std::uint64_t all = space_.rows() * space_.blocks() * space_.entries();
  const bool push = last_entries_ * kPushCost < all - reached_entries_;
  const Step step = for_rows(progress, what, [&](std::size_t row, Scratch& scratch) {
    push ? push_row(row, scratch) : pull_row(row, scratch);
  });
  if (step == Step::layer) take_over();
  return step;
}

void RankedSearch::push_row(std::size_t row, Scratch& scratch) {
  for (std::size_t block = 0; block < space_.blocks(); ++block) {
    if (active_[row * space_.blocks() + block] == 0) continue;
    const std::size_t start = block_words(row, block);
    std::size_t count = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      // Others may mark entries here meanwhile; those are not yet reached.
      const std::uint64_t fresh = Word(fresh_[start + word]).load(std::memory_order_relaxed);
      list_bits(reached_[start + word] & fresh, word * 64, scratch.list, count);
    }
    for (int move = 0; move < space_.moves(); ++move) {
      if (push_list({scratch.list.data(), count}, space_.target(row, block, move))) {
        scratch.found = true;
      }
    }
  }
}

bool RankedSearch::push_list(std::span<const std::uint16_t> list,
                             const RankedSpace::Target& target) {
  const std::size_t start = block_words(target.row, target.block);
  const bool copies = space_.copies(target.row) != 0;
  bool found = false;
  for (const std::uint16_t from : list) {
    const std::uint16_t entry = target.entry(from);
    if ((reached_[start + entry / 64U] & bit_of(entry)) != 0) continue;
    Word word(fresh_[start + entry / 64U]);
    if ((word.load(std::memory_order_relaxed) & bit_of(entry)) != 0) continue;
    word.fetch_or(bit_of(entry), std::memory_order_relaxed);
    found = true;
    if (copies) mark(target.row, target.block, entry);
  }
  return found;
}

// The copies of an entry.
void RankedSearch::mark(std::size_t row, std::size_t block, std::uint16_t entry) {
  for (std::size_t i = 0; i < space_.copies(row); ++i) {
    const RankedSpace::Target copy = space_.copy(row, block, i);
    const std::uint16_t other = copy.entry(entry);
    Word(fresh_[block_words(row, copy.block) + other / 64U])
        .fetch_or(bit_of(other), std::memory_order_relaxed);
  }
}

void RankedSearch::pull_row(std::size_t row, Scratch& scratch) {
  for (std::size_t block = 0; block < space_.blocks(); ++block) {
    const std::size_t start = block_words(row, block);
    for (std::size_t from = 0; from < words_; from += kPullWords) {
      const std::size_t to = std::min(from + kPullWords, words_);
      std::size_t count = 0;
      for (std::size_t word = from; word < to; ++word) {
        list_bits(~reached_[start + word], word * 64, scratch.list, count);
      }
      for (int move = 0; move < space_.moves() && count != 0; ++move) {
        const RankedSpace::Target target = space_.target(row, block, move);
        if (active_[target.row * space_.blocks() + target.block] == 0) continue;
        const std::size_t left = pull_list({scratch.list.data(), count}, target, fresh_ + start);
        scratch.found = scratch.found || left != count;
        count = left;
      }
    }
  }
}

// Keeps those that have found no neighbour, and says how many.
std::size_t RankedSearch::pull_list(std::span<std::uint16_t> list,
                                    const RankedSpace::Target& target, std::uint64_t* fresh) const {
  const std::uint64_t* reached = reached_ + block_words(target.row, target.block);
  std::size_t left = 0;
  for (const std::uint16_t own : list) {
    const std::uint16_t entry = target.entry(own);
    const std::uint64_t found = reached[entry / 64U] >> (entry % 64U) & 1U;
    fresh[own / 64U] |= found << (own % 64U);
    list[left] = own;
    left += 1 - found;
  }
  return left;
}

void RankedSearch::take_over() {
  std::atomic<std::uint64_t> entries = 0;
  std::atomic<std::uint64_t> positions = 0;
  std::atomic<std::uint64_t> classes = 0;
  const std::size_t rows = space_.rows();
  const std::size_t tasks = std::min<std::size_t>(rows, 64U * thread_count(threads_));
  parallel_for(tasks, threads_, [&](std::size_t task) {
    for (std::size_t row = task * rows / tasks; row < (task + 1) * rows / tasks; ++row) {
      std::uint64_t here = 0;
      for (std::size_t block = 0; block < space_.blocks(); ++block) {
        const std::size_t start = block_words(row, block);
        std::uint32_t count = 0;
        for (std::size_t word = start; word < start + words_; ++word) {
          const std::uint64_t found = fresh_[word] & ~reached_[word];
          if ((fresh_[word] | found) == 0) continue;
          count += static_cast<std::uint32_t>(std::popcount(found));
          reached_[word] |= found;
          fresh_[word] = found;
        }
        active_[row * space_.blocks() + block] = count;
        here += count;
      }
      entries += here;
      positions += here * space_.row_size(row);
      classes += here == 0 || space_.copies(row) == 0 ? here : classes_in(row);
    }
  });
  last_entries_ = entries;
  reached_entries_ += entries;
  last_ = {positions, classes};
}

void RankedSearch::recount() {
  reached_entries_ = 0;
  // The last layer is counted as if it were new.
  for (std::size_t word = 0; word < active_.size() * words_; ++word) {
    reached_entries_ += std::popcount(reached_[word] & ~fresh_[word]);
    reached_[word] &= ~fresh_[word];
  }
  reached_entries_ -= active_.size() * (words_ * 64 - space_.entries());
  take_over();
}

bool RankedSearch::first_of_copies(std::size_t row, std::size_t block,
                                   std::size_t entry) const noexcept {
  for (std::size_t i = 0; i < space_.copies(row); ++i) {
    const RankedSpace::Target copy = space_.copy(row, block, i);
    const std::size_t other = copy.entry(entry);
    if (copy.block < block || (copy.block == block && other < entry)) return false;
  }
  return true;
}

std::uint64_t RankedSearch::classes_in(std::size_t row) const {
  std::uint64_t classes = 0;
  for (std::size_t block = 0; block < space_.blocks(); ++block) {
    if (active_[row * space_.blocks() + block] == 0) continue;
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t bits = fresh_[block_words(row, block) + word];
      for (; bits != 0; bits &= bits - 1) {
        if (first_of_copies(row, block, word * 64 + std::countr_zero(bits))) ++classes;
      }
    }
  }
  return classes;
}

void RankedSearch::for_last(
    const std::function<void(std::size_t, std::size_t, std::size_t)>& visit) const {
  for (std::size_t row = 0; row < space_.rows(); ++row) {
    for (std::size_t block = 0; block < space_.blocks(); ++block) {
      if (active_[row * space_.blocks() + block] == 0) continue;
      for (std::size_t word = 0; word < words_; ++word) {
        std::uint64_t bits = fresh_[block_words(row, block) + word];
        for (; bits != 0; bits &= bits - 1) {
          const std::size_t entry = word * 64 + std::countr_zero(bits);
          if (first_of_copies(row, block, entry)) visit(row, block, entry);
        }
      }
    }
  }
}

}  // namespace gyre
