#include "cube3/proof/compact_cubes.h"

#include <gyre/library/library.h>
#include "format/compact.h"

namespace gyre::cube3 {

CompactCubes::CompactCubes() : definition_(load_puzzle("3x3x3")), conversion_(definition_) {}

std::string CompactCubes::write(const Cube& cube) const {
  return write_compact(definition_, conversion_.to_state(cube));
}

Cube CompactCubes::read(std::string_view line) const {
  return conversion_.to_cube(read_compact(definition_, line));
}

}  // namespace gyre::cube3
