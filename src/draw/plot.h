// Plots of counts as SVG: points with error bars over whole numbers, on a logarithmic axis. Decides
// the look, the decades and the marks; leaves out where the numbers come from.
//
// The text is the same on every machine for the same input. Readable on light and dark ground: grey
// axes and two colours that all eyes tell apart, no background.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gyre {

struct PlotPoint {
  int x = 0;
  double value = 0;  // points that are not above 0 have no place on the axis and are left out
  // The error bar; both or none. A bar that reaches 0 ends at the lower edge.
  std::optional<double> low;
  std::optional<double> high;
};

struct LogPlot {
  std::string title;    // above, and for screen readers
  std::string caption;  // below, broken into lines
  std::string x_name;
  std::string y_name;
  std::vector<PlotPoint> points;     // filled dots
  std::string points_name;           // in the legend
  std::vector<PlotPoint> reference;  // rings, drawn behind them
  std::string reference_name;
  int width = 640;  // pixels
};

// Throws Error if nothing can be drawn: no value above 0.
[[nodiscard]] std::string plot_svg(const LogPlot& plot);

}  // namespace gyre
