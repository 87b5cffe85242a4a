// A piece named by the place where it belongs.
#pragma once

namespace gyre {

// The piece whose home is this slot, and all that look like it.
struct PieceHome {
  int orbit = 0;
  int slot = 0;

  bool operator==(const PieceHome&) const = default;
};

}  // namespace gyre
