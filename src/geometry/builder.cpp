#include "geometry/builder.h"

#include "geometry/axis_names.h"
#include "geometry/references.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <sstream>
#include <unordered_map>

namespace gyre {
namespace {

// Floating-point numbers as integers, so that equal ones compare equal whatever their last bits.
std::int64_t rounded(double value) {
  return std::llround(value * 1e5);
}

// Slots are numbered from the top and the bottom to the middle, and clockwise as seen from above,
// starting at the right. On the 3x3x3 this is URF UFL ULB UBR DFR ... and UR UF UL UB DR ... FR.
std::vector<std::int64_t> slot_key(const Vec3& centre) {
  double angle = std::atan2(centre[2], centre[0]);
  if (angle < -1e-6) angle += 2 * std::numbers::pi;
  return {-rounded(std::abs(centre[1])), -rounded(centre[1]), rounded(angle),
          rounded(centre[0] * centre[0] + centre[2] * centre[2])};
}

// A turn as the engine sees it: a rotation of the solid for the pieces of some layers.
struct Turn {
  int rotation = 0;
  std::vector<bool> moved;  // by piece
};

struct OrbitPlan {
  std::vector<int> pieces;  // in the order of slots
  int stickers = 0;
  References references;
  bool turned = true;  // some turn changes it; others are seen but not part of the puzzle
};

}  // namespace

class PuzzleBuilder {
 public:
  explicit PuzzleBuilder(const PuzzleRecipe& recipe) : recipe_(recipe), cut_(*recipe.cut) {
    for (const TurnRecipe& turn : recipe_.turns) turns_.push_back(resolve(turn));
    for (const RotationRecipe& rotation : recipe_.rotations) {
      turns_.push_back(
          {cut_.solid().clockwise(rotation.axis), std::vector<bool>(cut_.pieces().size(), true)});
    }
    find_orbits();
    for (OrbitPlan& orbit : orbits_) orbit.turned = changed_by_a_turn(orbit);
    std::stable_partition(orbits_.begin(), orbits_.end(),
                          [](const OrbitPlan& orbit) { return orbit.turned; });
    turned_orbits_ = static_cast<std::size_t>(
        std::count_if(orbits_.begin(), orbits_.end(), [](const OrbitPlan& o) { return o.turned; }));
    if (turned_orbits_ == 0) {
      throw Error(fmt::format("no turn of {} changes anything that one sees", recipe_.name));
    }
  }

  // drawn: with the orbits that no turn changes.
  [[nodiscard]] PuzzleDefinition::Parts parts(bool drawn) const {
    const std::size_t orbits = drawn ? orbits_.size() : turned_orbits_;
    PuzzleDefinition::Parts parts;
    parts.name = recipe_.name;
    name_orbits(parts, orbits);
    for (std::size_t i = 0; i < recipe_.turns.size(); ++i) {
      if (changes_anything(turns_[i])) {
        parts.moves.push_back({recipe_.turns[i].name, action(turns_[i], orbits), 0});
      }
    }
    for (std::size_t i = 0; i < recipe_.rotations.size(); ++i) {
      parts.rotations.push_back(
          {recipe_.rotations[i].name, action(turns_[recipe_.turns.size() + i], orbits), 0});
    }
    add_derived(parts);
    return parts;
  }

  [[nodiscard]] PuzzlePicture picture() const {
    PuzzlePicture picture;
    const Solid& solid = cut_.solid();
    picture.solid_ = solid.kind();
    picture.drawn_.emplace(parts(true));
    const AxisNames names(solid);
    for (int face = 0; face < static_cast<int>(solid.faces().size()); ++face) {
      picture.faces_.push_back(
          {names.face_names()[face], solid.faces()[face], solid.polygon(face)});
    }
    for (int k = 0; k < static_cast<int>(orbits_.size()); ++k) add_stickers(picture, k);
    return picture;
  }

 private:
  [[nodiscard]] Turn resolve(const TurnRecipe& recipe) const {
    const CutSolid::Direction at = cut_.find_line(recipe.axis);
    assert(at.line >= 0 && "a turn needs an axis that is cut");
    Turn turn;
    turn.rotation = cut_.solid().clockwise(recipe.axis);
    assert(turn.rotation != 0);
    const auto top = static_cast<int>(cut_.lines()[at.line].offsets.size());
    for (const Piece& piece : cut_.pieces()) {
      const int layer = static_cast<std::uint8_t>(piece.layers[at.line]);
      const int from_end = (at.positive ? top - layer : layer) + 1;
      turn.moved.push_back(from_end >= recipe.first_layer && from_end <= recipe.last_layer);
    }
    return turn;
  }

  [[nodiscard]] int target(const Turn& turn, int piece) const {
    return turn.moved[piece] ? cut_.image(turn.rotation, piece) : piece;
  }

