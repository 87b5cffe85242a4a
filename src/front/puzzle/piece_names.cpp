#include "front/puzzle/piece_names.h"

#include <gyre/draw/draw.h>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace gyre {

PieceNames::PieceNames(const PuzzleDefinition& definition, const PuzzlePicture* picture)
    : definition_(definition), picture_(picture) {
  if (picture == nullptr) return;
  std::map<std::pair<int, int>, std::vector<int>> faces_of;
  for (const PictureSticker& sticker : picture->stickers()) {
    faces_of[{sticker.orbit, sticker.slot}].push_back(sticker.face);
  }
  for (auto& [piece, faces] : faces_of) {
    std::stable_sort(faces.begin(), faces.end(), [&](int a, int b) { return rank(a) < rank(b); });
    for (const int face : faces) by_faces_[piece] += picture->faces()[face].name;
  }
}

// UF and UFR as people say them, not FU.
std::size_t PieceNames::rank(int face) const {
  constexpr std::string_view kUsualOrder = "UDFBRL";
  const std::string& name = picture_->faces()[face].name;
  const std::size_t place = name.size() == 1 ? kUsualOrder.find(name[0]) : std::string_view::npos;
  return place != std::string_view::npos ? place : kUsualOrder.size() + face;
}

std::string PieceNames::by_number(int orbit, int slot) const {
  const OrbitList& orbits = picture_ != nullptr ? picture_->drawn().orbits() : definition_.orbits();
  return fmt::format("{}:{}", orbits[orbit].name, slot + 1);
}

const std::string* PieceNames::faces_of(int orbit, int slot) const {
  const auto found = by_faces_.find({orbit, slot});
  return found == by_faces_.end() ? nullptr : &found->second;
}

int PieceNames::identity(const PieceHome& piece) const {
  const PuzzleDefinition& drawn = picture_->drawn();
  return drawn.solved().bytes[drawn.orbits().perm_offset(piece.orbit) + piece.slot];
}

const std::vector<PieceHome>& PieceNames::named(const std::string& faces) {
  const auto [place, is_new] = named_.try_emplace(faces);
  if (is_new) place->second = find_pieces(*picture_, faces);
  return place->second;
}

std::optional<std::string> PieceNames::piece(int orbit, int slot) {
  if (orbit >= definition_.orbits().size()) return std::nullopt;
  if (const std::string* faces = faces_of(orbit, slot)) {
    const PieceHome one{orbit, slot};
    const std::vector<PieceHome>& all = named(*faces);
    const auto same = [&](const PieceHome& other) {
      return other.orbit == orbit && identity(other) == identity(one);
    };
    if (std::all_of(all.begin(), all.end(), same)) return *faces;
  }
  return by_number(orbit, slot);
}

std::string PieceNames::place(int orbit, int slot) {
  const std::string* faces = faces_of(orbit, slot);
  return faces != nullptr && named(*faces).size() == 1 ? *faces : by_number(orbit, slot);
}

}  // namespace gyre
