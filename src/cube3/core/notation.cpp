// Both notations come down to one thing: for each slot, the letters that its stickers show, in the
// order of the slot's name. Where a sticker stands in the 54 is worked out from how each face is
// looked at; the letters are read by the reader of all cubes.
#include "cube3/core/notation.h"

#include "cube3/core/names.h"
#include "geometry/cube_faces.h"
#include "library/facelet_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace gyre::cube3 {
namespace {

constexpr int kFacelets = 54;
constexpr int kFaceFacelets = 9;

// Where the stickers of each slot stand in the 54, in the order of the slot's name.
struct FaceletPlaces {
  std::array<std::array<std::uint8_t, 3>, kCorners> corner{};
  std::array<std::array<std::uint8_t, 2>, kEdges> edge{};
  std::array<std::uint8_t, kFaces> centre{};  // in the order of kCubeFaceNames
};

// A facelet is known by its own face and the others that meet in its piece.
template <std::size_t N, std::size_t K>
constexpr void put(const std::array<std::string_view, N>& names, std::string_view piece, int at,
                   std::array<std::array<std::uint8_t, K>, N>& places) {
  for (std::size_t slot = 0; slot < N; ++slot) {
    bool same = true;
    for (const char letter : piece) {
      same = same && names[slot].find(letter) != std::string_view::npos;
    }
    if (same) places[slot][names[slot].find(piece[0])] = static_cast<std::uint8_t>(at);
  }
}

constexpr FaceletPlaces make_places() {
  FaceletPlaces places;
  for (int at = 0; at < kFacelets; ++at) {
    const CubeFaceView& view = kCubeFaceViews[at / kFaceFacelets];
    const int row = at % kFaceFacelets / 3;
    const int column = at % 3;
    std::array<char, 3> letters = {kCubeFaceNames[at / kFaceFacelets], 0, 0};
    std::size_t count = 1;
    if (row != 1) letters[count++] = row == 2 ? view.down : opposite_face(view.down);
    if (column != 1) letters[count++] = column == 2 ? view.right : opposite_face(view.right);
    const std::string_view piece(letters.data(), count);
    if (count == 3) put(kCornerNames, piece, at, places.corner);
    if (count == 2) put(kEdgeNames, piece, at, places.edge);
    if (count == 1) places.centre[at / kFaceFacelets] = static_cast<std::uint8_t>(at);
  }
  return places;
}

constexpr FaceletPlaces kPlaces = make_places();

constexpr std::array<std::string_view, kEdges + kCorners> kReidNames = {
    "UF", "UR", "UB",  "UL",  "DF",  "DR",  "DB",  "DL",  "FR",  "FL",
    "BR", "BL", "UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"};

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kFaceletBlanks);
    if (begin == std::string_view::npos) return found;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kFaceletBlanks));
    found.push_back(word);
    text.remove_prefix(word.size());
  }
}

struct Piece {
  int number = 0;
  int ori = 0;
};

// The piece that shows these faces in a slot, letter by letter.
template <std::size_t N>
std::optional<Piece> find_piece(const std::array<std::string_view, N>& names,
                                std::string_view faces) {
  const std::size_t letters = faces.size();
  for (std::size_t number = 0; number < N; ++number) {
    for (std::size_t ori = 0; ori < letters; ++ori) {
      bool same = true;
      for (std::size_t k = 0; k < letters; ++k) {
        same = same && names[number][k] == faces[(k + ori) % letters];
      }
      if (same) return Piece{static_cast<int>(number), static_cast<int>(ori)};
    }
  }
  return std::nullopt;
}

// Fills the slots of all edges or all corners, and sees that no piece comes twice.
template <std::size_t N>
class Filler {
 public:
  Filler(std::string_view kind, const std::array<std::string_view, N>& names)
      : kind_(kind), names_(names) {}

  // The piece with these faces on the stickers of a slot. `refuse` is given a sentence and throws.
  template <class Refuse>
  Piece fill(std::size_t slot, std::string_view faces, const Refuse& refuse) {
    const std::optional<Piece> piece = find_piece(names_, faces);
    if (!piece) {
      refuse(fmt::format("the {} at {} shows {}", kind_, names_[slot], why_no_piece(faces, faces)));
    }
    std::string_view& first = found_at_[piece->number];
    if (!first.empty()) {
      refuse(fmt::format("the {} {} stands twice, at {} and {}", kind_, names_[piece->number],
                         first, names_[slot]));
    }
    first = names_[slot];
    return *piece;
  }

