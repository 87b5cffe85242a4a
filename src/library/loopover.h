// Loopover: a board of tiles whose rows and columns slide round. Decides which sizes there are, how
// tiles are numbered and what slides are called.
#pragma once

#include <gyre/library/library.h>
#include <gyre/puzzle/definition.h>

#include <optional>
#include <string>

namespace gyre {

struct LoopoverSize {
  int width = 5;
  int height = 5;

  bool operator==(const LoopoverSize&) const = default;
};

constexpr int kLeastLoopover = 2;
constexpr int kMostLoopover = 15;

[[nodiscard]] LibraryEntry loopover_entry();
// name: as plain_name makes it. "loopover" is of 5x5, "loopover4x3" four wide and three high.
// Nothing if it is no such name or a side is not in 2..15.
[[nodiscard]] std::optional<LoopoverSize> loopover_size(const std::string& name);
// The size of a definition that is move for move a Loopover, whatever it was read from.
[[nodiscard]] std::optional<LoopoverSize> loopover_size(const PuzzleDefinition& definition);
// Tiles row by row. U 2U ... slide rows to the left, as U of a cube does with what is in front; R
// 2R ... slide columns up, counted from the right.
[[nodiscard]] PuzzleDefinition::Parts make_loopover(const LoopoverSize& size);

}  // namespace gyre
