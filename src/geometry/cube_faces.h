// The faces of a cube by letters, and the characters of facelets.
#pragma once

#include <string_view>

namespace gyre {

constexpr int kCubeFaces = 6;
constexpr std::string_view kCubeFaceNames = "URFDLB";

constexpr char opposite_face(char face) {
  return kCubeFaceNames[(kCubeFaceNames.find(face) + 3) % kCubeFaces];
}

constexpr int face_number(char face) {
  return static_cast<int>(kCubeFaceNames.find(face));
}

constexpr bool is_facelet_letter(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

constexpr bool is_facelet_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

constexpr bool is_facelet_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace gyre
