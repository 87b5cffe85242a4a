#include "library/catalogue.h"

#include "library/box.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <sstream>

namespace gyre {
namespace {

// How a puzzle is turned and named, where its people do not do it as turns.h does.
enum class Style {
  plain,
  blocks,      // tetraminx: U, Uw, 3Uw
  tips,        // pyraminx: the tip u, tip and next layer U, then Uw, 3Uw
  skewb,       // four turns that leave one corner alone
  even,        // kilominx: the middle layers are not there
  no_centers,  // redi cube: the middles of the faces are not there
  no_corners,  // rex cube: round cuts leave no corners
};

struct CatalogueEntry {
  const char* name;
  const char* aliases;  // separated by blanks
  const char* description;
  const char* summary;
  Style style = Style::plain;
};

// Distances that make three or more cuts meet are written with all their digits: 0.57735... is
// sqrt(1/3), 0.70710... is sqrt(1/2), 0.44721... is sqrt(1/5), 0.61803... is (sqrt(5) - 1) / 2,
// 0.23606... is sqrt(5) - 2, 0.93796... is sqrt(5 (5 - 2 sqrt(5)) / 3). All others may be anything
// between two such meetings; they were chosen for good looks.
constexpr std::array<CatalogueEntry, 58> kCatalogue{{
    // clang-format off
    {"skewb", "", "c v 0", "vertex-turning cube, cut through the centre", Style::skewb},
    {"master-skewb", "", "c v 0.275", "vertex-turning cube, two cuts to an axis"},
    {"professor-skewb", "elite-skewb", "c v 0 v 0.38", "vertex-turning cube, three cuts to an axis"},
    {"rex", "rex-cube", "c v 0.4", "vertex-turning cube, deep cuts, no corners", Style::no_corners},
    {"compy-cube", "compy", "c v 0.915641442663986", "vertex-turning cube, shallow cuts"},
    {"redi-cube", "redi", "c v 0.75", "vertex-turning cube, corners and edges", Style::no_centers},
    {"dino", "dino-cube", "c v 0.577350269189626", "vertex-turning cube, edges only"},
    {"helicopter", "helicopter-cube", "c e 0.707106781186548", "edge-turning cube"},
    {"curvy-copter", "", "c e 0.83", "edge-turning cube with edges and fixed centres"},
    {"little-chop", "24-cube", "c e 0", "edge-turning cube, cut through the centre"},
    {"2x2x2+dino", "", "c f 0 v 0.577350269189626", "face- and vertex-turning cube"},
    {"2x2x2+little-chop", "", "c f 0 e 0", "face- and edge-turning cube"},
    {"dino+little-chop", "", "c v 0.577350269189626 e 0", "vertex- and edge-turning cube"},
    {"2x2x2+dino+little-chop", "", "c f 0 v 0.577350269189626 e 0", "face-, vertex- and edge-turning cube"},
    {"pyraminx", "pyram", "t v 0.333333333333333 v 1.666666666666667", "vertex-turning tetrahedron", Style::tips},
    {"master-pyraminx", "", "t v 0 v 1 v 2", "vertex-turning tetrahedron, 4 layers", Style::tips},
    {"professor-pyraminx", "", "t v -0.2 v 0.6 v 1.4 v 2.2", "vertex-turning tetrahedron, 5 layers", Style::tips},
    {"royal-pyraminx", "", "t v -0.333333333333333 v 0.333333333333333 v 1 v 1.666666666666667 v 2.333333333333333", "vertex-turning tetrahedron, 6 layers", Style::tips},
    {"emperor-pyraminx", "", "t v -0.428571428571429 v 0.142857142857143 v 0.714285714285714 v 1.285714285714286 v 1.857142857142857 v 2.428571428571429", "vertex-turning tetrahedron, 7 layers", Style::tips},
    {"tetraminx", "", "t v 0.333333333333333", "pyraminx without tips", Style::blocks},
    {"master-tetraminx", "", "t v 0 v 1", "master pyraminx without tips", Style::blocks},
    {"professor-tetraminx", "", "t v -0.2 v 0.6 v 1.4", "professor pyraminx without tips", Style::blocks},
    {"royal-tetraminx", "", "t v -0.333333333333333 v 0.333333333333333 v 1 v 1.666666666666667", "royal pyraminx without tips", Style::blocks},
    {"emperor-tetraminx", "", "t v -0.428571428571429 v 0.142857142857143 v 0.714285714285714 v 1.285714285714286 v 1.857142857142857", "emperor pyraminx without tips", Style::blocks},
    {"jing-pyraminx", "jings-pyraminx halpern-kolmelij", "t f 0", "face-turning tetrahedron, cut through the centre", Style::blocks},
    {"fto", "face-turning-octahedron", "o f 0.333333333333333", "face-turning octahedron"},
    {"master-fto", "", "o f 0.5 f 0", "face-turning octahedron, 4 layers"},
    {"skewb-diamond", "baby-fto", "o f 0", "face-turning octahedron, cut through the centre"},
    {"christophers-jewel", "christopher christophs-jewel christophs-magic-jewel", "o v 0.577350269189626", "vertex-turning octahedron, corners and edges"},
    {"trajbers-octahedron", "trajber", "o v 0.433012701892219", "vertex-turning octahedron, a 3x3x3 in disguise"},
    {"octastar", "", "o e 0", "edge-turning octahedron, cut through the centre"},
    {"megaminx", "minx", "d f 0.7", "face-turning dodecahedron"},
    {"kilominx", "kibiminx impossiball", "d f 0.7", "face-turning dodecahedron, corners only", Style::even},
    {"master-kilominx", "", "d f 0.64 f 0.82", "face-turning dodecahedron, 4 layers to an edge", Style::even},
    {"gigaminx", "", "d f 0.64 f 0.82", "face-turning dodecahedron, 2 layers to a face"},
    {"teraminx", "", "d f 0.64 f 0.76 f 0.88", "face-turning dodecahedron, 3 layers to a face"},
    {"petaminx", "", "d f 0.64 f 0.73 f 0.82 f 0.91", "face-turning dodecahedron, 4 layers to a face"},
    {"examinx", "", "d f 0.64 f 0.712 f 0.784 f 0.856 f 0.928", "face-turning dodecahedron, 5 layers to a face"},
    {"zetaminx", "", "d f 0.64 f 0.7 f 0.76 f 0.82 f 0.88 f 0.94", "face-turning dodecahedron, 6 layers to a face"},
    {"yottaminx", "", "d f 0.64 f 0.6914 f 0.7429 f 0.7943 f 0.8457 f 0.8971 f 0.9486", "face-turning dodecahedron, 7 layers to a face"},
    {"pyraminx-crystal", "crystal", "d f 0.447213595499958", "face-turning dodecahedron, corners and edges"},
    {"starminx", "", "d v 0.937962370425399", "vertex-turning dodecahedron"},
    {"starminx-2", "", "d f 0.236067977499790", "face-turning dodecahedron, deep cuts"},
    {"pentultimate", "", "d f 0", "face-turning dodecahedron, cut through the centre"},
    {"master-pentultimate", "", "d f 0.13", "face-turning dodecahedron, two cuts to an axis"},
    {"elite-pentultimate", "", "d f 0 f 0.17", "face-turning dodecahedron, three cuts to an axis"},
    {"chopasaurus", "", "d v 0", "vertex-turning dodecahedron, cut through the centre"},
    {"big-chop", "", "d e 0", "edge-turning dodecahedron, cut through the centre"},
    {"megaminx+chopasaurus", "", "d f 0.618033988749895 v 0", "face- and vertex-turning dodecahedron"},
    {"starminx-combo", "", "d f 0.236067977499790 v 0.937962370425399", "face- and vertex-turning dodecahedron"},
    {"radio-chop", "", "i f 0", "face-turning icosahedron, cut through the centre"},
    {"eitans-star", "", "i f 0.618033988749895", "face-turning icosahedron"},
    {"icosamate", "", "i v 0", "vertex-turning icosahedron, cut through the centre"},
    {"astrominx", "regular-astrominx", "i v 0.187592474085080", "vertex-turning icosahedron, deep cuts"},
    {"astrominx+big-chop", "", "i v 0.187592474085080 e 0", "vertex- and edge-turning icosahedron"},
    {"redicosahedron", "", "i v 0.794654472291766", "vertex-turning icosahedron, corners and edges"},
    {"redicosahedron-with-centers", "redicosahedron-with-centres", "i v 0.84", "vertex-turning icosahedron with fixed centres"},
    {"icosaminx", "", "i v 0.73", "vertex-turning icosahedron with moving centres"},
    // clang-format on
}};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

const char* family_of(SolidKind kind) {
  switch (kind) {
    case SolidKind::tetrahedron:
      return "tetrahedron";
    case SolidKind::cube:
      return "cube";
    case SolidKind::cuboid:
      return "cuboid";
    case SolidKind::octahedron:
      return "octahedron";
    case SolidKind::dodecahedron:
      return "dodecahedron";
    case SolidKind::icosahedron:
      return "icosahedron";
  }
  return "";
}

std::shared_ptr<const CutSolid> cut_solid(const Description& description) {
  Solid solid(description.solid);
  std::vector<Cut> cuts;
  for (const CutKind& kind : description.cuts) {
    for (const Vec3& axis : solid.axes(kind.axis)) cuts.push_back({axis, kind.distance});
  }
  return std::make_shared<CutSolid>(std::move(solid), cuts);
}

std::vector<AxisKind> kinds_of(const Description& description) {
  std::vector<AxisKind> kinds;
  for (const CutKind& cut : description.cuts) {
    if (std::find(kinds.begin(), kinds.end(), cut.axis) == kinds.end()) kinds.push_back(cut.axis);
  }
  return kinds;
}

// The tip and the layer below it turn together under the vertex's letter; the tip alone has the
// letter in lower case. What is wider counts from there.
void add_tip_turns(PuzzleRecipe& recipe, const AxisNames& names) {
  const auto layers = recipe.cut->lines()[0].layers();
  for (int last = 2; last < layers; ++last) {
    for (const NamedAxis& vertex : names.axes(AxisKind::vertex)) {
      const std::string name = last == 2   ? vertex.name
                               : last == 3 ? vertex.name + 'w'
                                           : fmt::format("{}{}w", last - 1, vertex.name);
      recipe.turns.push_back({name, vertex.direction, 1, last});
    }
  }
  for (const NamedAxis& vertex : names.axes(AxisKind::vertex)) {
    recipe.turns.push_back(
        {std::string(1, static_cast<char>(vertex.name[0] - 'A' + 'a')), vertex.direction, 1, 1});
  }
}

// The four turns of the WCA's notation. None moves the corner URF, which stands for the frame: the
// opposite half turns instead.
void add_skewb_turns(PuzzleRecipe& recipe, const AxisNames& names, bool rotations) {
  const auto axis = [&](const std::string& corner) {
    for (const NamedAxis& vertex : names.axes(AxisKind::vertex)) {
      if (vertex.name == corner) return vertex.direction;
    }
    assert(false && "corners are named as in axis_names.cpp");
    return Vec3{};
  };
  recipe.turns = {{"U", axis("ULB"), 1, 1},
                  {"L", axis("DLF"), 1, 1},
                  {"R", axis("DRB"), 1, 1},
                  {"B", axis("DBL"), 1, 1}};
  if (rotations) recipe.rotations = {{"URFv", axis("URF")}};
}

// The competition form of the megaminx: all but the layer of L, or of U, turn by two fifths.
void add_double_plus_turns(PuzzleRecipe& recipe) {
  recipe.derived.push_back({"R++", "Lv2' L2"});
  recipe.derived.push_back({"R--", "Lv2 L2'"});
  recipe.derived.push_back({"D++", "Uv2' U2"});
  recipe.derived.push_back({"D--", "Uv2 U2'"});
}

PuzzleRecipe make_recipe(const std::string& name, const Description& description, Style style,
                         const PuzzleOptions& options) {
  PuzzleRecipe recipe;
  recipe.name = name;
  recipe.cut = cut_solid(description);
  const AxisNames names(recipe.cut->solid());
  // Who chooses turns gets those of turns.h, whatever the puzzle's people do.
  const bool own_turns = options.turns != TurnChoice::usual || options.fixed != FixedPiece::none;
  PuzzleOptions chosen = options;
  if (!own_turns && style == Style::blocks) chosen.turns = TurnChoice::blocks;
  if (!own_turns && (style == Style::tips || style == Style::skewb)) {
    recipe.orient_centers = options.orient_centers;
    recipe.distinct = options.distinct;
    if (style == Style::tips) {
      add_tip_turns(recipe, names);
      if (options.rotations) choose_rotations(recipe, names);
      derive_layers(recipe, names);
    } else {
      add_skewb_turns(recipe, names, options.rotations);
    }
  } else {
    choose_turns(recipe, names, kinds_of(description), chosen);
  }
  recipe.even_layers = style == Style::even;
  if (style == Style::no_centers) recipe.least_stickers = 2;
  if (style == Style::no_corners) recipe.most_stickers = 2;
  const auto faces = std::count_if(description.cuts.begin(), description.cuts.end(),
                                   [](const CutKind& cut) { return cut.axis == AxisKind::face; });
  if (description.solid == SolidKind::cube && faces > 0) add_box_names(recipe);
  if (description.solid == SolidKind::dodecahedron && faces == 1) add_double_plus_turns(recipe);
  return recipe;
}

std::string name_with_options(std::string name, const PuzzleText& text) {
  std::replace(name.begin(), name.end(), ' ', '_');
  for (const std::string& word : text.option_words) name += '_' + word;
  return name;
}

}  // namespace

std::vector<LibraryEntry> catalogue() {
  std::vector<LibraryEntry> entries = box_entries();
  for (const CatalogueEntry& entry : kCatalogue) {
    const PuzzleText text = parse_puzzle_text(entry.description);
    entries.push_back({entry.name, words_of(entry.aliases), family_of(text.description->solid),
                       entry.summary, entry.description});
  }
  return entries;
}

std::optional<PuzzleRecipe> find_recipe(const PuzzleText& text) {
  if (text.description) {
    return make_recipe(name_with_options(to_string(*text.description), text), *text.description,
                       Style::plain, text.options);
  }
  const std::string wanted = plain_name(text.name);
  const auto called = [&](const std::string& name, const std::vector<std::string>& aliases) {
    return plain_name(name) == wanted ||
           std::any_of(aliases.begin(), aliases.end(),
                       [&](const std::string& alias) { return plain_name(alias) == wanted; });
  };
  if (const auto layers = box_layers(wanted)) {
    return box_recipe(*layers, name_with_options(box_name(*layers), text), text.options);
  }
  for (const LibraryEntry& entry : box_entries()) {
    if (!called(entry.name, entry.aliases)) continue;
    return box_recipe(*box_layers(entry.name), name_with_options(entry.name, text), text.options);
  }
  for (const CatalogueEntry& entry : kCatalogue) {
    if (!called(entry.name, words_of(entry.aliases))) continue;
    const PuzzleText described = parse_puzzle_text(entry.description);
    return make_recipe(name_with_options(entry.name, text), *described.description, entry.style,
                       text.options);
  }
  // "4x4x4 cube", "skewb cube".
  constexpr std::string_view kCube = "cube";
  if (wanted.size() > kCube.size() && wanted.ends_with(kCube)) {
    PuzzleText shorter = text;
    shorter.name = wanted.substr(0, wanted.size() - kCube.size());
    return find_recipe(shorter);
  }
  return std::nullopt;
}

}  // namespace gyre
