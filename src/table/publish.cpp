#include "table/publish.h"

#include "table/chunk_codec.h"
#include "table/chunks.h"
#include "table/file.h"

#include <gyre/base/error.h>
#include "base/memory.h"
#include "base/seconds.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
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

std::string why_no_room(const std::filesystem::path& folder, std::uint64_t bytes,
                        std::uint64_t freed_bytes) {
  // A write past this limit is a signal that kills, so it must not be tried.
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      limit.rlim_cur < bytes) {
    return fmt::format("{} are needed and files may have {} at most (ulimit -f)", size_text(bytes),
                       size_text(limit.rlim_cur));
  }
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) == 0) {
    const std::uint64_t free =
        static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize + freed_bytes;
    if (free < bytes) {
      return fmt::format("{} are needed and {} are free on the disk", size_text(bytes),
                         size_text(free));
    }
  }
  return {};
}

namespace {

using Clock = std::chrono::steady_clock;

std::vector<StoredChunk> write_plain(const File& file, const TableHeader& header,
                                     std::span<const std::byte> payload, const TableWork& work) {
  // Room for all of it now: a full disk is seen at once and the file is in one piece. Not every
  // file system can do that.
  if (::fallocate(file.descriptor(), 0, 0, static_cast<off_t>(header.file_bytes())) != 0 &&
      errno != EOPNOTSUPP && errno != ENOSYS && errno != EINTR) {
    throw std::system_error(errno, std::generic_category());
  }
  std::vector<StoredChunk> chunks(header.chunks());
  for_each_chunk(header, "storing", work, [&](std::uint64_t chunk) {
    const auto bytes = chunk_of(header, payload, chunk);
    chunks[chunk] = {header.payload_offset() + chunk * header.chunk_bytes, bytes.size(),
                     chunk_checksum(bytes)};
    file.write_at(chunks[chunk].offset, bytes);
  });
  return chunks;
}

// Gives chunks their places in the file, one behind the other in their order, whichever thread is
// ready first: the bytes of a file do not depend on the threads.
class Places {
 public:
  explicit Places(std::uint64_t start) : end_(start) {}

  // Waits until all chunks before this one have a place. Nothing if another thread has failed or
  // the work was stopped: then no chunk before this one need ever come.
  std::optional<std::uint64_t> take(std::uint64_t chunk, std::uint64_t bytes,
                                    const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [&] { return failed_ || next_ == chunk; });
    if (failed_ || next_ != chunk) return std::nullopt;
    const std::uint64_t place = end_;
    end_ += bytes;
    ++next_;
    changed_.notify_all();
    return place;
  }
  void fail() {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::uint64_t next_ = 0;
  std::uint64_t end_;
  bool failed_ = false;
};

// A write past the limit on files is a signal that kills, so it must not be tried.
void check_file_limit(std::uint64_t file_bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      limit.rlim_cur < file_bytes) {
    throw std::system_error(EFBIG, std::generic_category());
  }
}

// How long it will be is known at the end only, so a full disk is met while it is written.
std::vector<StoredChunk> write_compressed(const File& file, const TableHeader& header,
                                          std::span<const std::byte> payload,
                                          const TableWork& work) {
  Pool<ChunkEncoder> encoders([&] { return std::make_unique<ChunkEncoder>(header.chunk_bytes); });
  Places places(header.payload_offset());
  std::vector<StoredChunk> chunks(header.chunks());
  const auto write = [&](std::uint64_t chunk, ChunkEncoder& encoder) {
    const auto stored = encoder.encode(chunk_of(header, payload, chunk));
    const std::uint64_t checksum = chunk_checksum(stored);
    const auto place = places.take(chunk, stored.size(), work.stop);
    if (!place) return false;
    chunks[chunk] = {*place, stored.size(), checksum};
    check_file_limit(*place + stored.size());
    file.write_at(*place, stored);
    // The disk may start with it while the next chunks are compressed. A wish: syncing comes later.
    (void)::sync_file_range(file.descriptor(), static_cast<off_t>(*place),
                            static_cast<off_t>(stored.size()), SYNC_FILE_RANGE_WRITE);
    return true;
  };
  std::atomic<bool> whole = true;
  const TableWork bounded =
      within_working_memory(work, ChunkEncoder::working_bytes(header.chunk_bytes));
  for_each_chunk(header, "storing", bounded, [&](std::uint64_t chunk) {
    try {
      if (!encoders.with([&](ChunkEncoder& encoder) { return write(chunk, encoder); })) {
        whole = false;
      }
    } catch (...) {
      places.fail();
      throw;
    }
  });
  // A thread that has failed has thrown, so this is somebody who stopped us.
  if (!whole) throw Error(fmt::format("storing {} was stopped", header.key.name));
  return chunks;
}

}  // namespace

PublishTimes publish(TableHeader header, std::span<const std::byte> payload,
                     const std::filesystem::path& temporary, const std::filesystem::path& target,
                     const TableWork& work) {
  const auto started = Clock::now();
  File file(temporary, O_WRONLY | O_CREAT | O_EXCL);
  TemporaryName name(temporary);
  const std::vector<StoredChunk> chunks = header.compressed()
                                              ? write_compressed(file, header, payload, work)
                                              : write_plain(file, header, payload, work);
  PublishTimes times;
  times.write_seconds = seconds_since(started);
  // Before the header: it says how long that took.
  file.sync();
  const double seconds = seconds_since(started);
  times.sync_seconds = seconds - times.write_seconds;
  header.write_microseconds = static_cast<std::uint64_t>(seconds * 1e6);
  // The magic comes last: what was cut off before is no table.
  file.write_at(0, encode_start(header, chunks));
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
  return times;
}

}  // namespace gyre
