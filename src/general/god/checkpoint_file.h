// The file that a long count leaves after each layer, so that another process can go on. It is
// replaced as a whole: written under another name, synced, renamed. A process that is killed leaves
// the last whole one, and perhaps the other name, which the next one writes over.
//
// The file: a header of kCheckpointHeaderBytes (magic, format version, the key of the work, a
// checksum of these), then a compressed stream.
#pragma once

#include "general/god/compressed_stream.h"

#include <gyre/base/error.h>

#include <array>
#include <filesystem>
#include <memory>

namespace gyre {

// 128 bits that stand for the work: a checkpoint is used only for the same.
using CheckpointKey = std::array<std::uint64_t, 2>;

constexpr std::uint64_t kCheckpointHeaderBytes = 40;

// There is no room for a checkpoint; the file that was there is as it was.
class CheckpointRoom : public Error {
 public:
  using Error::Error;
};

class CheckpointWriter {
 public:
  // All throw Error if the file cannot be written, and CheckpointRoom if that is for want of room.
  CheckpointWriter(std::filesystem::path path, const CheckpointKey& key, int threads);
  // Without commit() the file that was there stays as it is.
  ~CheckpointWriter();
  CheckpointWriter(const CheckpointWriter&) = delete;
  CheckpointWriter& operator=(const CheckpointWriter&) = delete;

  void write(std::span<const std::byte> bytes);
  void write_number(std::uint64_t number);
  void commit();

 private:
  [[noreturn]] void fail(int error) const;
  template <class Work>
  void guarded(const Work& work);

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  File file_;
  std::unique_ptr<CompressedWriter> stream_;
  CheckpointKey key_;
  bool committed_ = false;
};

class CheckpointReader {
 public:
  // Throws Error if there is no such file, if it is no checkpoint, or one of other work.
  CheckpointReader(const std::filesystem::path& path, const CheckpointKey& key);

  void read(std::span<std::byte> to) { stream_->read(to); }
  [[nodiscard]] std::uint64_t read_number() { return stream_->read_number(); }
  // Throws Error if there is more.
  void expect_end();
  // Throws Error: the file does not hold what it should.
  [[noreturn]] void fail() const;

 private:
  std::string name_;
  File file_;
  std::unique_ptr<CompressedReader> stream_;
};

}  // namespace gyre
