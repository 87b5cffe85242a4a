// A piece named by the place where it belongs.
#pragma once

#include <gyre/base/api.h>

namespace GYRE_API gyre {

// The piece whose home is this slot, and all that look like it.
struct PieceHome {
  int orbit = 0;
  int slot = 0;

  bool operator==(const PieceHome&) const = default;
};

}  // namespace gyre
