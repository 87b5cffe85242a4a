// Writing definition files: the widely readable Solved and Move blocks, numbers from 1, orientation
// by piece.
#include <gyre/base/error.h>
#include "format/tws.h"

#include "format/derived.h"
#include "format/write_block.h"

#include <fmt/format.h>

namespace gyre {
namespace {

void write_move(const OrbitList& orbits, const BaseMove& move, std::string& out) {
  out += fmt::format("Move {}\n", move.name);
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const std::uint8_t* perm = move.action.bytes.data() + orbits.perm_offset(k);
    std::vector<int> places(perm, perm + n);
    std::vector<int> twist_of_piece(n);
    bool moved = false;
    bool twisted = false;
    for (int slot = 0; slot < n; ++slot) {
      twist_of_piece[perm[slot]] = perm[n + slot];
      moved = moved || perm[slot] != slot;
      twisted = twisted || perm[n + slot] != 0;
      ++places[slot];
    }
    if (!moved && !twisted) continue;
    out += orbits[k].name + '\n';
    append_numbers(places, out);
    if (twisted) append_numbers(twist_of_piece, out);
  }
  out += "End\n\n";
}

}  // namespace

std::string write_tws(const PuzzleDefinition& definition) {
  const OrbitList& orbits = definition.orbits();
  std::string out = fmt::format("Name {}\n\n", as_token(definition.name()));
  for (const Orbit& orbit : orbits) {
    out += fmt::format("Set {} {} {}\n", orbit.name, orbit.pieces, orbit.orientations);
  }
  out += "\nSolved\n";
  write_position(definition, definition.solved(), 1, out);
  out += "End\n\n";
  for (const auto* list : {&definition.moves(), &definition.rotations()}) {
    for (const BaseMove& move : *list) write_move(orbits, move, out);
  }
  const std::vector<bool> writable = writable_derived(definition, true);
  for (std::size_t i = 0; i < writable.size(); ++i) {
    const DerivedMove& move = definition.derived()[i];
    if (writable[i]) {
      out += fmt::format("MoveAlias {} {}\n", move.name, move.definition);
    } else {
      out += fmt::format("# left out, since it can be typed but is not searched: {} = {}\n",
                         as_token(move.name), as_line(move.definition));
    }
  }
  for (const IllegalRule& rule : definition.illegal()) {
    out += fmt::format("Illegal {} {}", orbits[rule.orbit].name, rule.slot + 1);
    for (const int identity : rule.identities) {
      out += fmt::format(" {}", definition.label(rule.orbit, identity) + 1);
    }
    out += '\n';
  }
  return out;
}

}  // namespace gyre
