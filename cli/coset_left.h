// The positions of a coset that no depth reached: into a file, or solved one by one. First in two
// phases, all of them; then those few that have no solution within the bound, or none that was
// found in time, at their distance.
#pragma once

#include "coset_record.h"

#include <gyre/cube3/coset_solver.h>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace gyre::cli {

// A position that resists two phases for so long goes to the optimal solver.
constexpr double kTwoPhaseSeconds = 60;
// More positions than this are not solved optimally: each may take minutes.
constexpr std::uint64_t kMostOptimal = 100;

// One a line, as compact positions: `gyre solve FILE` reads them. Says beforehand how many bytes
// that will be. Throws Error or MachineFault if there is no room. False if it was stopped: then the
// file is as it was.
[[nodiscard]] bool write_left(const CosetSolver& solver, std::uint64_t count,
                              const std::string& path, const CompactCubes& cubes,
                              const CommonOptions& options, const std::stop_token& stop);

struct FarPosition {
  cube3::Cube position;
  int distance = 0;
};

struct LeftAnswer {
  RecordedLeft left;
  // The first that was proved to be beyond the bound, if that was to end the work.
  std::optional<FarPosition> beyond;
  bool stopped = false;
};

// bound: the length that is looked for. ends_beyond: one position that needs more ends it.
[[nodiscard]] LeftAnswer solve_what_is_left(const CosetSolver& solver, std::uint64_t count,
                                            int bound, bool ends_beyond,
                                            const CommonOptions& options,
                                            const std::stop_token& stop);

}  // namespace gyre::cli
