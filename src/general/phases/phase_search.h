// The nodes of a phase: all sequences of the phase's moves with a given cost that take a position
// to the goal of the phase, in a fixed order, cut by the phase's tables.
#pragma once

#include "base/stop.h"
#include "general/phases/phase_space.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace gyre {

class PhaseSearch {
 public:
  // Returns false to end the search. The moves are indices into the phase's moves.
  using Found = std::function<bool(const std::vector<int>& moves)>;

  // No move that is left afterwards is the last, since without it the goal is reached already.
  // Keeps references.
  PhaseSearch(const PhaseSpace& space, Stop& stop);

  // False if it was ended by the stop or by found.
  bool search(const PhaseValues& values, int cost, const Found& found);
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

 private:
  bool visit(const PhaseValues& values, int rest, int last);

  const PhaseSpace& space_;
  StopCounter<1024> stop_;
  const Found* found_ = nullptr;
  std::vector<int> path_;
  // By depth: for each table, the entry that each move leads to.
  std::vector<std::vector<std::uint32_t>> entries_;
  std::uint64_t nodes_ = 0;
};

}  // namespace gyre
