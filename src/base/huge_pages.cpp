#include "base/huge_pages.h"

#include <gyre/base/error.h>
#include "base/arithmetic.h"
#include "base/memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>

namespace gyre {
namespace {

constexpr std::size_t kPageBytes = 4096;

std::byte* map(std::size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw Error(fmt::format("not enough memory: {} are needed at once and the system refuses ({})",
                            size_text(bytes), std::strerror(errno)));
  }
  return static_cast<std::byte*>(memory);
}

// The addresses at the start of a line of smaps that opens a mapping: "7f00-7f10 rw-p ...".
bool read_range(const std::string& line, std::uintptr_t& begin, std::uintptr_t& end) {
  const char* last = line.data() + line.size();
  const auto first = std::from_chars(line.data(), last, begin, 16);
  if (first.ec != std::errc() || first.ptr == last || *first.ptr != '-') return false;
  const auto second = std::from_chars(first.ptr + 1, last, end, 16);
  return second.ec == std::errc() && second.ptr != last && *second.ptr == ' ';
}

}  // namespace

HugeBuffer::HugeBuffer(std::size_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  if (bytes < kHugePageBytes) {
    mapped_bytes_ = round_up(bytes, kPageBytes);
    data_ = map(mapped_bytes_);
    return;
  }
  // The system aligns to small pages only: take one huge page too many and give back both ends.
  mapped_bytes_ = round_up(bytes, kHugePageBytes);
  if (mapped_bytes_ < bytes || mapped_bytes_ + kHugePageBytes < mapped_bytes_) {
    throw Error(fmt::format("not enough memory: {} are needed at once", size_text(bytes)));
  }
  std::byte* wide = map(mapped_bytes_ + kHugePageBytes);
  const std::size_t before = (0 - reinterpret_cast<std::uintptr_t>(wide)) % kHugePageBytes;
  data_ = wide + before;
  if (before != 0) ::munmap(wide, before);
  ::munmap(data_ + mapped_bytes_, kHugePageBytes - before);
  // A wish; huge() says whether it was granted.
  ::madvise(data_, mapped_bytes_, MADV_HUGEPAGE);
}

HugeBuffer::~HugeBuffer() {
  if (data_ != nullptr) ::munmap(data_, mapped_bytes_);
}

HugeBuffer::HugeBuffer(HugeBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      mapped_bytes_(std::exchange(other.mapped_bytes_, 0)) {}

HugeBuffer& HugeBuffer::operator=(HugeBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(mapped_bytes_, other.mapped_bytes_);
  return *this;
}

bool HugeBuffer::huge() const {
  if (size_ < kHugePageBytes) return false;
  // The system joins neighbouring mappings of one kind, so that the share counted is that of all
  // mappings which the buffer touches.
  const auto from = reinterpret_cast<std::uintptr_t>(data_);
  std::ifstream maps("/proc/self/smaps");
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::uintptr_t total = 0;
  std::uintptr_t huge_bytes = 0;
  bool ours = false;
  for (std::string line; std::getline(maps, line);) {
    constexpr std::string_view kHuge = "AnonHugePages:";
    if (read_range(line, begin, end)) {
      if (begin >= from + mapped_bytes_) break;
      ours = end > from;
      if (ours) total += end - begin;
    } else if (ours && line.starts_with(kHuge)) {
      huge_bytes += std::stoull(line.substr(kHuge.size())) * 1024;
    }
  }
  return total != 0 && huge_bytes / 9 >= total / 10;
}

}  // namespace gyre
