#include "library/box.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

namespace gyre {
namespace {

constexpr int kMaxLayers = 40;
// The cubes that have a place in the list: all of these, and the two that people ask for beyond.
constexpr int kMaxListedLayers = 20;
constexpr std::array<int, 2> kGiants{30, 40};

// The cuboids that can be bought or that solvers have built in numbers; others are made all the
// same when they are asked for.
constexpr std::array<BoxLayers, 17> kListed{{{1, 2, 3},
                                             {1, 3, 3},
                                             {2, 2, 3},
                                             {2, 2, 4},
                                             {2, 2, 5},
                                             {2, 3, 3},
                                             {2, 3, 4},
                                             {2, 3, 5},
                                             {2, 4, 4},
                                             {2, 4, 5},
                                             {2, 5, 5},
                                             {3, 3, 4},
                                             {3, 3, 5},
                                             {3, 4, 4},
                                             {3, 4, 5},
                                             {3, 5, 5},
                                             {4, 4, 5}}};

std::vector<std::string> aliases_of(const BoxLayers& layers) {
  // 222 and the like are what competitions call them.
  if (layers == BoxLayers{2, 2, 2}) return {"pocket-cube", "222"};
  if (layers == BoxLayers{3, 3, 3}) return {"rubiks-cube", "333"};
  if (layers == BoxLayers{4, 4, 4}) return {"rubiks-revenge", "444"};
  if (layers == BoxLayers{5, 5, 5}) return {"professors-cube", "555"};
  if (layers == BoxLayers{6, 6, 6}) return {"666"};
  if (layers == BoxLayers{7, 7, 7}) return {"777"};
  if (layers == BoxLayers{1, 3, 3}) return {"floppy", "floppy-cube"};
  if (layers == BoxLayers{2, 2, 3}) return {"tower-cube"};
  if (layers == BoxLayers{2, 3, 3}) return {"domino", "rubiks-domino"};
  return {};
}

// To the right, up, to the front.
std::array<int, 3> as_it_lies(const BoxLayers& layers) {
  if (layers[0] == layers[1]) return {layers[0], layers[2], layers[0]};
  if (layers[1] == layers[2]) return {layers[1], layers[0], layers[1]};
  return {layers[1], layers[2], layers[0]};
}

bool is_cube(const BoxLayers& layers) {
  return layers[0] == layers[2];
}

// A face, the one opposite, the rotation that turns like the face, and the middle slice with the
// face that it follows.
struct BoxAxis {
  const char* face;
  const char* opposite;
  const char* rotation;
  const char* middle;
  bool middle_follows_face;
};

constexpr std::array<BoxAxis, 3> kAxes{
    {{"R", "L", "x", "M", false}, {"U", "D", "y", "E", false}, {"F", "B", "z", "S", true}}};

std::string layer_name(int layer, const std::string& face, const char* half) {
  return layer == 1 ? face + half : fmt::format("{}{}{}", layer, face, half);
}

// Where only half turns are possible, wide turns are no product of slices that the notation makes
// by itself (R2 is a name there, not R twice).
void add_wide_half_turns(PuzzleRecipe& recipe, const std::string& face, int layers) {
  std::string word = layer_name(1, face, "2");
  for (int last = 2; last < layers; ++last) {
    word += ' ' + layer_name(last, face, "2");
    recipe.derived.push_back({last == 2 ? face + "w2" : fmt::format("{}{}w2", last, face), word});
  }
}

// From four layers on a cube is turned by blocks, as competitions write it: R, Rw, 3Rw.
constexpr int kLeastLayersOfBlocks = 4;

PuzzleOptions usual_turns(const BoxLayers& layers, PuzzleOptions options) {
  if (options.turns == TurnChoice::usual && is_cube(layers) && layers[0] >= kLeastLayersOfBlocks) {
    options.turns = TurnChoice::blocks;
  }
  return options;
}

std::string block_name(int layers, const std::string& face) {
  return layers == 1 ? face : layers == 2 ? face + 'w' : fmt::format("{}{}w", layers, face);
}

// Where blocks turn, one of more than half of the layers is the rest turned the other way, and the
// whole with it: 3Rw of the 5x5x5 is Lw x. Without blocks the notation makes it of single layers.
void add_wide_blocks(PuzzleRecipe& recipe, const BoxAxis& axis, int layers) {
  const bool blocks =
      std::any_of(recipe.turns.begin(), recipe.turns.end(),
                  [&](const TurnRecipe& turn) { return turn.name == block_name(2, axis.face); });
  if (!blocks) return;
  for (int wide = layers / 2 + 1; wide < layers; ++wide) {
    recipe.derived.push_back({block_name(wide, axis.face),
                              block_name(layers - wide, axis.opposite) + ' ' + axis.rotation});
    recipe.derived.push_back({block_name(wide, axis.opposite),
                              block_name(layers - wide, axis.face) + ' ' + axis.rotation + '\''});
  }
}

// On the 3x3x3 wide turns are listed too, so that they travel with the definition into files.
void add_wide_turns(PuzzleRecipe& recipe) {
  for (const BoxAxis& axis : kAxes) {
    const std::string rotation = axis.rotation;
    for (const auto& [face, definition] :
         {std::pair{std::string(axis.face), axis.opposite + (' ' + rotation)},
          std::pair{std::string(axis.opposite), axis.face + (' ' + rotation + '\'')}}) {
      recipe.derived.push_back(
          {std::string(1, static_cast<char>(face[0] - 'A' + 'a')), definition});
      recipe.derived.push_back({face + 'w', definition});
    }
  }
}

}  // namespace

std::string box_name(const BoxLayers& layers) {
  return fmt::format("{}x{}x{}", layers[0], layers[1], layers[2]);
}

std::optional<BoxLayers> box_layers(const std::string& name) {
  BoxLayers layers{};
  const char* at = name.data();
  const char* const end = at + name.size();
  for (int i = 0; i < 3; ++i) {
    if (i > 0 && (at == end || *at++ != 'x')) return std::nullopt;
    if (at == end || *at < '1' || *at > '9') return std::nullopt;
    const auto [next, fault] = std::from_chars(at, end, layers[i]);
    if (fault != std::errc{} || layers[i] > kMaxLayers) return std::nullopt;
    at = next;
  }
  std::sort(layers.begin(), layers.end());
  if (at != end || layers[2] == 1) return std::nullopt;
  return layers;
}

std::vector<LibraryEntry> box_entries() {
  std::vector<LibraryEntry> entries;
  std::vector<int> cubes(kMaxListedLayers - 1);
  std::iota(cubes.begin(), cubes.end(), 2);
  cubes.insert(cubes.end(), kGiants.begin(), kGiants.end());
  for (const int n : cubes) {
    std::string description = "c";
    for (int i = 1; i <= n / 2; ++i) {
      // Fractions in lowest terms, so that a description is as exact as the puzzle.
      const int over = n - 2 * i;
      const int common = std::gcd(over, n);
      description += over == 0 ? " f 0" : fmt::format(" f {}/{}", over / common, n / common);
    }
    if (n >= kLeastLayersOfBlocks) description += " blocks";
    entries.push_back({box_name({n, n, n}), aliases_of({n, n, n}), "cube",
                       fmt::format("face-turning cube, {} layers", n), description});
  }
  for (const BoxLayers& layers : kListed) {
    const std::array<int, 3> lying = as_it_lies(layers);
    const bool quarters = lying[0] == lying[2] && lying[1] > 1;
    entries.push_back({box_name(layers), aliases_of(layers), "cuboid",
                       quarters ? "face-turning cuboid, half turns and quarter turns of U and D"
                                : "face-turning cuboid, half turns",
                       ""});
  }
  return entries;
}

PuzzleRecipe box_recipe(const BoxLayers& layers, const std::string& name,
                        const PuzzleOptions& options) {
  PuzzleRecipe recipe;
  recipe.name = name;
  const std::array<int, 3> lying = as_it_lies(layers);
  Solid solid = is_cube(layers) ? Solid(SolidKind::cube) : Solid::box(lying);
  std::vector<Cut> cuts;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 direction{};
    direction[axis] = 1;
    for (int i = 1; i < lying[axis]; ++i) {
      cuts.push_back({direction, (2.0 * i - lying[axis]) / layers[2]});
    }
  }
  recipe.cut = std::make_shared<CutSolid>(std::move(solid), cuts);
  choose_turns(recipe, AxisNames(recipe.cut->solid()), {AxisKind::face},
               usual_turns(layers, options));
  add_box_names(recipe);
  return recipe;
}

