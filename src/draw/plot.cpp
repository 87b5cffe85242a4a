#include "draw/svg.h"

#include <gyre/base/error.h>
#include "draw/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gyre {
namespace {

constexpr const char* kPlotGrey = "#767676";
// Blue and orange of Okabe and Ito: apart for all eyes, and strong enough on white and on black.
constexpr const char* kPointColour = "#0072b2";
constexpr const char* kReferenceColour = "#d55e00";

constexpr double kTextSize = 13;
constexpr double kLeftMargin = 66;
constexpr double kRightMargin = 16;
constexpr double kTopMargin = 58;
constexpr double kBottomMargin = 46;
constexpr double kRadius = 4;
// Labels of the axis are at least so far apart.
constexpr double kLabelRoom = 22;

std::string line(double x1, double y1, double x2, double y2, const char* colour, double width,
                 const char* more = "") {
  return fmt::format(
      "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
      svg_number(x1), svg_number(y1), svg_number(x2), svg_number(y2), colour, svg_number(width),
      more);
}

std::string anchored(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format(
      "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\">{}</text>\n",
      svg_number(x), svg_number(y + 0.36 * kTextSize), svg_number(kTextSize), kPlotGrey, anchor,
      xml_escape(text));
}

std::string power_of_ten(double x, double y, int power) {
  return fmt::format(
      "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"end\">10<tspan "
      "dy=\"-5\" font-size=\"{}\">{}</tspan></text>\n",
      svg_number(x), svg_number(y + 0.36 * kTextSize), svg_number(kTextSize), kPlotGrey,
      svg_number(kTextSize * 0.75), power);
}

std::string point_mark(double x, double y, const char* colour, bool filled) {
  return fmt::format(
      "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
      svg_number(x), svg_number(y), svg_number(filled ? kRadius : kRadius + 2),
      filled ? colour : "none", colour);
}

class Plotter {
 public:
  explicit Plotter(const LogPlot& plot) : plot_(plot) {
    bool any = false;
    double lowest = 0;
    double highest = 0;
    for (const auto* points : {&plot.points, &plot.reference}) {
      for (const PlotPoint& point : *points) {
        if (!(point.value > 0)) continue;
        const double low = point.low && *point.low > 0 ? *point.low : point.value;
        const double high = std::max(point.value, point.high.value_or(0));
        lowest = any ? std::min(lowest, low) : low;
        highest = any ? std::max(highest, high) : high;
        first_ = any ? std::min(first_, point.x) : point.x;
        last_ = any ? std::max(last_, point.x) : point.x;
        any = true;
      }
    }
    if (!any) throw Error("there is nothing to plot: no number is above 0");
    bottom_power_ = static_cast<int>(std::floor(std::log10(lowest) + 1e-9));
    top_power_ = static_cast<int>(std::ceil(std::log10(highest) - 1e-9));
    if (top_power_ == bottom_power_) ++top_power_;
    width_ = plot.width;
    height_ = std::round(width_ * 0.66);
  }

  [[nodiscard]] std::string svg() const {
    std::string out;
    out += svg_text({width_ / 2, 14}, plot_.title, {kTextSize + 2, kPlotGrey, true});
    out += axes() + legend();
    for (const PlotPoint& point : plot_.reference) {
      if (point.value > 0)
        out += point_mark(x_of(point.x), y_of(point.value), kReferenceColour, false);
    }
    for (const PlotPoint& point : plot_.points) out += drawn(point);
    DrawOptions options;
    options.title = plot_.title;
    options.caption = plot_.caption;
    return svg_document(out, width_, height_, "plot", options);
  }

 private:
  [[nodiscard]] double x_of(int x) const {
    const double room = width_ - kLeftMargin - kRightMargin;
    return kLeftMargin + room * (x - first_ + 0.5) / (last_ - first_ + 1);
  }
  [[nodiscard]] double y_of(double value) const {
    const double part = (std::log10(value) - bottom_power_) / (top_power_ - bottom_power_);
    return height_ - kBottomMargin - (height_ - kBottomMargin - kTopMargin) * std::max(0.0, part);
  }

  [[nodiscard]] std::string drawn(const PlotPoint& point) const {
    if (!(point.value > 0)) return "";
    std::string out;
    const double x = x_of(point.x);
    if (point.low && point.high) {
      const double low = *point.low > 0 ? y_of(*point.low) : height_ - kBottomMargin;
      const double high = y_of(*point.high);
      out += line(x, low, x, high, kPointColour, 1.5);
      out += line(x - 5, high, x + 5, high, kPointColour, 1.5);
      if (*point.low > 0) out += line(x - 5, low, x + 5, low, kPointColour, 1.5);
    }
    return out + point_mark(x, y_of(point.value), kPointColour, true);
  }

  [[nodiscard]] std::string axes() const {
    std::string out;
    const double decade = (height_ - kBottomMargin - kTopMargin) / (top_power_ - bottom_power_);
    const int step = std::max(1, static_cast<int>(std::ceil(kLabelRoom / decade)));
    for (int power = bottom_power_; power <= top_power_; power += step) {
      const double y = y_of(std::pow(10.0, power));
      out +=
          line(kLeftMargin, y, width_ - kRightMargin, y, kPlotGrey, 1, " stroke-opacity=\"0.25\"");
      out += power_of_ten(kLeftMargin - 8, y, power);
    }
    out += line(kLeftMargin, kTopMargin, kLeftMargin, height_ - kBottomMargin, kPlotGrey, 1);
    out += line(kLeftMargin, height_ - kBottomMargin, width_ - kRightMargin,
                height_ - kBottomMargin, kPlotGrey, 1);
    const double apart = (width_ - kLeftMargin - kRightMargin) / (last_ - first_ + 1);
    const int every = std::max(1, static_cast<int>(std::ceil(kLabelRoom / apart)));
    for (int x = first_; x <= last_; ++x) {
      out += line(x_of(x), height_ - kBottomMargin, x_of(x), height_ - kBottomMargin + 4, kPlotGrey,
                  1);
      if ((x - first_) % every != 0) continue;
      out += anchored(x_of(x), height_ - kBottomMargin + 15, "middle", std::to_string(x));
    }
    out +=
        anchored((kLeftMargin + width_ - kRightMargin) / 2, height_ - 10, "middle", plot_.x_name);
    return out + anchored(8, kTopMargin - 16, "start", plot_.y_name);
  }

  // At the upper left: counts by depth rise to the right.
  [[nodiscard]] std::string legend() const {
    std::string out;
    double y = kTopMargin + 12;
    const double x = kLeftMargin + 16;
    const auto entry = [&](const std::string& name, const char* colour, bool filled) {
      if (name.empty()) return;
      out += point_mark(x, y, colour, filled) + anchored(x + 14, y, "start", name);
      y += kTextSize * 1.5;
    };
    if (!plot_.points.empty()) entry(plot_.points_name, kPointColour, true);
    if (!plot_.reference.empty()) entry(plot_.reference_name, kReferenceColour, false);
    return out;
  }

  const LogPlot& plot_;
  int first_ = 0;
  int last_ = 0;
  int bottom_power_ = 0;
  int top_power_ = 1;
  double width_ = 0;
  double height_ = 0;
};

}  // namespace

std::string plot_svg(const LogPlot& plot) {
  return Plotter(plot).svg();
}

}  // namespace gyre
