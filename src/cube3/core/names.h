// The names of the slots, from which turns and symmetries are worked out.
#pragma once

#include <gyre/cube3/cube.h>

#include <array>
#include <string_view>

namespace gyre::cube3 {

// Letters of a corner run clockwise, so that a turn keeps their cyclic order and one letter is
// enough to know how the piece lies.
constexpr std::array<std::string_view, kCorners> kCornerNames = {"URF", "UFL", "ULB", "UBR",
                                                                 "DFR", "DLF", "DBL", "DRB"};
constexpr std::array<std::string_view, kEdges> kEdgeNames = {"UR", "UF", "UL", "UB", "DR", "DF",
                                                             "DL", "DB", "FR", "FL", "BL", "BR"};

}  // namespace gyre::cube3
