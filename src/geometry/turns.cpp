#include "geometry/turns.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <optional>

namespace gyre {
namespace {

constexpr Vec3 kUp{0, 1, 0};
constexpr Vec3 kFront{0, 0, 1};
constexpr Vec3 kRight{1, 0, 0};

bool is_box(SolidKind kind) {
  return kind == SolidKind::cube || kind == SolidKind::cuboid;
}

// An axis along which only half a turn is possible on a box. Its people write R2, never R.
bool half_turns_only(const Solid& solid, const Vec3& axis) {
  const int turn = solid.clockwise(axis);
  return solid.kind() == SolidKind::cuboid && solid.product(turn, turn) == 0;
}

// "2R" for a layer, "3Rw" for an outer block, "2-3R" for one that begins further in, with the 2 of
// a half turn behind it.
std::string turn_name(const Solid& solid, const NamedAxis& end, int first, int last) {
  std::string name = end.name;
  if (first == last) {
    if (first > 1) name = fmt::format("{}{}", first, name);
  } else if (first > 1) {
    name = fmt::format("{}-{}{}", first, last, name);
  } else {
    name = last == 2 ? name + "w" : fmt::format("{}{}w", last, name);
  }
  if (half_turns_only(solid, end.direction)) name += '2';
  return name;
}

// One end of a line of cuts, seen from which layers are counted from 1.
struct End {
  NamedAxis axis;
  int line = 0;
  int layers = 0;
  bool opposite_named = false;  // turns are named from the other end too
  bool listed_first = true;     // of the two ends
};

std::vector<End> ends_of(const CutSolid& cut, const AxisNames& names,
                         const std::vector<AxisKind>& kinds) {
  std::vector<End> ends;
  for (const AxisKind kind : kinds) {
    for (const NamedAxis& axis : names.axes(kind)) {
      const CutSolid::Direction at = cut.find_line(axis.direction);
      const bool known = std::any_of(ends.begin(), ends.end(), [&](const End& end) {
        return near(end.axis.direction, axis.direction);
      });
      if (at.line < 0 || known) continue;
      const bool second = std::any_of(ends.begin(), ends.end(),
                                      [&](const End& end) { return end.line == at.line; });
      ends.push_back({axis, at.line, cut.lines()[at.line].layers(),
                      !names.name(scaled(axis.direction, -1)).empty(), !second});
    }
  }
  return ends;
}

// A layer's number from an end.
int layer_from(const CutSolid& cut, const Vec3& end, const Piece& piece) {
  const CutSolid::Direction at = cut.find_line(end);
  const int layer = static_cast<unsigned char>(piece.layers[at.line]);
  const int top = cut.lines()[at.line].layers() - 1;
  return (at.positive ? top - layer : layer) + 1;
}

// The layer round the centre, from an end; the last one if a cut goes through the centre.
int core_layer(const CutSolid& cut, const End& end) {
  const CutSolid::Direction at = cut.find_line(end.axis.direction);
  int layer = 1;
  for (double offset : cut.lines()[at.line].offsets) {
    if (!at.positive) offset = -offset;
    if (std::abs(offset) < kGeometryEpsilon) return end.layers;
    if (offset > 0) ++layer;
  }
  return layer;
}

struct Fixed {
  int piece = -1;
  Vec3 axis{};
};

// The piece at the corner, edge or middle of a face that one sees least: at the back, at the
// bottom, on the left (DBL on the cube).
Fixed find_fixed(const CutSolid& cut, FixedPiece wish) {
  const Solid& solid = cut.solid();
  const AxisKind kind = wish == FixedPiece::corner ? AxisKind::vertex
                        : wish == FixedPiece::edge ? AxisKind::edge
                                                   : AxisKind::face;
  const Vec3 viewer = unit({0.8, 1, 0.9});
  const std::vector<Vec3> axes = solid.axes(kind);
  const Vec3 hidden = *std::min_element(
      axes.begin(), axes.end(),
      [&](const Vec3& a, const Vec3& b) { return dot(a, viewer) < dot(b, viewer); });
  return {cut.piece_at(scaled(hidden, solid.extent(hidden))), hidden};
}

class TurnChooser {
 public:
  TurnChooser(PuzzleRecipe& recipe, const AxisNames& names, const std::vector<AxisKind>& kinds,
              const PuzzleOptions& options)
      : recipe_(recipe),
        cut_(*recipe.cut),
        names_(names),
        ends_(ends_of(cut_, names, kinds)),
        options_(options) {}

