#include "front/puzzle/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gyre {

CheckAnswer check_solvable(const AskedPuzzle& puzzle, const PuzzleGroup& group, bool all_moves,
                           const Scramble& position, const std::stop_token& stop) {
  const State state = hold(puzzle.definition(), puzzle.forms().change(position)).position;
  const Membership membership = group.contains(state, stop);
  CheckAnswer answer;
  answer.solvable = membership.solvable;
  if (answer.solvable) return answer;
  const CubeFacelets* facelets = puzzle.forms().facelets();
  // Where pieces do not matter, the cube's own reasons do not hold.
  if (all_moves && puzzle.wish().ignore.empty() && facelets != nullptr) {
    answer.faults = facelets->why_impossible(state);
  }
  if (answer.faults.empty()) {
    for (const std::string& reason : membership.reasons) answer.faults.push_back({reason, {}});
  }
  std::vector<std::string> words;
  for (const FaceletFault& fault : answer.faults) words.push_back(fault.message);
  answer.reason = fmt::format("{}", fmt::join(words, "; "));
  return answer;
}

CheckAnswer check_impossible(const ImpossibleFacelets& impossible) {
  return {false, impossible.reading().faults, impossible.message()};
}

}  // namespace gyre
