#include "drawing.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/base/text.h>
#include <gyre/draw/png.h>
#include <gyre/geometry/library.h>
#include <gyre/geometry/picture.h>
#include <gyre/puzzle/sequence.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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

// Whether replace_file will find where to write; the disk may still be full then.
void check_place(const std::string& path) {
  std::error_code none;
  const fs::file_status old = fs::status(path, none);
  if (fs::is_directory(old)) throw Error(fmt::format("'{}' is a folder", path));
  const bool in_place = fs::exists(old) && !fs::is_regular_file(old);
  const fs::path folder = without_links(path).parent_path();
  const std::string place = in_place ? path : folder.empty() ? "." : folder.string();
  if (::access(place.c_str(), in_place ? W_OK : W_OK | X_OK) != 0) throw_write_fault(path);
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

// By orbit and identity of a changed definition: the identity of the puzzle that it was made from.
// Nothing if they differ in more than which pieces look alike, or if pieces look alike now that did
// not.
std::optional<std::vector<std::vector<int>>> plain_identities(const PuzzleDefinition& changed,
                                                              const PuzzleDefinition& plain) {
  const PuzzleDefinition::Parts& a = changed.parts();
  const PuzzleDefinition::Parts& b = plain.parts();
  const auto same_moves = [](const auto& some, const auto& others) {
    return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                      [](const auto& x, const auto& y) {
                        return x.name == y.name && x.action.bytes == y.action.bytes;
                      });
  };
  const auto same_orbit = [](const Orbit& x, const Orbit& y) {
    return x.name == y.name && x.pieces == y.pieces && x.orientations == y.orientations;
  };
  if (!std::equal(a.orbits.begin(), a.orbits.end(), b.orbits.begin(), b.orbits.end(), same_orbit) ||
      !same_moves(a.moves, b.moves) || !same_moves(a.rotations, b.rotations) ||
      !same_moves(a.derived, b.derived)) {
    return std::nullopt;
  }
  std::vector<std::vector<int>> identities;
  for (int k = 0; k < changed.orbits().size(); ++k) {
    std::vector<int>& known = identities.emplace_back(changed.identities(k), -1);
    for (int slot = 0; slot < changed.orbits()[k].pieces; ++slot) {
      const int at = changed.orbits().perm_offset(k) + slot;
      int& identity = known[a.solved.bytes[at]];
      if (identity >= 0 && identity != b.solved.bytes[at]) return std::nullopt;
      identity = b.solved.bytes[at];
    }
  }
  return identities;
}

}  // namespace

DrawablePuzzle::DrawablePuzzle(const CommonOptions& options) : definition(options.definition()) {
  if (options.changed()) {
    identities_ = plain_identities(definition, load_puzzle(options.puzzle));
    if (!identities_) return;
  }
  picture = load_picture(options.puzzle);
}

const PuzzleDefinition& DrawablePuzzle::drawn() const noexcept {
  return picture ? picture->drawn() : definition;
}

State DrawablePuzzle::place(const Scramble& scramble) const {
  if (!picture) return scramble.state;
  if (!scramble.alg.nodes.empty()) return apply(picture->drawn(), scramble.alg);
  if (!identities_) return picture->place(scramble.state);
  State plain = scramble.state;
  for (int k = 0; k < definition.orbits().size(); ++k) {
    for (int slot = 0; slot < definition.orbits()[k].pieces; ++slot) {
      std::uint8_t& identity = plain.bytes[definition.orbits().perm_offset(k) + slot];
      identity = static_cast<std::uint8_t>((*identities_)[k][identity]);
    }
  }
  return picture->place(plain);
}

std::vector<PieceHome> DrawablePuzzle::find(const std::string& pieces) const {
  return picture ? find_pieces(*picture, pieces) : find_pieces(definition, pieces);
}

std::string DrawablePuzzle::svg(const State& placed, const DrawOptions& options) const {
  return picture ? draw_svg(*picture, placed, options) : draw_svg(definition, placed, options);
}

void check_picture_path(const std::string& path) {
  const std::string kind = ending(path);
  if (path.empty()) throw Error("no file for the picture is named (right would be picture.svg)");
  if (kind == ".png") {
    // The fault that this program would meet at the end, if it cannot make any.
    if (!has_png()) (void)make_png("");
  } else if (kind != ".svg") {
    throw Error(fmt::format("'{}' says no kind of picture (right would be {}.svg or {}.png)", path,
                            fs::path(path).stem().string(), fs::path(path).stem().string()));
  }
  check_place(path);
}

void write_picture(const std::string& path, const std::string& svg) {
  replace_file(path, ending(path) == ".png" ? make_png(svg) : svg);
}

}  // namespace gyre::cli
