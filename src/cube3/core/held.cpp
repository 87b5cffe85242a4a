// A sequence with rotations is moves m and rotations r in turn: m1 r1 m2 r2 ... = M r1 r2 ..., so
// the way the cube ends up in the hands is the product of the rotations alone, whatever is turned
// between them. There are 24 such products; they are found once, by closing the rotations of the
// definition under multiplication.
#include "cube3/core/held.h"
#include <gyre/base/error.h>
#include <gyre/puzzle/sequence.h>
#include "cube3/core/notation.h"
#include "format/position.h"

#include <fmt/format.h>

#include <algorithm>

namespace gyre::cube3 {
namespace {

// Of a solid cube there are 24. A definition with more has something else among its rotations.
constexpr std::size_t kMostRotations = 48;

}  // namespace

Holding::Holding(const PuzzleDefinition& definition)
    : definition_(definition), conversion_(definition) {
  const OrbitList& orbits = definition.orbits();
  for (const char face : kFaceNames) {
    const auto move = std::find_if(
        definition.moves().begin(), definition.moves().end(),
        [&](const BaseMove& known) { return known.name == std::string_view(&face, 1); });
    for (int turns = 1; turns <= 3; ++turns) {
      actions_.push_back(power(orbits, move->action, turns));
    }
  }
  find_rotations();
}

void Holding::find_rotations() {
  const OrbitList& orbits = definition_.orbits();
  const auto add = [&](const State& action) {
    const auto same_action = [&](const Held& held) { return held.action == action; };
    const auto known = std::find_if(held_.begin(), held_.end(), same_action);
    if (known != held_.end()) return static_cast<Rotation>(known - held_.begin());
    Held held{action, {}};
    const State back = invert(orbits, action);
    for (int face = 0; face < kFaces; ++face) {
      const State seen = compose(orbits, compose(orbits, back, actions_[3 * face]), action);
      const auto same = std::find(actions_.begin(), actions_.end(), seen);
      if (same != actions_.end()) {
        held.image[face] = FaceTurn::from_index(static_cast<int>(same - actions_.begin()));
      }
    }
    held_.push_back(std::move(held));
    return static_cast<Rotation>(held_.size()) - 1;
  };
  add(identity_state(orbits));
  for (std::size_t i = 0; i < held_.size() && held_.size() <= kMostRotations; ++i) {
    product_.emplace_back();
    for (const BaseMove& rotation : definition_.rotations()) {
      const int to = add(compose(orbits, held_[i].action, rotation.action));
      product_[i].push_back(to);
    }
  }
  if (held_.size() > kMostRotations) {
    held_.resize(1);
    product_.clear();
  }
}

bool Holding::is_face_turn(const MoveToken& move) const {
  return move.outer_layer == 0 && move.inner_layer == 0 && move.family.size() == 1 &&
         kFaceNames.find(move.family[0]) != std::string_view::npos;
}

bool Holding::has_face_turns_only(const Alg& alg) const {
  return std::all_of(alg.nodes.begin(), alg.nodes.end(), [&](const AlgNode& node) {
    return node.kind == AlgNode::Kind::move
               ? is_face_turn(node.move)
               : has_face_turns_only(node.first) && has_face_turns_only(node.second);
  });
}

Rotation Holding::rotation_of(const Alg& alg) const {
  if (definition_.rotations().empty() || has_face_turns_only(alg)) return 0;
  Rotation rotation = 0;
  for (const MoveToken& move : expand(alg)) {
    if (is_face_turn(move)) continue;
    for (const MoveToken& part : base_moves(definition_, move)) {
      const auto& all = definition_.rotations();
      const auto turn = std::find_if(
          all.begin(), all.end(), [&](const BaseMove& known) { return known.name == part.family; });
      if (turn == all.end()) continue;
      if (product_.empty()) {
        throw Error(fmt::format("the rotations of {} are not those of a cube", definition_.name()));
      }
      const std::int64_t amount = (part.amount % turn->order + turn->order) % turn->order;
      for (std::int64_t i = 0; i < amount; ++i) rotation = product_[rotation][turn - all.begin()];
    }
  }
  return rotation;
}

Scramble Holding::read(std::string_view text, const AlgSource& source) const {
  const bool facelets = looks_like_facelets(text);
  if (!facelets && !looks_like_reid(text)) return read_position(definition_, text, source);
  const SourcePlace place{source.file, source.line, source.column};
  const Cube cube = facelets ? read_facelets(text, place) : read_reid(text, place);
  return {"", conversion_.to_state(cube)};
}

HeldCube Holding::hold(const Scramble& position) const {
  const Rotation rotation = rotation_of(position.alg);
  if (rotation == 0) return {conversion_.to_cube(position.state), 0};
  const OrbitList& orbits = definition_.orbits();
  const State back = invert(orbits, held_[rotation].action);
  return {conversion_.to_cube(compose(orbits, position.state, back)), rotation};
}

std::vector<FaceTurn> Holding::as_held(const std::vector<FaceTurn>& moves,
                                       Rotation rotation) const {
  if (rotation == 0) return moves;
  std::vector<FaceTurn> turned;
  turned.reserve(moves.size());
  for (const FaceTurn move : moves) {
    const std::optional<FaceTurn>& image = held_[rotation].image[move.face];
    if (!image) {
      throw Error(fmt::format("a rotation of {} takes {} to no face turn", definition_.name(),
                              kFaceNames[move.face]));
    }
    turned.push_back(
        {image->face, static_cast<std::uint8_t>(static_cast<int>(image->turns) * move.turns % 4)});
  }
  return turned;
}

bool Holding::leads(const State& position, const std::vector<FaceTurn>& moves, const Cube& goal,
                    Rotation rotation) const {
  const OrbitList& orbits = definition_.orbits();
  State state = position;
  State next = position;
  for (const FaceTurn move : moves) {
    compose_into(orbits, state, actions_[move.index()], next);
    std::swap(state, next);
  }
  return state == compose(orbits, conversion_.to_state(goal), held_[rotation].action);
}

}  // namespace gyre::cube3
