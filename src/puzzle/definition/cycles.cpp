#include "puzzle/definition/cycles.h"

#include <fmt/format.h>

namespace gyre {

std::vector<ActionCycle> cycles_of(const OrbitList& orbits, const State& action) {
  std::vector<ActionCycle> cycles;
  for (int k = 0; k < orbits.size(); ++k) {
    const int pieces = orbits[k].pieces;
    const std::uint8_t* from = action.bytes.data() + orbits.perm_offset(k);
    const std::uint8_t* ori = action.bytes.data() + orbits.ori_offset(k);
    std::vector<int> to(static_cast<std::size_t>(pieces));
    for (int slot = 0; slot < pieces; ++slot) to[from[slot]] = slot;
    std::vector<char> seen(static_cast<std::size_t>(pieces), 0);
    for (int first = 0; first < pieces; ++first) {
      if (seen[first] != 0) continue;
      ActionCycle cycle{k, {}, 0};
      for (int slot = first; seen[slot] == 0; slot = to[slot]) {
        seen[slot] = 1;
        cycle.slots.push_back(slot);
        cycle.twist = (cycle.twist + ori[slot]) % orbits[k].orientations;
      }
      if (cycle.slots.size() > 1 || cycle.twist != 0) cycles.push_back(std::move(cycle));
    }
  }
  return cycles;
}

std::string twist_text(int twist, int orientations) {
  return fmt::format("{:+}", 2 * twist > orientations ? twist - orientations : twist);
}

}  // namespace gyre
