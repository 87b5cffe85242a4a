// Puzzles with Illegal rules against breadth-first search: shortest solutions are shortest, what is
// proved is true, and beams lead home.
#include "general/shapes/shape_solver.h"
#include "general/shapes/shape_beam.h"

#include "base/random.h"
#include "support/phase_reference.h"
#include "support/random_puzzle.h"

#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/library/library.h>
#include <gyre/puzzle/puzzle_group.h>
#include "format/tws.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gyre {
namespace {

using ShapeDistances = std::map<std::string, int>;  // by the bytes of a position

State bytes_as_position(const std::string& key) {
  return State{{key.begin(), key.end()}};
}

// All positions that legal moves reach and how far they are; empty if there are more than the
// limit.
ShapeDistances distances_by_breadth(const PuzzleDefinition& definition, const MoveSet& moves,
                                    std::size_t limit) {
  ShapeDistances known = {{key_of(definition.solved()), 0}};
  std::vector<State> layer = {definition.solved()};
  for (int depth = 1; !layer.empty(); ++depth) {
    std::vector<State> next;
    for (const State& state : layer) {
      for (const Move& move : moves.moves()) {
        State child = compose(definition.orbits(), state, move.action);
        if (!definition.legal(child) || !known.emplace(key_of(child), depth).second) continue;
        next.push_back(std::move(child));
      }
    }
    if (known.size() > limit) return {};
    layer = std::move(next);
  }
  return known;
}

State legally_after(const PuzzleDefinition& definition, const MoveSet& moves, State state,
                    const std::vector<int>& sequence) {
  for (const int m : sequence) {
    state = compose(definition.orbits(), state, moves.moves()[m].action);
    EXPECT_TRUE(definition.legal(state));
  }
  return state;
}

// Two layers of eight wedges, as on the square-1 with fewer: big pieces (1 and 2, 4 and 5, ...) may
// not stand across the cut; all small ones but one look alike.
constexpr const char* kTwoLayerPuzzle = R"(Name two-layers
Set WEDGES 16 1
Set MIDDLE 1 2
Solved
WEDGES
1 2 3 3 4 5 3 3 6 7 3 3 9 10 3 8
End
MoveTransformation U
WEDGES
7 0 1 2 3 4 5 6 8 9 10 11 12 13 14 15
End
MoveTransformation D
WEDGES
0 1 2 3 4 5 6 7 15 8 9 10 11 12 13 14
End
MoveTransformation R
WEDGES
8 9 10 11 4 5 6 7 0 1 2 3 12 13 14 15
MIDDLE
0
1
End
Illegal WEDGES 1 2 5 7 10
Illegal WEDGES 5 2 5 7 10
Illegal WEDGES 9 2 5 7 10
Illegal WEDGES 13 2 5 7 10
)";

ShapeSpaceOptions shape_options(std::uint64_t entries = 1'000'000) {
  ShapeSpaceOptions options;
  options.memory_bytes = std::uint64_t{64} << 20U;
  options.most_entries = entries;
  options.threads = 2;
  return options;
}

// Every position out of some is solved in its distance, and that is proved.
void check_shortest(const PuzzleDefinition& definition, const MoveSet& moves,
                    const ShapeSolver& solver, const ShapeDistances& distances, std::size_t count) {
  std::size_t number = 0;
  const std::size_t step = std::max<std::size_t>(1, distances.size() / count);
  for (const auto& [bytes, distance] : distances) {
    if (number++ % step != 0) continue;
    const State start = bytes_as_position(bytes);
    int told = kMaxSolutionLength;
    int proved = 0;
    PhaseHooks hooks;
    hooks.solution = [&](const Solution& one, const std::vector<int>& phases) {
      EXPECT_LT(static_cast<int>(one.moves.size()), told);
      told = static_cast<int>(one.moves.size());
      EXPECT_EQ(phases, std::vector<int>{told});
    };
    hooks.proved = [&](int least) {
      EXPECT_GE(least, proved);
      proved = least;
    };
    const PhaseResult result = solver.solve({&start, 1}, {}, hooks);
    ASSERT_TRUE(result.best.has_value());
    EXPECT_EQ(static_cast<int>(result.best->moves.size()), distance);
    EXPECT_EQ(result.proved, distance);
    EXPECT_EQ(proved, distance);
    EXPECT_EQ(told, distance);
    EXPECT_EQ(legally_after(definition, moves, start, result.best->moves), definition.solved());
  }
}

