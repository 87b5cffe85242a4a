#include "coset_left.h"

#include "cube_tables.h"
#include "file_replacement.h"
#include "optimal_tables.h"
#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include <gyre/cube3/coset_proof.h>
#include "base/memory.h"
#include "base/seconds.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace gyre::cli {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;

std::filesystem::path folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

cube3::PositionSource left_of(const CosetSolver& solver) {
  return [&](const std::function<bool(const cube3::Cube&)>& take) { solver.for_each_left(take); };
}

// The distances of positions that two phases could not settle.
class OptimalPart {
 public:
  OptimalPart(const CommonOptions& options, int bound, const std::stop_token& stop)
      : options_(options), bound_(bound), stop_(stop) {
    // What --memory allows is taken by the coset: beside it, a modest table.
    options_.memory_given = false;
  }

  // Whether to go on.
  bool solve(const cube3::UnsolvedPosition& unsolved, bool ends_beyond, LeftAnswer& answer) {
    if (!made_) made_.emplace(make_optimal_solver(options_, {}, stop_));
    cube3::OptimalHooks hooks;
    hooks.progress = progress_callback(options_);
    hooks.stop = stop_;
    const cube3::OptimalResult result = made_->solver.solve(unsolved.position, {}, hooks);
    if (!result.found()) {
      answer.stopped = true;
      return false;
    }
    const int length = result.solutions[0].length;
    if (length > bound_ && ends_beyond) {
      answer.beyond = FarPosition{unsolved.position, length};
      return false;
    }
    --answer.left.unsolved;
    ++answer.left.solved;
    ++answer.left.lengths[length];
    answer.left.solutions.push_back({unsolved.position, result.solutions[0].moves});
    return true;
  }

 private:
  CommonOptions options_;
  int bound_;
  std::stop_token stop_;
  std::optional<MadeOptimalSolver> made_;
};

}  // namespace

bool write_left(const CosetSolver& solver, std::uint64_t count, const std::string& path,
                const CompactCubes& cubes, const CommonOptions& options,
                const std::stop_token& stop) {
  const std::uint64_t bytes = count * (cubes.write({}).size() + 1);
  if (!options.quiet && !options.json) {
    note(fmt::format("writing {} positions to '{}': {}", grouped(count), path, size_text(bytes)));
  }
  std::error_code none;
  const std::filesystem::file_status old = std::filesystem::status(path, none);
  const bool is_file = !std::filesystem::exists(old) || std::filesystem::is_regular_file(old);
  const std::filesystem::space_info space = std::filesystem::space(folder_of(path), none);
  if (is_file && !none && space.available < bytes) {
    throw MachineFault(fmt::format("'{}' would take {}, and {} are free there", path,
                                   size_text(bytes), size_text(space.available)));
  }
  FileReplacement file(path);
  const ProgressCallback progress = progress_callback(options);
  std::string block;
  std::uint64_t done = 0;
  solver.for_each_left([&](const cube3::Cube& cube) {
    block += cubes.write(cube);
    block += '\n';
    ++done;
    if (block.size() < kBlockBytes) return true;
    file.write(block);
    block.clear();
    if (progress) progress({"writing what is left", done, std::max(done, count)});
    return !stop.stop_requested();
  });
  if (stop.stop_requested()) return false;
  file.write(block);
  file.commit();
  return true;
}

LeftAnswer solve_what_is_left(const CosetSolver& solver, std::uint64_t count, int bound,
                              bool ends_beyond, const CommonOptions& options,
                              const std::stop_token& stop) {
  const auto begun = std::chrono::steady_clock::now();
  LeftAnswer answer;
  answer.left.bound = bound;
  // The first of its tables is there already, and the other is made in seconds.
  CubeTables wish;
  wish.build = true;
  const Cube3Solver single = make_cube_solver(options, wish, stop);
  cube3::LeftLimits limits;
  limits.within = bound;
  limits.seconds_each = kTwoPhaseSeconds;
  limits.threads = options.threads;
  limits.keep = kMostRecordedSolutions;
  cube3::LeftSolved solved =
      cube3::solve_left(left_of(solver), count, single, limits, progress_callback(options), stop);
  answer.stopped = solved.stopped;
  answer.left.solved = solved.solved;
  answer.left.unsolved = count - solved.solved;
  for (std::size_t length = 0; length < solved.lengths.size(); ++length) {
    if (solved.lengths[length] != 0) {
      answer.left.lengths[static_cast<int>(length)] = solved.lengths[length];
    }
  }
  answer.left.solutions = std::move(solved.solutions);
  if (!solved.stopped && (solved.unsolved <= kMostOptimal || ends_beyond)) {
    OptimalPart optimal(options, bound, stop);
    for (const cube3::UnsolvedPosition& unsolved : solved.remaining) {
      if (!optimal.solve(unsolved, ends_beyond, answer)) break;
    }
  }
  if (answer.left.solved > kMostRecordedSolutions) answer.left.solutions.clear();
  answer.left.seconds = seconds_since(begun);
  return answer;
}

}  // namespace gyre::cli
