#include "general/god/classes.h"

#include "general/shared/sample_positions.h"

#include <gyre/base/error.h>

#include <algorithm>
#include <cstring>
#include <span>

namespace gyre {
namespace {

std::vector<Symmetry> symmetries_of(const GodTask& task) {
  std::vector<Symmetry> out;
  for (int i = 0; i < (task.symmetric ? task.group.size() : 1); ++i) out.push_back(task.group[i]);
  return out;
}

PackedStates pack_moves(const StateKernel& kernel, const MoveSet& moves) {
  std::vector<State> actions;
  for (const Move& move : moves.moves()) actions.push_back(move.action);
  return kernel.pack(actions);
}

}  // namespace

GodClasses::GodClasses(const GodTask& task)
    : task_(task),
      kernel_(task.definition),
      moves_(pack_moves(kernel_, task.moves)),
      form_(kernel_, symmetries_of(task), sample_positions(task.definition, task.moves, kernel_)),
      all_legal_(task.definition.illegal().empty()) {}

ClassForm::Image GodClasses::start(std::uint8_t* out) const {
  PackedBytes packed(bytes());
  kernel_.pack(task_.start, packed.data());
  ClassForm::Scratch room = scratch();
  return form_.image(packed.data(), out, room);
}

bool GodClasses::is_sound(const std::uint8_t* state, std::size_t shard) const {
  const PuzzleDefinition& definition = task_.definition;
  const OrbitList& orbits = definition.orbits();
  // First only what needs no look-up.
  const State raw = kernel_.unpack_move(state);
  for (int k = 0; k < orbits.size(); ++k) {
    const std::uint8_t* perm = raw.bytes.data() + orbits.perm_offset(k);
    for (int slot = 0; slot < orbits[k].pieces; ++slot) {
      if (perm[slot] >= definition.identities(k)) return false;
    }
  }
  const State position = kernel_.unpack_position(state);
  try {
    definition.check_position(position);
  } catch (const Error&) {
    return false;
  }
  PackedBytes again(bytes());
  kernel_.pack(position, again.data());
  return std::memcmp(again.data(), state, bytes()) == 0 && shard_of(kernel_.hash(state)) == shard;
}

GodClasses::First::First(const GodClasses& classes, std::size_t most)
    : kernel_(classes.kernel_),
      symmetries_(classes.kernel_, symmetries_of(classes.task_)),
      most_(most),
      least_(classes.bytes()) {}

void GodClasses::First::add(const std::uint8_t* state) {
  if (most_ == 0) return;
  kernel_.least_image(state, symmetries_.all(), least_.data());
  const auto place = std::lower_bound(kept_.begin(), kept_.end(), least_);
  if (place != kept_.end() ? *place == least_ : kept_.size() == most_) return;
  kept_.insert(place, least_);
  if (kept_.size() > most_) kept_.pop_back();
}

std::vector<State> GodClasses::First::take() const {
  std::vector<State> out;
  out.reserve(kept_.size());
  for (const PackedBytes& state : kept_) out.push_back(kernel_.unpack_position(state.data()));
  return out;
}

void save_layers(const LayerStates& layers, std::size_t state_bytes, CheckpointWriter& out) {
  for (const bool last : {false, true}) {
    for (std::size_t shard = 0; shard < kGodShards; ++shard) {
      out.write_number(layers.shard_size(last, shard));
      layers.for_shard(last, shard, [&](const std::uint8_t* state) {
        out.write(std::as_bytes(std::span(state, state_bytes)));
      });
    }
  }
}

void load_layers(CheckpointReader& in, const GodClasses& classes,
                 const std::function<void(bool, std::size_t, const std::uint8_t*)>& take) {
  PackedBytes state(classes.bytes());
  for (const bool last : {false, true}) {
    for (std::size_t shard = 0; shard < kGodShards; ++shard) {
      for (std::uint64_t left = in.read_number(); left != 0; --left) {
        in.read(std::as_writable_bytes(std::span(state)));
        if (!classes.is_sound(state.data(), shard)) in.fail();
        take(last, shard, state.data());
      }
    }
  }
}

}  // namespace gyre
