// Positions as the counts that hold them one by one need them: packed, one of each class under
// symmetry, spread over shards by their hash. Shared by the hash tables and the files on disk, so
// that a count can change from one to the other.
#pragma once

#include "general/god/search.h"
#include "puzzle/kernel/class_form.h"

#include "puzzle/kernel/kernel.h"

#include <functional>
#include <vector>

namespace gyre {

constexpr std::size_t kGodShards = 64;

class GodClasses {
 public:
  explicit GodClasses(const GodTask& task);

  [[nodiscard]] const StateKernel& kernel() const noexcept { return kernel_; }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return static_cast<std::size_t>(kernel_.bytes());
  }
  [[nodiscard]] const PackedStates& moves() const noexcept { return moves_; }
  [[nodiscard]] std::size_t symmetries() const noexcept { return form_.symmetries(); }
  [[nodiscard]] ClassForm::Scratch scratch() const { return form_.scratch(); }
  // What stands for the class of a position, and by how many symmetries it is fixed.
  ClassForm::Image image(const std::uint8_t* a, std::uint8_t* out,
                         ClassForm::Scratch& scratch) const {
    return form_.image(a, out, scratch);
  }
  [[nodiscard]] bool legal(const std::uint8_t* a) const {
    return all_legal_ || task_.definition.legal(kernel_.unpack_position(a));
  }
  [[nodiscard]] static std::size_t shard_of(std::uint64_t hash) noexcept {
    return (hash >> 40U) % kGodShards;
  }
  // Whether a state that comes from a file is one: kernels believe what they are given.
  [[nodiscard]] bool is_sound(const std::uint8_t* state, std::size_t shard) const;
  // The start's image.
  ClassForm::Image start(std::uint8_t* out) const;

  // Of many classes those whose least image comes first, as GodSearch::antipodes says. Give each
  // to add().
  class First {
   public:
    First(const GodClasses& classes, std::size_t most);
    void add(const std::uint8_t* state);
    [[nodiscard]] std::vector<State> take() const;

   private:
    const StateKernel& kernel_;
    PackedSymmetries symmetries_;
    std::size_t most_;
    PackedBytes least_;
    std::vector<PackedBytes> kept_;  // ascending
  };

 private:
  const GodTask& task_;
  StateKernel kernel_;
  PackedStates moves_;
  ClassForm form_;
  bool all_legal_;
};

// Two layers, shard by shard: what another search goes on from, and what checkpoints hold.
class LayerStates {
 public:
  LayerStates() = default;
  LayerStates(const LayerStates&) = delete;
  LayerStates& operator=(const LayerStates&) = delete;
  virtual ~LayerStates() = default;

  // Gives the positions in ascending order of bytes. last: the last layer, else the one before.
  virtual void for_shard(bool last, std::size_t shard,
                         const std::function<void(const std::uint8_t*)>& visit) const = 0;
  [[nodiscard]] virtual std::uint64_t shard_size(bool last, std::size_t shard) const = 0;
};

void save_layers(const LayerStates& layers, std::size_t state_bytes, CheckpointWriter& out);
// Calls take(last, shard, state) for each state, in the order of for_shard. Throws Error for one
// that is no position of the puzzle.
void load_layers(CheckpointReader& in, const GodClasses& classes,
                 const std::function<void(bool, std::size_t, const std::uint8_t*)>& take);

}  // namespace gyre
