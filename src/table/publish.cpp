#include "table/publish.h"

#include "table/chunks.h"
#include "table/file.h"

#include <gyre/base/memory.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <vector>

namespace gyre {
namespace {

// Removes a file unless told that it is wanted.
class TemporaryName {
 public:
  explicit TemporaryName(const std::filesystem::path& path) : path_(path) {}
  ~TemporaryName() {
    if (!kept_) ::unlink(path_.c_str());
  }
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  void keep() { kept_ = true; }

 private:
  const std::filesystem::path& path_;
  bool kept_ = false;
};

}  // namespace

std::string why_no_room(const std::filesystem::path& folder, std::uint64_t bytes) {
  // A write past this limit is a signal that kills, so it must not be tried.
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      limit.rlim_cur < bytes) {
    return fmt::format("{} are needed and files may have {} at most (ulimit -f)", size_text(bytes),
                       size_text(limit.rlim_cur));
  }
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) == 0) {
    const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
    if (free < bytes) {
      return fmt::format("{} are needed and {} are free on the disk", size_text(bytes),
                         size_text(free));
    }
  }
  return {};
}

void publish(TableHeader header, std::span<const std::byte> payload,
             const std::filesystem::path& temporary, const std::filesystem::path& target,
             const TableWork& work) {
  File file(temporary, O_WRONLY | O_CREAT | O_EXCL);
  TemporaryName name(temporary);
  // Room for all of it now: a full disk is seen at once and the file is in one piece. Not every
  // file system can do that.
  if (::fallocate(file.descriptor(), 0, 0, static_cast<off_t>(header.file_bytes())) != 0 &&
      errno != EOPNOTSUPP && errno != ENOSYS && errno != EINTR) {
    throw std::system_error(errno, std::generic_category());
  }
  std::vector<std::uint64_t> checksums(header.chunks());
  for_each_chunk(header, "storing", work, [&](std::uint64_t chunk) {
    const auto bytes = chunk_of(header, payload, chunk);
    checksums[chunk] = chunk_checksum(bytes);
    file.write_at(header.payload_offset() + chunk * header.chunk_bytes, bytes);
  });
  // The magic comes last: what was cut off before is no table.
  file.write_at(0, encode_start(header, checksums));
  file.sync();
  if (std::rename(temporary.c_str(), target.c_str()) != 0) {
    throw std::system_error(errno, std::generic_category());
  }
  name.keep();
  try {
    File(target.parent_path(), O_RDONLY | O_DIRECTORY).sync();
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    // Not every file system can do that. All that is lost is that the table outlives a power cut.
  }
}

}  // namespace gyre