  void choose() {
    if (options_.fixed != FixedPiece::none) {
      fixed_ = find_fixed(cut_, options_.fixed);
      if (fixed_.piece < 0) {
        const char* where = options_.fixed == FixedPiece::corner ? "at its corners"
                            : options_.fixed == FixedPiece::edge ? "in the middle of its edges"
                                                                 : "in the middle of its faces";
        throw Error(fmt::format("{} has no piece {} that could be fixed: cuts meet there",
                                recipe_.name, where));
      }
    }
    for (const End& end : ends_) add_turns(end);
    if (options_.rotations) {
      if (fixed_.piece >= 0) {
        add_rotation_about_fixed();
      } else {
        choose_rotations(recipe_, names_);
      }
    }
    derive_layers(recipe_, names_);
  }

 private:
  [[nodiscard]] int fixed_layer(const End& end) const {
    return layer_from(cut_, end.axis.direction, cut_.pieces()[fixed_.piece]);
  }

  // A box has none about its corners; on a tetrahedron the axis has the name of its other end.
  void add_rotation_about_fixed() {
    for (const double sign : {1.0, -1.0}) {
      const Vec3 axis = scaled(fixed_.axis, sign);
      const std::string name = names_.name(axis);
      if (name.empty() || cut_.solid().clockwise(axis) == 0) continue;
      recipe_.rotations = {{name + 'v', axis}};
      return;
    }
  }

  void add(const End& end, int first, int last) {
    recipe_.turns.push_back(
        {turn_name(cut_.solid(), end.axis, first, last), end.axis.direction, first, last});
  }

  void add_turns(const End& end) {
    const int n = end.layers;
    const bool fixed = fixed_.piece >= 0;
    // Of a line that turns are named along from one end only, the far side is named from here too.
    const bool one_ended = !end.opposite_named;
    // Layers up to here are counted from this end: with two ends the nearer one, the middle from
    // the end that is listed first.
    const int own = one_ended ? n : end.listed_first ? (n + 1) / 2 : n / 2;
    switch (options_.turns) {
      case TurnChoice::outer:
        if (!fixed || fixed_layer(end) != 1) add(end, 1, 1);
        if (one_ended && n != (fixed ? fixed_layer(end) : core_layer(cut_, end))) add(end, n, n);
        break;
      case TurnChoice::blocks: {
        const int last = fixed ? fixed_layer(end) - 1 : one_ended ? n - 1 : n / 2;
        for (int layer = 1; layer <= last; ++layer) add(end, 1, layer);
        if (!one_ended || !fixed) break;
        for (int layer = fixed_layer(end) + 1; layer <= n; ++layer) add(end, layer, n);
        break;
      }
      case TurnChoice::all:
        for (int layer = 1; layer <= own; ++layer) {
          if (!fixed || fixed_layer(end) != layer) add(end, layer, layer);
        }
        break;
      case TurnChoice::usual:
      case TurnChoice::slices: {
        // A middle layer is what all others leave; on one-ended lines the core takes its part.
        const int spared = fixed        ? fixed_layer(end)
                           : one_ended  ? core_layer(cut_, end)
                           : n % 2 == 1 ? (n + 1) / 2
                                        : 0;
        for (int layer = 1; layer <= own; ++layer) {
          if (layer != spared) add(end, layer, layer);
        }
        break;
      }
    }
  }

