#include "front/solve/cube_question.h"

#include <fmt/format.h>
#include <gyre/base/error.h>

#include <stdexcept>

namespace gyre {

CubeGoal::CubeGoal(const cube3::Holding& holding, std::string_view text)
    : cube(holding.hold(holding.read(text)).position), to_start(invert(cube)) {
  const std::string reason = why_impossible(cube);
  if (!reason.empty()) {
    throw Error(fmt::format("face turns cannot reach this cube: {}", reason));
  }
}

CubeQuestion::CubeQuestion(const cube3::Holding& holding, Scramble position, const CubeGoal& goal)
    : holding_(holding),
      goal_(goal),
      position_(std::move(position)),
      held_(holding.hold(position_)),
      // position S = goal exactly if (goal^-1 position) S = solved.
      cube_(compose(goal.to_start, held_.position)) {}

std::string CubeQuestion::answer(const std::vector<cube3::FaceTurn>& solution, bool inverse) const {
  std::vector<cube3::FaceTurn> moves;
  bool right = false;
  if (inverse) {
    // From the goal as the definition holds it: a scramble starts there, however the position
    // that it makes was held.
    for (auto move = solution.rbegin(); move != solution.rend(); ++move) {
      moves.push_back(move->inverse());
    }
    right = holding_.leads(holding_.conversion().to_state(goal_.cube), moves, held_.position, 0);
  } else {
    moves = holding_.as_held(solution, held_.turn);
    right = holding_.leads(position_.state, moves, goal_.cube, held_.turn);
  }
  std::string text = cube3::to_string(moves);
  if (!right) throw std::logic_error("a solution failed its replay: " + text);
  return text;
}

}  // namespace gyre
