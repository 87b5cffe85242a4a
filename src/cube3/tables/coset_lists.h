// CosetLists: for cosets near H, by their index in the phase-1 table, a list of entries each. One
// cache miss finds the list and one reads it: open addressing, half full at most, and entries of 32
// bits side by side, of which the last of a list says so.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gyre::cube3 {

// Entry has set_last() and is_last().
template <class Entry>
class CosetLists {
 public:
  static_assert(sizeof(Entry) == sizeof(std::uint32_t));
  struct Found {
    std::uint32_t index;
    Entry entry;
  };
  static constexpr std::uint32_t kEmpty = 0xFFFF'FFFF;
  struct Place {
    std::uint32_t index = kEmpty;
    std::uint32_t first = 0;  // into entries()
  };

  CosetLists() = default;
  // Lists what was found in the order of indices; those of one index stay in the order in which
  // they stand.
  explicit CosetLists(std::span<const Found> found) {
    std::size_t cosets = 0;
    entries_.reserve(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      entries_.push_back(found[i].entry);
      if (i + 1 < found.size() && found[i + 1].index == found[i].index) continue;
      entries_.back().set_last();
      ++cosets;
    }
    places_.resize(std::bit_ceil(2 * cosets));
    mask_ = static_cast<std::uint32_t>(places_.size() - 1);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i > 0 && found[i].index == found[i - 1].index) continue;
      std::uint32_t at = home(found[i].index);
      while (places_[at].index != kEmpty) at = (at + 1) & mask_;
      places_[at] = {found[i].index, static_cast<std::uint32_t>(i)};
    }
  }

  // The first entry of a coset; null if it has none.
  [[nodiscard]] const Entry* find(std::uint32_t index) const noexcept {
    for (std::uint32_t at = home(index);; at = (at + 1) & mask_) {
      if (places_[at].index == index) return entries_.data() + places_[at].first;
      if (places_[at].index == kEmpty) return nullptr;
    }
  }
  // What find() reads first.
  [[nodiscard]] const void* read_of(std::uint32_t index) const noexcept {
    return &places_[home(index)];
  }

  [[nodiscard]] std::size_t bytes() const noexcept {
    return entries_.size() * sizeof(entries_[0]) + places_.size() * sizeof(places_[0]);
  }
  // The places of the lists, for a GPU, which has a copy of them.
  [[nodiscard]] const std::vector<Place>& places() const noexcept { return places_; }
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
  [[nodiscard]] static constexpr std::uint32_t hash(std::uint32_t index) noexcept {
    return index * 0x9E37'79B1U >> 8U;
  }

 private:
  [[nodiscard]] std::uint32_t home(std::uint32_t index) const noexcept {
    return hash(index) & mask_;
  }

  std::vector<Place> places_;
  std::uint32_t mask_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace gyre::cube3