 private:
  std::string_view kind_;
  const std::array<std::string_view, N>& names_;
  std::array<std::string_view, N> found_at_{};  // by piece: the name of its slot
};

// Reid names a place by the faces that its letters lie on, in an order of his own: the slot that it
// is, and for each letter of the slot's name where it stands in his.
struct ReidPlace {
  int slot = 0;
  std::array<std::uint8_t, 3> order{};
};

constexpr std::array<ReidPlace, kEdges + kCorners> make_reid_places() {
  std::array<ReidPlace, kEdges + kCorners> places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool edge = i < kEdges;
    for (int slot = 0; slot < (edge ? kEdges : kCorners); ++slot) {
      const std::string_view name = edge ? kEdgeNames[slot] : kCornerNames[slot];
      bool same = true;
      for (const char letter : name) {
        same = same && kReidNames[i].find(letter) != std::string_view::npos;
      }
      if (!same) continue;
      places[i].slot = slot;
      for (std::size_t k = 0; k < name.size(); ++k) {
        places[i].order[k] = static_cast<std::uint8_t>(kReidNames[i].find(name[k]));
      }
    }
  }
  return places;
}

constexpr std::array<ReidPlace, kEdges + kCorners> kReidPlaces = make_reid_places();

template <std::size_t N>
Piece read_reid_word(Filler<N>& filler, std::string_view word, std::size_t index,
                     const SourcePlace& where) {
  const std::string_view name = kReidNames[index];
  if (word.size() != name.size()) {
    throw Error(where, fmt::format("'{}' has {} letters, but word {} of Reid's list is the {} at "
                                   "{}, which has {}",
                                   word, word.size(), index + 1, N == kEdges ? "edge" : "corner",
                                   name, name.size()));
  }
  for (const char letter : word) {
    if (kFaceNames.find(letter) == std::string_view::npos) {
      throw Error(where, fmt::format("{} in '{}' is no face letter (U R F D L B)",
                                     quoted_character(letter), word));
    }
  }
  std::string faces;
  for (std::size_t k = 0; k < name.size(); ++k) faces += word[kReidPlaces[index].order[k]];
  return filler.fill(kReidPlaces[index].slot, faces, [&](const std::string& why) {
    throw Error(where, fmt::format("'{}': {}", word, why));
  });
}

// The letter that a piece shows on letter k of its slot's name.
char shown_letter(std::string_view piece, int ori, std::size_t k) {
  return piece[(k + piece.size() - static_cast<std::size_t>(ori)) % piece.size()];
}

// All edges or all corners, for the reader of facelets. K: stickers of a piece.
template <std::size_t N, std::size_t K>
FaceletOrbit facelet_orbit(std::string_view kind, const std::array<std::string_view, N>& names,
                           const std::array<std::array<std::uint8_t, K>, N>& places) {
  constexpr std::size_t kCodes = K == 3 ? kFaces * kFaces * kFaces : kFaces * kFaces;
  std::vector<int> pieces(kCodes, -1);
  for (std::size_t piece = 0; piece < N; ++piece) {
    for (std::size_t ori = 0; ori < K; ++ori) {
      std::size_t code = 0;
      for (std::size_t k = 0; k < K; ++k) {
        const char letter = shown_letter(names[piece], static_cast<int>(ori), k);
        code = code * kFaces + kCubeFaceNames.find(letter);
      }
      pieces[code] = static_cast<int>(piece * K + ori);
    }
  }
  FaceletOrbit orbit{kind, static_cast<int>(K), {names.begin(), names.end()}, {}};
  for (std::size_t slot = 0; slot < N; ++slot) {
    orbit.slots.push_back(
        {std::string(names[slot]), {places[slot].begin(), places[slot].end()}, pieces});
  }
  return orbit;
}

const FaceletLayout& facelet_layout() {
  static const FaceletLayout layout{3,
                                    {facelet_orbit("edge", kEdgeNames, kPlaces.edge),
                                     facelet_orbit("corner", kCornerNames, kPlaces.corner)}};
  return layout;
}

}  // namespace

