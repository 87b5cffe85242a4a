// What gyre coset and gyre sweep do with positions that no depth reached, beside solving them,
// which is the library's: into a file, and a word about those that take long.
#pragma once

#include "command.h"

#include <gyre/cube3/coset.h>
#include "cube3/proof/compact_cubes.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace gyre::cli {

// One a line, as compact positions: `gyre solve FILE` reads them. Says beforehand how many bytes
// that will be. Throws Error or MachineFault if there is no room. If it was stopped, the file is as
// it was.
void write_left(const CosetSolver& solver, std::uint64_t count, const std::string& path,
                const cube3::CompactCubes& cubes, const CommonOptions& options,
                const std::stop_token& stop);

// "2 positions resist two phases: their distances are found with ...".
[[nodiscard]] std::string hand_over_text(const cube3::HandOver& event);

}  // namespace gyre::cli
