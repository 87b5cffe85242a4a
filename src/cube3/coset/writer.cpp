#include "cube3/coset/writer.h"

#include "base/threads.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace gyre::cube3 {

CosetBins::CosetBins(std::span<std::byte> bitmap, std::span<std::byte> room, int writers)
    : bitmap_(bitmap) {
  const std::size_t share = room.size() / writers / sizeof(CosetWriter::Line);
  for (int i = 0; i < writers; ++i) {
    writers_.push_back(CosetWriter(*this, room.subspan(i * share * sizeof(CosetWriter::Line),
                                                       share * sizeof(CosetWriter::Line))));
  }
}

void CosetBins::finish(int threads) {
  parallel_for(kBins, threads, [&](std::size_t bin) {
    for (CosetWriter& writer : writers_) writer.set(static_cast<std::uint32_t>(bin));
  });
  for (CosetWriter& writer : writers_) writer.used_ = 0;
}

void CosetBins::set(int bin, std::span<const std::uint32_t> places) {
  constexpr std::size_t kAhead = 16;
  std::byte* pages = bitmap_.data() + std::size_t{kBinPages} * kPageBytes * bin;
  std::uint64_t fresh = 0;
  const bool keep = fresh_ < most_kept_;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i + kAhead < places.size()) __builtin_prefetch(pages + places[i + kAhead] / 8, 1);
    std::byte& byte = pages[places[i] / 8];
    const auto bit = std::byte{1} << (places[i] % 8);
    const bool is_fresh = (byte & bit) == std::byte{0};
    fresh += is_fresh ? 1 : 0;
    byte |= bit;
    if (keep && is_fresh) kept_[bin].push_back(places[i]);
  }
  fresh_ += fresh;
}

bool CosetBins::take_fresh(std::vector<CosetPlace>& places) {
  const bool all = fresh_ <= most_kept_;
  for (std::uint32_t bin = 0; bin < kBins; ++bin) {
    if (all) {
      for (const std::uint32_t place : kept_[bin]) {
        places.push_back({bin * kBinPages + place / kPageBits, place % kPageBits});
      }
    }
    kept_[bin].clear();
  }
  return all;
}

CosetWriter::CosetWriter(CosetBins& bins, std::span<std::byte> room)
    : bins_(&bins),
      room_(reinterpret_cast<Line*>(room.data()), room.size() / sizeof(Line)),
      lines_(CosetBins::kBins),
      count_(CosetBins::kBins),
      chunks_(CosetBins::kBins) {}

void CosetWriter::keep_line(std::uint32_t bin) {
  constexpr std::uint32_t kChunkLines = kChunk / kLine;
  const std::uint32_t line = (count_[bin] - 1) % kChunk / kLine;
  if (line == 0) {
    if (used_ + kChunkLines > room_.size()) {
      // The line that is full counts as kept: it is set with the others.
      for (std::uint32_t i = 0; i < CosetBins::kBins; ++i) set((bin + i) % CosetBins::kBins);
      used_ = 0;
      return;
    }
    chunks_[bin].push_back(used_);
    used_ += kChunkLines;
  }
  std::memcpy(&room_[chunks_[bin].back() + line], &lines_[bin], sizeof(Line));
}

void CosetWriter::set(std::uint32_t bin) {
  std::uint32_t left = count_[bin];
  if (left == 0) return;
  const std::lock_guard lock(bins_->mutexes_[bin]);
  for (const std::uint32_t chunk : chunks_[bin]) {
    // The last chunk may have fewer lines.
    const std::uint32_t count = std::min(left / kLine * kLine, kChunk);
    bins_->set(static_cast<int>(bin), {room_[chunk].place.data(), count});
    left -= count;
  }
  bins_->set(static_cast<int>(bin), {lines_[bin].place.data(), left});
  count_[bin] = 0;
  chunks_[bin].clear();
}

}  // namespace gyre::cube3
