// Nets and cameras: what is seen, and where.
#include "draw/view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace gyre {
namespace {

const std::vector<std::string> kSolidsAndBoxes{"pyraminx",  "3x3x3", "fto",  "megaminx",
                                               "icosaminx", "2x3x4", "1x2x3"};

Polygon2 on_paper(const SeenFace& seen, const std::vector<Point3>& outline) {
  Polygon2 polygon;
  for (const Point3& point : outline) polygon.push_back(seen.map(point));
  return polygon;
}

// Two convex polygons overlap unless a line along an edge of one of them parts them.
bool overlap(const Polygon2& a, const Polygon2& b) {
  for (const Polygon2* polygon : {&a, &b}) {
    for (std::size_t i = 0; i < polygon->size(); ++i) {
      const Point2& p = (*polygon)[i];
      const Point2& q = (*polygon)[(i + 1) % polygon->size()];
      const Point2 across{(q.y - p.y) / distance(p, q), (p.x - q.x) / distance(p, q)};
      const auto range = [&](const Polygon2& shape) {
        std::pair<double, double> ends{1e9, -1e9};
        for (const Point2& point : shape) {
          const double along = point.x * across.x + point.y * across.y;
          ends = {std::min(ends.first, along), std::max(ends.second, along)};
        }
        return ends;
      };
      const auto [low_a, high_a] = range(a);
      const auto [low_b, high_b] = range(b);
      if (high_a < low_b + 1e-6 || high_b < low_a + 1e-6) return false;
    }
  }
  return true;
}

TEST(NetView, ShowsEachFaceOnceAndNoneOverAnother) {
  for (const std::string& name : kSolidsAndBoxes) {
    const auto picture = load_picture(name);
    ASSERT_TRUE(picture) << name;
    const View view = net_view(picture->solid(), picture->faces());
    std::set<int> faces;
    std::vector<Polygon2> polygons;
    for (const SeenFace& seen : view.faces) {
      faces.insert(seen.face);
      polygons.push_back(on_paper(seen, picture->faces()[seen.face].outline));
    }
    EXPECT_EQ(faces.size(), picture->faces().size()) << name;
    EXPECT_EQ(view.faces.size(), picture->faces().size()) << name;
    for (std::size_t i = 0; i < polygons.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_FALSE(overlap(polygons[i], polygons[j])) << name << ' ' << i << ' ' << j;
      }
    }
  }
}

// Counterclockwise in space is counterclockwise on paper, where y points down: nothing is
// mirrored. Except on octahedra, whose faces are seen aslant, lengths stay as they are.
TEST(NetView, LaysFacesFlatAndNotUpsideDown) {
  for (const std::string& name : kSolidsAndBoxes) {
    const auto picture = load_picture(name);
    const View view = net_view(picture->solid(), picture->faces());
    for (const SeenFace& seen : view.faces) {
      const std::vector<Point3>& outline = picture->faces()[seen.face].outline;
      const Polygon2 polygon = on_paper(seen, outline);
      EXPECT_LT(signed_area(polygon), 0) << name;
      if (name == "fto") continue;
      for (std::size_t i = 0; i < outline.size(); ++i) {
        const std::size_t next = (i + 1) % outline.size();
        const double length =
            std::hypot(outline[next][0] - outline[i][0], outline[next][1] - outline[i][1],
                       outline[next][2] - outline[i][2]);
        EXPECT_NEAR(distance(polygon[i], polygon[next]), length, 1e-9) << name;
      }
    }
  }
}

std::map<std::string, Point2> centres(const std::string& name) {
  const auto picture = load_picture(name);
  std::map<std::string, Point2> found;
  for (const SeenFace& seen : net_view(picture->solid(), picture->faces()).faces) {
    const PictureFace& face = picture->faces()[seen.face];
    found[face.name] = centroid(on_paper(seen, face.outline));
  }
  return found;
}

TEST(NetView, CubeIsARowWithUAboveAndDBelowTheFront) {
  auto at = centres("3x3x3");
  EXPECT_NEAR(at["U"].x, at["F"].x, 1e-9);
  EXPECT_NEAR(at["U"].y, at["F"].y - 2, 1e-9);
  EXPECT_NEAR(at["D"].x, at["F"].x, 1e-9);
  EXPECT_NEAR(at["D"].y, at["F"].y + 2, 1e-9);
  for (const auto& [name, steps] : {std::pair{"L", -1}, std::pair{"R", 1}, std::pair{"B", 2}}) {
    EXPECT_NEAR(at[name].x, at["F"].x + 2 * steps, 1e-9) << name;
    EXPECT_NEAR(at[name].y, at["F"].y, 1e-9) << name;
  }
}

