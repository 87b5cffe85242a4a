#include <gyre/base/error.h>
#include <gyre/puzzle/metric.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gyre {
namespace {

constexpr std::array<Metric, 2> kMetrics = {Metric::htm, Metric::qtm};

}  // namespace

std::span<const Metric> metrics() noexcept {
  return kMetrics;
}

std::string_view to_string(Metric metric) noexcept {
  switch (metric) {
    case Metric::htm:
      return "htm";
    case Metric::qtm:
      return "qtm";
  }
  return "";
}

std::optional<Metric> find_metric(std::string_view name) noexcept {
  const auto* place = std::find_if(kMetrics.begin(), kMetrics.end(),
                                   [&](Metric metric) { return to_string(metric) == name; });
  if (place == kMetrics.end()) return std::nullopt;
  return *place;
}

Metric parse_metric(std::string_view name) {
  if (const std::optional<Metric> metric = find_metric(name)) return *metric;
  throw Error(fmt::format("'{}' is no metric; expected {}", name, metric_names(" or ")));
}

std::string metric_names(std::string_view separator) {
  std::string names;
  for (const Metric metric : kMetrics) {
    if (!names.empty()) names += separator;
    names += to_string(metric);
  }
  return names;
}

}  // namespace gyre
