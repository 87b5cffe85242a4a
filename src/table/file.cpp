#include "table/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace gyre {
namespace {

[[noreturn]] void fail(int error) {
  throw std::system_error(error, std::generic_category());
}

struct stat status(int descriptor) {
  struct stat result {};
  if (::fstat(descriptor, &result) != 0) fail(errno);
  return result;
}

}  // namespace

File::File(const std::filesystem::path& path, int flags) {
  constexpr mode_t kMode = 0666;  // less what the user's mask takes away
  do {
    descriptor_ = ::open(path.c_str(), flags | O_CLOEXEC, kMode);
  } while (descriptor_ < 0 && errno == EINTR);
  if (descriptor_ < 0) fail(errno);
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

File::File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

File& File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

bool File::is_regular() const {
  return S_ISREG(status(descriptor_).st_mode);
}

std::uint64_t File::size() const {
  return static_cast<std::uint64_t>(status(descriptor_).st_size);
}

FileIdentity File::identity() const {
  const struct stat result = status(descriptor_);
  return {result.st_dev, result.st_ino};
}

std::size_t File::read_at(std::uint64_t offset, std::span<std::byte> to) const {
  std::size_t done = 0;
  while (done < to.size()) {
    const ssize_t got =
        ::pread(descriptor_, to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void File::write_at(std::uint64_t offset, std::span<const std::byte> from) const {
  std::size_t done = 0;
  while (done < from.size()) {
    const ssize_t put = ::pwrite(descriptor_, from.data() + done, from.size() - done,
                                 static_cast<off_t>(offset + done));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(errno);
    done += static_cast<std::size_t>(put);
  }
}

void File::sync() const {
  while (::fsync(descriptor_) != 0) {
    if (errno != EINTR) fail(errno);
  }
}

FileMap::FileMap(const File& file, std::uint64_t bytes, std::string_view name) : size_(bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (memory == MAP_FAILED) fail(errno);
  data_ = static_cast<const std::byte*>(memory);
  name_.emplace(this->bytes(), name);
}

FileMap::~FileMap() {
  name_.reset();
  ::munmap(const_cast<std::byte*>(data_), size_);
}

FileIdentity identity_of(const std::filesystem::path& path) {
  struct stat result {};
  if (::stat(path.c_str(), &result) != 0) return {};
  return {result.st_dev, result.st_ino};
}

}  // namespace gyre
