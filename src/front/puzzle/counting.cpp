#include "front/puzzle/counting.h"

#include "base/memory.h"
#include "base/text.h"
#include "puzzle/symmetry/symmetry.h"

#include <gyre/base/error.h>
#include <gyre/puzzle/puzzle_group.h>

#include <fmt/format.h>

#include <sys/vfs.h>

#include <filesystem>
#include <system_error>

namespace gyre {

namespace {

// Files of this kind of file system are memory, which would not be saved by using them.
bool is_memory(const std::filesystem::path& folder) {
  struct statfs disk {};
  constexpr auto kTmpfs = 0x01021994;
  return ::statfs(folder.c_str(), &disk) == 0 && disk.f_type == kTmpfs;
}

// A state on disk takes about so much, with what it is sorted from.
constexpr double kBytesOnDisk = 60;

// Whether all positions would find room.
bool could_finish(const PuzzleDefinition& definition, const MoveSet& moves,
                  const GodOptions& options) {
  if (!definition.illegal().empty()) return false;
  try {
    return PuzzleGroup(definition, moves, options.stop).states().convert_to<double>() *
               kBytesOnDisk <
           static_cast<double>(options.disk_bytes) *
               SymmetryGroup(definition, moves, symmetry_options(options.symmetry, options.stop))
                   .size();
  } catch (const Error&) {
    return false;  // nobody knows how many there are
  }
}

constexpr GodMethod kMethods[] = {GodMethod::ranked, GodMethod::tables, GodMethod::disk};

}  // namespace

const std::vector<std::string>& god_method_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> list = {"auto"};
    for (const GodMethod method : kMethods) list.emplace_back(to_string(method));
    return list;
  }();
  return words;
}

std::optional<GodMethod> find_god_method(std::string_view word) {
  for (const GodMethod method : kMethods) {
    if (word == to_string(method)) return method;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> parse_disk(std::string_view text) {
  return text == "0" ? std::optional<std::uint64_t>(0) : parse_memory(std::string(text));
}

void choose_disk(const PuzzleDefinition& definition, const MoveSet& moves, const DiskWish& wish,
                 GodOptions& options) {
  options.work_folder.clear();
  if (wish.bytes == 0U) return;
  std::filesystem::path folder = wish.folder;
  if (folder.empty() && !options.checkpoint.empty()) {
    folder = std::filesystem::absolute(options.checkpoint).parent_path();
  }
  std::error_code none;
  if (folder.empty()) folder = std::filesystem::temp_directory_path(none);
  if (wish.bytes) {
    options.disk_bytes = *wish.bytes;
  } else {
    const std::filesystem::space_info space = std::filesystem::space(folder, none);
    options.disk_bytes = none ? 0 : space.available / 2;
  }
  const bool asked = !wish.folder.empty() || wish.bytes || options.method == GodMethod::disk;
  if (asked ||
      (!is_memory(folder) && (options.max_depth || could_finish(definition, moves, options)))) {
    options.work_folder = folder;
  }
}

BigInt positions_of(const GodResult& result) {
  BigInt all = 0;
  for (const GodLayer& layer : result.layers) all += layer.positions;
  return all;
}

std::string plan_sentence(const GodPlan& plan) {
  const std::string positions =
      plan.positions ? fmt::format("{} positions, ", grouped(plan.positions->str())) : "";
  const std::string symmetries =
      plan.symmetries == 1 ? "no symmetry" : fmt::format("{} symmetries", plan.symmetries);
  const std::string memory = size_text(plan.memory_bytes);
  switch (plan.method) {
    case GodMethod::ranked:
      return fmt::format("{}ranked, two bits each, {}: {}", positions, symmetries, memory);
    case GodMethod::tables:
      return fmt::format("{}three layers in hash tables, {}: at most {}", positions, symmetries,
                         memory);
    case GodMethod::disk:
      break;
  }
  return fmt::format("{}sorted layers on disk, {}: at most {} of memory", positions, symmetries,
                     memory);
}

std::string sentence_of_end(const GodResult& result, Metric metric, const GodOptions& options,
                            const DiskWish& disk, const Spelling& spelling) {
  const int depth = result.layers.empty() ? -1 : result.layers.back().depth;
  switch (result.end) {
    case GodResult::End::all:
      return fmt::format("God's number is {} ({})", depth, to_string(metric));
    case GodResult::End::max_depth:
      return fmt::format("stopped at depth {}, as asked", depth);
    case GodResult::End::memory:
      return fmt::format("depth {} needs more than {}; give more with {}, or a folder with {}",
                         depth + 1, size_text(options.memory_bytes), spelling("memory"),
                         spelling("work_folder"));
    case GodResult::End::disk:
      return fmt::format("depth {} needs more room on the disk than {} allows", depth + 1,
                         disk.bytes ? spelling("disk") : "half of what was free");
    case GodResult::End::stopped:
      break;
  }
  return depth < 0 ? "interrupted before depth 0"
                   : fmt::format("interrupted after depth {}", depth);
}

GodResult count_with_checkpoint(const PuzzleDefinition& definition, const MoveSet& moves,
                                const GodOptions& options, const Spelling& spelling) {
  const std::filesystem::path& file = options.checkpoint;
  const std::filesystem::file_status status = std::filesystem::status(file);
  if (!file.empty() && std::filesystem::exists(status) &&
      !std::filesystem::is_regular_file(status)) {
    throw Error(fmt::format("'{}' is no regular file, as a checkpoint is", file.string()));
  }
  if (!options.resume && !file.empty() && std::filesystem::exists(status)) {
    throw Error(fmt::format("'{}' is there already; {} goes on from it, or remove it to begin anew",
                            file.string(), spelling("resume")));
  }
  GodResult result = count_positions(definition, moves, options);
  if (result.end == GodResult::End::all && !file.empty()) {
    std::error_code none;
    std::filesystem::remove(file, none);
  }
  return result;
}

}  // namespace gyre
