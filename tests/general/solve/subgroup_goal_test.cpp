// Solving into subgroups: against breadth-first search over whole small groups, where the colouring
// tells the cosets apart and where it does not.
#include "general/solve/subgroup_goal.h"

#include "format/tws.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/sequence.h>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace gyre {
namespace {

std::set<State> reached(const PuzzleDefinition& puzzle, const MoveSet& moves) {
  std::set<State> all = {puzzle.solved()};
  std::vector<State> queue(all.begin(), all.end());
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Move& move : moves.moves()) {
      State next = compose(puzzle.orbits(), State(queue[i]), move.action);
      if (all.insert(next).second) queue.push_back(std::move(next));
    }
  }
  return all;
}

// How many moves each position needs into the set; moves and their inverses are all there.
std::map<State, int> distances(const PuzzleDefinition& puzzle, const MoveSet& moves,
                               const std::set<State>& goals) {
  std::map<State, int> depth;
  std::vector<State> queue;
  for (const State& goal : goals) {
    depth[goal] = 0;
    queue.push_back(goal);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int next_depth = depth[queue[i]] + 1;
    for (const Move& move : moves.moves()) {
      State next = compose(puzzle.orbits(), State(queue[i]), move.action);
      if (depth.emplace(next, next_depth).second) queue.push_back(std::move(next));
    }
  }
  return depth;
}

bool expect_shortest(const PuzzleDefinition& puzzle, const std::string& selection) {
  const MoveSet moves(puzzle, Metric::htm);
  const MoveSet subgroup(puzzle, Metric::htm, selection);
  const SubgroupGoal goal(puzzle, moves, subgroup);
  const Solver solver(goal.coloured(), moves);
  const std::set<State> inside = reached(puzzle, subgroup);
  for (const auto& [position, depth] : distances(puzzle, moves, inside)) {
    EXPECT_EQ(goal.contains(position), depth == 0);
    const SolveResult result = solve_into(goal, solver, position, {}, {});
    EXPECT_EQ(result.solutions.size(), 1U);
    EXPECT_TRUE(result.optimal);
    if (result.solutions.empty()) return false;
    EXPECT_EQ(static_cast<int>(result.solutions[0].moves.size()), depth);
    State end = position;
    for (const int move : result.solutions[0].moves) {
      end = compose(puzzle.orbits(), end, moves.moves()[move].action);
    }
    EXPECT_TRUE(inside.count(end) != 0);
  }
  return goal.is_exact();
}

const char* const kSwap = "Move T\nA\n2 1 3 4 5\n0 0 0 0 0\nEnd\n";

PuzzleDefinition five(const std::string& solved, const char* more = "") {
  return read_tws("Name five\nSet A 5 2\nSolved\nA\n" + solved +
                      "\nEnd\n"
                      "Move M\nA\n2 3 1 4 5\n1 1 0 0 0\nEnd\nMove N\nA\n1 2 4 5 3\nEnd\n" +
                      more,
                  "five");
}

TEST(SubgroupGoal, WhereTheColouringTellsAll) {
  EXPECT_TRUE(expect_shortest(five("1 2 3 4 5"), "N"));
  EXPECT_TRUE(expect_shortest(five("1 2 3 4 5\n0 1 0 1 1"), "M"));
}

// Even rearrangements only, and others that are not all of those that the colouring leaves.
TEST(SubgroupGoal, WhereItDoesNot) {
  EXPECT_FALSE(expect_shortest(five("1 2 3 4 5", kSwap), "N,T"));
  const PuzzleDefinition puzzle = read_tws(
      "Name p\nSet A 5 1\nSolved\nA\n1 2 3 4 5\nEnd\nMove R\nA\n2 3 4 5 1\nEnd\n"
      "Move F\nA\n2 1 3 4 5\nEnd\nMove G\nA\n2 1 4 3 5\nEnd\n",
      "p");
  EXPECT_FALSE(expect_shortest(puzzle, "R"));
  EXPECT_FALSE(expect_shortest(puzzle, "G"));
}

TEST(SubgroupGoal, WherePiecesLookAlike) {
  (void)expect_shortest(five("1 1 2 3 3", kSwap), "N,T");
  (void)expect_shortest(five("1 1 2 2 2\n? ? 0 0 1"), "N");
}

TEST(SubgroupGoal, TheWellKnownOneOfTheCube) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  const MoveSet moves(cube, Metric::htm);
  const SubgroupGoal domino(cube, moves, MoveSet(cube, Metric::htm, "U,D,R2,L2,F2,B2"));
  EXPECT_TRUE(domino.is_exact());
  const PuzzleGroup cosets(domino.coloured(), moves);
  EXPECT_EQ(cosets.states(), 2'217'093'120);
  const SubgroupGoal squares(cube, moves, MoveSet(cube, Metric::htm, "U2,D2,R2,L2,F2,B2"));
  EXPECT_FALSE(squares.is_exact());
}

TEST(SubgroupGoal, RefusesWhatIsNoSubgroup) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  EXPECT_THROW(
      SubgroupGoal(cube, MoveSet(cube, Metric::htm, "U,R"), MoveSet(cube, Metric::htm, "U,F")),
      Error);
  const PuzzleDefinition square1 = load_puzzle("square1");
  const MoveSet moves(square1, Metric::htm);
  EXPECT_THROW(SubgroupGoal(square1, moves, moves), Error);
}

}  // namespace
}  // namespace gyre
