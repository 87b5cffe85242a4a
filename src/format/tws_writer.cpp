// Writing definition files: the widely readable Solved and Move blocks, numbers from 1, orientation
// by piece.
#include <gyre/base/error.h>
#include "format/tws.h"

#include "format/derived.h"
#include "format/write_block.h"

#include <fmt/format.h>

#include <set>

namespace gyre {
namespace {

// In a .tws file the name alone says that a move is a rotation. One that is called otherwise (y2)
// gets a name that says so (Y_v), and its own as an alias.
std::string rotation_name(const PuzzleDefinition& definition, const std::string& name,
                          const std::set<std::string>& taken) {
  if (is_rotation_name(name)) return name;
  constexpr std::size_t kMostKept = 80;
  std::string plain;
  for (const char c : name.substr(0, kMostKept)) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    plain += is_letter ? static_cast<char>(c & ~0x20) : '_';
  }
  while (definition.names().contains(plain + 'v') || taken.contains(plain + 'v')) plain += '_';
  return plain + 'v';
}

}  // namespace

std::string write_move_block(const OrbitList& orbits, const std::string& name,
                             const State& action) {
  std::string out = fmt::format("Move {}\n", name);
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const std::uint8_t* perm = action.bytes.data() + orbits.perm_offset(k);
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
  return out + "End\n";
}

std::string write_tws(const PuzzleDefinition& definition) {
  const OrbitList& orbits = definition.orbits();
  std::string out = fmt::format("Name {}\n\n", as_token(definition.name()));
  for (const Orbit& orbit : orbits) {
    out += fmt::format("Set {} {} {}\n", orbit.name, orbit.pieces, orbit.orientations);
  }
  out += "\nSolved\n";
  write_position(definition, definition.solved(), 1, out);
  out += "End\n\n";
  for (const BaseMove& move : definition.moves()) {
    out += write_move_block(orbits, move.name, move.action) + '\n';
  }
  std::set<std::string> given;
  for (const BaseMove& rotation : definition.rotations()) {
    const std::string name = rotation_name(definition, rotation.name, given);
    given.insert(name);
    out += write_move_block(orbits, name, rotation.action) + '\n';
    if (name != rotation.name) out += fmt::format("MoveAlias {} {}\n\n", rotation.name, name);
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
