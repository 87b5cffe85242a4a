#include "front/puzzle/puzzle_parts.h"

#include "front/puzzle/piece_names.h"
#include "puzzle/definition/cycles.h"

#include <algorithm>

namespace gyre {
namespace {

// A picture that has the puzzle's own pieces first; null where there is none.
const PuzzlePicture* own_picture(const AskedPuzzle& puzzle) {
  const PuzzlePicture* picture = puzzle.picture();
  if (picture == nullptr) return nullptr;
  const OrbitList& orbits = puzzle.definition().orbits();
  const OrbitList& drawn = picture->drawn().orbits();
  if (drawn.size() < orbits.size()) return nullptr;
  for (int k = 0; k < orbits.size(); ++k) {
    if (drawn[k].name != orbits[k].name || drawn[k].pieces != orbits[k].pieces) return nullptr;
  }
  return picture;
}

std::vector<MovePart::Cycles> texts_of(PieceNames& names, const OrbitList& orbits,
                                       const std::vector<ActionCycle>& cycles) {
  std::vector<MovePart::Cycles> texts;
  for (const ActionCycle& cycle : cycles) {
    if (texts.empty() || texts.back().orbit != cycle.orbit) texts.push_back({cycle.orbit, ""});
    std::string& text = texts.back().text;
    text += text.empty() ? "(" : " (";
    for (std::size_t i = 0; i < cycle.slots.size(); ++i) {
      text += (i == 0 ? "" : " ") + names.place(cycle.orbit, cycle.slots[i]);
    }
    text += ')';
    if (cycle.twist != 0) text += twist_text(cycle.twist, orbits[cycle.orbit].orientations);
  }
  return texts;
}

}  // namespace

std::vector<MovePart> move_parts(const AskedPuzzle& puzzle, const MoveSet& moves) {
  const OrbitList& orbits = puzzle.definition().orbits();
  PieceNames names(puzzle.definition(), own_picture(puzzle));
  std::vector<MovePart> parts;
  for (const MoveClass& cls : moves.classes()) {
    const std::vector<ActionCycle> cycles = cycles_of(orbits, moves.unit_action(orbits, cls));
    MovePart part{cls.name, cls.order, 0, texts_of(names, orbits, cycles)};
    // A piece that comes back to its place without a twist is in no cycle.
    for (const ActionCycle& cycle : cycles) part.pieces += static_cast<int>(cycle.slots.size());
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<PiecePart> piece_parts(const AskedPuzzle& puzzle, const MoveSet& moves) {
  const PuzzleDefinition& definition = puzzle.definition();
  const OrbitList& orbits = definition.orbits();
  PieceNames names(definition, own_picture(puzzle));
  std::vector<PiecePart> parts;
  std::vector<std::size_t> first_of;  // by orbit: where its pieces begin
  for (int k = 0; k < orbits.size(); ++k) {
    first_of.push_back(parts.size());
    const std::uint8_t* look = definition.solved().bytes.data() + orbits.perm_offset(k);
    const std::uint8_t* ori = definition.solved().bytes.data() + orbits.ori_offset(k);
    for (int slot = 0; slot < orbits[k].pieces; ++slot) {
      PiecePart part;
      part.orbit = k;
      part.number = slot + 1;
      part.name = names.place(k, slot);
      const int first = static_cast<int>(std::find(look, look + slot, look[slot]) - look);
      if (first != slot) part.looks_like = first + 1;
      part.any_orientation = ori[slot] == kWildOrientation;
      parts.push_back(std::move(part));
    }
  }
  for (const MoveClass& cls : moves.classes()) {
    for (const ActionCycle& cycle : cycles_of(orbits, moves.unit_action(orbits, cls))) {
      for (const int slot : cycle.slots) {
        parts[first_of[cycle.orbit] + slot].moves.push_back(cls.name);
      }
    }
  }
  return parts;
}

}  // namespace gyre
