#include "general/shapes/shape_near.h"

#include "base/stop.h"

#include <bit>
#include <utility>

namespace gyre {
namespace {

constexpr std::string_view kFindingNear = "finding the positions near the solved one";
constexpr std::size_t kNearLookEvery = 4096;

std::uint32_t tag_of(std::uint64_t key) noexcept {
  return static_cast<std::uint32_t>(key >> 32U) | 1U;
}

}  // namespace

ShapeNear::ShapeNear(const ShapeSpace& space, std::size_t positions, const std::stop_token& stop)
    : space_(space), tags_(std::bit_ceil(2 * positions)), distances_(tags_.size()) {
  const ShapeValues solved;
  std::vector<ShapeValues> layer = {solved};
  insert(space.key(solved), 0);
  const ShapeMoves& moves = space.moves();
  for (int distance = 1; distance < kFar && !layer.empty(); ++distance) {
    std::vector<ShapeValues> next;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if (i % kNearLookEvery == 0) throw_if_stopped(stop, kFindingNear);
      const std::size_t end = moves.first_edge(layer[i].shape + 1);
      for (std::size_t e = moves.first_edge(layer[i].shape); e < end; ++e) {
        if (count_ == positions) return;
        ShapeValues child;
        space.step(layer[i], e, child);
        if (!insert(space.key(child), distance)) continue;
        next.push_back(child);
        greatest_ = distance;
      }
    }
    layer = std::move(next);
  }
}

std::size_t ShapeNear::find(std::uint64_t key) const noexcept {
  const std::size_t mask = tags_.size() - 1;
  std::size_t place = key & mask;
  while (tags_[place] != 0 && tags_[place] != tag_of(key)) place = (place + 1) & mask;
  return place;
}

bool ShapeNear::insert(std::uint64_t key, int distance) {
  const std::size_t place = find(key);
  if (tags_[place] != 0) return false;
  tags_[place] = tag_of(key);
  distances_[place] = static_cast<std::uint8_t>(distance);
  ++count_;
  return true;
}

int ShapeNear::distance(std::uint64_t key) const noexcept {
  const std::size_t place = find(key);
  return tags_[place] == 0 ? kFar : distances_[place];
}

bool ShapeNear::append_way(ShapeValues values, std::vector<int>& moves) const {
  for (int rest = distance(space_.key(values)); rest > 0; --rest) {
    if (rest == kFar) return false;
    bool found = false;
    const std::size_t end = space_.moves().first_edge(values.shape + 1);
    for (std::size_t e = space_.moves().first_edge(values.shape); !found && e < end; ++e) {
      ShapeValues child;
      space_.step(values, e, child);
      if (distance(space_.key(child)) != rest - 1) continue;
      moves.push_back(space_.moves().edges()[e].move);
      values = child;
      found = true;
    }
    if (!found) return false;
  }
  return space_.bound(values) == 0;
}

}  // namespace gyre
