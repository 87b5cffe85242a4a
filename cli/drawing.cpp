#include "drawing.h"

#include "file_replacement.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/text.h"
#include "draw/png.h"

#include <filesystem>

namespace gyre::cli {
namespace {

namespace fs = std::filesystem;

std::string ending(const std::string& path) {
  return to_lower(fs::path(path).extension().string());
}

}  // namespace

DrawablePuzzle drawable_puzzle(const CommonOptions& options) {
  return make_drawable(options.wish(), kOptionSpelling);
}

void check_picture_path(const std::string& path) {
  const std::string kind = ending(path);
  if (path.empty()) throw Error("no file for the picture is named (expected picture.svg)");
  if (kind == ".png") {
    // The fault that this program would meet at the end, if it cannot make any.
    if (!has_png()) (void)make_png("");
  } else if (kind != ".svg") {
    throw Error(fmt::format("'{}' says no kind of picture (expected {}.svg or {}.png)", path,
                            fs::path(path).stem().string(), fs::path(path).stem().string()));
  }
  check_file_place(path);
}

void write_picture(const std::string& path, const std::string& svg) {
  replace_file(path, ending(path) == ".png" ? make_png(svg) : svg);
}

}  // namespace gyre::cli