  // Counted from the end of an axis, from 0; as many as half of the layers for the middle one.
  [[nodiscard]] int layer_of(const Piece& piece, const Vec3& axis) const {
    const CutSolid::Direction at = cut_.find_line(axis);
    const int layer = static_cast<std::uint8_t>(piece.layers[at.line]);
    return at.positive ? cut_.lines()[at.line].layers() - 1 - layer : layer;
  }

  // Whether it is there at all.
  [[nodiscard]] bool is_part(const Piece& piece) const {
    const auto stickers = static_cast<int>(piece.stickers.size());
    if (stickers < recipe_.least_stickers || stickers > recipe_.most_stickers) return false;
    if (!recipe_.even_layers) return true;
    const auto beside = std::count_if(
        cut_.lines().begin(), cut_.lines().end(),
        [&](const CutLine& line) { return layer_of(piece, line.direction) != line.layers() / 2; });
    return beside >= 3;
  }

  void find_orbits() {
    std::vector<int> parent(cut_.pieces().size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int piece) {
      while (parent[piece] != piece) piece = parent[piece] = parent[parent[piece]];
      return piece;
    };
    for (const Turn& turn : turns_) {
      for (int piece = 0; piece < static_cast<int>(parent.size()); ++piece) {
        parent[root(piece)] = root(target(turn, piece));
      }
    }
    std::vector<std::vector<std::int64_t>> keys;
    for (const Piece& piece : cut_.pieces()) keys.push_back(slot_key(piece.centre));
    std::map<int, OrbitPlan> by_root;
    for (int piece = 0; piece < static_cast<int>(parent.size()); ++piece) {
      const auto stickers = static_cast<int>(cut_.pieces()[piece].stickers.size());
      if (!is_part(cut_.pieces()[piece])) continue;
      OrbitPlan& orbit = by_root[root(piece)];
      orbit.stickers = stickers;
      orbit.pieces.push_back(piece);
    }
    const std::vector<OrientedTurn> wishes = orientation_wishes();
    slots_.assign(cut_.pieces().size(), 0);
    for (auto& [unused, orbit] : by_root) {
      std::sort(orbit.pieces.begin(), orbit.pieces.end(),
                [&](int a, int b) { return keys[a] < keys[b]; });
      for (std::size_t slot = 0; slot < orbit.pieces.size(); ++slot) {
        slots_[orbit.pieces[slot]] = static_cast<int>(slot);
      }
      orbit.references = References(cut_, orbit.pieces, slots_, wishes, recipe_.orient_centers);
      orbits_.push_back(std::move(orbit));
    }
    // Corners, edges, centres; the smaller orbits first, then those further out.
    const auto order = [&](const OrbitPlan& orbit) {
      const Vec3& centre = cut_.pieces()[orbit.pieces[0]].centre;
      std::vector<std::int64_t> key{-std::min(orbit.stickers, 3),
                                    static_cast<std::int64_t>(orbit.pieces.size()),
                                    -rounded(dot(centre, centre))};
      const std::vector<std::int64_t>& first = keys[orbit.pieces[0]];
      key.insert(key.end(), first.begin(), first.end());
      return key;
    };
    std::sort(orbits_.begin(), orbits_.end(),
              [&](const OrbitPlan& a, const OrbitPlan& b) { return order(a) < order(b); });
  }

  // All turns in the order in which they are to keep orientations: as wished, then their squares,
  // then rotations.
  [[nodiscard]] std::vector<OrientedTurn> orientation_wishes() const {
    std::vector<int> order;
    for (const std::string& name : recipe_.keep_orientation) {
      for (std::size_t i = 0; i < recipe_.turns.size(); ++i) {
        if (recipe_.turns[i].name == name) order.push_back(static_cast<int>(i));
      }
    }
    for (int i = 0; i < static_cast<int>(turns_.size()); ++i) {
      if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
    }
    const auto is_rotation = [&](int i) { return i >= static_cast<int>(recipe_.turns.size()); };
    std::vector<OrientedTurn> wishes;
    for (const bool rotations : {false, true}) {
      for (const bool squared : {false, true}) {
        for (const int i : order) {
          if (is_rotation(i) != rotations) continue;
          const Turn& turn = turns_[i];
          const int g = turn.rotation;
          wishes.push_back({squared ? cut_.solid().product(g, g) : g, &turn.moved});
        }
      }
    }
    return wishes;
  }

  [[nodiscard]] bool changes(const Turn& turn, const OrbitPlan& orbit) const {
    return std::any_of(orbit.pieces.begin(), orbit.pieces.end(), [&](int piece) {
      return target(turn, piece) != piece ||
             (turn.moved[piece] && orbit.references.twist(turn.rotation, piece) != 0);
    });
  }