TEST(NetView, OctahedronIsTwoSquares) {
  auto at = centres("fto");
  // U above F, L beside R; behind, B above D, BR beside BL.
  EXPECT_LT(at["U"].y, at["F"].y);
  EXPECT_LT(at["L"].x, at["R"].x);
  EXPECT_LT(at["B"].y, at["D"].y);
  EXPECT_LT(at["BR"].x, at["BL"].x);
  EXPECT_LT(at["R"].x, at["BR"].x);
  EXPECT_NEAR(at["U"].x, at["F"].x, 1e-9);
  EXPECT_NEAR(at["L"].y, at["BL"].y, 1e-9);
}

TEST(NetView, DodecahedronIsTwoFlowersWithTheFrontBelowU) {
  auto at = centres("megaminx");
  EXPECT_NEAR(at["F"].x, at["U"].x, 1e-9);
  EXPECT_GT(at["F"].y, at["U"].y);
  EXPECT_GT(at["R"].x, at["U"].x);
  EXPECT_LT(at["L"].x, at["U"].x);
  const double step = distance(at["U"], at["F"]);
  for (const char* petal : {"F", "R", "BR", "BL", "L"}) {
    EXPECT_NEAR(distance(at["U"], at[petal]), step, 1e-9) << petal;
  }
  for (const char* petal : {"DR", "DBR", "B", "DBL", "DL"}) {
    EXPECT_NEAR(distance(at["D"], at[petal]), step, 1e-9) << petal;
  }
}

std::set<std::string> seen_faces(const std::string& name, const ViewAngle& angle) {
  const auto picture = load_picture(name);
  std::set<std::string> found;
  for (const SeenFace& seen : solid_view(picture->faces(), angle, true).faces) {
    found.insert(picture->faces()[seen.face].name);
  }
  return found;
}

using Names = std::set<std::string>;

TEST(SolidView, TheUsualAngleShowsFrontTopAndRight) {
  EXPECT_EQ(seen_faces("3x3x3", usual_angle(PuzzlePicture::Solid::cube)), (Names{"U", "F", "R"}));
  EXPECT_EQ(seen_faces("2x3x4", usual_angle(PuzzlePicture::Solid::cuboid)), (Names{"U", "F", "R"}));
  EXPECT_EQ(seen_faces("pyraminx", usual_angle(PuzzlePicture::Solid::tetrahedron)),
            (Names{"F", "R"}));
}

TEST(SolidView, AnglesGoRoundToTheRightAndUp) {
  EXPECT_EQ(seen_faces("3x3x3", {0, 0}), Names{"F"});
  EXPECT_EQ(seen_faces("3x3x3", {90, 0}), Names{"R"});
  EXPECT_EQ(seen_faces("3x3x3", {180, 0}), Names{"B"});
  EXPECT_EQ(seen_faces("3x3x3", {0, 90}), Names{"U"});
  EXPECT_EQ(seen_faces("3x3x3", {-45, -45}), (Names{"F", "L", "D"}));
}

TEST(SolidView, SeenFacesAreNotMirroredAndDoNotOverlap) {
  for (const std::string& name : kSolidsAndBoxes) {
    const auto picture = load_picture(name);
    for (double yaw = -170; yaw < 180; yaw += 37) {
      std::vector<Polygon2> polygons;
      for (const SeenFace& seen : solid_view(picture->faces(), {yaw, yaw / 3}, true).faces) {
        polygons.push_back(on_paper(seen, picture->faces()[seen.face].outline));
        EXPECT_LT(signed_area(polygons.back()), 0) << name;
      }
      EXPECT_FALSE(polygons.empty());
      for (std::size_t i = 0; i < polygons.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          EXPECT_FALSE(overlap(polygons[i], polygons[j])) << name << ' ' << yaw;
        }
      }
    }
  }
}

TEST(SolidView, TheTopIsLightestAndWithoutShadingAllIsLight) {
  const auto picture = load_picture("3x3x3");
  const ViewAngle angle = usual_angle(PuzzlePicture::Solid::cube);
  std::map<std::string, double> light;
  for (const SeenFace& seen : solid_view(picture->faces(), angle, true).faces) {
    light[picture->faces()[seen.face].name] = seen.light;
  }
  EXPECT_GT(light["U"], light["F"]);
  EXPECT_GT(light["F"], light["R"]);
  for (const SeenFace& seen : solid_view(picture->faces(), angle, false).faces) {
    EXPECT_EQ(seen.light, 1);
  }
}

}  // namespace
}  // namespace gyre
