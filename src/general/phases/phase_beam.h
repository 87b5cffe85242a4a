// A phase whose tables see only a small part of it cannot be searched in full: what is searched
// then is a beam. Of all sequences of a cost those are kept whose positions the tables together
// call nearest, and these go on by a move. Solutions come out somewhat longer than the least, but
// phases of any size can be walked.
#pragma once

#include "base/stop.h"
#include "general/phases/phase_near.h"
#include "general/phases/phase_space.h"
#include "general/shared/fingerprint_set.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace gyre {

struct BeamStart {
  const PhaseValues* values = nullptr;
  int cost = 0;  // that it took to come here
};

class PhaseBeam {
 public:
  enum class Answer { refused, taken, enough };
  // The index of a start, the phase's moves from there, and the cost of all.
  using Found = std::function<Answer(std::size_t start, const std::vector<int>& moves, int total)>;

  // Only what the first `tables` tables of the space see is put right, and near is what is near to
  // that. Keeps references.
  PhaseBeam(const PhaseSpace& space, std::size_t tables, const PhaseNear& near, int threads,
            Stop& stop);

  // Ends of growing cost, up to most_cost, with `width` positions kept at each. Goes on for
  // further_costs after the first end that is taken, and is given up where the best score
  // has not become better for `patience` costs.
  void search(std::span<const BeamStart> starts, std::size_t width, int most_cost,
              int further_costs, int patience, const Found& found);
  [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

  struct Reached {
    std::size_t start = 0;
    std::vector<int> moves;
    int cost = 0;
    int score = 0;  // the sum of the tables' rarities
  };
  // After a search: of each cost some of those that are nearest by the tables.
  [[nodiscard]] std::vector<Reached> nearest(std::size_t of_each_cost) const;

 private:
  static constexpr std::int16_t kIsStart = -1;
  struct Node {
    std::int16_t before_level = 0;
    std::int16_t move = kIsStart;
    std::uint32_t before = 0;  // index in that level; of a start, its own
  };
  struct End {
    Node node;
    std::vector<int> rest;  // the moves from there
  };
  struct Candidate {
    Node node;
    std::uint32_t score = 0;
  };
  struct Level {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> scores;
    std::vector<std::uint32_t> values;  // those of a node stand together, signs last
    std::vector<Candidate> candidates;
  };

  void add_starts(std::span<const BeamStart> starts, int level);
  void choose(int level, std::size_t width);
  void expand(int level);
  // A node whose way to the goal is known is an end at the cost of that.
  void add_known_end(int level, std::uint32_t node, std::uint64_t key);
  [[nodiscard]] Answer tell_ends(int level, const Found& found);
  void read(const Level& level, std::size_t node, PhaseValues& values) const;
  // The phase's moves to a node, and its start.
  [[nodiscard]] std::size_t path_of(Node node, std::vector<int>& moves) const;

  [[nodiscard]] bool is_end(const PhaseSpace::Bound& bound, std::uint8_t signs) const noexcept {
    return bound.sum == 0 && (signs == 0 || !with_signs_);
  }

  const PhaseSpace& space_;
  std::span<const PhaseSpace::Table> tables_;
  bool with_signs_;
  const PhaseNear& near_;
  int threads_;
  Stop& stop_;
  std::size_t row_;  // of values
  int most_cost_ = 0;
  int least_cost_ = 0;
  std::vector<Level> levels_;           // by cost
  std::vector<std::vector<End>> ends_;  // likewise
  // False if the position was kept before.
  bool see(std::uint64_t key);

  // What was kept at any cost: to come there again, by more moves, leads to nothing shorter, and
  // where tables see no way on a beam would go to and fro among the same positions.
  FingerprintSet seen_;
  std::size_t seen_count_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace gyre
