// The score of comfort_score() for many sequences of one move set.
#pragma once

#include <gyre/puzzle/definition.h>
#include <gyre/puzzle/move_set.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gyre {

class ComfortScore {
 public:
  // moves: in the half-turn metric.
  ComfortScore(const PuzzleDefinition& definition, const MoveSet& moves);

  // Gives tenths.
  [[nodiscard]] int operator()(std::span<const std::uint16_t> sequence) const {
    return cube_ ? cube_score(sequence) : general_score(sequence);
  }

 private:
  struct Letter {
    int tenths = 0;
    int move_class = 0;
    int right = 0;  // turns of the right wrist, upwards
    int left = 0;
  };

  [[nodiscard]] int cube_score(std::span<const std::uint16_t> sequence) const;
  [[nodiscard]] int general_score(std::span<const std::uint16_t> sequence) const;

  bool cube_ = false;
  std::size_t classes_ = 0;
  std::vector<Letter> letters_;
};

}  // namespace gyre
