// Files as the table room needs them: a descriptor that closes itself, reads and writes that do not
// stop half-way, and a read-only map. Failures are std::system_error; what they mean is for the
// caller to say.
#pragma once

#include "base/mapped_files.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace gyre {

// Which file, whatever its name is now.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  bool operator==(const FileIdentity&) const = default;
};

class File {
 public:
  File() = default;
  // Opens as open(2) does; the file is closed when another program is started.
  File(const std::filesystem::path& path, int flags);
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] bool is_regular() const;
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] FileIdentity identity() const;

  // The number of bytes read, fewer than asked for only at the end of the file.
  std::size_t read_at(std::uint64_t offset, std::span<std::byte> to) const;
  void write_at(std::uint64_t offset, std::span<const std::byte> from) const;
  void sync() const;

 private:
  int descriptor_ = -1;
};

class FileMap {
 public:
  // The whole of a file that is not empty. Its name is for who has to say that it became shorter.
  FileMap(const File& file, std::uint64_t bytes, std::string_view name);
  ~FileMap();
  FileMap(const FileMap&) = delete;
  FileMap& operator=(const FileMap&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::optional<MappedFileName> name_;
};

// What the name stands for now; no identity if nothing.
[[nodiscard]] FileIdentity identity_of(const std::filesystem::path& path);

}  // namespace gyre
