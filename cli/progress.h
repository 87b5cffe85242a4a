// Progress of long work on stderr: a bar on a terminal, JSON lines with --json, nothing when piped
// or quiet.
#pragma once

#include <gyre/base/progress.h>

#include "command.h"

namespace gyre::cli {

// The callback to hand to the library. Updates at most ten times a second (twice with --json).
[[nodiscard]] ProgressCallback progress_callback(const CommonOptions& options);
// On a terminal: removes the bar of work that ended before its end, so that a line can be printed.
void clear_bar();

}  // namespace gyre::cli
