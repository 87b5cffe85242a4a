// A job as those see it who make engines and tables for it: when it stops, and what it is told.
#pragma once

#include "serve/jobs/engines.h"
#include "serve/jobs/jobs.h"

#include <string>

namespace gyre::serve {

// Refers to the job.
[[nodiscard]] inline EngineCaller caller_of(Job& job) {
  const auto note = [&job](const std::string& text) { job.note(text); };
  return {job.stop(), job.progress_callback(), note, note};
}

}  // namespace gyre::serve
