// One position in whatever form a person has it, and how it is held. Decides which reader takes a
// text; leaves out where texts come from (arguments and files: cli/positions.h).
#pragma once

#include "cube3/core/conversion.h"
#include "format/scramble.h"
#include "library/facelets.h"
#include "puzzle/definition/held.h"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace gyre {

// What gyre::read_position reads, where the definition is an NxNxN also its facelets, and on the
// 3x3x3 Reid's list. Any thread may ask it.
class PositionForms {
 public:
  // Keeps a reference. max_moves: longer sequences, written out, are refused before they are worked
  // on.
  explicit PositionForms(const PuzzleDefinition& definition, std::size_t max_moves = kAnyLength)
      : PositionForms(definition, definition, max_moves) {}

  // Positions are read as those of `plain` and become those of `definition`, which changes made of
  // it: so facelets can be read where some pieces do not matter. Keeps both references.
  PositionForms(const PuzzleDefinition& definition, const PuzzleDefinition& plain,
                std::size_t max_moves = kAnyLength)
      : definition_(definition), plain_(plain), max_moves_(max_moves) {}

  // What positions are read as: the definition itself if nothing was changed.
  [[nodiscard]] const PuzzleDefinition& plain() const noexcept { return plain_; }

  // Throws Error; ImpossibleFacelets where stickers make no cube.
  [[nodiscard]] Scramble read(std::string_view text, const AlgSource& source = {}) const;
  // The same in two steps: a position of plain(), and what it becomes.
  [[nodiscard]] Scramble read_plain(std::string_view text, const AlgSource& source = {}) const;
  [[nodiscard]] Scramble change(Scramble position) const;
  // The facelets of plain(). They are made when first asked for; null if the puzzle is no NxNxN.
  [[nodiscard]] const CubeFacelets* facelets() const;
  // Of a cube without fixed centres, turns of the whole are part of the position; otherwise it is
  // written with the centres at home, however a sequence has turned it. A position of plain();
  // nothing if that has no facelets.
  [[nodiscard]] std::optional<std::string> write_facelets(const Scramble& position) const;

 private:
  [[nodiscard]] std::optional<FaceletReading> wrong_stickers(std::string_view text) const;
  [[nodiscard]] const cube3::Conversion* conversion() const;

  const PuzzleDefinition& definition_;
  const PuzzleDefinition& plain_;
  std::size_t max_moves_;
  mutable std::once_flag once_;
  mutable std::optional<CubeFacelets> facelets_;
  mutable std::once_flag conversion_made_;
  mutable std::optional<cube3::Conversion> conversion_;  // none unless it is the 3x3x3
};

// Whether a text is meant as facelets of this puzzle, by its size and its letters.
[[nodiscard]] bool is_facelet_text(const PuzzleDefinition& definition, std::string_view text);

using HeldPosition = Held<State, Alg>;

[[nodiscard]] HeldPosition hold(const PuzzleDefinition& definition, const Scramble& scramble);

}  // namespace gyre
