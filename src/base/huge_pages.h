// HugeBuffer: memory in pages of 2 MiB where the system allows. A random read into a table of
// hundreds of megabytes that stands in pages of 4 KiB misses the cache of the page tables nearly
// every time; in huge pages it hardly ever does.
#pragma once

#include <cstddef>
#include <span>

namespace gyre {

constexpr std::size_t kHugePageBytes = std::size_t{2} << 20U;

class HugeBuffer {
 public:
  HugeBuffer() = default;
  // Zero bytes, aligned to 2 MiB (to a page of 4 KiB if there are fewer). A page is taken when it
  // is first touched. Throws Error if the system refuses.
  explicit HugeBuffer(std::size_t bytes);
  ~HugeBuffer();
  HugeBuffer(HugeBuffer&& other) noexcept;
  HugeBuffer& operator=(HugeBuffer&& other) noexcept;

  [[nodiscard]] std::span<std::byte> bytes() noexcept { return {data_, size_}; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }
  // Whether nine tenths of it or more stand in huge pages now. Asks the system (a millisecond), so
  // ask once, after the buffer has been filled.
  [[nodiscard]] bool huge() const;

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t mapped_bytes_ = 0;
};

}  // namespace gyre
