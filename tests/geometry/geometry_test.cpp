// The engine that cuts puzzles out of solids, and the recipes: pieces and orientations by counts
// that anyone can make with the puzzle in hand, moves by well-known sequences.
#include "geometry/pieces.h"
#include "geometry/references.h"
#include "library/catalogue.h"

#include <gyre/alg/alg.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/move_set.h>
#include <gyre/puzzle/sequence.h>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace gyre {
namespace {

constexpr std::array kSolids{SolidKind::tetrahedron, SolidKind::cube, SolidKind::octahedron,
                             SolidKind::dodecahedron, SolidKind::icosahedron};

// A solid cut at right angles to all axes of a kind at some distances.
CutSolid cut_solid(SolidKind kind, AxisKind axis, const std::vector<double>& distances) {
  Solid solid(kind);
  std::vector<Cut> cuts;
  for (const double distance : distances) {
    for (const Vec3& direction : solid.axes(axis)) cuts.push_back({direction, distance});
  }
  return CutSolid(std::move(solid), cuts);
}

PuzzleRecipe recipe_of(const std::string& text) {
  return find_recipe(parse_puzzle_text(text)).value();
}

std::string cube_name(int layers) {
  return fmt::format("{0}x{0}x{0}", layers);
}

State alg_action(const PuzzleDefinition& definition, std::string_view alg) {
  return action_of(definition, parse_alg(alg, &definition.names()));
}

std::int64_t alg_order(const PuzzleDefinition& definition, std::string_view alg) {
  return state_order(definition.orbits(), alg_action(definition, alg));
}

int wrong(const PuzzleDefinition& definition, std::string_view alg) {
  return pieces_out_of_place(definition.orbits(), definition.solved(),
                             apply(definition, parse_alg(alg, &definition.names())));
}

// "CORNERS 8/3 EDGES 12/2", with "=6" where pieces look alike.
std::string orbit_text(const PuzzleDefinition& definition) {
  std::string text;
  for (int k = 0; k < definition.orbits().size(); ++k) {
    const Orbit& orbit = definition.orbits()[k];
    text +=
        fmt::format("{}{} {}/{}", k == 0 ? "" : " ", orbit.name, orbit.pieces, orbit.orientations);
    if (definition.identities(k) != orbit.pieces) {
      text += fmt::format("={}", definition.identities(k));
    }
  }
  return text;
}

TEST(Solid, FacesEdgesVerticesRotations) {
  const std::array<std::array<int, 4>, 5> counts{
      {{4, 6, 4, 12}, {6, 12, 8, 24}, {8, 12, 6, 24}, {12, 30, 20, 60}, {20, 30, 12, 60}}};
  for (std::size_t i = 0; i < kSolids.size(); ++i) {
    const Solid solid(kSolids[i]);
    EXPECT_EQ(solid.faces().size(), counts[i][0]);
    EXPECT_EQ(solid.axes(AxisKind::edge).size(), counts[i][1]);
    EXPECT_EQ(solid.axes(AxisKind::vertex).size(), counts[i][2]);
    EXPECT_EQ(solid.rotation_count(), counts[i][3]);
    for (const Vec3& p : solid.polygon(0)) EXPECT_NEAR(dot(p, solid.faces()[0]), 1, 1e-9);
  }
}

TEST(Solid, RotationsAreAGroup) {
  for (const SolidKind kind : kSolids) {
    const Solid solid(kind);
    const Vec3 point{0.3, 0.5, 0.8};
    for (int a = 0; a < solid.rotation_count(); ++a) {
      EXPECT_EQ(solid.product(a, solid.inverse(a)), 0);
      EXPECT_EQ(solid.product(solid.inverse(a), a), 0);
      for (int b = 0; b < solid.rotation_count(); ++b) {
        EXPECT_TRUE(near(solid.rotated(solid.product(a, b), point),
                         solid.rotated(a, solid.rotated(b, point))));
      }
    }
  }
}

TEST(Solid, ClockwiseIsAsSeenFromOutside) {
  const Solid cube(SolidKind::cube);
  // R takes up to back, U takes front to left.
  EXPECT_TRUE(near(cube.rotated(cube.clockwise({1, 0, 0}), {0, 1, 0}), {0, 0, -1}));
  EXPECT_TRUE(near(cube.rotated(cube.clockwise({0, 1, 0}), {0, 0, 1}), {-1, 0, 0}));
  EXPECT_EQ(cube.clockwise(unit({1, 2, 3})), 0);
}

TEST(CutSolid, RotationsMapPiecesAsTheyMapPoints) {
  for (const SolidKind kind : kSolids) {
    for (const AxisKind axis : {AxisKind::face, AxisKind::edge, AxisKind::vertex}) {
      const CutSolid cut = cut_solid(kind, axis, {0.31, 0.77});
      // Layers tell pieces apart; only the parts of a core that shows on all sides share theirs.
      std::map<std::string, std::size_t> layers;
      for (const Piece& piece : cut.pieces()) ++layers[piece.layers];
      for (const auto& [unused, pieces] : layers) {
        EXPECT_TRUE(pieces == 1 || pieces == cut.solid().faces().size()) << pieces;
      }
      for (int g = 0; g < cut.solid().rotation_count(); ++g) {
        for (std::size_t p = 0; p < cut.pieces().size(); ++p) {
          const Piece& to = cut.pieces()[cut.image(g, static_cast<int>(p))];
          ASSERT_TRUE(near(cut.solid().rotated(g, cut.pieces()[p].centre), to.centre));
          ASSERT_EQ(to.stickers.size(), cut.pieces()[p].stickers.size());
        }
      }
    }
  }
}

TEST(Cube, PiecesOfEverySize) {
  for (int n = 2; n <= 20; ++n) {
    const PuzzleDefinition cube = load_puzzle(cube_name(n));
    SCOPED_TRACE(cube.name());
    EXPECT_EQ(cube.moves().size(), 6U * (n / 2));
    EXPECT_EQ(cube.rotations().size(), 3U);
    const int hidden = n > 2 ? (n - 2) * (n - 2) * (n - 2) : 0;
    const int fixed_centres = n % 2 == 1 ? 6 : 0;
    EXPECT_EQ(cube.orbits().total_pieces(), n * n * n - hidden - fixed_centres);
    for (int k = 0; k < cube.orbits().size(); ++k) {
      const Orbit& orbit = cube.orbits()[k];
      if (orbit.name.starts_with("CENTERS")) {
        EXPECT_EQ(orbit.pieces, 24);
        EXPECT_EQ(cube.identities(k), 6);
      } else {
        EXPECT_EQ(cube.identities(k), orbit.pieces);
      }
    }
    for (const BaseMove& move : cube.moves()) EXPECT_EQ(move.order, 4) << move.name;
    for (const BaseMove& move : cube.rotations()) EXPECT_EQ(move.order, 4) << move.name;
  }
}

TEST(Cube, NamesOfMoves) {
  const auto names = [](int n) {
    std::string text;
    for (const TurnRecipe& turn : recipe_of(cube_name(n)).turns) text += turn.name + ' ';
    return text;
  };
  EXPECT_EQ(names(2), "U F R D B L ");
  EXPECT_EQ(names(3), "U F R D B L ");
  EXPECT_EQ(names(4), "U Uw F Fw R Rw D Dw B Bw L Lw ");
  EXPECT_EQ(names(5), names(4));
  EXPECT_EQ(names(6), "U Uw 3Uw F Fw 3Fw R Rw 3Rw D Dw 3Dw B Bw 3Bw L Lw 3Lw ");
  EXPECT_EQ(names(7), names(6));
}

TEST(Cube, OrientationConvention) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  EXPECT_EQ(orbit_text(cube), "CORNERS 8/3 EDGES 12/2");
  // U, D, F2, B2, L2, R2 change no orientation; R and L none of edges.
  const auto twists = [&](std::string_view alg) {
    const State state = alg_action(cube, alg);
    std::string text;
    for (int k = 0; k < 2; ++k) {
      for (int slot = 0; slot < cube.orbits()[k].pieces; ++slot) {
        text += static_cast<char>('0' + state.bytes[cube.orbits().ori_offset(k) + slot]);
      }
      text += k == 0 ? " " : "";
    }
    return text;
  };
  for (const char* alg : {"U", "D", "F2", "B2", "L2", "R2"}) {
    EXPECT_EQ(twists(alg), "00000000 000000000000") << alg;
  }
  // In the usual order of slots (URF UFL ULB UBR DFR DLF DBL DRB, UR UF UL UB DR DF DL DB FR FL BL
  // BR): clockwise twists count up.
  EXPECT_EQ(twists("R"), "20011002 000000000000");
  EXPECT_EQ(twists("F"), "12002100 010001001100");
}

