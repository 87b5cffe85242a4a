#include "file_replacement.h"

#include "command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace gyre::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_write_fault(const std::string& path) {
  const int fault = errno;
  const std::string text = fmt::format("'{}' cannot be written: {}", path, std::strerror(fault));
  if (fault == ENOSPC || fault == EDQUOT || fault == EIO) throw MachineFault(text);
  throw Error(text);
}

bool write_all(int file, std::string_view bytes) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = ::write(file, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    written += static_cast<std::size_t>(count);
  }
  return true;
}

// What a new file may be read and written by.
mode_t new_file_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// What a link points to is replaced, or made if it is not there yet. (canonical() follows only what
// is there.)
fs::path without_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as Linux
  std::error_code none;
  fs::path target = path;
  for (int links = 0; fs::is_symlink(target, none); ++links) {
    if (links == kMostLinks) {
      errno = ELOOP;
      throw_write_fault(path);
    }
    target = target.parent_path() / fs::read_symlink(target, none);
  }
  return target;
}

// Pipes and devices cannot be replaced by a rename.
bool is_in_place(const std::string& path) {
  std::error_code none;
  const fs::file_status old = fs::status(path, none);
  if (fs::is_directory(old)) throw Error(fmt::format("'{}' is a folder", path));
  return fs::exists(old) && !fs::is_regular_file(old);
}

}  // namespace

void check_file_place(const std::string& path) {
  const bool in_place = is_in_place(path);
  const fs::path folder = without_links(path).parent_path();
  const std::string place = in_place ? path : folder.empty() ? "." : folder.string();
  if (::access(place.c_str(), in_place ? W_OK : W_OK | X_OK) != 0) throw_write_fault(path);
}

FileReplacement::FileReplacement(std::string path) : path_(std::move(path)) {
  if (is_in_place(path_)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) throw_write_fault(path_);
    return;
  }
  target_ = without_links(path_).string();
  std::string temporary = target_ + ".XXXXXX";
  file_ = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file_ < 0) throw_write_fault(path_);
  temporary_ = temporary;
}

FileReplacement::~FileReplacement() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void FileReplacement::give_up() {
  const int fault = errno;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
  errno = fault;
  throw_write_fault(path_);
}

void FileReplacement::write(std::string_view bytes) {
  if (!write_all(file_, bytes)) give_up();
}

void FileReplacement::commit() {
  if (!temporary_.empty()) {
    std::error_code none;
    const fs::file_status old = fs::status(path_, none);
    const mode_t mode = fs::exists(old) ? static_cast<mode_t>(old.permissions()) : new_file_mode();
    if (::fchmod(file_, mode) != 0 || ::fsync(file_) != 0) give_up();
  }
  if (::close(std::exchange(file_, -1)) != 0) give_up();
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) give_up();
  temporary_.clear();
}

void replace_file(const std::string& path, std::string_view bytes) {
  FileReplacement file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace gyre::cli
