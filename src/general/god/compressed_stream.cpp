#include "general/god/compressed_stream.h"

#include "table/little_endian.h"

#include <gyre/base/error.h>
#include "base/threads.h"

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace gyre {
namespace {

constexpr std::size_t kMaxChunkBytes = CompressedWriter::kMaxChunkBytes;
constexpr std::size_t kHeaderBytes = 16;
constexpr int kLevel = 1;

std::vector<std::byte> encode_chunk(std::span<const std::byte> bytes, std::uint64_t number) {
  std::vector<std::byte> out;
  out.resize(kHeaderBytes + ZSTD_compressBound(bytes.size()));
  const std::size_t stored = ZSTD_compress(out.data() + kHeaderBytes, out.size() - kHeaderBytes,
                                           bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(stored) != 0) {
    throw std::runtime_error(fmt::format("zstd: {}", ZSTD_getErrorName(stored)));
  }
  out.resize(kHeaderBytes + stored);
  std::vector<std::byte> header;
  append_number(header, stored, 4);
  append_number(header, bytes.size(), 4);
  append_number(header, XXH3_64bits_withSeed(out.data() + kHeaderBytes, stored, number), 8);
  std::copy(header.begin(), header.end(), out.begin());
  return out;
}

}  // namespace

CompressedWriter::CompressedWriter(const File& file, std::uint64_t offset, int threads,
                                   std::size_t chunk_bytes)
    : file_(file),
      start_(offset),
      at_(offset),
      threads_(thread_count(threads)),
      chunk_bytes_(chunk_bytes) {}

void CompressedWriter::write(std::span<const std::byte> bytes) {
  const std::size_t room = chunk_bytes_ * static_cast<std::size_t>(threads_);
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), room - pending_.size());
    pending_.insert(pending_.end(), bytes.begin(),
                    bytes.begin() + static_cast<std::ptrdiff_t>(part));
    bytes = bytes.subspan(part);
    if (pending_.size() == room) flush(false);
  }
}

void CompressedWriter::write_number(std::uint64_t number) {
  std::vector<std::byte> bytes;
  append_number(bytes, number, 8);
  write(bytes);
}

void CompressedWriter::finish() {
  flush(true);
}

void CompressedWriter::flush(bool all) {
  const std::size_t chunks = (pending_.size() + chunk_bytes_ - 1) / chunk_bytes_;
  std::vector<std::vector<std::byte>> encoded(chunks + (all ? 1 : 0));
  parallel_for(encoded.size(), threads_, [&](std::size_t i) {
    const std::size_t first = std::min(i * chunk_bytes_, pending_.size());
    const std::size_t last = std::min(first + chunk_bytes_, pending_.size());
    encoded[i] = encode_chunk(std::span(pending_).subspan(first, last - first), chunk_ + i);
  });
  chunk_ += encoded.size();
  for (const std::vector<std::byte>& bytes : encoded) {
    file_.write_at(at_, bytes);
    at_ += bytes.size();
  }
  pending_.clear();
}

CompressedReader::CompressedReader(const File& file, std::uint64_t offset, std::string name)
    : file_(file), at_(offset), name_(std::move(name)) {}

void CompressedReader::fail(const char* what) const {
  throw Error(fmt::format("{} {}; it cannot be used", name_, what));
}

void CompressedReader::next_chunk() {
  std::array<std::byte, kHeaderBytes> header{};
  if (ended_ || file_.read_at(at_, header) != header.size()) fail("ends too early");
  const std::uint64_t stored = number_at(header, 0, 4);
  const std::uint64_t size = number_at(header, 4, 4);
  if (size > kMaxChunkBytes || stored > ZSTD_compressBound(kMaxChunkBytes)) fail("is damaged");
  stored_.resize(stored);
  if (file_.read_at(at_ + kHeaderBytes, stored_) != stored) fail("ends too early");
  if (XXH3_64bits_withSeed(stored_.data(), stored, chunk_) != number_at(header, 8, 8)) {
    fail("is damaged");
  }
  bytes_.resize(size);
  if (ZSTD_decompress(bytes_.data(), size, stored_.data(), stored) != size) fail("is damaged");
  used_ = 0;
  at_ += kHeaderBytes + stored;
  ++chunk_;
  ended_ = size == 0;
}

void CompressedReader::read(std::span<std::byte> to) {
  while (!to.empty()) {
    if (used_ == bytes_.size()) {
      next_chunk();
      if (ended_) fail("ends too early");
    }
    const std::size_t part = std::min(to.size(), bytes_.size() - used_);
    std::memcpy(to.data(), bytes_.data() + used_, part);
    used_ += part;
    to = to.subspan(part);
  }
}

std::uint64_t CompressedReader::read_number() {
  std::array<std::byte, 8> bytes{};
  read(bytes);
  return number_at(bytes, 0, 8);
}

bool CompressedReader::at_end() {
  if (!ended_ && used_ == bytes_.size()) next_chunk();
  return ended_;
}

}  // namespace gyre
