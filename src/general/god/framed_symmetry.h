// A symmetry as it acts on positions in an orientation frame, byte by byte, so that the image of a
// coordinate can be taken without the rest of the position. Only for counts from solved: elsewhere
// symmetries do not keep the start.
#pragma once

#include "general/shared/coordinate.h"

#include "puzzle/symmetry/symmetry.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gyre {

class FramedSymmetry {
 public:
  FramedSymmetry(const PuzzleDefinition& definition, const OrientationFrame& frame,
                 const Symmetry& symmetry);

  // The component that a component becomes.
  [[nodiscard]] int component_image(int component) const noexcept { return images_[component]; }
  // Whether the image of the component's orientations depends on which pieces stand where.
  [[nodiscard]] bool needs_pieces(int component) const noexcept { return needs_[component]; }

  // Writes the image of these bytes of `from` to where they go in `to`. Orientations also read the
  // pieces of their slots.
  void apply(std::span<const int> bytes, const std::uint8_t* from, std::uint8_t* to) const noexcept;
  [[nodiscard]] int target(int byte) const noexcept { return bytes_[byte].target; }
  // What the piece in the slot of an orientation adds to the image.
  [[nodiscard]] int piece_turn(int byte, const std::uint8_t* from) const noexcept {
    const Byte& info = bytes_[byte];
    return tables_[info.table][from[info.piece_byte]];
  }

 private:
  struct Byte {
    int target = 0;
    int multiplier = 0;  // 0: a piece
    int orientations = 1;
    int turn = 0;        // by slot
    int table = 0;       // identities, or turns by piece
    int piece_byte = 0;  // of the same slot
  };

  std::vector<Byte> bytes_;
  std::vector<std::vector<std::uint8_t>> tables_;
  std::vector<int> images_;
  std::vector<bool> needs_;
};

}  // namespace gyre