TEST(Cube, WellKnownSequences) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  EXPECT_EQ(alg_order(cube, "R U R' U'"), 6);
  EXPECT_EQ(alg_order(cube, "R U"), 105);
  EXPECT_EQ(alg_order(cube, "R U2 D' B D'"), 1260);  // the greatest order there is
  EXPECT_EQ(alg_order(cube, "R U' R U R U R U' R' U' R2"), 3);
  // Superflip: every edge flipped in its place, nothing else.
  const State superflip = alg_action(cube, "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
  State expected = identity_state(cube.orbits());
  for (int slot = 0; slot < 12; ++slot) expected.bytes[cube.orbits().ori_offset(1) + slot] = 1;
  EXPECT_EQ(superflip, expected);
  EXPECT_EQ(wrong(cube, "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), 12);
  // The checkerboard turns every edge to the opposite place; against the centres, corners stay.
  EXPECT_EQ(wrong(cube, "M2 E2 S2"), 12);
  EXPECT_EQ(alg_action(cube, "M2 E2 S2"), alg_action(cube, "U2 D2 F2 B2 L2 R2"));
  EXPECT_EQ(alg_order(cube, "M2 E2 S2"), 2);
  // Six spots: all pieces turn as one block about a diagonal against the centres.
  EXPECT_EQ(wrong(cube, "R L' F B' U D' R L'"), 20);
  EXPECT_EQ(alg_order(cube, "R L' F B' U D' R L'"), 3);
}

TEST(Cube, WideTurnsSlicesAndRotations) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const std::array<std::pair<const char*, const char*>, 20> same{{
      {"x", "Rv"},  {"y", "Uv"},      {"z", "Fv"},      {"r", "L x"},     {"l", "R x'"},
      {"u", "D y"}, {"d", "U y'"},    {"f", "B z"},     {"b", "F z'"},    {"Rw", "r"},
      {"Dw", "d"},  {"M", "R L' x'"}, {"E", "U D' y'"}, {"S", "F' B z"},  {"2R", "M'"},
      {"2L", "M"},  {"3R", "L'"},     {"x", "R M' L'"}, {"y", "U E' D'"}, {"z", "F S B'"},
  }};
  for (const auto& [a, b] : same) EXPECT_EQ(alg_action(cube, a), alg_action(cube, b)) << a;
  // M moves four edges and no corner.
  EXPECT_EQ(wrong(cube, "M"), 4);
  // y turns F to the left, so that what then stands in front came from R.
  EXPECT_EQ(alg_action(cube, "y F y'"), alg_action(cube, "R"));
  EXPECT_EQ(alg_action(cube, "x U x'"), alg_action(cube, "F"));
  EXPECT_EQ(alg_action(cube, "z U z'"), alg_action(cube, "L"));
}

TEST(Cube, LayeredFormsOfBigCubes) {
  for (const int n : {2, 4, 5, 6, 7}) {
    const PuzzleDefinition cube = load_puzzle(cube_name(n));
    SCOPED_TRACE(cube.name());
    // All layers together are the rotation; turning from the other side turns backwards.
    EXPECT_EQ(alg_action(cube, fmt::format("{}Rw", n)), alg_action(cube, "x"));
    EXPECT_EQ(alg_action(cube, fmt::format("{}Dw", n)), alg_action(cube, "y'"));
    for (int k = 1; k <= n; ++k) {
      EXPECT_EQ(alg_action(cube, fmt::format("{}F", k)),
                alg_action(cube, fmt::format("{}B'", n + 1 - k)));
    }
    if (n % 2 == 1) {
      EXPECT_EQ(alg_action(cube, "M"), alg_action(cube, fmt::format("{}L", n / 2 + 1)));
    }
  }
}

TEST(Cube, BigCubeFacts) {
  const PuzzleDefinition cube = load_puzzle("4x4x4");
  EXPECT_EQ(orbit_text(cube), "CORNERS 8/3 EDGES 24/1 CENTERS 24/1=6");
  // An inner slice moves eight wings (two at each of four edges it crosses: four) and eight
  // centres.
  EXPECT_EQ(wrong(cube, "2R"), 4 + 8);
  // The usual parity sequence flips the two wings of one edge and restores everything else.
  EXPECT_EQ(wrong(cube, "2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2"), 2);
  // The other one swaps two opposite edges, two wings each.
  EXPECT_EQ(wrong(cube, "2R2 U2 2R2 Uw2 2R2 2U2"), 4);
  EXPECT_EQ(orbit_text(load_puzzle("5x5x5")),
            "CORNERS 8/3 EDGES 12/2 EDGES2 24/1 CENTERS 24/1=6 CENTERS2 24/1=6");
}

TEST(Catalogue, PiecesOfTheOthers) {
  const std::map<std::string, std::string> expected{
      {"megaminx", "CORNERS 20/3 EDGES 30/2"},
      {"kilominx", "CORNERS 20/3"},
      {"pyraminx", "CORNERS 4/3 CORNERS2 4/3 EDGES 6/2"},
      {"skewb", "CORNERS 3/3 CORNERS2 4/3 CENTERS 6/1"},
      {"pentultimate", "CORNERS 20/3 CENTERS 12/1"},
      {"fto", "CORNERS 6/4 EDGES 12/2 CENTERS 24/1=8"},
      {"dino", "EDGES 12/2"}};
  for (const auto& [name, text] : expected) EXPECT_EQ(orbit_text(load_puzzle(name)), text) << name;
}

TEST(Catalogue, MegaminxFacesAreNeighboursAsNamed) {
  const PuzzleDefinition megaminx = load_puzzle("megaminx");
  const auto commute = [&](const char* a, const char* b) {
    return alg_order(megaminx, fmt::format("{0} {1} {0}' {1}'", a, b)) == 1;
  };
  // Round U from the front to the right, round D below them, and opposite pairs.
  for (const auto& ring :
       {std::array{"F", "R", "BR", "BL", "L"}, std::array{"DR", "DBR", "B", "DBL", "DL"}}) {
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_FALSE(commute(ring[i], ring[(i + 1) % 5]));
      EXPECT_TRUE(commute(ring[i], ring[(i + 2) % 5]));
    }
  }
  for (const char* face : {"F", "R", "BR", "BL", "L"}) EXPECT_FALSE(commute("U", face));
  for (const char* face : {"DR", "DBR", "B", "DBL", "DL"}) EXPECT_FALSE(commute("D", face));
  EXPECT_FALSE(commute("F", "DR") || commute("F", "DL") || commute("R", "DR") ||
               commute("R", "DBR") || commute("BR", "DBR") || commute("BR", "B"));
  // Clockwise: U takes F to L, so it carries R to F.
  EXPECT_EQ(alg_action(megaminx, "Uv F Uv'"), alg_action(megaminx, "R"));
  EXPECT_EQ(alg_order(megaminx, "R U R' U'"), 6);
  EXPECT_EQ(wrong(megaminx, "U"), 10);
}

