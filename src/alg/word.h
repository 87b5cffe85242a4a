// Splits a word (text without blanks and brackets) into moves: RUR'U' into four. Decides which
// reading a text gets where several are possible; knows nothing of brackets, lines and errors.
#pragma once

#include <gyre/alg/alg.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace gyre {

// A part of a word, read as a move.
struct WordMove {
  std::size_t begin = 0;
  std::size_t end = 0;
  MoveToken move;
};

struct WordSplit {
  std::vector<WordMove> moves;
  // The furthest place that a reading reaches, if none reaches the end.
  std::optional<std::size_t> stuck;
};

// names may be null. Linear time in the length of the word: readings are tried from left to right,
// longest name first, and only if that fails every place is judged once, from right to left.
[[nodiscard]] WordSplit split_word(std::string_view word, const MoveNames* names);

// Length of the prime that `text` starts with: ' or a typographic one; 0 if there is none.
[[nodiscard]] std::size_t prime_length(std::string_view text) noexcept;
[[nodiscard]] std::size_t digits_length(std::string_view text) noexcept;
// Saturates just above kMaxAmount. text: digits only.
[[nodiscard]] std::int64_t read_amount(std::string_view digits) noexcept;
// Whether the digits after a prime (R'2R) rather belong to the move that follows.
[[nodiscard]] bool digits_start_move(std::string_view text, const MoveNames* names);

}  // namespace gyre
