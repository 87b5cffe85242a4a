// A set of 128-bit fingerprints: open addressing, 16 bytes an entry, at most half full.
// Fingerprints are uniform, so their low bits are the place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre {

class FingerprintSet {
 public:
  using Key = std::array<std::uint64_t, 2>;

  // True if the key is new.
  bool insert(const Key& key) {
    if (key == Key{}) {  // stands for a free slot
      const bool is_new = !has_zero_;
      has_zero_ = true;
      return is_new;
    }
    if (2 * (count_ + 1) > slots_.size()) grow();
    Key& slot = find(key);
    if (slot == key) return false;
    slot = key;
    ++count_;
    return true;
  }

  void prefetch(const Key& key) const noexcept { __builtin_prefetch(&slots_[key[0] & mask()]); }

 private:
  static constexpr std::size_t kFirstSlots = std::size_t{1} << 16U;

  [[nodiscard]] std::size_t mask() const noexcept { return slots_.size() - 1; }

  Key& find(const Key& key) noexcept {
    std::size_t place = key[0] & mask();
    while (slots_[place] != Key{} && slots_[place] != key) place = (place + 1) & mask();
    return slots_[place];
  }

  void grow() {
    std::vector<Key> old(2 * slots_.size());
    old.swap(slots_);
    for (const Key& key : old) {
      if (key != Key{}) find(key) = key;
    }
  }

  std::vector<Key> slots_ = std::vector<Key>(kFirstSlots);
  std::size_t count_ = 0;
  bool has_zero_ = false;
};

}  // namespace gyre
