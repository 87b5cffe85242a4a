// Setting bits of a bitmap that fits no cache, in an order that does: the places are kept in bins
// of 64 pages each (3.9 MB), and set bin by bin when the room for them is full or the depth is
// done. So a bit costs four bytes written and read in a row instead of a cache line here and there.
#pragma once

#include "cube3/coset/layout.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace gyre::cube3 {

class CosetWriter;

// What the threads share.
class CosetBins {
 public:
  static constexpr unsigned kBinPages = 64;
  static constexpr int kBins = kCosetPages / static_cast<int>(kBinPages);

  // The writers share the room evenly, for places that wait. Its contents are lost.
  CosetBins(std::span<std::byte> bitmap, std::span<std::byte> room, int writers);

  // Each thread has its own. References stay good.
  [[nodiscard]] CosetWriter& writer(int number) noexcept;
  // Sets what waits, on so many threads. Called after all writers have stopped.
  void finish(int threads);
  // How many bits were set that had not been before. It is exact after finish.
  [[nodiscard]] std::uint64_t fresh() const noexcept { return fresh_; }
  // Keeps those bits, as long as there are no more than so many.
  void keep_fresh(std::size_t most) noexcept { most_kept_ = most; }
  // Called after finish. Adds them in the order of bins; if there were too many, it adds nothing
  // and gives false.
  [[nodiscard]] bool take_fresh(std::vector<CosetPlace>& places);

 private:
  friend class CosetWriter;

  void set(int bin, std::span<const std::uint32_t> places);

  std::span<std::byte> bitmap_;
  std::vector<CosetWriter> writers_;
  std::array<std::mutex, kBins> mutexes_;  // of the pages of a bin
  std::atomic<std::uint64_t> fresh_ = 0;
  std::size_t most_kept_ = 0;
  std::vector<std::vector<std::uint32_t>> kept_{kBins};  // by bin
};

class CosetWriter {
 public:
  void put(std::uint32_t page, std::uint32_t bit) {
    const std::uint32_t bin = page / CosetBins::kBinPages;
    const std::uint32_t count = count_[bin]++;
    lines_[bin].place[count % kLine] = page % CosetBins::kBinPages * kPageBits + bit;
    if (count % kLine == kLine - 1) keep_line(bin);
  }

 private:
  friend class CosetBins;

  // A cache line of places is put away at once.
  static constexpr std::uint32_t kLine = 16;
  static constexpr std::uint32_t kChunk = 1024;  // places that lie together
  struct alignas(64) Line {
    std::array<std::uint32_t, kLine> place;
  };

  CosetWriter(CosetBins& bins, std::span<std::byte> room);
  void keep_line(std::uint32_t bin);
  // Sets all places of a bin, which has none then.
  void set(std::uint32_t bin);

  CosetBins* bins_;
  std::span<Line> room_;
  std::vector<Line> lines_;                         // by bin: the last places
  std::vector<std::uint32_t> count_;                // by bin: places
  std::vector<std::vector<std::uint32_t>> chunks_;  // by bin: the first lines in the room
  std::uint32_t used_ = 0;                          // lines of the room
};

inline CosetWriter& CosetBins::writer(int number) noexcept {
  return writers_[number];
}

}  // namespace gyre::cube3
