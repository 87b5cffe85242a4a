// The cycles of an action: which place's piece comes where, and how it is turned when it is back.
#pragma once

#include <gyre/puzzle/state.h>

#include <string>
#include <vector>

namespace gyre {

struct ActionCycle {
  int orbit = 0;
  // Each slot's piece comes to the next slot, the last one's to the first.
  std::vector<int> slots;
  // By so much a piece is turned that has gone round once.
  int twist = 0;

  bool operator==(const ActionCycle&) const = default;
};

// Of a move, orbit after orbit, each from its first slot; what stays as it is is left out.
[[nodiscard]] std::vector<ActionCycle> cycles_of(const OrbitList& orbits, const State& action);

// "+1", "-1": the shorter way round.
[[nodiscard]] std::string twist_text(int twist, int orientations);

}  // namespace gyre
