#include "geometry/builder.h"

#include "geometry/references.h"

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
};

class Builder {
 public:
  explicit Builder(const PuzzleRecipe& recipe) : recipe_(recipe), cut_(recipe.solid, recipe.cuts) {}

  PuzzleDefinition::Parts build() {
    for (const TurnRecipe& turn : recipe_.turns) turns_.push_back(resolve(turn));
    for (const RotationRecipe& rotation : recipe_.rotations) {
      turns_.push_back(
          {cut_.solid().clockwise(rotation.axis), std::vector<bool>(cut_.pieces().size(), true)});
    }
    find_orbits();
    std::erase_if(orbits_, [&](const OrbitPlan& orbit) { return !changed_by_a_turn(orbit); });
    PuzzleDefinition::Parts parts;
    parts.name = recipe_.name;
    name_orbits(parts);
    for (std::size_t i = 0; i < recipe_.turns.size(); ++i) {
      parts.moves.push_back({recipe_.turns[i].name, action(turns_[i]), 0});
    }
    for (std::size_t i = 0; i < recipe_.rotations.size(); ++i) {
      parts.rotations.push_back(
          {recipe_.rotations[i].name, action(turns_[recipe_.turns.size() + i]), 0});
    }
    add_derived(parts);
    return parts;
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
      if (stickers < recipe_.least_stickers) continue;
      OrbitPlan& orbit = by_root[root(piece)];
      orbit.stickers = stickers;
      orbit.pieces.push_back(piece);
    }
    std::vector<OrientedTurn> wishes = orientation_wishes();
    for (auto& [unused, orbit] : by_root) {
      std::sort(orbit.pieces.begin(), orbit.pieces.end(),
                [&](int a, int b) { return keys[a] < keys[b]; });
      orbit.references = References(cut_, orbit.pieces, wishes);
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

  [[nodiscard]] bool changed_by_a_turn(const OrbitPlan& orbit) const {
    for (std::size_t i = 0; i < recipe_.turns.size(); ++i) {
      for (const int piece : orbit.pieces) {
        if (target(turns_[i], piece) != piece) return true;
        if (turns_[i].moved[piece] && orbit.references.twist(turns_[i].rotation, piece) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  void name_orbits(PuzzleDefinition::Parts& parts) const {
    std::map<std::string, int> used;
    for (const OrbitPlan& orbit : orbits_) {
      std::string name = orbit.stickers >= 3   ? "CORNERS"
                         : orbit.stickers == 2 ? "EDGES"
                                               : "CENTERS";
      if (const int number = ++used[name]; number > 1) name += std::to_string(number);
      const auto count = static_cast<int>(orbit.pieces.size());
      parts.orbits.push_back({name, count, orbit.references.orientations()});
      // Identities in the order in which slots first show them.
      std::map<std::vector<int>, std::uint8_t> identities;
      for (const int piece : orbit.pieces) {
        const auto next = static_cast<std::uint8_t>(identities.size());
        parts.solved.bytes.push_back(
            identities.emplace(orbit.references.look(piece), next).first->second);
      }
      parts.solved.bytes.insert(parts.solved.bytes.end(), count, 0);
    }
  }

  [[nodiscard]] State action(const Turn& turn) const {
    State state;
    std::vector<std::uint8_t> slot_of(cut_.pieces().size(), 0);
    for (const OrbitPlan& orbit : orbits_) {
      const std::size_t n = orbit.pieces.size();
      for (std::size_t slot = 0; slot < n; ++slot) {
        slot_of[orbit.pieces[slot]] = static_cast<std::uint8_t>(slot);
      }
      const std::size_t at = state.bytes.size();
      state.bytes.resize(at + 2 * n, 0);
      for (std::size_t slot = 0; slot < n; ++slot) {
        const int piece = orbit.pieces[slot];
        const int to = slot_of[target(turn, piece)];
        state.bytes[at + to] = static_cast<std::uint8_t>(slot);
        if (turn.moved[piece]) {
          state.bytes[at + n + to] =
              static_cast<std::uint8_t>(orbit.references.twist(turn.rotation, piece));
        }
      }
    }
    return state;
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
      for (std::string word; words >> word;) {
        const bool inverse = word.back() == '\'';
        if (inverse) word.pop_back();
        const State& step = known.at(word);
        whole = compose(orbits, whole, inverse ? invert(orbits, step) : step);
      }
      known.emplace(derived.name, whole);
      parts.derived.push_back({derived.name, derived.definition, std::move(whole)});
    }
  }

  const PuzzleRecipe& recipe_;
  CutSolid cut_;
  std::vector<Turn> turns_;  // the moves, then the rotations
  std::vector<OrbitPlan> orbits_;
};

}  // namespace

PuzzleDefinition::Parts build_puzzle(const PuzzleRecipe& recipe) {
  return Builder(recipe).build();
}

}  // namespace gyre
