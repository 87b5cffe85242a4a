// Which symmetries of a puzzle a search may use. Results are the same with all of them; what is
// counted up to symmetry, and which of symmetric sequences are listed, follows the choice.
#pragma once

#include <gyre/base/api.h>

#include <string_view>

namespace GYRE_API gyre {

enum class SymmetryUse {
  none,
  rotations,  // those that the definition gives
  all,        // mirrors and others that are found, too
};

// "none", "rotations", "all".
[[nodiscard]] std::string_view to_string(SymmetryUse use) noexcept;
// Throws Error naming them.
[[nodiscard]] SymmetryUse symmetry_use(std::string_view name);

}  // namespace gyre
