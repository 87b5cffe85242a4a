// What a phase must put right beside its view: signs. Where the moves that are left afterwards tie
// signs of permutations together (of corners and edges, say), half of the positions that look
// right are not. Which sums of signs must be even, is found from the moves that are left; what a
// move does to them, is known from the coordinates, whatever the rest of the position is.
#pragma once

#include "general/phases/phase_coordinate.h"
#include "general/phases/phase_moves.h"
#include "puzzle/group/components.h"

#include <gyre/puzzle/definition.h>

#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

namespace gyre {

class PhaseSigns {
 public:
  PhaseSigns() = default;
  // split: of the phase's moves; left: what generates the moves that are left. Maps the signs of
  // the coordinates to those sums that count, so it is made once for them.
  PhaseSigns(const PuzzleDefinition& definition, const PhaseMoves& moves,
             const ComponentSplit& split, const std::vector<State>& left,
             std::vector<PhaseCoordinate>& coordinates);

  // A bit for each sum; 0 is what the goal needs. None if the phase's moves do not lead there.
  [[nodiscard]] std::optional<std::uint8_t> of(
      const State& position, const std::vector<PhaseCoordinate>& coordinates) const;
  // What a move changes beside what the coordinates say.
  [[nodiscard]] std::uint8_t change(int move) const noexcept {
    return changes_[static_cast<std::size_t>(move)];
  }
  [[nodiscard]] int sums() const noexcept { return static_cast<int>(sums_.size()); }

 private:
  static constexpr std::size_t kMostSigns = 512;
  using Signs = std::bitset<kMostSigns>;

  void choose_components(const PuzzleDefinition& definition, const ComponentSplit& split,
                         const std::vector<PhaseCoordinate>& coordinates);
  void choose_sums(const std::vector<Signs>& generators);
  void keep_sums_that_change(const std::vector<Signs>& whole_changes,
                             const std::vector<PhaseCoordinate>& coordinates);
  [[nodiscard]] std::optional<Signs> all_signs(
      const State& position, const std::vector<PhaseCoordinate>& coordinates) const;
  [[nodiscard]] std::uint8_t sums_of(const Signs& signs) const;

  struct Whole {  // a component of which no coordinate knows all signs
    int offset = 0;
    std::vector<int> slots;
    std::vector<std::int16_t> order;  // by identity
  };
  std::vector<Whole> wholes_;
  std::size_t first_whole_ = 0;  // their signs come after those of the coordinates
  std::vector<Signs> sums_;
  std::vector<std::uint8_t> changes_;  // by move
};

}  // namespace gyre