TEST(ShapeSolver, AgreesWithBreadthFirstSearch) {
  const PuzzleDefinition definition = read_tws(kTwoLayerPuzzle, "two-layers.tws");
  for (const Metric metric : {Metric::htm, Metric::qtm}) {
    const MoveSet moves(definition, metric);
    const ShapeDistances distances = distances_by_breadth(definition, moves, 2'000'000);
    ASSERT_GT(distances.size(), metric == Metric::htm ? 1'000U : 100U);
    // Each by one table, by several, and by tables of few pieces.
    for (const std::uint64_t entries : {10'000'000U, 20'000U, 3'000U}) {
      const ShapeSolver solver(definition, moves, shape_options(entries));
      EXPECT_GT(solver.space().moves().shapes(), 1U);
      std::uint64_t greatest = 0;
      for (const ShapeSpace::Table& table : solver.space().tables()) {
        greatest = std::max(greatest, table.row * solver.space().moves().shapes());
      }
      EXPECT_LE(greatest, entries);
      check_shortest(definition, moves, solver, distances, 40);
    }
  }
}

TEST(ShapeSolver, RandomPuzzlesAgreeWithBreadthFirstSearch) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomPuzzle source(seed);
    const PuzzleDefinition definition = source.definition();
    if (!ShapeSolver::fits(definition)) continue;
    const MoveSet moves(definition, seed % 3 == 0 ? Metric::qtm : Metric::htm);
    const ShapeDistances distances = distances_by_breadth(definition, moves, 3'000);
    if (distances.size() < 2) continue;
    SCOPED_TRACE(seed);
    const ShapeSolver solver(definition, moves, shape_options(seed % 2 == 0 ? 1'000'000 : 3'000));
    check_shortest(definition, moves, solver, distances, 10);
    ++compared;
  }
  EXPECT_GT(compared, 40);
}

// The tables hold what breadth-first search says.
TEST(ShapeSpace, BoundsAreBelowTheDistanceAndExactWhereOneTableHoldsAll) {
  const PuzzleDefinition definition = read_tws(kTwoLayerPuzzle, "two-layers.tws");
  const MoveSet moves(definition, Metric::htm);
  const ShapeDistances distances = distances_by_breadth(definition, moves, 2'000'000);
  const ShapeSpace whole(definition, moves, shape_options(10'000'000));
  const ShapeSpace parts(definition, moves, shape_options(10'000));
  ASSERT_EQ(whole.tables().size(), 1U);
  ASSERT_GT(parts.tables().size(), 1U);
  EXPECT_EQ(whole.tables()[0].reached, distances.size());
  bool is_ever_below = false;
  for (const auto& [bytes, distance] : distances) {
    const auto in_whole = whole.rank(bytes_as_position(bytes));
    const auto in_parts = parts.rank(bytes_as_position(bytes));
    ASSERT_TRUE(in_whole && in_parts);
    ASSERT_EQ(whole.bound(*in_whole), distance);
    ASSERT_LE(parts.bound(*in_parts), distance);
    is_ever_below = is_ever_below || parts.bound(*in_parts) < distance;
    // Solved is what all tables call solved.
    ASSERT_EQ(parts.bound(*in_parts) == 0, distance == 0);
  }
  EXPECT_TRUE(is_ever_below);
}

TEST(ShapeBeam, LeadsHomeAndIsTheSameForAnyNumberOfThreads) {
  const PuzzleDefinition definition = read_tws(kTwoLayerPuzzle, "two-layers.tws");
  const MoveSet moves(definition, Metric::htm);
  const ShapeSpace space(definition, moves, shape_options(10'000));
  const ShapeNear near(space, 500, {});
  EXPECT_GT(near.greatest(), 2);
  const PuzzleGroup group(definition, moves);
  Rng rng(3);
  for (int i = 0; i < 20; ++i) {
    const State start = group.random_state(rng);
    const auto values = space.rank(start);
    ASSERT_TRUE(values.has_value());
    const std::vector<ShapeStart> starts = {{7, *values}};
    std::vector<std::optional<Solution>> found;
    for (const int threads : {1, 3}) {
      Stop stop;
      ShapeBeam beam(space, near, starts, threads, stop);
      found.push_back(beam.search(300, 100));
    }
    ASSERT_TRUE(found[0].has_value());
    EXPECT_EQ(found[0], found[1]);
    EXPECT_EQ(found[0]->start, 7U);
    EXPECT_EQ(legally_after(definition, moves, start, found[0]->moves), definition.solved());
  }
}

TEST(ShapeNear, KnowsDistancesAndWays) {
  const PuzzleDefinition definition = read_tws(kTwoLayerPuzzle, "two-layers.tws");
  const MoveSet moves(definition, Metric::htm);
  const ShapeDistances distances = distances_by_breadth(definition, moves, 2'000'000);
  const ShapeSpace space(definition, moves, shape_options(10'000));
  const ShapeNear near(space, 2'000, {});
  std::size_t known = 0;
  for (const auto& [bytes, distance] : distances) {
    const State start = bytes_as_position(bytes);
    const auto values = space.rank(start);
    ASSERT_TRUE(values.has_value());
    const int said = near.distance(space.key(*values));
    std::vector<int> way;
    ASSERT_TRUE(distance >= near.greatest() || said != ShapeNear::kFar);
    if (said == ShapeNear::kFar) {
      EXPECT_FALSE(near.append_way(*values, way));
      continue;
    }
    ++known;
    ASSERT_EQ(said, distance);
    ASSERT_TRUE(near.append_way(*values, way));
    EXPECT_EQ(static_cast<int>(way.size()), distance);
    EXPECT_EQ(legally_after(definition, moves, start, way), definition.solved());
  }
  EXPECT_EQ(known, 2'000U);
}

// Of several positions that with the shortest way is taken; one that nothing reaches is none.
TEST(ShapeSolver, TakesTheNearestOfSeveralPositions) {
  const PuzzleDefinition definition = read_tws(kTwoLayerPuzzle, "two-layers.tws");
  const MoveSet moves(definition, Metric::htm);
  const ShapeSolver solver(definition, moves, shape_options());
  State out_of_reach = definition.solved();
  std::swap(out_of_reach.bytes[0], out_of_reach.bytes[1]);
  const PuzzleGroup group(definition, moves);
  Rng rng(1);
  const State far = group.random_state(rng);
  const State near = legally_after(definition, moves, definition.solved(), {moves.find("R")});
  const std::vector<State> positions = {out_of_reach, far, near};
  const PhaseResult result = solver.solve(positions, {});
  ASSERT_TRUE(result.best.has_value());
  EXPECT_EQ(result.best->start, 2U);
  EXPECT_EQ(result.best->moves.size(), 1U);
  EXPECT_EQ(result.proved, 1);
  EXPECT_FALSE(solver.solve({&out_of_reach, 1}, {}).best.has_value());
  // No shorter one is wanted.
  PhaseLimits limits;
  limits.shorter_than = 1;
  const PhaseResult none = solver.solve({&near, 1}, limits);
  EXPECT_FALSE(none.best.has_value());
  EXPECT_GE(none.proved, 1);
}

// As after "(2,0)": the turn that put a piece across the cut is taken back or gone on with first.
TEST(ShapeSolver, PutsRightWhatBreaksARule) {
  const PuzzleDefinition definition = read_tws(kTwoLayerPuzzle, "two-layers.tws");
  const MoveSet moves(definition, Metric::htm);
  const ShapeDistances distances = distances_by_breadth(definition, moves, 2'000'000);
  const ShapeSolver solver(definition, moves, shape_options());
  const PuzzleGroup group(definition, moves);
  const auto turned = [&](const State& state, const char* move) {
    return compose(definition.orbits(), state, moves.moves()[moves.find(move)].action);
  };
  Rng rng(4);
  int blocked = 0;
  for (int i = 0; i < 40; ++i) {
    const State start = turned(turned(group.random_state(rng), "U"), "D'");
    if (definition.legal(start)) continue;
    // A turn of each layer, or of one only.
    int least = kMaxSolutionLength;
    const auto look = [&](const State& state, int made) {
      const auto known = distances.find(key_of(state));
      if (known != distances.end()) least = std::min(least, made + known->second);
    };
    for (const Move& up : moves.moves()) {
      const State once = compose(definition.orbits(), start, up.action);
      look(once, 1);
      for (const Move& down : moves.moves()) {
        if (up.move_class == down.move_class || !moves.commutes(up.move_class, down.move_class)) {
          continue;
        }
        look(compose(definition.orbits(), once, down.action), 2);
      }
    }
    const PhaseResult result = solver.solve({&start, 1}, {});
    ASSERT_TRUE(result.best.has_value());
    EXPECT_EQ(static_cast<int>(result.best->moves.size()), least);
    EXPECT_EQ(result.proved, least);
    State state = start;
    for (const int m : result.best->moves) {
      state = compose(definition.orbits(), state, moves.moves()[m].action);
    }
    EXPECT_EQ(state, definition.solved());
    ++blocked;
  }
  EXPECT_GT(blocked, 10);
}

TEST(ShapeSolver, StopsAndRefusesAMemoryThatIsTooSmall) {
  const PuzzleDefinition definition = load_puzzle("square1");
  const MoveSet moves(definition, Metric::htm);
  ShapeSpaceOptions options = shape_options();
  options.memory_bytes = 1'000;
  EXPECT_THROW(ShapeSolver(definition, moves, options), Error);
  std::stop_source stopped;
  stopped.request_stop();
  options = shape_options();
  options.stop = stopped.get_token();
  EXPECT_THROW(ShapeSolver(definition, moves, options), Error);
  const ShapeSolver solver(definition, moves, shape_options(15'000'000));
  EXPECT_LE(solver.bytes(), std::uint64_t{64} << 20U);
  const PuzzleGroup group(definition, moves);
  Rng rng(2);
  const State start = group.random_state(rng);
  PhaseHooks hooks;
  hooks.stop = stopped.get_token();
  EXPECT_FALSE(solver.solve({&start, 1}, {}, hooks).best.has_value());
  PhaseLimits limits;
  limits.seconds = 20;
  limits.target = 45;
  const PhaseResult result = solver.solve({&start, 1}, limits);
  ASSERT_TRUE(result.best.has_value());
  EXPECT_LE(result.best->moves.size(), 45U);
  EXPECT_LE(result.proved, static_cast<int>(result.best->moves.size()));
  EXPECT_EQ(legally_after(definition, moves, start, result.best->moves), definition.solved());
}

}  // namespace
}  // namespace gyre
