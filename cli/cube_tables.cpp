#include "cube_tables.h"

#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

namespace gyre::cli {

EngineCaller caller_of(const CommonOptions& options, const std::stop_token& stop) {
  EngineCaller caller;
  caller.stop = stop;
  caller.progress = progress_callback(options);
  if (!options.quiet) caller.note = [](const std::string& text) { note(text); };
  caller.warning = [](const std::string& text) { note("gyre: " + text); };
  return caller;
}

CubeTableWish table_wish(const CommonOptions& options) {
  CubeTableWish wish;
  wish.memory_bytes = options.memory_bytes();
  wish.memory_given = options.memory_given;
  wish.threads = options.threads;
  wish.limit_name = fmt::format("--memory {} allows", options.memory);
  return wish;
}

Cube3Solver make_cube_solver(const CommonOptions& options, const CubeTables& tables,
                             const std::stop_token& stop) {
  CubeTableWish wish = table_wish(options);
  wish.build = tables.build;
  wish.verify = tables.verify;
  wish.copy = tables.copy;
  wish.stored = tables.stored;
  return make_two_phase_solver(options.metric(), options.store(), wish, caller_of(options, stop));
}

}  // namespace gyre::cli
