// Positions of the NxNxN as the letters of their stickers (docs/formats.md): read, written, and
// where they are impossible, what is wrong with which stickers.
#pragma once

#include <gyre/base/error.h>
#include <gyre/geometry/picture.h>
#include "library/facelet_reader.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// N for a puzzle that is called NxNxN, also with options behind it (4x4x4_blocks), otherwise 0.
// Whether the puzzle is what it is called is for CubeFacelets::of to say.
[[nodiscard]] int cube_size(const PuzzleDefinition& definition);

// Whether a text is meant as facelets of a cube of this size, rather than as a sequence of moves:
// only letters or only digits, in words of at least four characters and at least `size`, as many as
// there are stickers; from the 3x3x3 on up to `size` more or fewer, so that the mistake can be
// named. The 24 of a 2x2x2 must be of at least five kinds, since RURURU... is a sequence. A few
// question marks and the like, or facelets of another size in one word, are meant so too.
[[nodiscard]] bool looks_like_facelets(std::string_view text, int size) noexcept;

struct FaceletReading {
  std::vector<int> faces;               // by facelet: the face of the picture; -1: not known
  std::vector<std::size_t> characters;  // by facelet: where in the text it stands
  std::vector<FaceletFault> faults;
  std::optional<State> position;  // if there are no faults; turns may still not lead to it
};

// What a reader throws where stickers make no cube; the reading says which.
class ImpossibleFacelets : public Error {
 public:
  ImpossibleFacelets(SourcePlace place, std::string_view message, FaceletReading reading)
      : Error(std::move(place), message), reading_(std::move(reading)) {}

  [[nodiscard]] const FaceletReading& reading() const noexcept { return reading_; }

 private:
  FaceletReading reading_;
};

class CubeFacelets {
 public:
  // Nothing if the definition is no NxNxN of the library: its pieces and turns are compared, so a
  // file will do, and other turns of the same cube.
  [[nodiscard]] static std::optional<CubeFacelets> of(const PuzzleDefinition& definition);

  [[nodiscard]] int size() const noexcept { return layout_.size; }
  [[nodiscard]] int count() const noexcept { return layout_.count(); }
  [[nodiscard]] const PuzzlePicture& picture() const noexcept { return picture_; }
  // The number of a facelet in picture().stickers().
  [[nodiscard]] int sticker(int facelet) const { return stickers_[facelet]; }

  // Writes a position of the puzzle itself in the letters U R F D L B.
  [[nodiscard]] std::string write(const State& position) const;

  // Reads them as read_facelet_pieces does.
  [[nodiscard]] FaceletReading read(std::string_view text,
                                    const SourcePlace& place = {"", 1, 1}) const;
  // The same, but throws ImpossibleFacelets with the first faults in words.
  [[nodiscard]] State read_position(std::string_view text,
                                    const SourcePlace& place = {"", 1, 1}) const;

  // Why turns never lead to a position: a twisted corner, a flipped edge, two pieces swapped. Empty
  // if they do.
  [[nodiscard]] std::vector<FaceletFault> why_impossible(const State& position) const;

 private:
  // Pieces that may be the wrong ones, and their facelets if they must be.
  struct Suspects {
    std::vector<std::string> names;
    std::vector<int> facelets;

    void add(const FaceletSlot& slot) {
      names.push_back(slot.name);
      facelets.insert(facelets.end(), slot.facelets.begin(), slot.facelets.end());
    }
  };
  [[nodiscard]] Suspects twisted_at_home(int orbit, const State& position) const;
  [[nodiscard]] Suspects away_from_home(const std::vector<int>& orbits,
                                        const State& position) const;

  explicit CubeFacelets(PuzzlePicture picture);

  void find_stickers();
  void find_slots();
  void name_slot(const FaceletOrbit& orbit, FaceletSlot& slot) const;
  void find_pieces(int orbit, int slot_number);
  [[nodiscard]] std::string_view kind(int orbit) const { return layout_.orbits[orbit].kind; }

  PuzzlePicture picture_;
  std::vector<int> faces_;         // U R F D L B: the face of the picture
  std::vector<int> face_letters_;  // by face of the picture: its number in U R F D L B
  std::vector<int> stickers_;      // by facelet
  FaceletLayout layout_;           // the orbits of the picture, but for fixed centres
};

}  // namespace gyre
