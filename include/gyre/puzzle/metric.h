// Metric: what counts as one move. Everything that follows from a metric is asked of it here (and,
// for the 3x3x3, in cube3/core/metric_facts.h), so that who works with metrics need not know which
// there are.
//
// A move of a MoveSet counts one, in every metric. What a metric decides is which turns are moves,
// and what is counted for a turn that is none and has to be written as several.
#pragma once

#include <gyre/base/api.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace GYRE_API gyre {

// htm: any power of a base move counts 1. qtm: a turn by its unit counts 1, and only those are
// moves.
enum class Metric { htm, qtm };

// The metric where nothing is said.
constexpr Metric kUsualMetric = Metric::htm;

// All there are, the usual one first.
[[nodiscard]] std::span<const Metric> metrics() noexcept;

// "htm".
[[nodiscard]] std::string_view to_string(Metric metric) noexcept;
[[nodiscard]] std::optional<Metric> find_metric(std::string_view name) noexcept;
// Throws Error that says which there are.
[[nodiscard]] Metric parse_metric(std::string_view name);
// "htm|qtm", for lists and errors.
[[nodiscard]] std::string metric_names(std::string_view separator = "|");

// Whether a power of a base move counts as many moves as it has units, so that a half turn is two
// moves in a row.
[[nodiscard]] constexpr bool counts_units(Metric metric) noexcept {
  switch (metric) {
    case Metric::htm:
      return false;
    case Metric::qtm:
      return true;
  }
  return false;
}

// What a power of a base move counts, by its amount in units, reduced as Move::amount is. It is a
// move itself if it counts 1.
[[nodiscard]] constexpr std::int64_t power_weight(Metric metric, std::int64_t amount) noexcept {
  const std::int64_t units = amount < 0 ? -amount : amount;
  return counts_units(metric) || units == 0 ? units : 1;
}

}  // namespace gyre
