// Neighbours are made by parts of the last layer and handed to shards by hash; each shard then
// takes in its own, so that nothing is locked.
#include "general/solve/class_layers.h"

#include "base/threads.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>

namespace gyre {
namespace {

// Parts whose neighbours are made before the shards take them in, at most.
constexpr std::size_t kMostRoundParts = 256;
// Fewer classes are not worth waking threads.
constexpr std::size_t kWorthThreads = 500;

struct Made {
  PackedBytes images;
  std::vector<std::uint64_t> hashes;
};

}  // namespace

ClassLayers::ClassLayers(const StateKernel& kernel, const ClassForm& form, const SearchMoves& moves)
    : kernel_(kernel), form_(form), moves_(moves) {
  layers_.emplace_back(kShards, PositionTable(kernel));
  ClassForm::Scratch scratch = form.scratch();
  PackedBytes image(static_cast<std::size_t>(kernel.bytes()));
  const std::uint64_t hash = form.image(kernel.solved(), image.data(), scratch).hash;
  layers_[0][shard_of(hash)].insert(image.data(), hash);
}

std::size_t ClassLayers::classes(int layer) const {
  std::size_t sum = 0;
  for (const PositionTable& shard : layers_[static_cast<std::size_t>(layer)]) sum += shard.size();
  return sum;
}

std::uint64_t ClassLayers::bytes() const {
  std::uint64_t sum = 0;
  for (const Layer& layer : layers_) {
    for (const PositionTable& shard : layer) sum += shard.bytes();
  }
  return sum;
}

bool ClassLayers::expand(std::uint64_t max_bytes, int threads, Stop& stop) {
  if (all_) return true;
  const auto bytes = static_cast<std::size_t>(kernel_.bytes());
  const int last = depth();
  const std::size_t parents = classes(last);
  if (parents < kWorthThreads) threads = 1;
  // Neighbours on their way take an eighth of the memory at most, with what their vectors may hold
  // beside them.
  const std::size_t neighbours = parents * moves_.size() * 2 * (bytes + sizeof(std::uint64_t));
  const std::size_t round_parts = std::clamp<std::size_t>(
      max_bytes / 8 * kParts / std::max<std::size_t>(1, neighbours), 1, kMostRoundParts);
  Layer next(kShards, PositionTable(kernel_));
  const std::uint64_t before = this->bytes();
  for (std::size_t round = 0; round < kParts; round += round_parts) {
    if (stop.look_after_pause()) return false;
    std::uint64_t now = before;
    for (const PositionTable& shard : next) now += shard.bytes();
    // A table that grows is there twice for a moment.
    if (now + now / 8 > max_bytes) return false;
    const std::size_t parts = std::min(round_parts, kParts - round);
    std::vector<std::array<Made, kShards>> made(parts);
    parallel_for(parts, threads, [&](std::size_t i) {
      ClassForm::Scratch scratch = form_.scratch();
      PackedBytes image(bytes);
      PackedBytes child(bytes);
      for_part(last, round + i, [&](const std::uint8_t* parent) {
        for (std::size_t m = 0; m < moves_.size(); ++m) {
          kernel_.compose(parent, moves_[m], child.data());
          if (!moves_.legal(child.data())) continue;
          const std::uint64_t hash = form_.image(child.data(), image.data(), scratch).hash;
          Made& to = made[i][shard_of(hash)];
          to.images.insert(to.images.end(), image.begin(), image.end());
          to.hashes.push_back(hash);
        }
      });
    });
    parallel_for(kShards, threads, [&](std::size_t shard) {
      for (const auto& part : made) {
        for (std::size_t k = 0; k < part[shard].hashes.size(); ++k) {
          const std::uint8_t* image = part[shard].images.data() + k * bytes;
          const std::uint64_t hash = part[shard].hashes[k];
          if (layers_[static_cast<std::size_t>(last)][shard].contains(image, hash)) continue;
          if (last > 0 &&
              layers_[static_cast<std::size_t>(last) - 1][shard].contains(image, hash)) {
            continue;
          }
          next[shard].insert(image, hash);
        }
      }
    });
  }
  const std::size_t found =
      std::accumulate(next.begin(), next.end(), std::size_t{0},
                      [](std::size_t sum, const PositionTable& s) { return sum + s.size(); });
  if (found == 0) {
    all_ = true;
  } else {
    layers_.push_back(std::move(next));
  }
  return true;
}

}  // namespace gyre
