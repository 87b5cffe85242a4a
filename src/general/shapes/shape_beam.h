// Solutions that are soon found and not the shortest: of all positions behind so many moves those
// are kept that the tables together call nearest (what counts is how rare it is that all are so
// near), and these go on by a move. Where one is among the positions near the goal, the rest is
// known.
#pragma once

#include "base/stop.h"
#include "general/shapes/shape_near.h"
#include "general/shapes/shape_search.h"
#include "general/shared/fingerprint_set.h"

#include <gyre/general/solver.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gyre {

class ShapeBeam {
 public:
  // Keeps references.
  ShapeBeam(const ShapeSpace& space, const ShapeNear& near, const std::vector<ShapeStart>& starts,
            int threads, Stop& stop);

  // With `width` positions behind each number of moves, and most_length moves at most, counted from
  // the starts. The same for any number of threads.
  [[nodiscard]] std::optional<Solution> search(std::size_t width, int most_length);
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

 private:
  struct Node {
    std::uint32_t before = 0;  // index in the level before; of a start, its own
    std::uint16_t move = 0;
  };
  struct Candidate {
    std::uint64_t key = 0;  // of the position
    std::uint32_t score = 0;
    std::uint32_t before = 0;
    std::uint32_t edge = 0;
    int rest = ShapeNear::kFar;  // to the goal, where that is known
  };

  // All children that may lead to the goal in so many moves more.
  [[nodiscard]] std::vector<Candidate> children(int most_rest);
  // Fills in what is asked of a position; gives a lower bound.
  int rate(const ShapeValues& position, Candidate& one) const;
  // The best of them, each position once and none that was kept before.
  void keep(std::vector<Candidate> candidates, std::size_t width);
  // No value where what was thought to be near is not.
  [[nodiscard]] std::optional<Solution> solution_of(const Candidate& end) const;

  const ShapeSpace& space_;
  const ShapeNear& near_;
  const std::vector<ShapeStart>& starts_;
  int threads_;
  Stop& stop_;
  std::vector<std::vector<Node>> levels_;
  std::vector<ShapeValues> values_;  // of the last level
  std::optional<FingerprintSet> kept_;
  std::size_t kept_count_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace gyre
