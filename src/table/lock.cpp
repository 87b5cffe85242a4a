#include "table/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>

namespace gyre {
namespace {

constexpr std::chrono::milliseconds kPause(20);

// False if somebody else has it.
bool lock(const File& file, int operation) {
  for (;;) {
    if (::flock(file.descriptor(), operation | LOCK_NB) == 0) return true;
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) throw std::system_error(errno, std::generic_category());
  }
}

// The process that has the lock wrote its number into the file; a note for people, no more.
int process_in(const std::filesystem::path& path) {
  try {
    std::array<char, 16> text{};
    const File file(path, O_RDONLY);
    const std::size_t size = file.read_at(0, std::as_writable_bytes(std::span(text)));
    int process = 0;
    std::from_chars(text.data(), text.data() + size, process);
    return process;
  } catch (const std::system_error&) {
    return 0;
  }
}

}  // namespace

BuildLock::BuildLock(File file, std::filesystem::path path)
    : file_(std::move(file)), path_(std::move(path)) {
  const std::string process = std::to_string(::getpid()) + "\n";
  try {
    if (::ftruncate(file_.descriptor(), 0) == 0) {
      file_.write_at(0, std::as_bytes(std::span(process)));
    }
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): a full disk; still locked
  }
}

// The name goes first: whoever finds the file after that finds another one.
BuildLock::~BuildLock() {
  if (file_.descriptor() >= 0) ::unlink(path_.c_str());
}

BuildLock& BuildLock::operator=(BuildLock&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(path_, other.path_);
  return *this;
}

std::optional<BuildLock> BuildLock::try_take(const std::filesystem::path& path) {
  for (;;) {
    File file(path, O_RDWR | O_CREAT | O_NOFOLLOW);
    if (!lock(file, LOCK_EX)) return std::nullopt;
    // Its last owner may have removed the name since we opened it. Then it locks nothing.
    if (file.identity() == identity_of(path)) return BuildLock(std::move(file), path);
  }
}

std::optional<BuildLock> BuildLock::try_take(const std::filesystem::path& path, int& holder) {
  auto taken = try_take(path);
  holder = taken ? 0 : process_in(path);
  return taken;
}

std::optional<BuildLock> BuildLock::take(const std::filesystem::path& path,
                                         const std::stop_token& stop,
                                         const std::function<void(int)>& waiting) {
  for (bool told = false; !stop.stop_requested(); told = true) {
    if (auto taken = try_take(path)) return taken;
    if (!told) waiting(process_in(path));
    std::this_thread::sleep_for(kPause);
  }
  return std::nullopt;
}

bool BuildLock::is_taken(const std::filesystem::path& path) {
  try {
    return !lock(File(path, O_RDONLY), LOCK_SH);
  } catch (const std::system_error&) {  // no such file
    return false;
  }
}

std::filesystem::path lock_beside(const std::filesystem::path& file) {
  std::error_code none;
  std::filesystem::path real = std::filesystem::weakly_canonical(file, none);
  if (none) real = file;
  real += ".lock";
  return real;
}

}  // namespace gyre
