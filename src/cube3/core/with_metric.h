// Engines of the 3x3x3 that are compiled once for each metric: the one place where a metric of a
// run becomes one of the compiler's. Once per search, never per node.
#pragma once

#include <gyre/puzzle/metric.h>

#include <stdexcept>
#include <type_traits>

namespace gyre::cube3 {

template <Metric metric>
using MetricConstant = std::integral_constant<Metric, metric>;

// work(MetricConstant<...>{}): with `constant` its argument, `constant.value` serves as a template
// argument.
template <class Work>
decltype(auto) with_metric(Metric metric, const Work& work) {
  switch (metric) {
    case Metric::htm:
      return work(MetricConstant<Metric::htm>{});
    case Metric::qtm:
      return work(MetricConstant<Metric::qtm>{});
  }
  throw std::logic_error("a metric that no engine knows");
}

}  // namespace gyre::cube3
