// Files that a person names, read whole: regular files and pipes, up to a size. Whatever else a
// name may stand for (a folder, a device, a pipe that nobody writes into) is refused in a sentence,
// at once: it must neither be waited for nor fill the memory.
#pragma once

#include <gyre/base/error.h>

#include <cstdint>
#include <string>

namespace gyre {

// No file is read beyond this unless somebody asks for it.
constexpr std::uint64_t kUsualFileBytes = std::uint64_t{64} << 20U;

// Who can say how more is allowed adds it.
class FileTooLarge : public Error {
 public:
  using Error::Error;
};

// A descriptor of a regular file, a pipe or a terminal, which reads without waiting where nothing
// is there yet (poll waits). Throws Error for whatever else the name stands for.
[[nodiscard]] int open_to_read(const std::string& path);

// The whole file, without a byte order mark. Throws Error, and FileTooLarge.
[[nodiscard]] std::string read_file(const std::string& path,
                                    std::uint64_t max_bytes = kUsualFileBytes);

}  // namespace gyre
