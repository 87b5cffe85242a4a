#include "base/read_file.h"

#include "base/memory.h"
#include "base/text.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

namespace gyre {
namespace {

class ReadDescriptor {
 public:
  explicit ReadDescriptor(const std::string& path) : descriptor_(open_to_read(path)) {}
  ~ReadDescriptor() { ::close(descriptor_); }
  ReadDescriptor(const ReadDescriptor&) = delete;
  ReadDescriptor& operator=(const ReadDescriptor&) = delete;
  [[nodiscard]] int get() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

[[noreturn]] void cannot_read(const std::string& path, int error) {
  throw Error(fmt::format("the file '{}' cannot be read: {}", path, std::strerror(error)));
}

[[noreturn]] void too_large(const std::string& path, std::uint64_t max_bytes) {
  throw FileTooLarge(fmt::format("the file '{}' is larger than {}", path, size_text(max_bytes)));
}

// The next bytes, waited for; 0 at the end.
std::size_t read_some(int descriptor, char* buffer, std::size_t size, const std::string& path) {
  for (;;) {
    const ssize_t got = ::read(descriptor, buffer, size);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EAGAIN) {
      pollfd wait{descriptor, POLLIN, 0};
      if (::poll(&wait, 1, -1) >= 0 || errno == EINTR) continue;
    }
    if (errno != EINTR) cannot_read(path, errno);
  }
}

}  // namespace

int open_to_read(const std::string& path) {
  int descriptor = -1;
  do {
    // A pipe without a writer would keep open() waiting.
    descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      throw Error(fmt::format("there is no file '{}'", path));
    throw Error(
        fmt::format("the file '{}' cannot be opened for reading: {}", path, std::strerror(errno)));
  }
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) status = {};
  const auto refuse = [&](const char* what) {
    ::close(descriptor);
    throw Error(fmt::format("'{}' is {}; a file is needed", path, what));
  };
  if (S_ISDIR(status.st_mode)) refuse("a directory");
  const bool is_file = S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode);
  if (!is_file && ::isatty(descriptor) == 0) refuse("a device");
  return descriptor;
}

std::string read_file(const std::string& path, std::uint64_t max_bytes) {
  constexpr std::size_t kPart = std::size_t{1} << 20U;
  const ReadDescriptor file(path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) cannot_read(path, errno);
  const auto said = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  if (said > max_bytes) too_large(path, max_bytes);
  std::string text;
  // One byte more, so that the end is met without growing.
  text.reserve(said + 1);
  for (std::size_t size = 0;;) {
    text.resize(std::max(std::min(size + kPart, text.capacity()), size + 1));
    const std::size_t got = read_some(file.get(), text.data() + size, text.size() - size, path);
    size += got;
    text.resize(size);
    if (size > max_bytes) too_large(path, max_bytes);
    if (got == 0) break;
  }
  if (text.empty() && S_ISFIFO(status.st_mode)) {
    throw Error(fmt::format("'{}' is a pipe that nothing is written into; a file is needed", path));
  }
  drop_byte_order_mark(text);
  return text;
}

}  // namespace gyre
