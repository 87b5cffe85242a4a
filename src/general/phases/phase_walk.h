// A phase that is walked by beams: one that puts everything right at once, or, where the tables
// together see too little, one after the other, each putting right what one table more sees than
// those before. What comes nearest, where a beam finds no end, is gone on from alone: a beam leaves
// out what is worse for a while, and the last steps often are.
#pragma once

#include "base/stop.h"
#include "general/phases/phase_beam.h"
#include "general/phases/phase_near.h"
#include "general/phases/phase_space.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace gyre {

// A partial solution, and what was done since.
struct BeamPlace {
  std::size_t from = 0;  // a number of the caller's
  PhaseValues values;
  int cost = 0;            // of all
  std::vector<int> moves;  // of the phase
  int score = 0;           // the sum of the tables' rarities
};

struct PhaseWalkOptions {
  double expected = 0;  // about how many moves the phase takes
  // Whether something else can end the phase from wherever a beam came: then a beam that finds no
  // end is not made wider and wider.
  bool can_end_otherwise = false;
  int threads = 0;
};

class PhaseWalk {
 public:
  using Found = std::function<PhaseBeam::Answer(const BeamPlace& from,
                                                const std::vector<int>& moves, int total)>;

  // near: for each beam what is near to its goal; the last sees all tables of the space. Keeps
  // references.
  PhaseWalk(const PhaseSpace& space, const std::vector<std::shared_ptr<const PhaseNear>>& near,
            const PhaseWalkOptions& options, Stop& stop)
      : space_(space), near_(near), options_(options), stop_(stop) {}

  // From the places to ends of the phase, all cheaper than shorter_than, with so many ends wanted.
  // Gives where it came nearest if no end was taken.
  [[nodiscard]] std::vector<BeamPlace> search(std::vector<BeamPlace> places, std::size_t wanted,
                                              int shorter_than, int further_costs,
                                              const Found& found);
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

 private:
  [[nodiscard]] std::size_t width_for(std::size_t wanted) const;
  [[nodiscard]] std::size_t tables_of(std::size_t beam) const {
    return space_.tables().size() - (near_.size() - 1 - beam);
  }
  [[nodiscard]] std::vector<BeamPlace> put_part_right(std::size_t n, std::vector<BeamPlace>& places,
                                                      std::size_t width, int shorter_than);
  // True if an end was taken; otherwise `places` become where it came nearest.
  bool follow_beam(std::size_t n, std::vector<BeamPlace>& places, std::size_t width,
                   int shorter_than, int further_costs, const Found& found);
  void walk(BeamPlace& place, const std::vector<int>& moves) const;
  [[nodiscard]] std::vector<BeamPlace> nearest(const std::vector<BeamPlace>& places,
                                               const PhaseBeam& beam) const;

  const PhaseSpace& space_;
  const std::vector<std::shared_ptr<const PhaseNear>>& near_;
  PhaseWalkOptions options_;
  Stop& stop_;
  std::uint64_t nodes_ = 0;
};

}  // namespace gyre
