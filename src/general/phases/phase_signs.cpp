#include "general/phases/phase_signs.h"

#include <algorithm>
#include <array>

namespace gyre {
namespace {

constexpr std::size_t kSignsOfCoordinate = 8;
constexpr std::size_t kMostSums = 8;

}  // namespace

PhaseSigns::PhaseSigns(const PuzzleDefinition& definition, const PhaseMoves& moves,
                       const ComponentSplit& split, const std::vector<State>& left,
                       std::vector<PhaseCoordinate>& coordinates)
    : first_whole_(coordinates.size() * kSignsOfCoordinate) {
  choose_components(definition, split, coordinates);
  const auto after = [&](const State& action) {
    return all_signs(compose(definition.orbits(), definition.solved(), action), coordinates)
        .value();
  };
  std::vector<Signs> generators;
  for (const State& action : left) generators.push_back(after(action));
  choose_sums(generators);
  std::vector<Signs> whole_changes;
  for (int m = 0; m < moves.size(); ++m) {
    // The coordinates' part depends on their values, so it is left to them.
    whole_changes.push_back(after(moves[m].action) >> first_whole_ << first_whole_);
  }
  keep_sums_that_change(whole_changes, coordinates);
  for (const Signs& signs : whole_changes) changes_.push_back(sums_of(signs));
  for (std::size_t c = 0; c < coordinates.size(); ++c) {
    std::array<std::uint8_t, 256> map{};
    for (std::size_t byte = 0; byte < map.size(); ++byte) {
      Signs signs(byte);
      map[byte] = sums_of(signs << c * kSignsOfCoordinate);
    }
    coordinates[c].map_signs(map);
  }
}

void PhaseSigns::choose_components(const PuzzleDefinition& definition, const ComponentSplit& split,
                                   const std::vector<PhaseCoordinate>& coordinates) {
  for (int c = 0; c < split.size(); ++c) {
    const Component& component = split[c];
    const bool known =
        std::any_of(coordinates.begin(), coordinates.end(), [&](const PhaseCoordinate& one) {
          return one.has_all_signs() && one.part().orbit == component.orbit &&
                 one.part().slots == component.slots;
        });
    if (known || component.size() < 2 || first_whole_ + wholes_.size() >= kMostSigns) continue;
    Whole whole;
    whole.offset = definition.orbits().perm_offset(component.orbit);
    whole.slots = component.slots;
    whole.order.assign(static_cast<std::size_t>(definition.identities(component.orbit)), -1);
    bool all_different = true;
    for (int place = 0; place < component.size(); ++place) {
      std::int16_t& order =
          whole.order[definition.solved().bytes[whole.offset + component.slots[place]]];
      all_different = all_different && order < 0;
      order = static_cast<std::int16_t>(place);
    }
    if (all_different) wholes_.push_back(std::move(whole));
  }
}

// A basis of the sums that are even for all generators: the solutions of a system over two
// elements.
void PhaseSigns::choose_sums(const std::vector<Signs>& generators) {
  const std::size_t signs = first_whole_ + wholes_.size();
  std::vector<Signs> rows;
  std::vector<std::size_t> pivots;
  for (Signs row : generators) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (row[pivots[i]]) row ^= rows[i];
    }
    if (row.none()) continue;
    std::size_t pivot = 0;
    while (!row[pivot]) ++pivot;
    for (Signs& other : rows) {
      if (other[pivot]) other ^= row;
    }
    rows.push_back(row);
    pivots.push_back(pivot);
  }
  for (std::size_t free = 0; free < signs; ++free) {
    if (std::find(pivots.begin(), pivots.end(), free) != pivots.end()) continue;
    Signs sum;
    sum.set(free);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i][free]) sum.set(pivots[i]);
    }
    sums_.push_back(sum);
  }
}

// Others are even wherever the phase's moves lead, those of signs that there are not among them.
void PhaseSigns::keep_sums_that_change(const std::vector<Signs>& whole_changes,
                                       const std::vector<PhaseCoordinate>& coordinates) {
  const std::size_t moves = whole_changes.size();
  // By coordinate and move: which bytes there are in the sign rows.
  std::vector<std::vector<Signs>> bytes(coordinates.size(), std::vector<Signs>(moves));
  for (std::size_t c = 0; c < coordinates.size(); ++c) {
    for (std::uint32_t v = 0; coordinates[c].has_signs() && v < coordinates[c].size(); ++v) {
      for (std::size_t m = 0; m < moves; ++m) bytes[c][m].set(coordinates[c].sign_row(v)[m]);
    }
  }
  const auto changes = [&](const Signs& sum) {
    for (std::size_t m = 0; m < moves; ++m) {
      bool odd = (sum & whole_changes[m]).count() % 2 == 1;
      for (std::size_t c = 0; c < coordinates.size(); ++c) {
        std::array<bool, 2> seen{};
        for (std::size_t byte = 0; byte < 256; ++byte) {
          if (!bytes[c][m][byte]) continue;
          seen[(sum & (Signs(byte) << c * kSignsOfCoordinate)).count() % 2] = true;
        }
        if (seen[0] && seen[1]) return true;
        odd = odd != seen[1];
      }
      if (odd) return true;
    }
    return false;
  };
  std::vector<Signs> kept;
  for (const Signs& sum : sums_) {
    if (kept.size() < kMostSums && changes(sum)) kept.push_back(sum);
  }
  sums_ = std::move(kept);
}

std::optional<PhaseSigns::Signs> PhaseSigns::all_signs(
    const State& position, const std::vector<PhaseCoordinate>& coordinates) const {
  Signs signs;
  for (std::size_t c = 0; c < coordinates.size(); ++c) {
    signs |= Signs(coordinates[c].signs(position)) << c * kSignsOfCoordinate;
  }
  for (std::size_t w = 0; w < wholes_.size(); ++w) {
    const Whole& whole = wholes_[w];
    // Even if as many cycles as pieces, or two fewer, and so on.
    std::vector<char> seen(whole.slots.size(), 0);
    std::size_t cycles = 0;
    for (std::size_t start = 0; start < seen.size(); ++start) {
      if (seen[start] != 0) continue;
      ++cycles;
      for (std::size_t at = start; seen[at] == 0;) {
        seen[at] = 1;
        const int order = whole.order[position.bytes[whole.offset + whole.slots[at]]];
        // A piece of another component.
        if (order < 0) return std::nullopt;
        at = static_cast<std::size_t>(order);
      }
    }
    if ((whole.slots.size() - cycles) % 2 == 1) signs.set(first_whole_ + w);
  }
  return signs;
}

std::uint8_t PhaseSigns::sums_of(const Signs& signs) const {
  unsigned sums = 0;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    sums |= static_cast<unsigned>((sums_[i] & signs).count() % 2) << i;
  }
  return static_cast<std::uint8_t>(sums);
}

std::optional<std::uint8_t> PhaseSigns::of(const State& position,
                                           const std::vector<PhaseCoordinate>& coordinates) const {
  if (sums_.empty()) return 0;
  const std::optional<Signs> signs = all_signs(position, coordinates);
  if (!signs) return std::nullopt;
  return sums_of(*signs);
}

}  // namespace gyre
