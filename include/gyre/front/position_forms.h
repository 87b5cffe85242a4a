// One position in whatever form a person has it, and how it is held. Decides which reader takes a
// text; leaves out where texts come from (arguments and files: cli/positions.h).
#pragma once

#include <gyre/format/scramble.h>
#include <gyre/geometry/facelets.h>

#include <mutex>
#include <optional>
#include <string_view>

namespace gyre {

// What gyre::read_position reads, where the definition is an NxNxN also its facelets, and on the
// 3x3x3 Reid's list. From any thread.
class PositionForms {
 public:
  // Keeps a reference.
  explicit PositionForms(const PuzzleDefinition& definition) : definition_(definition) {}

  // Throws Error; ImpossibleFacelets where stickers make no cube.
  [[nodiscard]] Scramble read(std::string_view text, const AlgSource& source = {}) const;
  // Made when first asked for; null if the puzzle is no NxNxN.
  [[nodiscard]] const CubeFacelets* facelets() const;

 private:
  [[nodiscard]] std::optional<FaceletReading> wrong_stickers(std::string_view text) const;

  const PuzzleDefinition& definition_;
  mutable std::once_flag once_;
  mutable std::optional<CubeFacelets> facelets_;
};

// Whether a text is meant as facelets of this puzzle, by its size and its letters.
[[nodiscard]] bool is_facelet_text(const PuzzleDefinition& definition, std::string_view text);

// A position with the puzzle turned back to how the definition holds it. `rotation` is how it was
// turned by the sequence that made the position; a position given otherwise stands as it is.
struct HeldPosition {
  State state;
  Alg rotation;
};

[[nodiscard]] HeldPosition hold(const PuzzleDefinition& definition, const Scramble& scramble);

}  // namespace gyre
