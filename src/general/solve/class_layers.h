// ClassLayers: all positions within a few moves of solved, one of each class under symmetry, layer
// by layer, in memory. What tables are filled from, and where the filling goes on by sequences.
#pragma once

#include "base/stop.h"
#include "general/shared/position_table.h"
#include "general/shared/search_moves.h"
#include "puzzle/kernel/class_form.h"

#include <cstdint>
#include <vector>

namespace gyre {

class ClassLayers {
 public:
  // Keeps pointers to all three.
  ClassLayers(const StateKernel& kernel, const ClassForm& form, const SearchMoves& moves);

  // The last layer that is known.
  [[nodiscard]] int depth() const noexcept { return static_cast<int>(layers_.size()) - 1; }
  // Whether there is nothing beyond it.
  [[nodiscard]] bool all() const noexcept { return all_; }
  [[nodiscard]] std::size_t classes(int layer) const;
  [[nodiscard]] std::uint64_t bytes() const;
  // The next layer, or all() is found out. False, with nothing changed, if it would take more than
  // so much memory together with those before, or was stopped.
  bool expand(std::uint64_t max_bytes, int threads, Stop& stop);

  [[nodiscard]] bool contains(int layer, const std::uint8_t* image, std::uint64_t hash) const {
    return layers_[static_cast<std::size_t>(layer)][shard_of(hash)].contains(image, hash);
  }
  // The images of a layer come in parts, for threads to share; visit(image, hash).
  static constexpr std::size_t kParts = 4'096;
  template <class Visit>
  void for_part(int layer, std::size_t part, const Visit& visit) const {
    const PositionTable& shard = layers_[static_cast<std::size_t>(layer)][part % kShards];
    const std::size_t slice = part / kShards;
    constexpr std::size_t kSlices = kParts / kShards;
    const std::size_t to = shard.places() * (slice + 1) / kSlices;
    for (std::size_t place = shard.places() * slice / kSlices; place < to; ++place) {
      if (shard.at(place) != nullptr) visit(shard.at(place));
    }
  }

 private:
  static constexpr std::size_t kShards = 64;
  using Layer = std::vector<PositionTable>;

  [[nodiscard]] static std::size_t shard_of(std::uint64_t hash) noexcept {
    return (hash >> 40U) % kShards;
  }

  const StateKernel& kernel_;
  const ClassForm& form_;
  const SearchMoves& moves_;
  std::vector<Layer> layers_;
  bool all_ = false;
};

}  // namespace gyre
