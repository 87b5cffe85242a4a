// The tables that one Cube3Solver looks up.
#pragma once

#include "cube3/small_tables.h"

namespace gyre::cube3 {

class TwoPhaseTables {
 public:
  SmallTables small;
};

}  // namespace gyre::cube3
