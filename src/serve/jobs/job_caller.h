// A job as those see it who make engines and tables for it: when it stops, and what it is told.
#pragma once

#include "serve/jobs/engines.h"
#include "serve/jobs/jobs.h"

#include <string>

namespace gyre::serve {

// Refers to the job.
[[nodiscard]] inline EngineCaller caller_of(Job& job) {
  return {job.stop(), job.progress_callback(), [&job](const std::string& text) { job.note(text); }};
}

}  // namespace gyre::serve