TEST(Catalogue, FtoFacesAreNeighboursAsNamed) {
  const PuzzleDefinition fto = load_puzzle("fto");
  const auto commute = [&](const char* a, const char* b) {
    return alg_order(fto, fmt::format("{0} {1} {0}' {1}'", a, b)) == 1;
  };
  // Opposite faces, and only they, commute.
  EXPECT_TRUE(commute("U", "D") && commute("F", "B") && commute("L", "BR") && commute("R", "BL"));
  EXPECT_FALSE(commute("U", "F") || commute("R", "L") || commute("U", "BR"));
  EXPECT_EQ(alg_action(fto, "URFLv R URFLv'"), alg_action(fto, "U"));
}

TEST(Catalogue, SkewbLeavesOneCornerAlone) {
  const PuzzleDefinition skewb = load_puzzle("skewb");
  EXPECT_EQ(wrong(skewb, "U"), 4 + 3);  // half of the puzzle: four corners, three centres
  EXPECT_EQ(alg_order(skewb, "R U R' U'"), alg_order(skewb, "U L U' L'"));
  // The rotation about URF carries the three turns round it to each other and keeps B.
  EXPECT_EQ(alg_action(skewb, "URFv B URFv'"), alg_action(skewb, "B"));
  EXPECT_NE(alg_action(skewb, "URFv U URFv'"), alg_action(skewb, "U"));
}

