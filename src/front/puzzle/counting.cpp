#include "front/puzzle/counting.h"

#include "base/memory.h"

#include <gyre/base/error.h>

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace gyre {

std::string plan_sentence(const GodPlan& plan) {
  return fmt::format("{}{}, at most {} of memory",
                     plan.positions ? plan.positions->str() + " positions; " : "",
                     plan.method == GodMethod::ranked ? "two bits for each" : "hash tables",
                     size_text(plan.memory_bytes));
}

GodResult count_with_checkpoint(const PuzzleDefinition& definition, const MoveSet& moves,
                                const GodOptions& options, const Spelling& spelling) {
  const std::filesystem::path& file = options.checkpoint;
  if (!options.resume && !file.empty() && std::filesystem::exists(file)) {
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
