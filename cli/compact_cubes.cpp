#include "compact_cubes.h"

#include <gyre/library/library.h>
#include "format/compact.h"

namespace gyre::cli {

CompactCubes::CompactCubes() : definition_(load_puzzle("3x3x3")), conversion_(definition_) {}

std::string CompactCubes::write(const cube3::Cube& cube) const {
  return write_compact(definition_, conversion_.to_state(cube));
}

cube3::Cube CompactCubes::read(std::string_view line) const {
  return conversion_.to_cube(read_compact(definition_, line));
}

}  // namespace gyre::cli
