// Positions as command-line arguments: each is a file, - for standard input, or the position
// itself.
#pragma once

#include <gyre/format/scramble.h>
#include <gyre/geometry/facelets.h>

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::cli {

constexpr const char* kPositionHelp =
    "Moves, a compact line (CPOS ...), a KPuzzle pattern, facelets (NxNxN), Reid's list (3x3x3), a "
    "scramble file, or - for stdin";

// One position in any form that gyre knows: what gyre::read_position reads, where the definition is
// an NxNxN also its facelets, and on the 3x3x3 Reid's list. From any thread.
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

// One move without brackets and blanks: several such arguments are one sequence.
[[nodiscard]] bool is_single_move(const PuzzleDefinition& definition, const std::string& text);
// A slash that is neither a comment's nor a move, or an ending that files have.
[[nodiscard]] bool looks_like_path(const PuzzleDefinition& definition, const std::string& text);

// With no argument that is a file or -, the arguments together may also be one sequence written
// without quotes: R U F.
[[nodiscard]] std::vector<Scramble> read_position_arguments(
    const PuzzleDefinition& definition, const std::vector<std::string>& arguments);

// A position, or stickers that make no cube.
struct GivenPosition {
  Scramble position;                        // of stickers that make none, only the name
  std::optional<ImpossibleFacelets> fault;  // why they make none
};

// The same, for those who have something to say about impossible stickers. Throws Error for what
// cannot be read.
[[nodiscard]] std::vector<GivenPosition> read_given_positions(
    const PuzzleDefinition& definition, const PositionForms& forms,
    const std::vector<std::string>& arguments);

// A position with the puzzle turned back to how the definition holds it. `rotation` is how it was
// turned by the sequence that made the position; a position given otherwise stands as it is.
struct HeldPosition {
  State state;
  Alg rotation;
};

[[nodiscard]] HeldPosition hold(const PuzzleDefinition& definition, const Scramble& scramble);

}  // namespace gyre::cli
