// Pictures on their way into files: for gyre draw, and for gyre solve --draw.
#pragma once

#include "command.h"

#include <gyre/draw/draw.h>
#include <gyre/format/scramble.h>

#include <optional>
#include <string>
#include <vector>

namespace gyre::cli {

// A puzzle and how it looks, if it is cut out of a solid. A definition that options have changed is
// no longer what the picture shows, and is drawn as a chart; unless all that they changed is that
// pieces are told apart, which shows on none.
struct DrawablePuzzle {
  PuzzleDefinition definition;
  std::optional<PuzzlePicture> picture;

  explicit DrawablePuzzle(const CommonOptions& options);

  // A position as it is drawn: made by a sequence, so that rotations show, or given as it is.
  [[nodiscard]] State place(const Scramble& scramble) const;
  // The definition that place() makes positions of.
  [[nodiscard]] const PuzzleDefinition& drawn() const noexcept;
  [[nodiscard]] std::vector<PieceHome> find(const std::string& pieces) const;
  [[nodiscard]] std::string svg(const State& placed, const DrawOptions& options) const;

 private:
  // Of a changed definition with a picture: the picture's identities, by orbit and identity.
  std::optional<std::vector<std::vector<int>>> identities_;
};

// .svg or .png: throws Error for other endings, for .png if this program cannot make one, and if
// there is no place to write it to. Called before the work, so that none is lost.
void check_picture_path(const std::string& path);
// Makes a PNG of it if the path says so. An existing file is replaced when the new one is complete.
void write_picture(const std::string& path, const std::string& svg);

}  // namespace gyre::cli
