// BuildLock: of all processes and threads, one at a time makes, moves or removes a table. The
// system takes the lock back from a process that dies, however it dies.
#pragma once

#include "table/file.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>

namespace gyre {

class BuildLock {
 public:
  // The lock, or nothing if somebody else has it. Throws std::system_error if the lock file cannot
  // be made.
  [[nodiscard]] static std::optional<BuildLock> try_take(const std::filesystem::path& path);
  // The same; holder gets the number of the process that has it, or 0 if that is not known.
  [[nodiscard]] static std::optional<BuildLock> try_take(const std::filesystem::path& path,
                                                         int& holder);
  // Waits for it, or until stopped: then nothing. waiting is called once, with the number of the
  // process that is waited for (0: not known), if it is not free at once.
  [[nodiscard]] static std::optional<BuildLock> take(const std::filesystem::path& path,
                                                     const std::stop_token& stop,
                                                     const std::function<void(int)>& waiting);
  // Whether somebody has it now.
  [[nodiscard]] static bool is_taken(const std::filesystem::path& path);

  ~BuildLock();
  BuildLock(BuildLock&&) noexcept = default;
  BuildLock& operator=(BuildLock&& other) noexcept;

 private:
  BuildLock(File file, std::filesystem::path path);

  File file_;
  std::filesystem::path path_;
};

// The lock of a file that one process at a time may go on with. It follows links, so that two names
// of one file have one.
[[nodiscard]] std::filesystem::path lock_beside(const std::filesystem::path& file);

}  // namespace gyre
