// A puzzle that is to be drawn, changed or not: which of its pictures fits, and positions placed in
// it. Leaves out what a picture looks like (draw/draw.h).
#pragma once

#include "format/scramble.h"
#include "front/puzzle/asked_puzzle.h"

#include <gyre/draw/draw.h>

#include <optional>
#include <string>
#include <vector>

namespace gyre {

// A puzzle and how it looks, if it is cut out of a solid. A definition that was changed is
// no longer what the picture shows, and is drawn as a chart; unless all that changed is that
// pieces are told apart, which shows on none.
struct DrawablePuzzle {
  PuzzleDefinition definition;
  std::optional<PuzzlePicture> picture;

  // plain: what the definition was before it was changed; null if it was not. looks: of that.
  DrawablePuzzle(PuzzleDefinition of, const PuzzleDefinition* plain,
                 std::optional<PuzzlePicture> looks);

  // Pieces of the definition that do not matter, and all that look like them, are drawn grey,
  // unless DrawOptions::highlight says otherwise.
  void ignore(const std::vector<PieceHome>& pieces);

  // A position as it is drawn: made by a sequence, so that rotations show, or given as it is.
  [[nodiscard]] State place(const Scramble& scramble) const;
  // The definition that place() makes positions of.
  [[nodiscard]] const PuzzleDefinition& drawn() const noexcept;
  [[nodiscard]] std::vector<PieceHome> find(const std::string& pieces) const;
  [[nodiscard]] std::string svg(const State& placed, const DrawOptions& options) const;

 private:
  // The picture's identities, by orbit and identity, for a changed definition with a picture.
  std::optional<std::vector<std::vector<int>>> identities_;
  std::vector<PieceHome> not_ignored_;  // of drawn(); empty: all
};

// What is wished for, with its picture. Pieces that are ignored are grey on it, and it shows
// positions of the puzzle before they were. Throws Error.
[[nodiscard]] DrawablePuzzle make_drawable(const PuzzleWish& wish, const Spelling& spelling = {});

// What a picture shows, as a person would say it. moves: that made the position, if any did.
[[nodiscard]] std::string picture_title(const PuzzleDefinition& definition, const Alg& moves,
                                        bool from_a_position = false);

// "30,20": two numbers of degrees. Nothing if the text is none; no_angle() says so.
[[nodiscard]] std::optional<ViewAngle> parse_angle(const std::string& text);
[[nodiscard]] std::string no_angle(const std::string& text);

}  // namespace gyre