TEST(Catalogue, PyraminxTips) {
  const PuzzleDefinition pyraminx = load_puzzle("pyraminx");
  EXPECT_EQ(wrong(pyraminx, "u"), 1);
  EXPECT_EQ(wrong(pyraminx, "U"), 2 + 3);
  EXPECT_EQ(alg_order(pyraminx, "U u U' u'"), 1);
}

// A rotation must map the set of moves to itself. (It may turn one into another turned back: x
// makes Rz' of the box of the 2x2x2x2's Ry.)
TEST(Catalogue, RotationsConjugateMovesToMoves) {
  for (const std::string& name : puzzle_names()) {
    const PuzzleDefinition definition = load_puzzle(name);
    const OrbitList& orbits = definition.orbits();
    for (const BaseMove& rotation : definition.rotations()) {
      const State back = invert(orbits, rotation.action);
      for (const BaseMove& move : definition.moves()) {
        const State image = compose(orbits, compose(orbits, back, move.action), rotation.action);
        const State turned_back = invert(orbits, image);
        EXPECT_TRUE(std::any_of(definition.moves().begin(), definition.moves().end(),
                                [&](const BaseMove& other) {
                                  return other.action == image || other.action == turned_back;
                                }))
            << name << ": " << rotation.name << " and " << move.name;
      }
    }
  }
}

