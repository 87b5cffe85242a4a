#include "general/god/framed_symmetry.h"

#include "base/arithmetic.h"

namespace gyre {

// In the frame an orientation is what it was less zero(slot, piece), and
//   image = multiplier * ori + offset[slot] + shift[piece]
// holds for what it was, so what is to be added has a part by slot and a part by piece.
FramedSymmetry::FramedSymmetry(const PuzzleDefinition& definition, const OrientationFrame& frame,
                               const Symmetry& symmetry)
    : bytes_(static_cast<std::size_t>(frame.orbits().state_bytes())) {
  const OrbitList& orbits = frame.orbits();
  const ComponentSplit& split = frame.split();
  for (int c = 0; c < split.size(); ++c) {
    const int orbit = split[c].orbit;
    const OrbitSymmetry& part = symmetry.orbits[orbit];
    const int all = orbits[orbit].orientations;
    const int first = split[c].slots.front();
    images_.push_back(split.component_of(part.target, part.slot[first]));
    const auto added = [&](int slot, int piece) {
      return modulo(part.multiplier * frame.zero(orbit, slot, piece) + part.offset[slot] +
                        part.shift[piece] -
                        frame.zero(part.target, part.slot[slot], part.identity[piece]),
                    all);
    };
    // Pieces of this component whose orientation counts.
    std::vector<int> pieces;
    for (const int slot : split[c].slots) {
      if (frame.start().bytes[orbits.ori_offset(orbit) + slot] != kWildOrientation) {
        pieces.push_back(frame.start().bytes[orbits.perm_offset(orbit) + slot]);
      }
    }
    const int base = pieces.empty() ? 0 : pieces.front();
    std::vector<std::uint8_t> turns(definition.identities(orbit), 0);
    bool needs = false;
    for (const int piece : pieces) {
      turns[piece] =
          static_cast<std::uint8_t>(modulo(added(first, piece) - added(first, base), all));
      needs = needs || turns[piece] != 0;
    }
    needs_.push_back(needs);
    const int turn_table = static_cast<int>(tables_.size());
    tables_.push_back(std::move(turns));
    const int identity_table = static_cast<int>(tables_.size());
    tables_.push_back(part.identity);
    for (const int slot : split[c].slots) {
      const int piece_byte = orbits.perm_offset(orbit) + slot;
      bytes_[piece_byte] = {
          orbits.perm_offset(part.target) + part.slot[slot], 0, 1, 0, identity_table, piece_byte};
      bytes_[orbits.ori_offset(orbit) + slot] = {
          orbits.ori_offset(part.target) + part.slot[slot], part.multiplier, all,
          pieces.empty() ? 0 : added(slot, base),           turn_table,      piece_byte};
    }
  }
}

void FramedSymmetry::apply(std::span<const int> bytes, const std::uint8_t* from,
                           std::uint8_t* to) const noexcept {
  for (const int byte : bytes) {
    const Byte& info = bytes_[byte];
    const std::uint8_t old = from[byte];
    if (info.multiplier == 0) {
      to[info.target] = tables_[info.table][old];
    } else if (old == kWildOrientation) {
      to[info.target] = old;
    } else {
      to[info.target] = static_cast<std::uint8_t>(
          (info.multiplier * old + info.turn + tables_[info.table][from[info.piece_byte]]) %
          info.orientations);
    }
  }
}

}  // namespace gyre
