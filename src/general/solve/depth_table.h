// DepthTable: for hashes of positions, whether they are at most t moves from solved, two bits each.
//
// Positions at t and t - 1 moves are told apart, nearer ones are one value, and all others are
// "farther than t". Several positions may share an entry; it then holds the least, so that a bound
// read from it is never too high. Threads may put at the same time; reading what is being put needs
// a join in between.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace gyre {

class DepthTable {
 public:
  // A view of bytes that belong to somebody else: a multiple of 64 of them, aligned to 8. They hold
  // a table of this depth, or are cleared before the first put.
  DepthTable(std::span<std::byte> bytes, int depth)
      : depth_(depth),
        entries_(bytes.size() * 4),
        words_(reinterpret_cast<std::uint64_t*>(bytes.data())) {}

  // How many bytes hold at least so many entries.
  [[nodiscard]] static std::uint64_t bytes_for(std::uint64_t entries) noexcept {
    return (entries + kLineEntries - 1) / kLineEntries * kLineBytes;
  }
  static constexpr std::uint64_t kLineBytes = 64;
  // Nothing is known yet.
  static constexpr int kCleared = 0xFF;

  [[nodiscard]] int depth() const noexcept { return depth_; }

  void prefetch(std::uint64_t hash) const noexcept { __builtin_prefetch(word(place(hash))); }
  void prefetch_to_write(std::uint64_t hash) const noexcept {
    __builtin_prefetch(word(place(hash)), 1);
  }
  // 3: farther than depth(); 2: at depth(); 1: at depth() - 1; 0: nearer. Or less than that.
  [[nodiscard]] unsigned value(std::uint64_t hash) const noexcept {
    const std::uint64_t at = place(hash);
    return static_cast<unsigned>(*word(at) >> shift(at)) & 3U;
  }
  // moves: at most depth().
  void put(std::uint64_t hash, int moves) noexcept {
    const std::uint64_t at = place(hash);
    const std::uint64_t value = value_of(moves);
    const std::atomic_ref<std::uint64_t> entry(*word(at));
    std::uint64_t old = entry.load(std::memory_order_relaxed);
    while ((old >> shift(at) & 3U) > value) {
      const std::uint64_t changed = (old & ~(std::uint64_t{3} << shift(at))) | value << shift(at);
      if (entry.compare_exchange_weak(old, changed, std::memory_order_relaxed)) break;
    }
  }

 private:
  static constexpr std::uint64_t kLineEntries = 256;

  __extension__ typedef unsigned __int128 Wide;

  // Uniform over the entries, whatever their number.
  [[nodiscard]] std::uint64_t place(std::uint64_t hash) const noexcept {
    return static_cast<std::uint64_t>(static_cast<Wide>(hash) * entries_ >> 64U);
  }
  [[nodiscard]] static unsigned shift(std::uint64_t place) noexcept {
    return static_cast<unsigned>(place % 32) * 2;
  }
  [[nodiscard]] std::uint64_t* word(std::uint64_t place) const noexcept {
    return words_ + place / 32;
  }
  [[nodiscard]] std::uint64_t value_of(int moves) const noexcept {
    return moves > depth_ - 2 ? static_cast<std::uint64_t>(moves - depth_ + 2) : 0;
  }

  int depth_;
  std::uint64_t entries_;
  std::uint64_t* words_;
};

}  // namespace gyre
