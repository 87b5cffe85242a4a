#include "puzzle/canonical/word_hash.h"

#include <gyre/base/error.h>

#include <random>

namespace gyre {

WordHash::WordHash(const OrbitList& orbits, const MoveSet& moves)
    : steps_(moves.size()), slots_(moves.classes().size()) {
  // A fixed seed: the same work every time.
  std::mt19937_64 random(0x67797265);
  for (int k = 0; k < orbits.size(); ++k) {
    const int n = orbits[k].pieces;
    const int o = orbits[k].orientations;
    // Slots that a class touches: a half turn may leave some of them alone, but then they count
    // too, so that the moves of a class have the same slots.
    std::vector<std::vector<bool>> touched(slots_.size(), std::vector<bool>(n, false));
    std::vector<bool> active(n, false);
    for (const Move& move : moves.moves()) {
      const std::uint8_t* perm = move.action.bytes.data() + orbits.perm_offset(k);
      for (int slot = 0; slot < n; ++slot) {
        if (perm[slot] == slot && perm[n + slot] == 0) continue;
        touched[move.move_class][slot] = active[slot] = true;
      }
    }
    std::vector<std::uint16_t> place(n, 0);
    for (int slot = 0; slot < n; ++slot) {
      const auto value = static_cast<std::uint32_t>(term_.size());
      for (int x = 0; x < o; ++x) term_.push_back(random());
      if (!active[slot]) continue;
      place[slot] = static_cast<std::uint16_t>(identity_.size());
      identity_.push_back({value, value + static_cast<std::uint32_t>(o)});
      factor_.push_back(random() | 1U);
    }
    if (identity_.size() > 65'535) {
      throw Error("more than 65,535 pieces move; choose moves that move fewer for a canon depth");
    }
    for (std::size_t c = 0; c < slots_.size(); ++c) {
      for (int slot = 0; slot < n; ++slot) {
        if (touched[c][slot]) slots_[c].push_back(place[slot]);
      }
    }
    for (int m = 0; m < moves.size(); ++m) {
      const Move& move = moves.moves()[m];
      const std::uint8_t* perm = move.action.bytes.data() + orbits.perm_offset(k);
      for (int slot = 0; slot < n; ++slot) {
        if (!touched[move.move_class][slot]) continue;
        steps_[m].push_back({factor_[place[slot]], place[perm[slot]], place[slot], perm[n + slot],
                             static_cast<std::uint16_t>(o)});
      }
    }
  }
}

void WordHash::apply(int move, const Effect& from, Effect& to) const {
  to = from;
  for (const Step& step : steps_[move]) {
    EffectCell cell = from[step.from];
    cell.value += step.turn;
    cell.value -= cell.value >= cell.end ? step.orientations : 0;
    to[step.to] = cell;
  }
}

std::uint64_t WordHash::hash(const Effect& effect) const noexcept {
  std::uint64_t sum = 0;
  for (std::size_t slot = 0; slot < effect.size(); ++slot) {
    sum += factor_[slot] * term_[effect[slot].value];
  }
  return sum;
}

std::uint64_t WordHash::touched_before(int move_class, const Effect& effect) const noexcept {
  std::uint64_t sum = 0;
  for (const std::uint16_t slot : slots_[move_class]) {
    sum += factor_[slot] * term_[effect[slot].value];
  }
  return sum;
}

}  // namespace gyre