  PuzzleRecipe& recipe_;
  const CutSolid& cut_;
  const AxisNames& names_;
  std::vector<End> ends_;
  const PuzzleOptions& options_;
  Fixed fixed_;
};

// The rotation of the solid that a sequence of rotations makes, step by step.
std::map<int, std::string> rotation_words(const PuzzleRecipe& recipe) {
  const Solid& solid = recipe.cut->solid();
  std::map<int, std::string> words{{0, ""}};
  std::vector<int> queue{0};
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const RotationRecipe& rotation : recipe.rotations) {
      const int step = solid.clockwise(rotation.axis);
      for (const bool inverse : {false, true}) {
        const int next = solid.product(inverse ? solid.inverse(step) : step, queue[at]);
        const std::string word =
            fmt::format("{}{}{}{}", words[queue[at]], words[queue[at]].empty() ? "" : " ",
                        rotation.name, inverse ? "'" : "");
        if (words.emplace(next, word).second) queue.push_back(next);
      }
    }
  }
  return words;
}

// How single layers of one line can be written with what a recipe has.
class LayerWords {
 public:
  LayerWords(const PuzzleRecipe& recipe, const NamedAxis& end, int layers)
      : recipe_(recipe), end_(end), layers_(layers), words_(layers + 1) {
    for (int layer = 1; layer <= layers; ++layer) words_[layer] = from_turns(layer);
    const auto missing = std::count(words_.begin() + 1, words_.end(), std::nullopt);
    const std::string rotation = rotation_name();
    if (missing != 1 || rotation.empty()) return;
    // The one layer that is left moves when the whole is turned and all others turn back: as two
    // blocks, or one by one.
    const auto left = static_cast<int>(std::find(words_.begin() + 1, words_.end(), std::nullopt) -
                                       words_.begin());
    const std::optional<std::string> near = block(1, left - 1);
    const std::optional<std::string> far = block(left + 1, layers);
    std::string word;
    if (near && far) {
      word = inverted_before(*near) + inverted_before(*far);
    } else {
      for (int layer = 1; layer <= layers; ++layer) {
        if (layer != left) word += inverted_before(*words_[layer]);
      }
    }
    words_[left] = word + rotation;
  }

  [[nodiscard]] const std::optional<std::string>& operator[](int layer) const {
    return words_[layer];
  }

 private:
  [[nodiscard]] std::string inverted(const std::string& word) const {
    // Half a turn is its own inverse, and other programs know no name for it turned back.
    const Solid& solid = recipe_.cut->solid();
    const int turn = solid.clockwise(end_.direction);
    if (solid.product(turn, turn) == 0) return word;
    // Layers of one line commute: no need to reverse.
    std::string out;
    for (std::size_t at = 0; at < word.size();) {
      const std::size_t end = std::min(word.find(' ', at), word.size());
      std::string move = word.substr(at, end - at);
      if (move.back() == '\'') {
        move.pop_back();
      } else {
        move += '\'';
      }
      out += (out.empty() ? "" : " ") + move;
      at = end + 1;
    }
    return out;
  }

  [[nodiscard]] std::string inverted_before(const std::string& word) const {
    return word.empty() ? "" : inverted(word) + ' ';
  }

  // As turn(), and nothing to do for no layers.
  [[nodiscard]] std::optional<std::string> block(int first, int last) const {
    return first > last ? std::string() : turn(first, last);
  }

