// What the words of a dialect mean: which moves are a square-1's layers and slash, which take a
// clock's steps, and how a square-1's pair is read. Lines, brackets and errors are in parse.cpp.
#pragma once

#include <gyre/alg/alg.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gyre {

// A turn of the square-1 with its amount in the range in which it is written: -5 to 6 for a layer,
// 0 or 1 for the slash.
struct SquareTurn {
  enum class Part { none, top, bottom, slash };

  Part part = Part::none;  // none: another move
  std::int64_t amount = 0;
};

[[nodiscard]] SquareTurn square_turn(const Dialect& dialect, const MoveToken& move);

// (3,-1) or 3,-1 at the start of a text. length 0: there is no pair.
struct SquarePair {
  std::size_t length = 0;
  // Where the numbers stand, and what they are; they saturate just beyond kMaxAmount.
  std::size_t top_at = 0;
  std::size_t bottom_at = 0;
  std::int64_t top = 0;
  std::int64_t bottom = 0;
};

[[nodiscard]] SquarePair read_square_pair(std::string_view text);

// A move that is written with steps and a sign.
[[nodiscard]] bool is_clock_turn(const Dialect& dialect, const MoveToken& move);
// Whether a text has a word of steps and a sign (UR3+), comments left out.
[[nodiscard]] bool has_clock_steps(std::string_view text);
// One of the four pins, which beside such words stand for a pin that is left up.
[[nodiscard]] bool is_clock_pin(std::string_view word);

// R++ and D--: an amount would be read by nobody else behind such a name.
[[nodiscard]] bool ends_in_sign(std::string_view name) noexcept;

// Length of a minus sign at the start of a text, the typographic one included; 0: there is none.
[[nodiscard]] std::size_t minus_length(std::string_view text) noexcept;

}  // namespace gyre
