// Plots: where points and bars stand, and that viewers can read what is written.
#include "support/well_formed_xml.h"

#include <gyre/base/error.h>
#include "draw/plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace gyre {
namespace {

struct Circle {
  double x = 0;
  double y = 0;
  bool filled = false;
};

// What stands in quotes behind a name, from a place on.
std::string attribute(const std::string& svg, std::size_t from, const std::string& name) {
  const std::string before = " " + name + "=\"";
  const std::size_t begin = svg.find(before, from) + before.size();
  return svg.substr(begin, svg.find('"', begin) - begin);
}

std::vector<Circle> circles(const std::string& svg) {
  std::vector<Circle> found;
  for (std::size_t at = 0; (at = svg.find("<circle", at)) != std::string::npos; ++at) {
    found.push_back({std::stod(attribute(svg, at, "cx")), std::stod(attribute(svg, at, "cy")),
                     attribute(svg, at, "fill") != "none"});
  }
  return found;
}

LogPlot three_decades() {
  LogPlot plot;
  plot.title = "A < B & \"C\"";
  plot.caption = "below";
  plot.x_name = "depth";
  plot.y_name = "positions";
  plot.points = {{3, 1e3, 5e2, 2e3}, {4, 1e4, {}, {}}, {5, 1e6, 1e6, 1e6}};
  return plot;
}

TEST(Plot, DecadesAndSteps) {
  const std::string svg = plot_svg(three_decades());
  EXPECT_EQ(test::XmlCheck(svg).fault(), "");
  const std::vector<Circle> dots = circles(svg);
  ASSERT_EQ(dots.size(), 3U);
  EXPECT_NEAR(dots[1].x - dots[0].x, dots[2].x - dots[1].x, 0.2) << "steps of one";
  EXPECT_NEAR(2 * (dots[0].y - dots[1].y), dots[1].y - dots[2].y, 0.3) << "one decade, then two";
  EXPECT_GT(dots[0].y, dots[1].y) << "up is more";
  EXPECT_NE(svg.find("A &lt; B &amp;"), std::string::npos);
  EXPECT_NE(svg.find(">6</tspan>"), std::string::npos) << "the top decade has a label";
}

TEST(Plot, WhatHasNoPlaceIsLeftOut) {
  LogPlot plot = three_decades();
  const std::size_t lines = test::times_in(plot_svg(plot), "<line");
  plot.points.push_back({4, 0, 0.0, 1e4});
  EXPECT_EQ(circles(plot_svg(plot)).size(), 3U);
  EXPECT_EQ(test::times_in(plot_svg(plot), "<line"), lines);
  // A bar down to 0 has no lower end.
  plot = three_decades();
  plot.points[0].low = 0;
  plot.points[0].value = 1e3;
  EXPECT_EQ(test::XmlCheck(plot_svg(plot)).fault(), "");
  EXPECT_EQ(plot_svg(plot).find("nan"), std::string::npos);
  EXPECT_EQ(plot_svg(plot).find("inf"), std::string::npos);
  plot.points = {{1, 0, {}, {}}};
  EXPECT_THROW((void)plot_svg(plot), Error);
  plot.points.clear();
  EXPECT_THROW((void)plot_svg(plot), Error);
}

TEST(Plot, ReferencesAreRingsRoundTheDots) {
  LogPlot plot = three_decades();
  plot.reference = {{4, 1e4, {}, {}}};
  plot.reference_name = "known";
  plot.points_name = "estimated";
  const std::vector<Circle> all = circles(plot_svg(plot));
  ASSERT_EQ(all.size(), 6U) << "two of them in the legend";
  const Circle ring = all[2];
  const Circle dot = all[4];
  EXPECT_FALSE(ring.filled);
  EXPECT_TRUE(dot.filled);
  EXPECT_DOUBLE_EQ(ring.x, dot.x);
  EXPECT_DOUBLE_EQ(ring.y, dot.y);
}

TEST(Plot, OnePointAlone) {
  LogPlot plot;
  plot.points = {{16, 1.0, {}, {}}};
  const std::vector<Circle> dots = circles(plot_svg(plot));
  ASSERT_EQ(dots.size(), 1U);
  EXPECT_GT(dots[0].x, 0);
  EXPECT_LT(dots[0].x, plot.width);
}

TEST(Plot, ManyDecadesDoNotOverlap) {
  LogPlot plot;
  for (int i = 0; i < 40; ++i) plot.points.push_back({i, std::pow(10.0, i), {}, {}});
  const std::string svg = plot_svg(plot);
  EXPECT_LT(test::times_in(svg, "<tspan"), 20U);
  EXPECT_GT(test::times_in(svg, "<tspan"), 5U);
}

}  // namespace
}  // namespace gyre
