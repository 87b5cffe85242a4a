#include "geometry/catalogue.h"

#include <array>
#include <cmath>
#include <utility>

namespace gyre {
namespace {

const Vec3 kUp{0, 1, 0};
const Vec3 kFront{0, 0, 1};
const Vec3 kRight{1, 0, 0};

struct NamedAxis {
  std::string name;
  Vec3 axis{};
};

Vec3 opposite(const Vec3& axis) {
  return scaled(axis, -1);
}

std::vector<NamedAxis> cube_faces() {
  return {{"U", kUp},           {"F", kFront},           {"R", kRight},
          {"D", opposite(kUp)}, {"B", opposite(kFront)}, {"L", opposite(kRight)}};
}

// Between several faces of the cube: the axis through their common edge or vertex.
Vec3 cube_axis(const std::string& faces) {
  Vec3 axis{};
  for (const char letter : faces) {
    for (const NamedAxis& face : cube_faces()) {
      if (face.name[0] == letter) axis = sum(axis, face.axis);
    }
  }
  return unit(axis);
}

void add_cube_rotations(PuzzleRecipe& recipe) {
  recipe.rotations = {{"Uv", kUp}, {"Fv", kFront}, {"Rv", kRight}};
  recipe.derived = {{"x", "Rv"}, {"y", "Uv"}, {"z", "Fv"}};
}

std::string layer_name(int layer, const std::string& face) {
  return layer == 1 ? face : std::to_string(layer) + face;
}

// A face, the one opposite, and the rotation that turns like the face.
struct CubeAxis {
  const char* face;
  const char* opposite;
  const char* rotation;
};

constexpr std::array<CubeAxis, 3> kCubeAxes{{{"R", "L", "x"}, {"U", "D", "y"}, {"F", "B", "z"}}};

// Slices beyond the middle are those of the other side turned backwards, and the middle slice of
// an odd cube is what a rotation turns when all the others turn back. With these, every layered
// form of puzzle/sequence.h works (3Rw on the 4x4x4).
void add_far_slices(PuzzleRecipe& recipe, int layers) {
  for (const CubeAxis& axis : kCubeAxes) {
    for (const bool from_face : {true, false}) {
      const std::string side = from_face ? axis.face : axis.opposite;
      const std::string other = from_face ? axis.opposite : axis.face;
      if (layers % 2 == 1) {
        // R' L x for the middle slice from R, R L' x' for that from L.
        std::string middle;
        for (int layer = 1; layer <= layers / 2; ++layer) {
          middle += layer_name(layer, axis.face) + (from_face ? "' " : " ");
          middle += layer_name(layer, axis.opposite) + (from_face ? " " : "' ");
        }
        middle += axis.rotation + std::string(from_face ? "" : "'");
        recipe.derived.push_back({layer_name(layers / 2 + 1, side), middle});
      }
      for (int layer = (layers + 1) / 2 + 1; layer <= layers; ++layer) {
        recipe.derived.push_back(
            {layer_name(layer, side), layer_name(layers + 1 - layer, other) + "'"});
      }
    }
  }
  if (layers % 2 == 1) {
    const int middle = layers / 2 + 1;
    recipe.derived.push_back({"M", layer_name(middle, "L")});
    recipe.derived.push_back({"E", layer_name(middle, "D")});
    recipe.derived.push_back({"S", layer_name(middle, "F")});
  }
}

// On the 3x3x3 wide turns are listed too, so that they travel with the definition into files.
void add_wide_turns(PuzzleRecipe& recipe) {
  for (const CubeAxis& axis : kCubeAxes) {
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

std::vector<NamedAxis> dodecahedron_faces() {
  // As solid.cpp lays them: the top, five round it from the front to the right, five below from
  // the back to the left, the bottom.
  const std::vector<Vec3> axes = Solid(SolidKind::dodecahedron).axes(AxisKind::face);
  const std::array<int, 12> order{0, 1, 2, 3, 4, 5, 11, 9, 10, 6, 7, 8};
  const std::array<const char*, 12> names{"U", "F",  "R",   "BR", "BL",  "L",
                                          "D", "DR", "DBR", "B",  "DBL", "DL"};
  std::vector<NamedAxis> faces;
  for (int i = 0; i < 12; ++i) faces.push_back({names[i], axes[order[i]]});
  return faces;
}

PuzzleRecipe dodecahedron_recipe(const std::string& name, double distance) {
  PuzzleRecipe recipe;
  recipe.name = name;
  recipe.solid = SolidKind::dodecahedron;
  recipe.cuts = {{AxisKind::face, distance}};
  for (const NamedAxis& face : dodecahedron_faces()) {
    recipe.turns.push_back({face.name, face.axis, 1, 1});
  }
  recipe.rotations = {{"Uv", recipe.turns[0].axis}, {"Fv", recipe.turns[1].axis}};
  return recipe;
}

PuzzleRecipe megaminx_recipe() {
  return dodecahedron_recipe("megaminx", 0.7);
}

PuzzleRecipe kilominx_recipe() {
  PuzzleRecipe recipe = dodecahedron_recipe("kilominx", 0.7);
  recipe.least_stickers = 3;
  return recipe;
}

PuzzleRecipe pentultimate_recipe() {
  return dodecahedron_recipe("pentultimate", 0);
}

PuzzleRecipe pyraminx_recipe() {
  PuzzleRecipe recipe;
  recipe.name = "pyraminx";
  recipe.solid = SolidKind::tetrahedron;
  // Vertices lie at distance 3, and each third of the height is a layer: 4/3 each.
  recipe.cuts = {{AxisKind::vertex, 5.0 / 3}, {AxisKind::vertex, 1.0 / 3}};
  const std::vector<Vec3> faces = Solid(SolidKind::tetrahedron).faces();
  // The vertex opposite a face: the top, and the front face's is at the back. Faces 1 and 2 look
  // to the right and left, so their vertices are the left and right one.
  const std::array<NamedAxis, 4> vertices{{{"U", opposite(faces[3])},
                                           {"L", opposite(faces[1])},
                                           {"R", opposite(faces[2])},
                                           {"B", opposite(faces[0])}}};
  for (const NamedAxis& vertex : vertices) {
    recipe.turns.push_back({vertex.name, vertex.axis, 1, 2});
    recipe.rotations.push_back({vertex.name + 'v', vertex.axis});
  }
  for (const NamedAxis& vertex : vertices) {
    recipe.turns.push_back(
        {std::string(1, static_cast<char>(vertex.name[0] - 'A' + 'a')), vertex.axis, 1, 1});
  }
  return recipe;
}

PuzzleRecipe skewb_recipe() {
  PuzzleRecipe recipe;
  recipe.name = "skewb";
  recipe.cuts = {{AxisKind::vertex, 0}};
  // No turn moves the corner URF, which stands for the frame: the opposite half turns instead.
  recipe.turns = {{"U", cube_axis("ULB"), 1, 1},
                  {"L", cube_axis("DFL"), 1, 1},
                  {"R", cube_axis("DRB"), 1, 1},
                  {"B", cube_axis("DBL"), 1, 1}};
  recipe.rotations = {{"URFv", cube_axis("URF")}};
  return recipe;
}

PuzzleRecipe dino_recipe() {
  PuzzleRecipe recipe;
  recipe.name = "dino";
  // Through the three neighbours of a vertex.
  recipe.cuts = {{AxisKind::vertex, std::sqrt(1.0 / 3)}};
  for (const char* name : {"URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"}) {
    recipe.turns.push_back({name, cube_axis(name), 1, 1});
  }
  add_cube_rotations(recipe);
  return recipe;
}

PuzzleRecipe fto_recipe() {
  PuzzleRecipe recipe;
  recipe.name = "fto";
  recipe.solid = SolidKind::octahedron;
  recipe.cuts = {{AxisKind::face, 1.0 / 3}};
  // As solid.cpp lays them: up, right, down, left round the front vertex, then those behind: below
  // (opposite the first), left, above and right.
  const std::vector<Vec3> faces = Solid(SolidKind::octahedron).faces();
  const std::array<std::pair<const char*, int>, 8> names{
      {{"U", 0}, {"F", 2}, {"R", 1}, {"L", 3}, {"D", 4}, {"B", 6}, {"BR", 7}, {"BL", 5}}};
  for (const auto& [name, face] : names) recipe.turns.push_back({name, faces[face], 1, 1});
  recipe.rotations = {{"Uv", faces[0]}, {"URFLv", kFront}};
  return recipe;
}

struct CatalogueEntry {
  const char* name;
  PuzzleRecipe (*make)();
};

constexpr std::array<CatalogueEntry, 7> kCatalogue{{{"megaminx", megaminx_recipe},
                                                    {"kilominx", kilominx_recipe},
                                                    {"pyraminx", pyraminx_recipe},
                                                    {"skewb", skewb_recipe},
                                                    {"pentultimate", pentultimate_recipe},
                                                    {"fto", fto_recipe},
                                                    {"dino", dino_recipe}}};

std::string cube_name(int layers) {
  const std::string n = std::to_string(layers);
  return n + 'x' + n + 'x' + n;
}

}  // namespace

PuzzleRecipe cube_recipe(int layers) {
  PuzzleRecipe recipe;
  recipe.name = cube_name(layers);
  for (int i = 1; i <= layers / 2; ++i) {
    recipe.cuts.push_back({AxisKind::face, 1 - 2.0 * i / layers});
  }
  for (const NamedAxis& face : cube_faces()) {
    for (int layer = 1; layer <= layers / 2; ++layer) {
      recipe.turns.push_back({layer_name(layer, face.name), face.axis, layer, layer});
    }
  }
  add_cube_rotations(recipe);
  add_far_slices(recipe, layers);
  if (layers == 3) add_wide_turns(recipe);
  // The usual convention: quarter turns of F and B flip edges, those of F, B, R and L twist
  // corners.
  recipe.keep_orientation = {"U", "D", "R", "L", "F", "B"};
  return recipe;
}

std::vector<std::string> recipe_names() {
  std::vector<std::string> names;
  for (int layers = kMinCube; layers <= kMaxCube; ++layers) names.push_back(cube_name(layers));
  for (const CatalogueEntry& entry : kCatalogue) names.emplace_back(entry.name);
  return names;
}

std::optional<PuzzleRecipe> find_recipe(const std::string& name) {
  for (int layers = kMinCube; layers <= kMaxCube; ++layers) {
    if (name == cube_name(layers)) return cube_recipe(layers);
  }
  for (const CatalogueEntry& entry : kCatalogue) {
    if (name == entry.name) return entry.make();
  }
  return std::nullopt;
}

}  // namespace gyre
