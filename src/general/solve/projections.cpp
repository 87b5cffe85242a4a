#include "general/solve/projections.h"

#include <algorithm>
#include <map>

namespace gyre {
namespace {

// Of the values of a coordinate, so many must be farther than the tables reach.
constexpr double kFar = 0.05;
// Move tables should stay in the caches, and be made in a second.
constexpr std::size_t kMostValues = 2'000'000;
// Steps of a search are paid for each.
constexpr std::size_t kMostProjections = 4;

double far_share(const std::vector<std::uint8_t>& distance, int depth) {
  const auto far = std::count_if(distance.begin(), distance.end(),
                                 [&](std::uint8_t moves) { return moves > depth; });
  return static_cast<double>(far) / static_cast<double>(distance.size());
}

}  // namespace

Projections::Projections(const PuzzleDefinition& definition, const MoveSet& moves, int depth,
                         std::uint64_t memory_bytes) {
  if (!definition.illegal().empty()) return;
  const auto frame =
      std::make_shared<const OrientationFrame>(definition, moves, definition.solved());
  // A component's parts together where they are few enough, else each alone.
  std::map<int, std::vector<CoordinatePart>> of_component;
  for (const CoordinatePart& part : atomic_parts(*frame)) {
    of_component[part.component].push_back(part);
  }
  const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(
      kMostValues, memory_bytes / 2 / (4 * static_cast<std::uint64_t>(moves.size() + 1))));
  struct Candidate {
    double share = 0;
    Item item;
  };
  std::vector<Candidate> candidates;
  const auto take = [&](const std::vector<CoordinatePart>& parts) {
    std::optional<Coordinate> coordinate = Coordinate::enumerate(frame, moves, parts, most);
    if (!coordinate) return false;
    if (coordinate->size() == 1) return true;  // it tells nothing
    std::vector<std::uint8_t> distance = coordinate->distances();
    const double share = far_share(distance, depth);
    if (share >= kFar) {
      candidates.push_back({share, {std::move(*coordinate), std::move(distance)}});
    }
    return true;
  };
  for (const auto& [component, parts] : of_component) {
    if (take(parts) || parts.size() == 1) continue;
    for (const CoordinatePart& part : parts) take({part});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.share > b.share; });
  for (Candidate& candidate : candidates) {
    const std::uint64_t bytes = std::uint64_t{candidate.item.coordinate.size()} *
                                (4 * static_cast<std::uint64_t>(moves.size()) + 1);
    if (items_.size() == kMostProjections || bytes_ + bytes > memory_bytes) break;
    bytes_ += bytes;
    items_.push_back(std::move(candidate.item));
  }
}

std::vector<std::uint32_t> Projections::values(const State& position) const {
  std::vector<std::uint32_t> out;
  for (const Item& item : items_) out.push_back(item.coordinate.rank(position));
  return out;
}

}  // namespace gyre
