// How much memory there is, how to say so, and how fast it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace gyre {

// What this process could still be given without pushing others out: the least that the system and
// the limits of its container say. The largest number if nobody says anything.
[[nodiscard]] std::uint64_t available_memory_bytes();

// The size for a person, in decimal units and rounded up: "812 bytes", "56 MB", "1.4 GB".
[[nodiscard]] std::string size_text(std::uint64_t bytes);
// What a person gives: 4G, 500M, 1.5g, 100000; with an optional B. It is at least 1.
[[nodiscard]] std::optional<std::uint64_t> parse_memory(const std::string& text);

// What a found solution of so many moves takes until it is told, roundly: its moves, its text, and
// that as JSON and in an answer.
[[nodiscard]] constexpr std::uint64_t solution_bytes(std::uint64_t moves) noexcept {
  constexpr std::uint64_t kBytesOfSolution = 500;
  constexpr std::uint64_t kBytesOfMove = 16;
  return kBytesOfSolution + kBytesOfMove * moves;
}
// For a search whose solutions of `length` moves take more than the `bytes` that there are.
[[noreturn]] void throw_too_many_solutions(int length, std::uint64_t bytes);

// How many random lines of 64 bytes a second can be read from these bytes on so many threads (0:
// all), each with as many reads under way as the processor allows: the bound of every search that
// looks up large tables.
[[nodiscard]] double random_reads_per_second(std::span<const std::byte> bytes, int threads,
                                             double seconds);

}  // namespace gyre
