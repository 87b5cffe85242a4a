// What the 3x3x3's own engines share on their way from a question to an answer: how positions are
// read and held, what they are led to, and the replay of what was found.
#pragma once

#include "front/solve/solving.h"

namespace gyre {

class CubeSolving : public Solving {
 public:
  // Throws Error for a goal that is none.
  explicit CubeSolving(const SolveQuestion& question);

  [[nodiscard]] AskedPosition take(Scramble position) const override;
  void check(const AskedPosition& position) const override;

 protected:
  template <class Solution>
  [[nodiscard]] FoundSolution finished(const AskedPosition& asked, const Solution& solution) const {
    return {asked.cube->answer(solution.moves, question_.inverse), solution.length, 0};
  }

 private:
  const cube3::Holding& holding_;
  CubeGoal goal_;
};

}  // namespace gyre
