// The job behind POST /v0/solve/pattern: the shortest alg for a pattern of any definition.
#pragma once

#include "serve/jobs/engines.h"
#include "serve/jobs/jobs.h"
#include "serve/jobs/pattern_request.h"

#include <memory>

namespace gyre::serve {

// Its result is {"alg": text}, or {"none": why} where there is no solution.
[[nodiscard]] JobPlan plan_pattern(std::shared_ptr<const PatternRequest> request, Engines& engines);

}  // namespace gyre::serve
