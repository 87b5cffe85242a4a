// Bytes on disk, one after the other, compressed in chunks with a checksum each: checkpoints and
// layers that memory has no room for. What a byte means is for the caller to say.
//
// A chunk is, little-endian: stored bytes (4), bytes (4), checksum (8: XXH3 of the stored bytes,
// seeded with the number of the chunk, so that chunks cannot change places), then the stored bytes,
// a zstd frame. A writer and a reader hold about three chunks in memory (a writer for each of its
// threads). A chunk of no bytes ends the stream; without it the stream was cut off.
#pragma once

#include "table/file.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gyre {

class CompressedWriter {
 public:
  static constexpr std::size_t kMaxChunkBytes = std::size_t{1} << 19U;

  // Keeps a reference to the file and writes from `offset` on. Chunks are compressed on up to
  // `threads` threads (0: all).
  CompressedWriter(const File& file, std::uint64_t offset, int threads = 1,
                   std::size_t chunk_bytes = kMaxChunkBytes);

  void write(std::span<const std::byte> bytes);
  void write_number(std::uint64_t number);
  // Writes what is left and the end. Nothing may be written afterwards.
  void finish();
  // The bytes in the file, after what was given so far; not all of it is there before finish().
  [[nodiscard]] std::uint64_t stored_bytes() const noexcept { return at_ - start_; }

 private:
  void flush(bool all);

  const File& file_;
  std::uint64_t start_;
  std::uint64_t at_;
  int threads_;
  std::size_t chunk_bytes_;
  std::uint64_t chunk_ = 0;
  std::vector<std::byte> pending_;
};

class CompressedReader {
 public:
  // name: how errors call the file.
  CompressedReader(const File& file, std::uint64_t offset, std::string name);

  // Fills all of `to`. Throws Error, naming the file, if it is damaged or ends before.
  void read(std::span<std::byte> to);
  [[nodiscard]] std::uint64_t read_number();
  [[nodiscard]] bool at_end();

 private:
  void next_chunk();
  [[noreturn]] void fail(const char* what) const;

  const File& file_;
  std::uint64_t at_;
  std::string name_;
  std::uint64_t chunk_ = 0;
  bool ended_ = false;
  std::size_t used_ = 0;
  std::vector<std::byte> bytes_;
  std::vector<std::byte> stored_;
};

}  // namespace gyre
