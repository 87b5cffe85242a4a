#include "coset_left.h"

#include "file_replacement.h"
#include "progress.h"

#include <fmt/format.h>
#include <gyre/base/error.h>
#include "base/memory.h"
#include "base/seconds.h"
#include "front/solve/words.h"

#include <algorithm>
#include <filesystem>

namespace gyre::cli {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;

std::filesystem::path folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

}  // namespace

void write_left(const CosetSolver& solver, std::uint64_t count, const std::string& path,
                const cube3::CompactCubes& cubes, const CommonOptions& options,
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
  if (stop.stop_requested()) return;
  file.write(block);
  file.commit();
}

std::string hand_over_text(const cube3::HandOver& event) {
  const bool one = event.positions == 1;
  return fmt::format(
      "{} position{} two phases: {} found with table {} of {}{}", grouped(event.positions),
      one ? " resists" : "s resist", one ? "its distance is" : "their distances are",
      event.table_name, size_text(event.table_bytes),
      event.table_stored ? "" : ", which is made first: " + about_time(event.table_seconds));
}

}  // namespace gyre::cli