  [[nodiscard]] bool changed_by_a_turn(const OrbitPlan& orbit) const {
    return std::any_of(turns_.begin(), turns_.begin() + turn_count(),
                       [&](const Turn& turn) { return changes(turn, orbit); });
  }

  [[nodiscard]] bool changes_anything(const Turn& turn) const {
    return std::any_of(orbits_.begin(), orbits_.end(),
                       [&](const OrbitPlan& orbit) { return changes(turn, orbit); });
  }

  [[nodiscard]] std::ptrdiff_t turn_count() const {
    return static_cast<std::ptrdiff_t>(recipe_.turns.size());
  }

  // By slot of an orbit: which identity its piece has at home.
  [[nodiscard]] std::vector<std::uint8_t> identities(const OrbitPlan& orbit) const {
    // In the order in which slots first show them.
    std::map<std::vector<int>, std::uint8_t> by_look;
    std::vector<std::uint8_t> out;
    for (const int piece : orbit.pieces) {
      const auto next = static_cast<std::uint8_t>(by_look.size());
      const std::vector<int> look =
          recipe_.distinct ? std::vector<int>{piece} : orbit.references.look(piece);
      out.push_back(by_look.emplace(look, next).first->second);
    }
    return out;
  }

  void name_orbits(PuzzleDefinition::Parts& parts, std::size_t orbits) const {
    std::map<std::string, int> used;
    for (std::size_t k = 0; k < orbits; ++k) {
      const OrbitPlan& orbit = orbits_[k];
      std::string name = !orbit.turned         ? "FIXED"
                         : orbit.stickers >= 3 ? "CORNERS"
                         : orbit.stickers == 2 ? "EDGES"
                                               : "CENTERS";
      if (const int number = ++used[name]; number > 1) name += std::to_string(number);
      const auto count = static_cast<int>(orbit.pieces.size());
      parts.orbits.push_back({name, count, orbit.references.orientations()});
      const std::vector<std::uint8_t> solved = identities(orbit);
      parts.solved.bytes.insert(parts.solved.bytes.end(), solved.begin(), solved.end());
      parts.solved.bytes.insert(parts.solved.bytes.end(), count, 0);
    }
  }

  [[nodiscard]] State action(const Turn& turn, std::size_t orbits) const {
    State state;
    for (std::size_t k = 0; k < orbits; ++k) {
      const OrbitPlan& orbit = orbits_[k];
      const std::size_t n = orbit.pieces.size();
      const std::size_t at = state.bytes.size();
      state.bytes.resize(at + 2 * n, 0);
      for (std::size_t slot = 0; slot < n; ++slot) {
        const int piece = orbit.pieces[slot];
        const int to = slots_[target(turn, piece)];
        state.bytes[at + to] = static_cast<std::uint8_t>(slot);
        if (turn.moved[piece]) {
          state.bytes[at + n + to] =
              static_cast<std::uint8_t>(orbit.references.twist(turn.rotation, piece));
        }
      }
    }
    return state;
  }

  void add_stickers(PuzzlePicture& picture, int k) const {
    const OrbitPlan& orbit = orbits_[k];
    const Solid& solid = cut_.solid();
    const std::vector<std::uint8_t> identity = identities(orbit);
    const int orientations = orbit.references.orientations();
    for (int slot = 0; slot < static_cast<int>(orbit.pieces.size()); ++slot) {
      const int slot_piece = orbit.pieces[slot];
      // Where a sticker of the slot comes from, for each identity and orientation that may be here.
      std::vector<int> from;
      for (std::size_t home = 0; home < identity.size(); ++home) {
        if (identity[home] * orientations < static_cast<int>(from.size())) continue;
        for (int ori = 0; ori < orientations; ++ori) {
          from.push_back(solid.inverse(
              orbit.references.rotation_between(orbit.pieces[home], slot_piece, ori)));
        }
      }
      for (const Sticker& sticker : cut_.pieces()[slot_piece].stickers) {
        std::vector<int> shown;
        for (const int rotation : from) shown.push_back(solid.face_image(rotation, sticker.face));
        picture.shown_.push_back(std::move(shown));
        picture.stickers_.push_back(
            {sticker.face, k, slot,
             recipe_.even_layers ? grown(cut_.pieces()[slot_piece], sticker) : sticker.outline});
      }
    }
  }

