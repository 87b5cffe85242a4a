// The name of a metric, as files and options write it.
#pragma once

#include <gyre/puzzle/move_set.h>

#include <optional>
#include <string_view>

namespace gyre::cube3 {

[[nodiscard]] inline const char* metric_word(Metric metric) noexcept {
  return metric == Metric::qtm ? "qtm" : "htm";
}

[[nodiscard]] inline std::optional<Metric> metric_of_word(std::string_view word) noexcept {
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    if (word == metric_word(metric)) return metric;
  }
  return std::nullopt;
}

}  // namespace gyre::cube3
