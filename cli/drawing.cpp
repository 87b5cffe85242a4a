#include "drawing.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/base/text.h>
#include <gyre/draw/png.h>
#include <gyre/geometry/picture.h>
#include <gyre/puzzle/sequence.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace gyre::cli {
namespace {

namespace fs = std::filesystem;

std::string ending(const std::string& path) {
  return to_lower(fs::path(path).extension().string());
}

[[noreturn]] void throw_write_fault(const std::string& path) {
  const int fault = errno;
  const std::string text = fmt::format("'{}' cannot be written: {}", path, std::strerror(fault));
  if (fault == ENOSPC || fault == EDQUOT || fault == EIO) throw MachineFault(text);
  throw Error(text);
}

bool write_all(int file, const std::string& bytes) {
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

// Pipes and devices cannot be replaced by a rename.
void write_in_place(const std::string& path, const std::string& bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) throw_write_fault(path);
  const bool written = write_all(file, bytes);
  const int fault = errno;
  ::close(file);
  errno = fault;
  if (!written) throw_write_fault(path);
}

// A link stays one: what it points to is replaced, or made if it is not there yet. (canonical()
// follows only what is there.)
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

void replace_file(const std::string& path, const std::string& bytes) {
  std::error_code none;
  const fs::file_status old = fs::status(path, none);
  if (fs::is_directory(old)) throw Error(fmt::format("'{}' is a folder", path));
  if (fs::exists(old) && !fs::is_regular_file(old)) return write_in_place(path, bytes);
  const fs::path target = without_links(path);
  std::string temporary = target.string() + ".XXXXXX";
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) throw_write_fault(path);
  const auto give_up = [&] {
    const int fault = errno;
    ::unlink(temporary.c_str());
    errno = fault;
    throw_write_fault(path);
  };
  const mode_t mode = fs::exists(old) ? static_cast<mode_t>(old.permissions()) : new_file_mode();
  const bool written = write_all(file, bytes) && ::fchmod(file, mode) == 0 && ::fsync(file) == 0;
  const int fault = errno;
  const bool closed = ::close(file) == 0;
  if (!written) {
    errno = fault;
    give_up();
  }
  if (!closed || ::rename(temporary.c_str(), target.c_str()) != 0) give_up();
}

}  // namespace

DrawablePuzzle::DrawablePuzzle(const CommonOptions& options) : definition(options.definition()) {
  if (!options.changed()) picture = load_picture(options.puzzle);
}

const PuzzleDefinition& DrawablePuzzle::drawn() const noexcept {
  return picture ? picture->drawn() : definition;
}

State DrawablePuzzle::place(const Scramble& scramble) const {
  if (!picture) return scramble.state;
  return scramble.alg.nodes.empty() ? picture->place(scramble.state)
                                    : apply(picture->drawn(), scramble.alg);
}

std::vector<PieceHome> DrawablePuzzle::find(const std::string& pieces) const {
  return picture ? find_pieces(*picture, pieces) : find_pieces(definition, pieces);
}

std::string DrawablePuzzle::svg(const State& placed, const DrawOptions& options) const {
  return picture ? draw_svg(*picture, placed, options) : draw_svg(definition, placed, options);
}

void check_picture_path(const std::string& path) {
  const std::string kind = ending(path);
  if (kind == ".png") {
    // The fault that this program would meet at the end, if it cannot make any.
    if (!has_png()) (void)make_png("");
    return;
  }
  if (kind != ".svg") {
    throw Error(fmt::format("'{}' says no kind of picture (right would be {}.svg or {}.png)", path,
                            fs::path(path).stem().string(), fs::path(path).stem().string()));
  }
}

void write_picture(const std::string& path, const std::string& svg) {
  replace_file(path, ending(path) == ".png" ? make_png(svg) : svg);
}

}  // namespace gyre::cli
