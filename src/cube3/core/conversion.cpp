// Both the cube and the definition act on stickers (a slot and an orientation in it). If one
// sticker's partner is known, the moves tell all others'; so each partner of the first sticker is
// tried. The partners that work differ only in where the orientations of all pieces start to count,
// which no conversion shows.
#include "cube3/core/conversion.h"
#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>

namespace gyre::cube3 {
namespace {

// Permutation bytes, then orientation bytes, as in a State.
using Bytes = std::vector<std::uint8_t>;

Bytes split(const Lane& lane, int pieces) {
  Bytes bytes(2 * pieces);
  for (int i = 0; i < pieces; ++i) {
    bytes[i] = lane[i] & 0xFU;
    bytes[pieces + i] = static_cast<std::uint8_t>(lane[i] >> 4U);
  }
  return bytes;
}

void join(const Bytes& bytes, Lane& lane) {
  const std::size_t pieces = bytes.size() / 2;
  for (std::size_t i = 0; i < pieces; ++i) {
    lane[i] = static_cast<std::uint8_t>(bytes[i] | bytes[pieces + i] << 4U);
  }
}

// The sticker that an action brings to this one.
int source(const std::uint8_t* bytes, int pieces, int orientations, int sticker) {
  const int slot = sticker / orientations;
  const int ori = sticker % orientations - bytes[pieces + slot];
  return bytes[slot] * orientations + (ori + orientations) % orientations;
}

// The same element in the other numbering: map takes stickers there, back takes them here.
Bytes transport(const Bytes& bytes, int orientations, const std::vector<std::uint8_t>& map,
                const std::vector<std::uint8_t>& back) {
  const int pieces = static_cast<int>(bytes.size()) / 2;
  Bytes out(bytes.size());
  for (int slot = 0; slot < pieces; ++slot) {
    const int from = map[source(bytes.data(), pieces, orientations, back[slot * orientations])];
    out[slot] = static_cast<std::uint8_t>(from / orientations);
    out[pieces + slot] =
        static_cast<std::uint8_t>((orientations - from % orientations) % orientations);
  }
  return out;
}

// The partners of the cube's stickers if the first has partner `start`; empty if moves disagree.
std::vector<std::uint8_t> propagate(const std::vector<Bytes>& cube, const std::vector<Bytes>& other,
                                    int orientations, int start) {
  constexpr std::uint8_t kNone = 0xFF;
  const int pieces = static_cast<int>(cube[0].size()) / 2;
  std::vector<std::uint8_t> map(pieces * orientations, kNone);
  std::vector<bool> taken(map.size(), false);
  map[0] = static_cast<std::uint8_t>(start);
  taken[start] = true;
  std::vector<int> open = {0};
  while (!open.empty()) {
    const int sticker = open.back();
    open.pop_back();
    for (std::size_t turn = 0; turn < cube.size(); ++turn) {
      const int next = source(cube[turn].data(), pieces, orientations, sticker);
      const int partner = source(other[turn].data(), pieces, orientations, map[sticker]);
      if (map[next] == partner) continue;
      if (map[next] != kNone || taken[partner]) return {};
      map[next] = static_cast<std::uint8_t>(partner);
      taken[partner] = true;
      open.push_back(next);
    }
  }
  return map;
}

[[noreturn]] void refuse(const PuzzleDefinition& definition, const std::string& reason) {
  throw Error(fmt::format("{} is not a 3x3x3: {}", definition.name(), reason));
}

// The action of each face, in the order of kFaceNames.
std::vector<const State*> face_actions(const PuzzleDefinition& definition) {
  std::vector<const State*> actions;
  for (const char face : kFaceNames) {
    for (const BaseMove& move : definition.moves()) {
      if (move.name == std::string_view(&face, 1)) actions.push_back(&move.action);
    }
  }
  if (actions.size() != kFaces || definition.moves().size() != kFaces) {
    refuse(definition, "its moves are not U F R D B L");
  }
  return actions;
}

// The one orbit of this shape.
int find_orbit(const PuzzleDefinition& definition, int pieces, int orientations) {
  int found = -1;
  int count = 0;
  for (int k = 0; k < definition.orbits().size(); ++k) {
    const Orbit& orbit = definition.orbits()[k];
    if (orbit.pieces != pieces || orbit.orientations != orientations) continue;
    found = k;
    ++count;
  }
  if (count != 1) {
    refuse(definition, fmt::format("it has {} orbits of {} pieces with {} orientations, not one",
                                   count, pieces, orientations));
  }
  return found;
}

// Whether no face turn changes what an orbit looks like.
bool is_still(const PuzzleDefinition& definition, int orbit,
              const std::vector<const State*>& actions) {
  const OrbitList& orbits = definition.orbits();
  const auto begin = definition.solved().bytes.begin() + orbits.perm_offset(orbit);
  return std::all_of(actions.begin(), actions.end(), [&](const State* action) {
    const State after = compose(orbits, definition.solved(), *action);
    return std::equal(begin, begin + 2 * orbits[orbit].pieces,
                      after.bytes.begin() + orbits.perm_offset(orbit));
  });
}

}  // namespace

Conversion::Conversion(const PuzzleDefinition& definition)
    : puzzle_(definition.name()), orbits_(definition.orbits()), solved_(definition.solved()) {
  const std::vector<const State*> actions = face_actions(definition);
  if (!definition.illegal().empty()) refuse(definition, "it has Illegal rules");
  const int corners = find_orbit(definition, kCorners, 3);
  const int edges = find_orbit(definition, kEdges, 2);
  for (int k = 0; k < orbits_.size(); ++k) {
    if (k != corners && k != edges && !is_still(definition, k, actions)) {
      refuse(definition,
             fmt::format("its moves change orbit {} besides corners and edges", orbits_[k].name));
    }
  }
  corners_ = make_half(definition, corners);
  edges_ = make_half(definition, edges);
}

Conversion::Half Conversion::make_half(const PuzzleDefinition& definition, int orbit) const {
  Half half;
  half.offset = orbits_.perm_offset(orbit);
  half.pieces = orbits_[orbit].pieces;
  half.orientations = orbits_[orbit].orientations;
  const auto solved = solved_.bytes.begin() + half.offset;
  const auto ori = solved + half.pieces;
  if (definition.identities(orbit) != half.pieces ||
      std::find(ori, ori + half.pieces, kWildOrientation) != ori + half.pieces) {
    refuse(definition, fmt::format("pieces of orbit {} look alike", orbits_[orbit].name));
  }
  half.home.resize(half.pieces);
  for (int slot = 0; slot < half.pieces; ++slot) {
    half.home[solved[slot]] = static_cast<std::uint8_t>(slot);
  }

  std::vector<Bytes> cube;
  std::vector<Bytes> other;
  const std::vector<const State*> actions = face_actions(definition);
  for (int face = 0; face < kFaces; ++face) {
    const Cube& turn = action(FaceTurn::from_index(3 * face));
    cube.push_back(split(half.pieces == kCorners ? turn.corners : turn.edges, half.pieces));
    const auto begin = actions[face]->bytes.begin() + half.offset;
    other.emplace_back(begin, begin + 2 * half.pieces);
  }
  const int stickers = half.pieces * half.orientations;
  for (int start = 0; start < stickers && half.to_definition.empty(); ++start) {
    half.to_definition = propagate(cube, other, half.orientations, start);
  }
  if (half.to_definition.empty()) {
    refuse(definition, fmt::format("its moves act otherwise on orbit {}", orbits_[orbit].name));
  }
  half.to_cube.resize(stickers);
  for (int sticker = 0; sticker < stickers; ++sticker) {
    half.to_cube[half.to_definition[sticker]] = static_cast<std::uint8_t>(sticker);
  }
  return half;
}

std::vector<std::uint8_t> Conversion::read_half(const Half& half, const State& position) const {
  const int n = half.pieces;
  Bytes bytes(2 * n);
  for (int slot = 0; slot < n; ++slot) {
    const int home = half.home[position.bytes[half.offset + slot]];
    const int ori = position.bytes[half.offset + n + slot] - solved_.bytes[half.offset + n + home];
    bytes[slot] = static_cast<std::uint8_t>(home);
    bytes[n + slot] = static_cast<std::uint8_t>((ori + half.orientations) % half.orientations);
  }
  return transport(bytes, half.orientations, half.to_cube, half.to_definition);
}

void Conversion::write_half(const Half& half, const std::vector<std::uint8_t>& bytes,
                            State& position) const {
  const int n = half.pieces;
  const Bytes own = transport(bytes, half.orientations, half.to_definition, half.to_cube);
  for (int slot = 0; slot < n; ++slot) {
    const int ori = solved_.bytes[half.offset + n + own[slot]] + own[n + slot];
    position.bytes[half.offset + slot] = solved_.bytes[half.offset + own[slot]];
    position.bytes[half.offset + n + slot] = static_cast<std::uint8_t>(ori % half.orientations);
  }
}

Cube Conversion::to_cube(const State& position) const {
  for (int k = 0; k < orbits_.size(); ++k) {
    const int offset = orbits_.perm_offset(k);
    if (offset == corners_.offset || offset == edges_.offset) continue;
    if (!std::equal(solved_.bytes.begin() + offset,
                    solved_.bytes.begin() + offset + 2 * orbits_[k].pieces,
                    position.bytes.begin() + offset)) {
      throw Error(fmt::format("orbit {} of {} is not solved, and no face turn changes it",
                              orbits_[k].name, puzzle_));
    }
  }
  Cube cube;
  join(read_half(corners_, position), cube.corners);
  join(read_half(edges_, position), cube.edges);
  return cube;
}

State Conversion::to_state(const Cube& cube) const {
  State position = solved_;
  write_half(corners_, split(cube.corners, kCorners), position);
  write_half(edges_, split(cube.edges, kEdges), position);
  return position;
}

bool is_cube3(const PuzzleDefinition& definition) {
  try {
    const Conversion conversion(definition);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace gyre::cube3