  // The turn of exactly these layers, counted from this end.
  [[nodiscard]] std::optional<std::string> turn(int first, int last) const {
    for (const TurnRecipe& turn : recipe_.turns) {
      if (near(turn.axis, end_.direction) && turn.first_layer == first && turn.last_layer == last) {
        return turn.name;
      }
      if (near(scaled(turn.axis, -1), end_.direction) && layers_ + 1 - turn.last_layer == first &&
          layers_ + 1 - turn.first_layer == last) {
        return inverted(turn.name);
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> from_turns(int layer) const {
    if (auto whole = turn(layer, layer)) return whole;
    const auto difference = [this](const auto& more,
                                   const auto& less) -> std::optional<std::string> {
      if (!more || !less) return std::nullopt;
      return *more + ' ' + inverted(*less);
    };
    if (auto word = difference(turn(1, layer), turn(1, layer - 1))) return word;
    return difference(turn(layer, layers_), turn(layer + 1, layers_));
  }

  [[nodiscard]] std::string rotation_name() const {
    std::string wanted = end_.name + "v";
    for (const RotationRecipe& rotation : recipe_.rotations) {
      if (rotation.name == wanted) return wanted;
    }
    for (const DerivedRecipe& derived : recipe_.derived) {
      if (derived.name == wanted) return wanted;
    }
    return "";
  }

  const PuzzleRecipe& recipe_;
  const NamedAxis& end_;
  int layers_;
  std::vector<std::optional<std::string>> words_;
};

}  // namespace

void choose_rotations(PuzzleRecipe& recipe, const AxisNames& names) {
  const Solid& solid = recipe.cut->solid();
  std::vector<Vec3> generators;
  switch (solid.kind()) {
    case SolidKind::tetrahedron:
      for (const NamedAxis& axis : names.axes(AxisKind::vertex)) {
        generators.push_back(axis.direction);
      }
      break;
    case SolidKind::cube:
    case SolidKind::cuboid:
      generators = {kUp, kFront, kRight};
      break;
    case SolidKind::octahedron:
      generators = {solid.faces()[0], kFront};
      break;
    case SolidKind::dodecahedron:
    case SolidKind::icosahedron: {
      const std::vector<Vec3> faces = Solid(SolidKind::dodecahedron).faces();
      generators = {faces[0], faces[1]};
      break;
    }
  }
  for (const Vec3& axis : generators) recipe.rotations.push_back({names.name(axis) + 'v', axis});
  if (is_box(solid.kind())) {
    for (const auto& [letter, axis] : {std::pair{"x", kRight}, {"y", kUp}, {"z", kFront}}) {
      recipe.derived.push_back(
          {fmt::format("{}{}", letter, half_turns_only(solid, axis) ? "2" : ""),
           names.name(axis) + 'v'});
    }
  }
  // Where U is straight up, y turns about it.
  if (!is_box(solid.kind()) && solid.kind() != SolidKind::octahedron) {
    recipe.derived.push_back({"y", "Uv"});
  }
  const std::map<int, std::string> words = rotation_words(recipe);
  for (const AxisKind kind : {AxisKind::face, AxisKind::vertex, AxisKind::edge}) {
    for (const NamedAxis& axis : names.axes(kind)) {
      const std::string name = axis.name + 'v';
      const bool known =
          std::any_of(recipe.rotations.begin(), recipe.rotations.end(),
                      [&](const RotationRecipe& other) { return other.name == name; }) ||
          std::any_of(recipe.derived.begin(), recipe.derived.end(),
                      [&](const DerivedRecipe& other) { return other.name == name; });
      // About the letters, and about what is cut: the others only make long lists.
      const bool letter =
          solid.kind() == SolidKind::tetrahedron || solid.kind() == SolidKind::icosahedron
              ? kind == AxisKind::vertex
              : kind == AxisKind::face;
      if (known || !(letter || recipe.cut->find_line(axis.direction).line >= 0)) continue;
      recipe.derived.push_back({name, words.at(solid.clockwise(axis.direction))});
    }
  }
}

void derive_layers(PuzzleRecipe& recipe, const AxisNames& names) {
  std::vector<DerivedRecipe> found;
  const auto taken = [&](const std::string& name) {
    const auto has = [&](const auto& list) {
      return std::any_of(list.begin(), list.end(),
                         [&](const auto& other) { return other.name == name; });
    };
    return has(recipe.turns) || has(recipe.rotations) || has(recipe.derived) || has(found);
  };
  const Solid& solid = recipe.cut->solid();
  for (const End& end :
       ends_of(*recipe.cut, names, {AxisKind::face, AxisKind::vertex, AxisKind::edge})) {
    const LayerWords words(recipe, end.axis, end.layers);
    for (int layer = 1; layer <= end.layers; ++layer) {
      const std::string name = turn_name(solid, end.axis, layer, layer);
      if (words[layer] && !taken(name)) found.push_back({name, *words[layer]});
    }
  }
  recipe.derived.insert(recipe.derived.end(), found.begin(), found.end());
}

void choose_turns(PuzzleRecipe& recipe, const AxisNames& names, const std::vector<AxisKind>& kinds,
                  const PuzzleOptions& options) {
  recipe.orient_centers = options.orient_centers;
  recipe.distinct = options.distinct;
  TurnChooser(recipe, names, kinds, options).choose();
}

}  // namespace gyre
