// God's algorithm for who asks: which way and which disk it may use, the plan and the end in words,
// and a checkpoint that is neither overwritten nor left behind.
#pragma once

#include "front/puzzle/spelling.h"
#include "front/puzzle/values.h"

#include <gyre/general/god.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gyre {

constexpr Range<int> kGodDepthRange{0, 10'000};
constexpr Range<int> kAntipodesRange{0, 1'000'000};

// auto, and the names of the ways.
[[nodiscard]] const std::vector<std::string>& god_method_words();
// One of those words; nothing for auto, which is by size.
[[nodiscard]] std::optional<GodMethod> find_god_method(std::string_view word);

// Where layers go that memory has no room for.
struct DiskWish {
  std::filesystem::path folder;        // empty: nobody said
  std::optional<std::uint64_t> bytes;  // 0: none shall be used; nothing: nobody said
};
constexpr const char* kDiskAmount = "an amount like 100G, or 0";
// "100G", or "0" for none. Nothing for a text that is no amount.
[[nodiscard]] std::optional<std::uint64_t> parse_disk(std::string_view text);
// Fills in options.work_folder and disk_bytes, once the rest of them is known. Unless told
// otherwise half of what is free beside the checkpoint, or else in the folder for temporary files;
// and nothing if that would be filled in vain.
void choose_disk(const PuzzleDefinition& definition, const MoveSet& moves, const DiskWish& wish,
                 GodOptions& options);

[[nodiscard]] BigInt positions_of(const GodResult& result);

// "3,674,160 positions, ranked, two bits each, 6 symmetries: 671 kB".
[[nodiscard]] std::string plan_sentence(const GodPlan& plan);
// "God's number is 11 (htm)", or why nobody knows.
[[nodiscard]] std::string sentence_of_end(const GodResult& result, Metric metric,
                                          const GodOptions& options, const DiskWish& disk,
                                          const Spelling& spelling = {});

// As count_positions. Throws Error too if the checkpoint is there and nobody said that the count is
// to go on from it; when all is counted, the file is removed.
[[nodiscard]] GodResult count_with_checkpoint(const PuzzleDefinition& definition,
                                              const MoveSet& moves, const GodOptions& options,
                                              const Spelling& spelling = {});

}  // namespace gyre
