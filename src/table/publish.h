// Writing a finished table so that other processes see all of it or nothing, whenever this one is
// killed.
#pragma once

#include "table/header.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace gyre {

// Why a file of this size cannot be written into this folder, as far as can be known beforehand; or
// nothing. freed_bytes: what will be removed from there if need be.
[[nodiscard]] std::string why_no_room(const std::filesystem::path& folder, std::uint64_t bytes,
                                      std::uint64_t freed_bytes = 0);

// How long the payload took, compressed if it is to be: until all of it had been handed to the
// system, and from then on until it was on the disk.
struct PublishTimes {
  double write_seconds = 0;
  double sync_seconds = 0;
};

// Writes to temporary (a new file in the folder of target), syncs, renames to target, syncs the
// folder. Throws std::system_error if the system refuses and Error if the work was stopped; then
// nothing is left.
PublishTimes publish(TableHeader header, std::span<const std::byte> payload,
                     const std::filesystem::path& temporary, const std::filesystem::path& target,
                     const TableWork& work);

}  // namespace gyre