void add_box_names(PuzzleRecipe& recipe) {
  std::array<int, 3> layers{};
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 direction{};
    direction[axis] = 1;
    const int line = recipe.cut->find_line(direction).line;
    layers[axis] = line < 0 ? 1 : recipe.cut->lines()[line].layers();
  }
  for (int axis = 0; axis < 3; ++axis) {
    const BoxAxis& box = kAxes[axis];
    const bool quarters = layers[(axis + 1) % 3] == layers[(axis + 2) % 3];
    const char* half = quarters ? "" : "2";
    if (layers[axis] % 2 == 1 && layers[axis] > 1) {
      const std::string face = box.middle_follows_face ? box.face : box.opposite;
      recipe.derived.push_back(
          {std::string(box.middle) + half, layer_name((layers[axis] + 1) / 2, face, half)});
    }
    if (!quarters) {
      add_wide_half_turns(recipe, box.face, layers[axis]);
      add_wide_half_turns(recipe, box.opposite, layers[axis]);
    }
    if (quarters) add_wide_blocks(recipe, box, layers[axis]);
  }
  if (layers == std::array{3, 3, 3}) add_wide_turns(recipe);
  // The usual convention: quarter turns of F and B flip edges, those of F, B, R and L twist
  // corners.
  recipe.keep_orientation = {"U", "D", "R", "L", "F", "B"};
}

}  // namespace gyre
