#include "front/puzzle/position_forms.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include "cube3/core/conversion.h"
#include "cube3/core/notation.h"
#include "format/position.h"
#include "general/sequences/unrotate.h"
#include "puzzle/definition/modify.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace gyre {

bool is_facelet_text(const PuzzleDefinition& definition, std::string_view text) {
  const int size = cube_size(definition);
  return size != 0 && looks_like_facelets(text, size);
}

const CubeFacelets* PositionForms::facelets() const {
  std::call_once(once_, [&] { facelets_ = CubeFacelets::of(plain_); });
  return facelets_ ? &*facelets_ : nullptr;
}

const cube3::Conversion* PositionForms::conversion() const {
  std::call_once(conversion_made_, [&] {
    if (cube3::is_cube3(plain_)) conversion_.emplace(plain_);
  });
  return conversion_ ? &*conversion_ : nullptr;
}

std::optional<std::string> PositionForms::write_facelets(const Scramble& position) const {
  if (facelets() == nullptr) return std::nullopt;
  const bool centres = facelets()->size() % 2 == 1;
  return facelets()->write(centres ? hold(plain_, position).position : position.state);
}

std::optional<FaceletReading> PositionForms::wrong_stickers(std::string_view text) const {
  if (!is_facelet_text(plain_, text) || facelets() == nullptr) return std::nullopt;
  try {
    FaceletReading reading = facelets()->read(text);
    if (!reading.position) return reading;
  } catch (const Error&) {
    // Too few or too many letters: there is no picture of that.
  }
  return std::nullopt;
}

Scramble PositionForms::read_plain(std::string_view text, const AlgSource& source) const {
  const SourcePlace place{source.file, source.line, source.column};
  const bool of_cube3 = cube3::looks_like_facelets(text);
  if ((of_cube3 || cube3::looks_like_reid(text)) && conversion() != nullptr) {
    try {
      const cube3::Cube cube =
          of_cube3 ? cube3::read_facelets(text, place) : cube3::read_reid(text, place);
      return {"", conversion()->to_state(cube)};
    } catch (const Error& error) {
      // The same words, with the stickers that they are about.
      if (std::optional<FaceletReading> reading = wrong_stickers(text)) {
        throw ImpossibleFacelets(error.place(), error.message(), std::move(*reading));
      }
      throw;
    }
  }
  if (is_facelet_text(plain_, text)) {
    if (facelets() != nullptr) return {"", facelets()->read_position(text, place)};
    // Letters would be read as moves, and say something else.
    throw Error(place, fmt::format("facelets do not tell all that a position of {} is; give moves, "
                                   "with a blank between them",
                                   plain_.name()));
  }
  return read_position(plain_, text, source, max_moves_);
}

Scramble PositionForms::change(Scramble position) const {
  if (&definition_ == &plain_) return position;
  // Moves do the same to pieces that are told apart and to those that are not.
  position.state = position.alg.nodes.empty() ? change_position(plain_, definition_, position.state)
                                              : apply(definition_, position.alg);
  return position;
}

Scramble PositionForms::read(std::string_view text, const AlgSource& source) const {
  return change(read_plain(text, source));
}

namespace {

bool has_rotation(const PuzzleDefinition& definition, const MoveToken& move) {
  const auto is_rotation = [&](const MoveToken& part) {
    return std::any_of(definition.rotations().begin(), definition.rotations().end(),
                       [&](const BaseMove& rotation) { return rotation.name == part.family; });
  };
  const std::vector<MoveToken> parts = base_moves(definition, move);
  return std::any_of(parts.begin(), parts.end(), is_rotation);
}

}  // namespace

HeldPosition hold(const PuzzleDefinition& definition, const Scramble& scramble) {
  if (scramble.alg.nodes.empty() || definition.rotations().empty()) return {scramble.state, {}};
  // Most sequences turn no whole puzzle, and taking rotations apart is dear.
  const std::vector<MoveToken> tokens = expand(scramble.alg);
  std::unordered_map<std::string, bool> known;
  const auto turns_whole = [&](MoveToken token) {
    token.amount = 1;
    const auto [place, is_new] = known.try_emplace(print(token), false);
    if (is_new) place->second = has_rotation(definition, token);
    return place->second;
  };
  if (std::none_of(tokens.begin(), tokens.end(), turns_whole)) return {scramble.state, {}};
  const Unrotated parts = unrotate(definition, scramble.alg);
  return {apply(definition, parts.moves), parts.rotation};
}

}  // namespace gyre
