// Positions of the 3x3x3 as other programs write them: the 54 facelets, and Reid's list of 20
// pieces (docs/formats.md). What is read holds each piece once; whether face turns can solve it is
// for why_impossible to say.
#pragma once

#include <gyre/base/error.h>
#include <gyre/cube3/cube.h>

#include <string>
#include <string_view>

namespace gyre::cube3 {

// Whether a text is meant as the one or the other, rather than as a sequence of moves: also with a
// mistake in it, so that the reader below can name the mistake.
//
// 48 to 60 letters and nothing else, in one word or in words of at least six.
[[nodiscard]] bool looks_like_facelets(std::string_view text) noexcept;
// 15 to 25 words, each of two or three capital letters.
[[nodiscard]] bool looks_like_reid(std::string_view text) noexcept;

// Any six different letters will do: the centres say which letter stands for which face. So a cube
// that is held otherwise is read as it is held, and moves are named for how it is held.
// Throws Error that says what is wrong and where; `place` is that of the first character.
[[nodiscard]] Cube read_facelets(std::string_view text, const SourcePlace& place = {"", 1, 1});
[[nodiscard]] Cube read_reid(std::string_view text, const SourcePlace& place = {"", 1, 1});

// Writes the facelets in the letters U R F D L B. The cube holds each piece once.
[[nodiscard]] std::string write_facelets(const Cube& cube);
[[nodiscard]] std::string write_reid(const Cube& cube);

}  // namespace gyre::cube3
