// How much memory there is, and how to say so.
#pragma once

#include <cstdint>
#include <string>

namespace gyre {

// What this process could still be given without pushing others out: the least that the system and
// the limits of its container say. The largest number if nobody says anything.
[[nodiscard]] std::uint64_t available_memory_bytes();

// For a person, in decimal units and rounded up: "812 bytes", "56 MB", "1.4 GB".
[[nodiscard]] std::string size_text(std::uint64_t bytes);

}  // namespace gyre
