#include <gyre/puzzle/symmetry_use.h>

#include <gyre/base/error.h>

#include <fmt/format.h>

namespace gyre {

std::string_view to_string(SymmetryUse use) noexcept {
  switch (use) {
    case SymmetryUse::none:
      return "none";
    case SymmetryUse::rotations:
      return "rotations";
    case SymmetryUse::all:
      break;
  }
  return "all";
}

SymmetryUse symmetry_use(std::string_view name) {
  for (const SymmetryUse use : {SymmetryUse::none, SymmetryUse::rotations, SymmetryUse::all}) {
    if (to_string(use) == name) return use;
  }
  throw Error(
      fmt::format("'{}' says nothing about symmetry (expected none, rotations or all)", name));
}

}  // namespace gyre
