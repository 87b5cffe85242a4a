// Names that can be typed must be distinct, powers included: with moves A and A2, A2 would have two
// meanings.
#pragma once

#include <gyre/puzzle/definition.h>

#include <optional>
#include <string>

namespace gyre {

struct NameClash {
  std::string name;   // what has two meanings
  std::string first;  // the meanings, in words
  std::string second;
  std::string culprit;  // the later of the two moves, as it is named

  [[nodiscard]] std::string message() const;
};

// The orders of moves and rotations must be known. Linear: powers are compared by arithmetic, since
// written out a short file could have millions.
[[nodiscard]] std::optional<NameClash> find_name_clash(const PuzzleDefinition::Parts& parts);

}  // namespace gyre
