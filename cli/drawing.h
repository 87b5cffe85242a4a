// Pictures on their way into files: for gyre draw, and for gyre solve --draw.
#pragma once

#include "command.h"

#include "front/puzzle/drawable_puzzle.h"

#include <string>

namespace gyre::cli {

// The puzzle that the options choose and change, with its picture. Pieces that are ignored are grey
// on it, and it shows positions of the puzzle before they were.
[[nodiscard]] DrawablePuzzle drawable_puzzle(const CommonOptions& options);

// .svg or .png: throws Error for other endings, for .png if this program cannot make one, and if
// there is no place to write it to. Called before the work, so that none is lost.
void check_picture_path(const std::string& path);
// Makes a PNG of it if the path says so. An existing file is replaced when the new one is complete.
void write_picture(const std::string& path, const std::string& svg);

}  // namespace gyre::cli
