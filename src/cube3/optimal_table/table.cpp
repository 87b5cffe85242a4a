#include "cube3/optimal_table/table.h"

#include "base/threads.h"
#include "cube3/core/metric_facts.h"

#include <array>
#include <bit>

namespace gyre::cube3 {

std::vector<OptimalShape> optimal_shapes(Metric metric) {
  const auto& bases = facts_of(metric).optimal_bases;
  return {{"37mb", {24, false}, bases[0]}, {"390mb", {1, true}, bases[1]},
          {"2gb", {6, true}, bases[2]},    {"4gb", {6, true, true}, bases[3]},
          {"8gb", {24, true}, bases[4]},   {"16gb", {24, true, true}, bases[5]}};
}

OptimalLayout::OptimalLayout(std::uint32_t words_of_orbit)
    : words(std::uint64_t{words_of_orbit} * CornerOrbits::kCount) {
  constexpr std::uint64_t kLine = 64;
  near_offset = (words * sizeof(std::uint32_t) + kLine - 1) / kLine * kLine;
  payload_bytes = near_offset + kNearBytes;
}

DepthCounts count_optimal(const OptimalShape& shape, std::span<const std::byte> payload,
                          const TableWork& work) {
  const std::uint32_t words_of_orbit = EdgeWords(shape.edges).count();
  const auto* words = reinterpret_cast<const std::uint32_t*>(payload.data());
  std::vector<std::array<std::uint64_t, 4>> orbits(CornerOrbits::kCount);
  parallel_for(orbits.size(), work.threads, [&](std::size_t orbit) {
    if (work.stop.stop_requested()) return;
    std::array<std::uint64_t, 4> counts{};
    for (std::uint32_t i = 0; i < words_of_orbit; ++i) {
      const std::uint32_t word = words[orbit * words_of_orbit + i];
      const std::uint32_t high = word >> kWordPositions;
      const std::uint32_t low = word & 0xFFFFU;
      counts[0] += std::popcount(high & low);
      counts[1] += std::popcount(low & ~high);
      counts[2] += std::popcount(high & ~low);
    }
    counts[3] = std::uint64_t{words_of_orbit} * kWordPositions - counts[0] - counts[1] - counts[2];
    orbits[orbit] = counts;
  });
  DepthCounts counts(shape.base + 4, 0);
  for (const auto& orbit : orbits) {
    for (int code = 0; code < 4; ++code) counts[shape.base + code] += orbit[code];
  }
  return counts;
}

}  // namespace gyre::cube3
