// Names of pieces as find_pieces() reads them (--ignore, --highlight): by their faces where that
// says which are meant, otherwise by orbit and number.
#pragma once

#include <gyre/draw/draw.h>
#include <gyre/puzzle/definition.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gyre {

class PieceNames {
 public:
  // picture: null where there is none. Keeps references.
  PieceNames(const PuzzleDefinition& definition, const PuzzlePicture* picture);

  // The name of this piece and of none that looks different; nothing for one that positions do not
  // know.
  [[nodiscard]] std::optional<std::string> name(int orbit, int slot);
  // The name of this place, which no other has, also where pieces look alike.
  [[nodiscard]] std::string place(int orbit, int slot);
  // Names of these pieces and of no others, in their order: whole orbits by their name.
  [[nodiscard]] std::vector<std::string> names(const std::vector<PieceHome>& pieces);

 private:
  using Place = std::pair<int, int>;  // orbit and slot
  using Looks = std::pair<int, int>;  // orbit and identity

  [[nodiscard]] std::size_t rank(int face) const;
  [[nodiscard]] Looks looks(int orbit, int slot) const;
  [[nodiscard]] std::string number(int orbit, int slot) const;
  [[nodiscard]] const std::string* faces(int orbit, int slot) const;
  [[nodiscard]] const std::vector<PieceHome>& named(const std::string& faces);

  const PuzzleDefinition& definition_;
  const PuzzlePicture* picture_;
  std::map<Place, std::string> by_faces_;
  std::unordered_map<std::string, std::vector<PieceHome>> named_;
};

}  // namespace gyre
