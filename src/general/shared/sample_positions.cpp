#include "general/shared/sample_positions.h"

#include "base/random.h"

#include <cstring>

namespace gyre {

PackedStates sample_positions(const PuzzleDefinition& definition, const MoveSet& moves,
                              const StateKernel& kernel) {
  constexpr std::size_t kSamples = 100;
  constexpr int kSteps = 20;
  std::vector<State> actions;
  for (const Move& move : moves.moves()) actions.push_back(move.action);
  const PackedStates packed = kernel.pack(actions);
  PackedStates samples(kernel.bytes(), kSamples);
  Rng rng(1);
  PackedBytes now(static_cast<std::size_t>(kernel.bytes()));
  kernel.pack(definition.solved(), now.data());
  for (std::size_t i = 0; i < kSamples; ++i) {
    for (int k = 0; k < kSteps && packed.size() > 0; ++k) {
      kernel.compose(now.data(), packed[random_below(rng, packed.size())], now.data());
    }
    std::memcpy(samples[i], now.data(), now.size());
  }
  return samples;
}

}  // namespace gyre
