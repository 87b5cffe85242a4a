// What pieces and their places are called, so that find_pieces reads them: by the faces that they
// show at home where that names one, else by orbit and number.
#pragma once

#include <gyre/geometry/picture.h>
#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/piece_home.h>

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gyre {

class PieceNames {
 public:
  // picture: null where there is none. References are kept.
  PieceNames(const PuzzleDefinition& definition, const PuzzlePicture* picture);

  // "UFR", or "CORNERS:1" where that names a piece that looks different too. Nothing for pieces of
  // the picture that positions do not know.
  [[nodiscard]] std::optional<std::string> piece(int orbit, int slot);
  // The same, of a place: nothing else has this name, also where pieces look alike.
  [[nodiscard]] std::string place(int orbit, int slot);

 private:
  [[nodiscard]] std::size_t rank(int face) const;
  [[nodiscard]] std::string by_number(int orbit, int slot) const;
  // Of a piece of the picture; nullptr where nothing shows it.
  [[nodiscard]] const std::string* faces_of(int orbit, int slot) const;
  [[nodiscard]] int identity(const PieceHome& piece) const;
  const std::vector<PieceHome>& named(const std::string& faces);

  const PuzzleDefinition& definition_;
  const PuzzlePicture* picture_;
  std::map<std::pair<int, int>, std::string> by_faces_;
  std::unordered_map<std::string, std::vector<PieceHome>> named_;
};

}  // namespace gyre
