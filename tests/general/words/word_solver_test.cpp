// WordSolver: random positions of many puzzles are solved, by sequences that a replay of its own
// confirms; and of random small puzzles exactly the positions that can be reached.
#include "general/words/word_solver.h"

#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "support/small_puzzles.h"

namespace gyre {
namespace {

// Whether the moves, one after the other, are possible and solve the position.
bool solves(const PuzzleDefinition& definition, const MoveSet& moves, State state,
            const std::vector<int>& way) {
  for (const int move : way) {
    state = compose(definition.orbits(), state, moves.moves()[move].action);
    if (!definition.legal(state)) return false;
  }
  return state == definition.solved();
}

// The mean length over some random positions.
int expect_solved(const PuzzleDefinition& definition, const MoveSet& moves, int positions) {
  const PuzzleGroup group(definition, moves);
  const WordSolver solver(definition, moves);
  Rng rng(11);
  std::size_t sum = 0;
  for (int i = 0; i < positions; ++i) {
    const State position = group.random_state(rng);
    const auto way = solver.solve(position);
    EXPECT_TRUE(way.has_value()) << definition.name();
    if (!way) return 0;
    EXPECT_TRUE(solves(definition, moves, position, *way)) << definition.name();
    EXPECT_EQ(solver.solve(position), way) << definition.name();
    sum += way->size();
  }
  EXPECT_EQ(solver.solve(definition.solved()), std::vector<int>{}) << definition.name();
  return static_cast<int>(sum) / positions;
}

TEST(WordSolver, NamedPuzzles) {
  for (const char* name :
       {"2x2x2",      "4x4x4",        "5x5x5",        "6x6x6",    "7x7x7", "2x2x3",
        "3x3x4",      "2x3x4",        "1x3x3",        "pyraminx", "skewb", "dino",
        "helicopter", "curvy-copter", "fto",          "clock",    "m12",   "m24",
        "topspin",    "megaminx",     "pentultimate", "square1"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    expect_solved(definition, MoveSet(definition, Metric::htm), 3);
  }
}

TEST(WordSolver, OtherMetricAndChosenMoves) {
  for (const char* name : {"3x3x3", "pyraminx", "megaminx", "square1"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    expect_solved(definition, MoveSet(definition, Metric::qtm), 3);
  }
  const PuzzleDefinition cube = test::hand_made_cube();
  // Few pieces, half turns only (imprimitive), one move, orbits that fall apart.
  for (const char* selection :
       {"U,R", "U2,R2", "U2,D2,F2,B2,L2,R2", "U", "U,D", "U,D,F2,B2,L2,R2"}) {
    expect_solved(cube, MoveSet(cube, Metric::htm, selection), 5);
    expect_solved(cube, MoveSet(cube, Metric::qtm, selection), 5);
  }
}

// Counted, so that words that grow are seen.
TEST(WordSolver, SequencesAreAsLongAsTheyWere) {
  const PuzzleDefinition cube = load_puzzle("3x3x3");
  EXPECT_LT(expect_solved(cube, MoveSet(cube, Metric::htm), 20), 90);
  const PuzzleDefinition five = load_puzzle("5x5x5");
  EXPECT_LT(expect_solved(five, MoveSet(five, Metric::htm), 5), 350);
  const PuzzleDefinition mathieu = load_puzzle("m24");
  EXPECT_LT(expect_solved(mathieu, MoveSet(mathieu, Metric::htm), 20), 80);
}

TEST(WordSolver, The20x20x20) {
  const PuzzleDefinition definition = load_puzzle("20x20x20");
  EXPECT_LT(expect_solved(definition, MoveSet(definition, Metric::htm), 2), 8'000);
}

TEST(WordSolver, TheLargestNamedPuzzlesSlow) {
  const PuzzleDefinition cube = load_puzzle("40x40x40");
  EXPECT_LT(expect_solved(cube, MoveSet(cube, Metric::htm), 2), 33'000);
  const PuzzleDefinition minx = load_puzzle("yottaminx");
  EXPECT_LT(expect_solved(minx, MoveSet(minx, Metric::htm), 2), 14'000);
}

TEST(WordSolver, SaysIfNoMovesLeadToAPosition) {
  const PuzzleDefinition cube = test::hand_made_cube();
  const MoveSet moves(cube, Metric::htm);
  const WordSolver solver(cube, moves);
  State state = cube.solved();
  std::swap(state.bytes[0], state.bytes[1]);
  EXPECT_FALSE(solver.solve(state).has_value());
  state = cube.solved();
  state.bytes[8] = 1;  // one corner twisted
  EXPECT_FALSE(solver.solve(state).has_value());
  EXPECT_FALSE(WordSolver(cube, MoveSet(cube, Metric::htm, "U"))
                   .solve(compose(cube.orbits(), cube.solved(), cube.moves()[1].action))
                   .has_value());
  state.bytes[0] = 1;  // a piece twice
  EXPECT_THROW((void)solver.solve(state), Error);
}

TEST(WordSolver, SquareOneOutOfShape) {
  const PuzzleDefinition definition = load_puzzle("square1");
  const MoveSet moves(definition, Metric::htm);
  const WordSolver solver(definition, moves);
  State state = definition.solved();
  Rng rng(2);
  for (int i = 0; i < 200; ++i) {
    const State next =
        compose(definition.orbits(), state,
                moves.moves()[random_below(rng, static_cast<std::uint64_t>(moves.size()))].action);
    if (!definition.legal(next)) continue;
    state = next;
    if (i % 20 != 0) continue;
    const auto way = solver.solve(state);
    ASSERT_TRUE(way.has_value());
    EXPECT_TRUE(solves(definition, moves, state, *way));
  }
}

// A cube whose piece UR must not leave the upper layer but for the middle one, and whose corner UFL
// must not come to DFR: turns that would take them there are blocked.
TEST(WordSolver, ABandagedPuzzle) {
  PuzzleDefinition::Parts parts = test::hand_made_cube().parts();
  parts.name = "bandaged";
  parts.illegal = {{1, 4, {0}}, {1, 5, {0}}, {1, 6, {0}}, {1, 7, {0}}, {0, 4, {1}}};
  const PuzzleDefinition definition(std::move(parts));
  const MoveSet moves(definition, Metric::htm);
  const PuzzleGroup group(definition, moves);
  EXPECT_GT(group.shapes(), 10U);
  expect_solved(definition, moves, 5);
  expect_solved(definition, MoveSet(definition, Metric::qtm), 3);
}

TEST(WordSolver, SeveralThreadsAtOnceGetTheSame) {
  const PuzzleDefinition definition = load_puzzle("4x4x4");
  const MoveSet moves(definition, Metric::htm);
  const WordSolver solver(definition, moves);
  Rng rng(8);
  const State position = PuzzleGroup(definition, moves).random_state(rng);
  std::vector<std::vector<int>> ways(4);
  {
    std::vector<std::jthread> threads;
    for (std::vector<int>& way : ways) {
      threads.emplace_back([&] { way = solver.solve(position).value(); });
    }
  }
  for (const std::vector<int>& way : ways) EXPECT_EQ(way, ways[0]);
  EXPECT_EQ(WordSolver(definition, moves).solve(position), ways[0]);
  for (const int making : {1, 3}) {
    EXPECT_EQ(WordSolver(definition, moves, {}, making).solve(position), ways[0]);
  }
}

TEST(WordSolver, CanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  for (const char* name : {"3x3x3", "square1"}) {
    const PuzzleDefinition definition = load_puzzle(name);
    EXPECT_THROW(WordSolver(definition, MoveSet(definition, Metric::htm), stop.get_token()), Error);
  }
}

// Random puzzles of the kinds that could go wrong.
class RandomTies {
 public:
  explicit RandomTies(std::uint64_t seed) : rng_(seed) {}

  Rng& rng() { return rng_; }
  int below(int bound) { return static_cast<int>(random_below(rng_, std::uint64_t(bound))); }

  PuzzleDefinition make(bool told_apart, int most_pieces) {
    PuzzleDefinition::Parts parts;
    parts.name = "random";
    const int orbits = 1 + below(3);
    for (int k = 0; k < orbits; ++k) {
      const bool same = k > 0 && below(2) == 0;
      const int pieces = same ? parts.orbits[0].pieces : 2 + below(most_pieces - 1);
      parts.orbits.push_back({fmt::format("ORBIT{}", k), pieces, 1 + below(4)});
    }
    const OrbitList list(parts.orbits);
    const int style = below(3);
    const int moves = 1 + below(3);
    while (static_cast<int>(parts.moves.size()) < moves) {
      State action = test::random_action(parts.orbits, rng_);
      for (int k = 0; k < list.size(); ++k) shape(style, list, k, action);
      const auto order = state_order(list, action);
      if (order < 2 || order > 40) continue;
      const auto name = static_cast<char>('A' + parts.moves.size());
      parts.moves.push_back({std::string(1, name), action, 0});
    }
    parts.solved = identity_state(list);
    for (int k = 0; k < list.size() && !told_apart; ++k) merge(list, k, parts.solved);
    return PuzzleDefinition(std::move(parts));
  }

 private:
  // 0: anything; 1: orbits of one size move alike; 2: a few exchanges only.
  void shape(int style, const OrbitList& list, int k, State& action) {
    const int n = list[k].pieces;
    std::uint8_t* perm = action.bytes.data() + list.perm_offset(k);
    if (style == 1 && k > 0 && n == list[0].pieces) {
      std::copy(action.bytes.begin(), action.bytes.begin() + n, perm);
    }
    if (style != 2) return;
    for (int i = 0; i < n; ++i) {
      perm[i] = static_cast<std::uint8_t>(i);
      if (below(2) == 0) perm[n + i] = 0;
    }
    for (int swaps = 1 + below(4); swaps > 0; --swaps) std::swap(perm[below(n)], perm[below(n)]);
  }

  void merge(const OrbitList& list, int k, State& solved) {
    const int n = list[k].pieces;
    const int kinds = 1 + below(n);
    std::uint8_t* identity = solved.bytes.data() + list.perm_offset(k);
    std::vector<bool> wild;
    for (int i = 0; i < n; ++i) {
      wild.push_back(below(4) == 0);
      identity[i] = static_cast<std::uint8_t>(i < kinds ? i : below(kinds));
    }
    for (int i = 0; i < n; ++i) {
      identity[n + i] = wild[identity[i]] ? kWildOrientation
                                          : static_cast<std::uint8_t>(below(list[k].orientations));
    }
  }

  Rng rng_;
};

void expect_what_the_group_says(bool told_apart, int most_pieces, std::uint64_t seeds) {
  int solvable = 0;
  int unsolvable = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    RandomTies source(seed);
    const PuzzleDefinition definition = source.make(told_apart, most_pieces);
    const MoveSet moves(definition, seed % 2 == 0 ? Metric::htm : Metric::qtm);
    const PuzzleGroup group(definition, moves);
    const WordSolver solver(definition, moves);
    for (int i = 0; i < 6; ++i) {
      const State position =
          i % 2 == 0 ? group.random_state(source.rng())
                     : compose(definition.orbits(), definition.solved(),
                               test::random_action(definition.parts().orbits, source.rng()));
      const bool expected = group.contains(position).solvable;
      const auto way = solver.solve(position);
      ASSERT_EQ(way.has_value(), expected) << "seed " << seed;
      if (way) {
        ASSERT_TRUE(solves(definition, moves, position, *way)) << "seed " << seed;
      }
      (expected ? solvable : unsolvable) += 1;
    }
  }
  EXPECT_GT(solvable, static_cast<int>(seeds));
  EXPECT_GT(unsolvable, static_cast<int>(seeds) / 4);
}

TEST(WordSolver, RandomPuzzles) {
  expect_what_the_group_says(true, 9, 80);
}

TEST(WordSolver, RandomPuzzlesWithLookAlikes) {
  expect_what_the_group_says(false, 9, 100);
}

TEST(WordSolver, LargerRandomPuzzles) {
  expect_what_the_group_says(false, 20, 15);
}

}  // namespace
}  // namespace gyre
