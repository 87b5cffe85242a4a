// Letters to pieces: the one reader of facelets, for every cube whose slots are known, be it from a
// picture (library/facelets.h) or as the 3x3x3 has them (cube3/core/notation.h). Decides which
// letter means which face, and what to say of stickers that make no cube.
#pragma once

#include <gyre/base/error.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// Something that no cube has. facelets: those concerned, counted from 0 as they are written; empty
// where nobody can say which.
struct FaceletFault {
  std::string message;  // a phrase without a full stop
  std::vector<int> facelets;
};

// A slot with the facelets of its stickers, in the order of its name.
struct FaceletSlot {
  std::string name;  // URF, UF, "UF in 2R"; empty for centres
  std::vector<int> facelets;
  // For the faces that the facelets show, as digits to the base 6 that number kCubeFaceNames:
  // identity * orientations + orientation, or -1.
  std::vector<int> pieces;
};

struct FaceletOrbit {
  std::string_view kind;  // "corner", "edge", "wing", "centre"
  int orientations = 1;
  std::vector<std::string> homes;  // by identity: the name of a slot where it is at home
  std::vector<FaceletSlot> slots;
};

struct FaceletLayout {
  int size = 0;
  std::vector<FaceletOrbit> orbits;  // those that turns move

  [[nodiscard]] int count() const noexcept { return 6 * size * size; }
};

struct FaceletPieces {
  std::vector<int> faces;               // by facelet: its number in kCubeFaceNames; -1: not known
  std::vector<std::size_t> characters;  // by facelet: where in the text it stands
  // All that is wrong, since one sticker often makes several pieces wrong.
  std::vector<FaceletFault> faults;
  // The pieces by orbit and slot, as FaceletSlot::pieces has them; whole if there are no faults.
  std::vector<std::vector<int>> pieces;
};

// The middle stickers of an odd cube name the faces, so any six letters will do and the cube is
// read as it is held. On an even cube the letters U R F D L B mean themselves; of other six, the
// corner at DBL is taken to stand at home. Throws Error if there are too few or too many
// characters, or others than letters and digits; `place` is that of the first one.
[[nodiscard]] FaceletPieces read_facelet_pieces(const FaceletLayout& layout, std::string_view text,
                                                const SourcePlace& place);

}  // namespace gyre
