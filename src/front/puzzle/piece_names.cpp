#include "front/puzzle/piece_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace gyre {

PieceNames::PieceNames(const PuzzleDefinition& definition, const PuzzlePicture* picture)
    : definition_(definition), picture_(picture) {
  if (picture == nullptr) return;
  std::map<Place, std::vector<int>> faces_of;
  for (const PictureSticker& sticker : picture->stickers()) {
    faces_of[{sticker.orbit, sticker.slot}].push_back(sticker.face);
  }
  for (auto& [piece, faces] : faces_of) {
    std::stable_sort(faces.begin(), faces.end(), [&](int a, int b) { return rank(a) < rank(b); });
    for (const int face : faces) by_faces_[piece] += picture->faces()[face].name;
  }
}

std::optional<std::string> PieceNames::name(int orbit, int slot) {
  if (orbit >= definition_.orbits().size()) return std::nullopt;
  const std::string* by_faces = faces(orbit, slot);
  if (by_faces == nullptr) return number(orbit, slot);
  const Looks mine = looks(orbit, slot);
  const std::vector<PieceHome>& all = named(*by_faces);
  const bool is_it = std::all_of(all.begin(), all.end(), [&](const PieceHome& piece) {
    return looks(piece.orbit, piece.slot) == mine;
  });
  return is_it ? *by_faces : number(orbit, slot);
}

std::string PieceNames::place(int orbit, int slot) {
  const std::string* by_faces = faces(orbit, slot);
  return by_faces != nullptr && named(*by_faces).size() == 1 ? *by_faces : number(orbit, slot);
}

std::vector<std::string> PieceNames::names(const std::vector<PieceHome>& pieces) {
  std::set<Place> meant;
  for (const PieceHome& piece : pieces) meant.insert({piece.orbit, piece.slot});
  const OrbitList& orbits = definition_.orbits();
  const auto is_whole = [&](int orbit) {
    for (int slot = 0; slot < orbits[orbit].pieces; ++slot) {
      if (!meant.contains({orbit, slot})) return false;
    }
    return true;
  };
  const auto is_meant = [&](const PieceHome& piece) {
    // What positions do not know nobody means.
    return piece.orbit >= orbits.size() || meant.contains({piece.orbit, piece.slot});
  };
  std::vector<std::string> names;
  for (const PieceHome& piece : pieces) {
    const std::string* by_faces = faces(piece.orbit, piece.slot);
    std::string name;
    if (is_whole(piece.orbit)) {
      name = orbits[piece.orbit].name;
    } else if (by_faces != nullptr &&
               std::all_of(named(*by_faces).begin(), named(*by_faces).end(), is_meant)) {
      name = *by_faces;
    } else {
      name = number(piece.orbit, piece.slot);
    }
    // One name may stand for several.
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(std::move(name));
    }
  }
  return names;
}

// UF and UFR as people say them, not FU.
std::size_t PieceNames::rank(int face) const {
  constexpr std::string_view kUsualOrder = "UDFBRL";
  const std::string& name = picture_->faces()[face].name;
  const std::size_t place = name.size() == 1 ? kUsualOrder.find(name[0]) : std::string_view::npos;
  return place != std::string_view::npos ? place : kUsualOrder.size() + face;
}

PieceNames::Looks PieceNames::looks(int orbit, int slot) const {
  const PuzzleDefinition& drawn = picture_->drawn();
  return {orbit, drawn.solved().bytes[drawn.orbits().perm_offset(orbit) + slot]};
}

std::string PieceNames::number(int orbit, int slot) const {
  return fmt::format("{}:{}", definition_.orbits()[orbit].name, slot + 1);
}

// Null if it shows none.
const std::string* PieceNames::faces(int orbit, int slot) const {
  const auto found = by_faces_.find({orbit, slot});
  return found == by_faces_.end() ? nullptr : &found->second;
}

const std::vector<PieceHome>& PieceNames::named(const std::string& faces) {
  const auto [place, is_new] = named_.try_emplace(faces);
  if (is_new) place->second = find_pieces(*picture_, faces);
  return place->second;
}

}  // namespace gyre
