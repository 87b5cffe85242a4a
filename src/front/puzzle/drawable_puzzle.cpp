#include "front/puzzle/drawable_puzzle.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
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

DrawablePuzzle make_drawable(const PuzzleWish& wish, const Spelling& spelling) {
  if (!wish.ignore.empty() && !wish.changes.empty()) {
    throw Error(fmt::format("there is no picture of a puzzle that {} and other options change",
                            spelling("ignore")));
  }
  ChosenPuzzle puzzle = choose_puzzle(wish, spelling);
  std::optional<PuzzleDefinition> plain;
  if (wish.definition || !wish.changes.empty()) {
    PuzzleWish as_it_was = wish;
    as_it_was.changes = {};
    as_it_was.ignore.clear();
    plain = choose_puzzle(as_it_was).definition;
  }
  std::optional<PuzzlePicture> picture =
      wish.definition ? find_picture(*plain) : load_picture(wish.text);
  if (wish.ignore.empty()) {
    return {std::move(puzzle.definition), wish.changes.empty() ? nullptr : &*plain,
            std::move(picture)};
  }
  DrawablePuzzle drawable(*std::move(puzzle.plain), nullptr, std::move(picture));
  drawable.ignore(puzzle.ignored);
  return drawable;
}

std::string picture_title(const PuzzleDefinition& definition, const Alg& moves,
                          bool from_a_position) {
  std::string title = definition.name();
  if (from_a_position) title += ", from a position";
  if (!moves.nodes.empty()) title += ", " + print(moves, definition.names());
  return title;
}

std::optional<ViewAngle> parse_angle(const std::string& text) {
  const char* end = text.data() + text.size();
  ViewAngle angle;
  const auto [comma, first] = std::from_chars(text.data(), end, angle.yaw);
  if (first != std::errc{} || comma == end || *comma != ',') return std::nullopt;
  const auto [stop, second] = std::from_chars(comma + 1, end, angle.pitch);
  if (second != std::errc{} || stop != end) return std::nullopt;
  const bool good =
      angle.yaw >= -360 && angle.yaw <= 360 && angle.pitch >= -90 && angle.pitch <= 90;
  return good ? std::optional(angle) : std::nullopt;
}

std::string no_angle(const std::string& text) {
  return fmt::format("'{}' is no angle (expected 30,20; up at most 90)", text);
}

}  // namespace gyre
