// The faces of a cube by letters, the characters of facelets, and the words in which readers of
// pieces say what is wrong.
#pragma once

#include <gyre/base/error.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

constexpr int kCubeFaces = 6;
constexpr std::string_view kCubeFaceNames = "URFDLB";

constexpr char opposite_face(char face) {
  return kCubeFaceNames[(kCubeFaceNames.find(face) + 3) % kCubeFaces];
}

constexpr int face_number(char face) {
  return static_cast<int>(kCubeFaceNames.find(face));
}

// The faces to which the columns and the rows run when the facelets of a face are read row by row.
struct CubeFaceView {
  char right;
  char down;
};

// The faces in the order of kCubeFaceNames.
constexpr std::array<CubeFaceView, kCubeFaces> kCubeFaceViews = {
    {{'R', 'F'}, {'B', 'D'}, {'R', 'D'}, {'R', 'B'}, {'F', 'D'}, {'L', 'D'}}};

constexpr std::string_view kFaceletBlanks = " \t\r\n";

constexpr bool is_facelet_letter(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

constexpr bool is_facelet_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

constexpr bool is_facelet_blank(char c) noexcept {
  return kFaceletBlanks.find(c) != std::string_view::npos;
}

// Where in a text that starts at `start` a character stands.
[[nodiscard]] SourcePlace place_at(const SourcePlace& start, std::string_view text, std::size_t at);
// "'Q'", "byte 07".
[[nodiscard]] std::string quoted_character(char c);
// "U and D", "U, R and F".
[[nodiscard]] std::string listed(const std::vector<std::string>& words);
[[nodiscard]] std::string listed(std::string_view letters);
// Why no piece shows these faces, as the end of a sentence; `shown` are the same letters as
// written.
[[nodiscard]] std::string why_no_piece(std::string_view faces, std::string_view shown);

}  // namespace gyre