  // Without middle layers the part of a face from a vertex to the middle is a board of so many rows
  // and columns as there are layers; a sticker is a square of it.
  [[nodiscard]] std::vector<Vec3> grown(const Piece& piece, const Sticker& sticker) const {
    const Solid& solid = cut_.solid();
    const std::vector<Vec3> face = solid.polygon(sticker.face);
    const std::size_t n = face.size();
    std::size_t at = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (dot(face[i], sticker.centre) > dot(face[at], sticker.centre)) at = i;
    }
    const Vec3 after = scaled(sum(face[at], face[(at + 1) % n]), 0.5);
    const Vec3 before = scaled(sum(face[at], face[(at + n - 1) % n]), 0.5);
    const Vec3 middle = scaled(solid.faces()[sticker.face], solid.distance(sticker.face));
    const double size = 1.0 / (cut_.lines()[0].layers() / 2);
    const double row = layer_of(piece, beyond_edge(sticker.face, after)) * size;
    const double column = layer_of(piece, beyond_edge(sticker.face, before)) * size;
    // x: from the edge before to the one after; y: the other way.
    const auto point = [&](double x, double y) {
      return sum(sum(scaled(face[at], (1 - x) * (1 - y)), scaled(after, x * (1 - y))),
                 sum(scaled(before, (1 - x) * y), scaled(middle, x * y)));
    };
    return {point(column, row), point(column + size, row), point(column + size, row + size),
            point(column, row + size)};
  }

  // The normal of the face that lies behind an edge, given by its middle.
  [[nodiscard]] Vec3 beyond_edge(int face, const Vec3& edge) const {
    const std::vector<Vec3>& normals = cut_.solid().faces();
    int best = -1;
    for (int other = 0; other < static_cast<int>(normals.size()); ++other) {
      if (other == face) continue;
      if (best < 0 || dot(normals[other], edge) > dot(normals[best], edge)) best = other;
    }
    return normals[best];
  }

  void add_derived(PuzzleDefinition::Parts& parts) const {
    const OrbitList orbits(parts.orbits);
    std::unordered_map<std::string, State> known;
    for (const auto* list : {&parts.moves, &parts.rotations}) {
      for (const BaseMove& move : *list) known.emplace(move.name, move.action);
    }
    for (const DerivedRecipe& derived : recipe_.derived) {
      State whole = identity_state(orbits);
      std::istringstream words(derived.definition);
      // A name that is a move already (Rw among blocks), or words for a turn that was left out.
      bool possible = !known.contains(derived.name);
      for (std::string word; words >> word;) {
        const bool inverse = word.back() == '\'';
        if (inverse) word.pop_back();
        // "R2" may be a move of its own; else it is R twice.
        int amount = 1;
        if (!known.contains(word) && word.back() >= '2' && word.back() <= '9') {
          amount = word.back() - '0';
          word.pop_back();
        }
        const auto step = known.find(word);
        possible = possible && step != known.end();
        if (!possible) break;
        const State once = inverse ? invert(orbits, step->second) : step->second;
        for (int i = 0; i < amount; ++i) whole = compose(orbits, whole, once);
      }
      if (!possible) continue;
      known.emplace(derived.name, whole);
      parts.derived.push_back({derived.name, derived.definition, std::move(whole)});
    }
  }

  const PuzzleRecipe& recipe_;
  const CutSolid& cut_;
  std::vector<Turn> turns_;        // the moves, then the rotations
  std::vector<OrbitPlan> orbits_;  // those that a turn changes, then the others
  std::vector<int> slots_;         // by piece: its slot in its orbit
  std::size_t turned_orbits_ = 0;
};

PuzzleDefinition::Parts build_puzzle(const PuzzleRecipe& recipe) {
  return PuzzleBuilder(recipe).parts(false);
}

PuzzlePicture build_picture(const PuzzleRecipe& recipe) {
  return PuzzleBuilder(recipe).picture();
}

std::optional<PuzzlePicture> build_picture_of(const PuzzleRecipe& recipe,
                                              const PuzzleDefinition& definition) {
  // Most that differ do so in what is counted quickly.
  if (recipe.turns.size() < definition.moves().size() ||
      recipe.rotations.size() != definition.rotations().size()) {
    return std::nullopt;
  }
  const PuzzleBuilder builder(recipe);
  if (PuzzleDefinition(builder.parts(false)).digest() != definition.digest()) return std::nullopt;
  return builder.picture();
}

State PuzzlePicture::place(const State& position) const {
  State placed = drawn_->solved();
  assert(position.bytes.size() <= placed.bytes.size() && "a position of the puzzle itself");
  std::copy(position.bytes.begin(), position.bytes.end(), placed.bytes.begin());
  return placed;
}

int PuzzlePicture::shown_face(const State& position, int sticker) const {
  const PictureSticker& at = stickers_[sticker];
  const Orbit& orbit = drawn_->orbits()[at.orbit];
  const int offset = drawn_->orbits().perm_offset(at.orbit) + at.slot;
  const int identity = position.bytes[offset];
  const int ori = position.bytes[offset + orbit.pieces];
  if (ori >= orbit.orientations) return -1;
  return shown_[sticker][identity * orbit.orientations + ori];
}

}  // namespace gyre