// Stated definitions of derived moves give their actions.
TEST(Catalogue, DerivedMovesAreWhatTheySay) {
  for (const char* name : {"2x2x2", "3x3x3", "4x4x4", "7x7x7", "dino", "clock"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    EXPECT_FALSE(definition.derived().empty());
    for (const DerivedMove& move : definition.derived()) {
      EXPECT_EQ(alg_action(definition, move.definition), move.action) << name << ' ' << move.name;
    }
  }
}

// A sequence of turns is a sequence of rotations of each piece: following one piece through random
// moves must give what the product of the whole moves says.
RC_GTEST_PROP(Catalogue, TwistsOfAProductAddUp, ()) {
  const auto name = *rc::gen::element<std::string>("3x3x3", "megaminx", "fto", "pyraminx", "dino");
  const PuzzleDefinition definition = load_puzzle(name);
  const OrbitList& orbits = definition.orbits();
  const MoveSet moves(definition, Metric::htm);
  const auto indices = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, moves.size()));
  State whole = identity_state(orbits);
  State inverse = whole;
  for (const int i : indices) {
    whole = compose(orbits, whole, moves.moves()[i].action);
    inverse = compose(orbits, moves.moves()[moves.moves()[i].inverse].action, inverse);
  }
  RC_ASSERT(compose(orbits, whole, inverse) == identity_state(orbits));
  RC_ASSERT(invert(orbits, whole) == inverse);
}

}  // namespace
}  // namespace gyre
