// Convex polygons as drawing uses them.
#include "draw/plane.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gyre {
namespace {

const Polygon2 kSquare{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
const Polygon2 kSquareTheOtherWay{{0, 0}, {0, 2}, {2, 2}, {2, 0}};

TEST(Plane, AreaHasTheSignOfTheTurn) {
  EXPECT_DOUBLE_EQ(signed_area(kSquare), 4);
  EXPECT_DOUBLE_EQ(signed_area(kSquareTheOtherWay), -4);
}

TEST(Plane, CentroidOfATriangleIsTheMeanOfItsCorners) {
  const Point2 middle = centroid({{1, 1}, {4, 1}, {1, 7}});
  EXPECT_NEAR(middle.x, 2, 1e-12);
  EXPECT_NEAR(middle.y, 3, 1e-12);
  EXPECT_NEAR(centroid(kSquareTheOtherWay).x, 1, 1e-12);
}

TEST(Plane, InsetMovesEveryEdgeInwards) {
  for (const Polygon2& square : {kSquare, kSquareTheOtherWay}) {
    const Polygon2 smaller = inset(square, 0.25);
    ASSERT_EQ(smaller.size(), 4U);
    EXPECT_NEAR(std::abs(signed_area(smaller)), 1.5 * 1.5, 1e-9);
    EXPECT_NEAR(centroid(smaller).x, 1, 1e-9);
  }
}

TEST(Plane, InsetBeyondTheMiddleLeavesNothing) {
  EXPECT_FALSE(inset(kSquare, 0.99).empty());
  EXPECT_TRUE(inset(kSquare, 1.01).empty());
}

TEST(Plane, InsetDropsEdgesThatVanish) {
  // A square with one corner cut off a little: the short edge is gone first.
  const Polygon2 cut{{0, 0}, {2, 0}, {2, 1.9}, {1.9, 2}, {0, 2}};
  EXPECT_EQ(inset(cut, 0.01).size(), 5U);
  EXPECT_EQ(inset(cut, 0.5).size(), 4U);
}

TEST(Plane, InradiusIsThatOfTheLargestCircle) {
  EXPECT_NEAR(inradius(kSquare), 1, 2e-3);
  EXPECT_NEAR(inradius({{0, 0}, {10, 0}, {10, 1}, {0, 1}}), 0.5, 2e-3);
  // 3, 4, 5: the radius is 1.
  EXPECT_NEAR(inradius({{0, 0}, {3, 0}, {0, 4}}), 1, 2e-3);
}

}  // namespace
}  // namespace gyre
