#include "geometry/cube_faces.h"

#include <fmt/format.h>

namespace gyre {

SourcePlace place_at(const SourcePlace& start, std::string_view text, std::size_t at) {
  SourcePlace place = start;
  for (const char c : text.substr(0, at)) {
    place.column = c == '\n' ? 1 : place.column + 1;
    if (c == '\n') ++place.line;
  }
  return place;
}

std::string quoted_character(char c) {
  if (c >= ' ' && c <= '~') return fmt::format("'{}'", c);
  return fmt::format("byte {:02x}", static_cast<unsigned char>(c));
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string listed(std::string_view letters) {
  std::vector<std::string> words;
  for (const char letter : letters) words.emplace_back(1, letter);
  return listed(words);
}

std::string why_no_piece(std::string_view faces, std::string_view shown) {
  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (faces[i] == faces[j]) {
        return fmt::format("{} twice, and no piece has two stickers of one face", shown[i]);
      }
    }
  }
  for (std::size_t i = 0; i < faces.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (faces[i] != opposite_face(faces[j])) continue;
      return fmt::format("{}, but {} and {} are opposite faces and meet on no piece", listed(shown),
                         shown[j], shown[i]);
    }
  }
  return fmt::format("{} clockwise, the mirror image of a corner: two of its stickers are swapped",
                     listed(shown));
}

}  // namespace gyre
