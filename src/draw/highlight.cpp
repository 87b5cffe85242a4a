#include "draw/highlight.h"

#include <fmt/format.h>
#include <gyre/base/error.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>

namespace gyre {
namespace {

using FaceNames = std::vector<std::string>;

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> list;
  std::string word;
  for (const char c : text) {
    if (c == ',' || std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (!word.empty()) list.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty()) list.push_back(std::move(word));
  return list;
}

// Whether a word is made of all these names, in any order. Names may begin alike (B, BR), so all
// orders are tried; a piece has five stickers at most where people give names.
bool is_made_of(std::string_view word, FaceNames names) {
  if (names.empty()) return word.empty();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!word.starts_with(names[i])) continue;
    FaceNames rest = names;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_made_of(word.substr(names[i].size()), std::move(rest))) return true;
  }
  return false;
}

std::string orbit_list(const PuzzleDefinition& definition) {
  std::vector<std::string> list;
  for (const Orbit& orbit : definition.orbits()) {
    list.push_back(orbit.pieces == 1 ? orbit.name
                                     : fmt::format("{}:1 to {}", orbit.name, orbit.pieces));
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

// The orbit with this name, in any case; -1 if there is none.
int find_orbit(const PuzzleDefinition& definition, std::string_view name) {
  const OrbitList& orbits = definition.orbits();
  if (const int exact = orbits.find(std::string(name)); exact >= 0) return exact;
  for (int orbit = 0; orbit < orbits.size(); ++orbit) {
    if (upper(orbits[orbit].name) == upper(name)) return orbit;
  }
  return -1;
}

// An orbit, or a piece of it by number; nothing if the word names no orbit.
std::optional<std::vector<PieceHome>> find_by_orbit(const PuzzleDefinition& definition,
                                                    const std::string& word) {
  const std::size_t colon = word.rfind(':');
  const int whole = find_orbit(definition, word);
  std::vector<PieceHome> found;
  if (whole >= 0) {
    for (int slot = 0; slot < definition.orbits()[whole].pieces; ++slot) {
      found.push_back({whole, slot});
    }
    return found;
  }
  if (colon == std::string::npos) return std::nullopt;
  const int orbit = find_orbit(definition, word.substr(0, colon));
  if (orbit < 0) return std::nullopt;
  int number = 0;
  const char* end = word.data() + word.size();
  const auto [stop, fault] = std::from_chars(word.data() + colon + 1, end, number);
  const int pieces = definition.orbits()[orbit].pieces;
  if (fault != std::errc{} || stop != end || number < 1 || number > pieces) {
    throw Error(fmt::format("'{}' is no piece (pieces of {}: 1 to {})", word,
                            definition.orbits()[orbit].name, pieces));
  }
  return std::vector<PieceHome>{{orbit, number - 1}};
}

}  // namespace

Highlight::Highlight(const PuzzleDefinition& definition, const std::vector<PieceHome>& pieces)
    : definition_(definition) {
  for (const PieceHome& piece : pieces) {
    const int offset = definition.orbits().perm_offset(piece.orbit);
    identities_.insert({piece.orbit, definition.solved().bytes[offset + piece.slot]});
  }
}

bool Highlight::shows(const State& position, int orbit, int slot) const {
  if (identities_.empty()) return true;
  const int identity = position.bytes[definition_.orbits().perm_offset(orbit) + slot];
  return identities_.contains({orbit, identity});
}

std::vector<PieceHome> find_pieces(const PuzzleDefinition& definition, std::string_view text) {
  std::vector<PieceHome> pieces;
  for (const std::string& word : words(text)) {
    const auto found = find_by_orbit(definition, word);
    if (!found) {
      throw Error(fmt::format("'{}' is no piece (pieces: {})", word, orbit_list(definition)));
    }
    pieces.insert(pieces.end(), found->begin(), found->end());
  }
  if (pieces.empty()) {
    throw Error(fmt::format("no piece was named (pieces: {})", orbit_list(definition)));
  }
  return pieces;
}

std::vector<PieceHome> find_pieces(const PuzzlePicture& picture, std::string_view text) {
  const PuzzleDefinition& definition = picture.drawn();
  std::map<std::pair<int, int>, FaceNames> faces_of;
  for (const PictureSticker& sticker : picture.stickers()) {
    faces_of[{sticker.orbit, sticker.slot}].push_back(upper(picture.faces()[sticker.face].name));
  }
  const auto help = [&] {
    const FaceNames& first = faces_of.begin()->second;
    return fmt::format("pieces: {}, or by their faces like {}", orbit_list(definition),
                       fmt::join(first, ""));
  };
  std::vector<PieceHome> pieces;
  for (const std::string& word : words(text)) {
    if (const auto found = find_by_orbit(definition, word)) {
      pieces.insert(pieces.end(), found->begin(), found->end());
      continue;
    }
    const std::size_t before = pieces.size();
    for (const auto& [place, names] : faces_of) {
      if (is_made_of(upper(word), names)) pieces.push_back({place.first, place.second});
    }
    if (pieces.size() == before) throw Error(fmt::format("'{}' is no piece ({})", word, help()));
  }
  if (pieces.empty()) throw Error(fmt::format("no piece was named ({})", help()));
  return pieces;
}

}  // namespace gyre
