// Which pieces are in colour.
#pragma once

#include <gyre/draw/draw.h>

#include <set>
#include <utility>

namespace gyre {

class Highlight {
 public:
  Highlight(const PuzzleDefinition& definition, const std::vector<PieceHome>& pieces);

  // Whether the piece that stands in a slot is shown in colour. All are, if none is chosen.
  [[nodiscard]] bool shows(const State& position, int orbit, int slot) const;

 private:
  const PuzzleDefinition& definition_;
  std::set<std::pair<int, int>> identities_;  // with their orbits
};

}  // namespace gyre