bool looks_like_facelets(std::string_view text) noexcept {
  std::size_t letters = 0;
  std::size_t word = 0;
  bool short_word = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && is_facelet_letter(text[i])) {
      ++letters;
      ++word;
      continue;
    }
    if (i < text.size() && !is_facelet_blank(text[i])) return false;
    short_word = short_word || (word != 0 && word < 6);
    word = 0;
  }
  return letters >= 48 && letters <= 60 && !short_word;
}

bool looks_like_reid(std::string_view text) noexcept {
  int count = 0;
  std::size_t word = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] >= 'A' && text[i] <= 'Z') {
      ++word;
      continue;
    }
    if (i < text.size() && !is_facelet_blank(text[i])) return false;
    if (word == 1 || word > 3) return false;
    count += word != 0 ? 1 : 0;
    word = 0;
  }
  return count >= 15 && count <= 25;
}

Cube read_facelets(std::string_view text, const SourcePlace& place) {
  const FaceletPieces read = read_facelet_pieces(facelet_layout(), text, place);
  if (!read.faults.empty()) {
    // The first one says enough: it often makes the others.
    const auto& [message, facelets] = read.faults[0];
    throw Error(facelets.empty() ? place : place_at(place, text, read.characters[facelets[0]]),
                message);
  }
  Cube cube;
  for (int slot = 0; slot < kEdges; ++slot) {
    cube.set_edge(slot, read.pieces[0][slot] / 2, read.pieces[0][slot] % 2);
  }
  for (int slot = 0; slot < kCorners; ++slot) {
    cube.set_corner(slot, read.pieces[1][slot] / 3, read.pieces[1][slot] % 3);
  }
  return cube;
}

Cube read_reid(std::string_view text, const SourcePlace& place) {
  const std::vector<std::string_view> list = words(text);
  if (list.size() != kReidNames.size()) {
    throw Error(place, fmt::format("{} words, but Reid's list has 20: the edges at {}, and the "
                                   "corners at {}",
                                   list.size(),
                                   fmt::join(kReidNames.begin(), kReidNames.begin() + kEdges, " "),
                                   fmt::join(kReidNames.begin() + kEdges, kReidNames.end(), " ")));
  }
  Cube cube;
  Filler<kEdges> edges("edge", kEdgeNames);
  Filler<kCorners> corners("corner", kCornerNames);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const SourcePlace where =
        place_at(place, text, static_cast<std::size_t>(list[i].data() - text.data()));
    if (i < kEdges) {
      const Piece piece = read_reid_word(edges, list[i], i, where);
      cube.set_edge(kReidPlaces[i].slot, piece.number, piece.ori);
    } else {
      const Piece piece = read_reid_word(corners, list[i], i, where);
      cube.set_corner(kReidPlaces[i].slot, piece.number, piece.ori);
    }
  }
  return cube;
}

std::string write_facelets(const Cube& cube) {
  std::string text(kFacelets, ' ');
  for (int f = 0; f < kFaces; ++f) text[kPlaces.centre[f]] = kCubeFaceNames[f];
  for (int slot = 0; slot < kEdges; ++slot) {
    for (std::size_t k = 0; k < 2; ++k) {
      text[kPlaces.edge[slot][k]] =
          shown_letter(kEdgeNames[cube.edge_perm(slot)], cube.edge_ori(slot), k);
    }
  }
  for (int slot = 0; slot < kCorners; ++slot) {
    for (std::size_t k = 0; k < 3; ++k) {
      text[kPlaces.corner[slot][k]] =
          shown_letter(kCornerNames[cube.corner_perm(slot)], cube.corner_ori(slot), k);
    }
  }
  return text;
}

std::string write_reid(const Cube& cube) {
  std::string text;
  for (std::size_t i = 0; i < kReidPlaces.size(); ++i) {
    const auto& [slot, order] = kReidPlaces[i];
    const bool edge = i < kEdges;
    const std::string_view piece =
        edge ? kEdgeNames[cube.edge_perm(slot)] : kCornerNames[cube.corner_perm(slot)];
    const int ori = edge ? cube.edge_ori(slot) : cube.corner_ori(slot);
    std::string word(piece.size(), ' ');
    for (std::size_t k = 0; k < piece.size(); ++k) word[order[k]] = shown_letter(piece, ori, k);
    if (i != 0) text += ' ';
    text += word;
  }
  return text;
}

}  // namespace gyre::cube3
