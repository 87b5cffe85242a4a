#include "front/drawable_puzzle.h"

#include <gyre/puzzle/sequence.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace gyre {
namespace {

// By orbit and identity of a changed definition: the identity of the puzzle that it was made from.
// Nothing if they differ in more than which pieces look alike, or if pieces look alike now that did
// not.
std::optional<std::vector<std::vector<int>>> plain_identities(const PuzzleDefinition& changed,
                                                              const PuzzleDefinition& plain) {
  const PuzzleDefinition::Parts& a = changed.parts();
  const PuzzleDefinition::Parts& b = plain.parts();
  const auto same_moves = [](const auto& some, const auto& others) {
    return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                      [](const auto& x, const auto& y) {
                        return x.name == y.name && x.action.bytes == y.action.bytes;
                      });
  };
  const auto same_orbit = [](const Orbit& x, const Orbit& y) {
    return x.name == y.name && x.pieces == y.pieces && x.orientations == y.orientations;
  };
  if (!std::equal(a.orbits.begin(), a.orbits.end(), b.orbits.begin(), b.orbits.end(), same_orbit) ||
      !same_moves(a.moves, b.moves) || !same_moves(a.rotations, b.rotations) ||
      !same_moves(a.derived, b.derived)) {
    return std::nullopt;
  }
  std::vector<std::vector<int>> identities;
  for (int k = 0; k < changed.orbits().size(); ++k) {
    std::vector<int>& known = identities.emplace_back(changed.identities(k), -1);
    for (int slot = 0; slot < changed.orbits()[k].pieces; ++slot) {
      const int at = changed.orbits().perm_offset(k) + slot;
      int& identity = known[a.solved.bytes[at]];
      if (identity >= 0 && identity != b.solved.bytes[at]) return std::nullopt;
      identity = b.solved.bytes[at];
    }
  }
  return identities;
}

}  // namespace

DrawablePuzzle::DrawablePuzzle(PuzzleDefinition of, const PuzzleDefinition* plain,
                               std::optional<PuzzlePicture> looks)
    : definition(std::move(of)) {
  if (plain != nullptr) {
    identities_ = plain_identities(definition, *plain);
    if (!identities_) return;
  }
  picture = std::move(looks);
}

const PuzzleDefinition& DrawablePuzzle::drawn() const noexcept {
  return picture ? picture->drawn() : definition;
}

State DrawablePuzzle::place(const Scramble& scramble) const {
  if (!picture) return scramble.state;
  if (!scramble.alg.nodes.empty()) return apply(picture->drawn(), scramble.alg);
  if (!identities_) return picture->place(scramble.state);
  State plain = scramble.state;
  for (int k = 0; k < definition.orbits().size(); ++k) {
    for (int slot = 0; slot < definition.orbits()[k].pieces; ++slot) {
      std::uint8_t& identity = plain.bytes[definition.orbits().perm_offset(k) + slot];
      identity = static_cast<std::uint8_t>((*identities_)[k][identity]);
    }
  }
  return picture->place(plain);
}

std::vector<PieceHome> DrawablePuzzle::find(const std::string& pieces) const {
  return picture ? find_pieces(*picture, pieces) : find_pieces(definition, pieces);
}

void DrawablePuzzle::ignore(const std::vector<PieceHome>& pieces) {
  const OrbitList& orbits = drawn().orbits();
  const auto looks = [&](int orbit, int slot) {
    return std::pair(orbit, drawn().solved().bytes[orbits.perm_offset(orbit) + slot]);
  };
  std::set<std::pair<int, std::uint8_t>> ignored;
  for (const PieceHome& piece : pieces) ignored.insert(looks(piece.orbit, piece.slot));
  not_ignored_.clear();
  for (int k = 0; k < orbits.size(); ++k) {
    for (int slot = 0; slot < orbits[k].pieces; ++slot) {
      if (!ignored.contains(looks(k, slot))) not_ignored_.push_back({k, slot});
    }
  }
}

std::string DrawablePuzzle::svg(const State& placed, const DrawOptions& options) const {
  DrawOptions grey = options;
  if (grey.highlight.empty()) grey.highlight = not_ignored_;
  return picture ? draw_svg(*picture, placed, grey) : draw_svg(definition, placed, grey);
}

}  // namespace gyre
